"""Reading order."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.documents.model import Rect
from app.extract.columns import Item, in_columns
from app.extract.raw import RawLine, RawTable
from tests.builders import raw_line
from tests.growth import growth


def _column(name: str, x: float, rows: int, *, y: float = 100.0, length: int = 40) -> list[RawLine]:
    """A filled column: each line is its name and number and then letters up to the length."""
    return [raw_line(f"{name}{at} ".ljust(length, "x"), x=x, y=y + 12 * at) for at in range(rows)]


def _name(item: Item) -> str:
    return item.text.split()[0] if isinstance(item, RawLine) else "table"


def _read(lines: Sequence[RawLine], tables: Sequence[RawTable] = ()) -> list[list[str]]:
    """Names of the lines in reading order, column by column, whatever the file's own order."""
    mixed = sorted(lines, key=lambda line: (int(line.y0) * 7 % 11, line.text))
    return [[_name(item) for item in run] for run in in_columns(mixed, tables)]


def _table(x0: float, y0: float, x1: float, y1: float) -> RawTable:
    rect = Rect(x0, y0, x1, y1)
    return RawTable(rect=rect, rows=1, columns=1, header_rows=0, header_columns=0, cells=())


def _names(name: str, count: int) -> list[str]:
    return [f"{name}{at}" for at in range(count)]


def test_one_column() -> None:
    """From the top down, whatever the file's order."""
    assert _read(_column("a", 72, 5)) == [_names("a", 5)]
    assert in_columns([]) == []


def test_two_columns() -> None:
    """The left one to its end, then the right one, which may be longer."""
    assert _read([*_column("a", 72, 5), *_column("b", 310, 7)]) == [_names("a", 5), _names("b", 7)]


def test_three_columns() -> None:
    """As many columns as there are."""
    lines = [
        *_column("a", 50, 6, length=28),
        *_column("b", 220, 6, length=28),
        *_column("c", 390, 6, length=28),
    ]

    assert _read(lines) == [_names("a", 6), _names("b", 6), _names("c", 6)]


def test_a_heading_across_columns() -> None:
    """What crosses the gutter stands between the columns above it and those below it."""
    lines = [
        raw_line("title " + "x" * 70, x=72, y=70),
        *_column("a", 72, 4),
        *_column("b", 310, 4),
        raw_line("heading " + "x" * 70, x=72, y=160),
        *_column("c", 72, 4, y=190),
        *_column("d", 310, 4, y=190),
    ]

    assert [name for run in _read(lines) for name in run] == [
        "title",
        *_names("a", 4),
        *_names("b", 4),
        "heading",
        *_names("c", 4),
        *_names("d", 4),
    ]


def test_columns_below_a_page_wide_text() -> None:
    """An abstract over the whole width, then two columns."""
    lines = [*_column("a", 72, 5, length=88), *_column("b", 72, 6, y=200), *_column("c", 310, 6, y=200)]

    assert [name for run in _read(lines) for name in run] == [
        *_names("a", 5),
        *_names("b", 6),
        *_names("c", 6),
    ]


def test_a_sidebar() -> None:
    """A narrow column beside a wide one, which begins lower and ends higher, is read in one piece."""
    text = _column("a", 72, 20, length=60)
    sidebar = _column("b", 400, 6, y=130, length=20)
    read = [name for run in _read([*text, *sidebar]) for name in run]

    assert [name for name in read if name[0] == "a"] == _names("a", 20)
    at = read.index("b0")
    assert read[at : at + 6] == _names("b", 6)


def test_columns_with_ragged_lines() -> None:
    """A gutter is one though lines end before it."""
    lengths = (40, 37, 40, 33, 38, 12)
    lines = [
        raw_line(f"{name}{at} ".ljust(length, "x"), x=x, y=100 + 12 * at)
        for name, x in (("a", 72), ("b", 310))
        for at, length in enumerate(lengths)
    ]

    assert _read(lines) == [_names("a", 6), _names("b", 6)]


def test_lines_of_the_columns_at_other_heights() -> None:
    """Columns need no common grid of lines."""
    assert _read([*_column("a", 72, 6), *_column("b", 310, 6, y=105.5)]) == [_names("a", 6), _names("b", 6)]


def test_a_table_is_no_columns() -> None:
    """Names on the left and figures on the right are read row by row."""
    lines = [
        cell
        for at, name in enumerate(["Revenue", "Cost of goods sold", "Profit", "Tax", "Dividends to owners"])
        for cell in (
            raw_line(f"A{at} {name}", x=72, y=100 + 12 * at),
            raw_line(f"B{at} 12", x=310, y=100 + 12 * at),
            raw_line(f"C{at} 34", x=400, y=100 + 12 * at),
        )
    ]

    assert _read(lines) == [[f"{column}{at}" for at in range(5) for column in "ABC"]]


def test_wide_cells_are_no_columns() -> None:
    """Definitions beside their terms: the terms fill nothing."""
    terms = ["A0 Term", "A1 A much longer term here", "A2 X", "A3 Brief", "A4 Other words"]
    lines = [raw_line(term, x=72, y=100 + 36 * at) for at, term in enumerate(terms)]
    lines += [raw_line(f"B{at} ".ljust(40, "x"), x=310, y=100 + 36 * at) for at in range(5)]

    assert _read(lines) == [[f"{column}{at}" for at in range(5) for column in "AB"]]


def test_a_found_table_between_columns() -> None:
    """A table that crosses the gutter parts the columns as a heading does; one inside a column stays in it."""
    lines = [
        *_column("a", 72, 4),
        *_column("b", 310, 4),
        *_column("c", 72, 4, y=260),
        *_column("d", 310, 4, y=260),
    ]
    across = [name for run in _read(lines, [_table(72, 160, 510, 250)]) for name in run]
    inside = [name for run in _read(lines, [_table(310, 160, 510, 250)]) for name in run]

    assert across == [*_names("a", 4), *_names("b", 4), "table", *_names("c", 4), *_names("d", 4)]
    assert inside == [*_names("a", 4), *_names("c", 4), *_names("b", 4), "table", *_names("d", 4)]


def test_lines_of_one_height() -> None:
    """Pieces of one line of print are read from the left, though their tops differ a little."""
    lines = [
        raw_line("c", x=200, y=101),
        raw_line("a", x=72, y=102),
        raw_line("b", x=100, y=100, size=12),
        raw_line("d", x=72, y=114),
    ]

    assert _read(lines) == [["a", "b", "c", "d"]]


def _turned(name: str, direction: int, box: tuple[float, float, float, float]) -> RawLine:
    x0, y0, x1, y1 = box
    return RawLine(f"{name} runs in another direction", y0, y1, (x0, x1), 10, bold=False, direction=direction)


@pytest.mark.parametrize("direction", [1, 2, 3])
def test_text_in_another_direction_comes_last(direction: int) -> None:
    """A label at the margin or a watermark does not stand between the lines."""
    label = _turned("label", direction, (30, 100, 40, 400))

    assert _read([label, *_column("a", 72, 6)]) == [_names("a", 6), ["label"]]


@pytest.mark.parametrize(
    ("direction", "boxes"),
    [
        (1, [(300, 100, 310, 400), (288, 100, 298, 400), (276, 100, 286, 400)]),
        (3, [(300, 100, 310, 400), (312, 100, 322, 400), (324, 100, 334, 400)]),
        (2, [(100, 300, 400, 310), (100, 288, 400, 298), (100, 276, 400, 286)]),
    ],
)
def test_a_page_that_was_printed_sideways(
    direction: int, boxes: Sequence[tuple[float, float, float, float]]
) -> None:
    """Lines that all run downwards follow each other to the left, and upwards to the right."""
    lines = [_turned(f"a{at}", direction, box) for at, box in enumerate(boxes)]

    assert _read(lines) == [["a0", "a1", "a2"]]


def test_two_columns_printed_sideways() -> None:
    """Columns are found in the direction in which the lines run."""
    lines = [
        _turned(f"{name}{at}", 3, (100 + 12 * at, y0, 110 + 12 * at, y0 + 200))
        for name, y0 in (("a", 500), ("b", 250))
        for at in range(6)
    ]

    assert _read(lines) == [_names("a", 6), _names("b", 6)]


_LINES = st.lists(
    st.builds(
        raw_line,
        st.text("abc ", min_size=1, max_size=40).filter(lambda text: text.strip() == text),
        x=st.sampled_from([50.0, 72.0, 310.0, 310.5]) | st.floats(-100, 700),
        y=st.sampled_from([100.0 + 12 * at for at in range(12)]) | st.floats(-100, 900),
        size=st.sampled_from([8.0, 10.0, 20.0]),
    ),
    max_size=40,
)


@given(_LINES, st.lists(st.tuples(st.floats(0, 500), st.floats(0, 700)), max_size=3))
def test_order_is_a_permutation(lines: list[RawLine], corners: list[tuple[float, float]]) -> None:
    """Every line and table is read once, whatever the page looks like."""
    tables = [_table(x, y, x + 90, y + 60) for x, y in corners]
    read = [item for run in in_columns(lines, tables) for item in run]

    assert sorted(map(id, read)) == sorted(map(id, [*lines, *tables]))
    assert all(in_columns(lines, tables))


@given(_LINES, st.randoms(use_true_random=False))
def test_the_order_of_the_file_does_not_matter(lines: list[RawLine], random: Random) -> None:
    """The order is that of the page: a file's own one is an accident, but where lines lie on each other."""
    apart = list({(line.y0, line.x0): line for line in lines}.values())
    shuffled = random.sample(apart, len(apart))

    assert in_columns(apart) == in_columns(shuffled)


def _scattered_page(count: int) -> list[RawLine]:
    return [raw_line("x", x=at * 73.37 % 595, y=at * 151.13 % 842) for at in range(count)]


def _ladder(count: int) -> list[RawLine]:
    """Columns and lines that cross them by turns, which asks for many bands."""
    lines = []
    for at in range(0, count, 9):
        y = at * 12.0
        lines += [*_column("a", 72, 4, y=y), *_column("b", 310, 4, y=y), raw_line("x" * 88, x=72, y=y + 48)]
    return lines


@pytest.mark.parametrize("page", [_scattered_page, _ladder])
def test_time_grows_with_the_lines_only(page: object) -> None:
    """Four times as many lines take about four times as long, not sixteen."""
    assert callable(page)
    assert growth(in_columns, page(2_000), page(8_000)) < 9


def test_a_page_of_twenty_thousand_letters() -> None:
    """Somebody can print a letter at a time anywhere; each is still read once."""
    lines = _scattered_page(20_000)

    assert sum(len(run) for run in in_columns(lines)) == len(lines)

"""Rows to paragraphs."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.documents.model import BlockKind
from app.extract.paragraphs import body_size, joint, paragraphs_of
from app.extract.raw import RawLine
from app.extract.rows import rows_of
from tests.builders import raw_line
from tests.growth import growth

_FULL = "a line of words that is filled to the right edge of its column"


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("the end", "of it", (0, " ")),
        ("hyphen-", "ated", (1, "")),
        ("UTF-", "8 text", (0, " ")),
        ("North-", "South", (0, " ")),
        ("5-", "year", (0, " ")),
        ("-", "item", (0, " ")),
        ("供应商应", "在三十日内", (0, "")),
        ("供应商应，", "在三十日内", (0, "")),
        ("采用ABC", "公司的泵", (0, "")),
        ("公司的", "ABC pumps", (0, "")),
        ("说：“", "quoted", (0, "")),
        ("ＡＢＣ", "abc", (0, "")),
    ],
)
def test_joint(before: str, after: str, expected: tuple[int, str]) -> None:
    """A space between words, none beside Chinese, and a hyphen at a line's end goes when a small letter follows."""
    assert expected == joint(before, after)


def _column(texts: Sequence[str], *, x: float = 72, y: float = 100) -> list[RawLine]:
    return [raw_line(text, x=x, y=y + 12 * at) for at, text in enumerate(texts)]


def _read(lines: Sequence[RawLine], usual: float = 10) -> list[tuple[BlockKind, list[str]]]:
    return [
        (paragraph.kind, [row.text for row in paragraph.rows])
        for paragraph in paragraphs_of(rows_of(tuple(lines)), usual)
    ]


def _texts(lines: Sequence[RawLine]) -> list[list[str]]:
    return [rows for _, rows in _read(lines)]


def test_filled_lines_go_on() -> None:
    """Lines that reach the edge belong together, whatever they end with."""
    lines = [_FULL, _FULL[:-1] + ".", "and the last one."]

    assert [lines] == _texts(_column(lines))


def test_short_line_ends_paragraph() -> None:
    """A sentence that ends well before the edge ends its paragraph."""
    assert _texts(_column([_FULL, "the end.", _FULL])) == [[_FULL, "the end."], [_FULL]]


def test_unfinished_short_line_goes_on() -> None:
    """A ragged line without a sentence's end does not end a paragraph of words."""
    lines = [_FULL, "a ragged line without an end", _FULL]

    assert [lines] == _texts(_column(lines))


def test_wide_gap_ends_paragraph() -> None:
    """More than a line's height of space is a new paragraph."""
    lines = [*_column([_FULL]), *_column([_FULL], y=125)]

    assert _texts(lines) == [[_FULL], [_FULL]]


def test_indented_line_begins_paragraph() -> None:
    """An indented first line begins a paragraph; a hanging one under a list item does not."""
    indented = [*_column([_FULL]), *_column([_FULL], x=90, y=112)]
    hanging = [*_column(["1. " + _FULL]), *_column([_FULL], x=90, y=112)]

    assert len(_read(indented)) == 2
    assert len(_read(hanging)) == 1


@pytest.mark.parametrize(
    "item",
    [
        "• item",
        "- item",
        "1. item",
        "2) item",
        "1.2.3 item",
        "(a) item",
        "（一）项目",
        "一、项目",
        "第三条 交货",
    ],
)
def test_list_item_begins_paragraph(item: str) -> None:
    """Each item of a list stands alone, though the line above is filled."""
    assert [[_FULL], [item]] == _texts(_column([_FULL, item]))


def test_chinese_line_ends_paragraph() -> None:
    """A Chinese line is filled to the last character, so two characters less end the paragraph."""
    full = raw_line("供应商应当在三十日内交付全部货物", width=10, y=100)
    short = raw_line("供应商应当在三十日内交付", width=10, y=112)
    more = raw_line("买方应当付款", width=10, y=124)

    assert _texts([full, short, more]) == [[full.text, short.text], [more.text]]


def test_next_column() -> None:
    """A sentence goes on at the top of the next column; a finished one does not."""
    second = _column([_FULL], x=400)

    assert len(_read([*_column([_FULL, _FULL]), *second])) == 1
    assert len(_read([*_column([_FULL, _FULL[:-1] + "."]), *second])) == 2


def test_previous_column_is_not_continued() -> None:
    """What stands higher and not to the right is something else."""
    assert len(_read([*_column([_FULL], y=300), *_column([_FULL], y=100)])) == 2


def test_headings() -> None:
    """Larger or bold short rows are headings, however they are followed."""
    lines = [
        raw_line("Large heading", y=100, size=14),
        raw_line("Bold heading", y=120, bold=True),
        raw_line(_FULL, y=132),
        raw_line("A bold sentence ends with a full stop.", y=160, bold=True),
        raw_line(_FULL * 2, y=190, size=14, width=3),
    ]

    assert [kind for kind, _ in _read(lines)] == [
        BlockKind.HEADING,
        BlockKind.HEADING,
        BlockKind.PARAGRAPH,
        BlockKind.PARAGRAPH,
        BlockKind.PARAGRAPH,
    ]


def test_table() -> None:
    """Neighbouring rows of several cells are one table; a list item's number is no cell."""
    lines = [
        raw_line("Item", x=72, y=100),
        raw_line("Price", x=300, y=100),
        raw_line("Pump", x=72, y=112),
        raw_line("12,000", x=300, y=112),
        raw_line("1.", x=72, y=124),
        raw_line("A clause after the table.", x=100, y=124),
    ]

    assert _read(lines) == [
        (BlockKind.TABLE, ["Item  Price", "Pump  12,000"]),
        (BlockKind.PARAGRAPH, ["1.  A clause after the table."]),
    ]


@given(
    st.lists(
        st.builds(
            raw_line,
            st.text("ab 。1", min_size=1, max_size=30).filter(lambda text: text.strip() == text),
            x=st.sampled_from([72.0, 90.0, 300.0]),
            y=st.floats(0, 800),
            size=st.sampled_from([10.0, 14.0]),
            bold=st.booleans(),
        ),
        max_size=12,
    ),
)
def test_nothing_is_lost(lines: list[RawLine]) -> None:
    """Every row is in exactly one paragraph, in order."""
    rows = rows_of(tuple(lines))

    assert rows == tuple(row for paragraph in paragraphs_of(rows, 10) for row in paragraph.rows)


def test_body_size() -> None:
    """The usual size is that of most characters, not of most rows."""
    lines = [*(raw_line("Head", size=20, y=40 * at) for at in range(3)), raw_line(_FULL * 3, y=300)]

    assert body_size(rows_of(tuple(lines))) == 10
    assert body_size([]) == 0


def test_time_grows_with_the_rows_only() -> None:
    """Four times as many rows take about four times as long, not sixteen."""
    few, many = (rows_of(tuple(_column([_FULL] * count))) for count in (400, 1_600))

    assert growth(lambda rows: paragraphs_of(rows, 10), few, many) < 9


def test_a_row_without_width() -> None:
    """A broken font can give a row no width at all; it is a paragraph like any other."""
    flat = RawLine(text="flat", y0=10, y1=20, edges=(72.0,) * 5, size=10, bold=False)
    below = RawLine(text="below", y0=22, y1=32, edges=(72.0,) * 6, size=10, bold=False)

    paragraphs = paragraphs_of(rows_of((flat, below)), 10)

    assert [row.text for paragraph in paragraphs for row in paragraph.rows] == ["flat", "below"]

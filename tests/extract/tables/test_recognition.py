"""Tables from words, drawn lines and regions, without a model and with the borders that one gives."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.documents.model import Rect
from app.extract.raw import RawLine, RawTable, Rule
from app.extract.tables.grids import Region
from app.extract.tables.recognition import find_tables
from tests.builders import raw_line
from tests.extract.tables.printed import printed, rows_of, ruled
from tests.growth import growth

_COLUMNS = (72.0, 220.0, 300.0, 380.0)
_SALES = [
    ["", "2022", "2023", "2024"],
    ["Pumps", ">1,200", ">1,310", ">1,402"],
    ["Valves", ">310", ">295", ">288"],
    ["Service", ">88", ">91", ">1,024"],
]
_WIDE = Region(rect=Rect(60, 90, 480, 400))


def _found(
    lines: Sequence[RawLine], rules: Sequence[Rule] = (), regions: Sequence[Region] | None = None
) -> list[list[list[str]]]:
    return [rows_of(lines, table) for table in find_tables(lines, rules, regions)]


def _only(lines: Sequence[RawLine], rules: Sequence[Rule] = (), region: Region | None = None) -> RawTable:
    (table,) = find_tables(lines, rules, None if region is None else [region])
    return table


def _bare(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    return [[text.removeprefix(">") for text in row] for row in rows]


def test_finds_a_borderless_table_of_numbers_between_paragraphs() -> None:
    """Finds a borderless table of numbers between paragraphs."""
    before = raw_line("Sales grew in each of our divisions, as the following table shows in detail.", y=60)
    after = raw_line("Service contracts are now sold in all regions and reported as one division.", y=240)
    lines = [before, *printed(_SALES, _COLUMNS), after]
    assert _found(lines) == [_bare(_SALES)]
    table = _only(lines)
    assert (table.header_rows, table.header_columns) == (1, 1)


def test_finds_a_drawn_table_of_words_with_cells_of_several_lines() -> None:
    """Finds a drawn table of words with cells of several lines."""
    lines = [
        *printed([["Risk", "Answer"], ["Fire", "Sprinklers in all"]], (80.0, 200.0)),
        raw_line("halls, tested", x=200, y=132),
        raw_line("every year", x=200, y=144),
        *printed([["Theft", "Guards"], ["Flood", "A dam"]], (80.0, 200.0), top=164),
    ]
    rules = ruled((75, 195, 330), (97, 117, 159, 179, 199))
    assert _found(lines, rules) == [
        [
            ["Risk", "Answer"],
            ["Fire", "Sprinklers in all halls, tested every year"],
            ["Theft", "Guards"],
            ["Flood", "A dam"],
        ],
    ]


def test_a_head_is_over_the_columns_that_the_line_below_it_goes_over() -> None:
    """A head is over the columns that the line below it goes over."""
    lines = [
        raw_line("Year ended", x=265, y=80),
        *printed(_SALES, _COLUMNS),
    ]
    region = Region(rect=Rect(60, 75, 480, 190), rows_at=(95, 115, 135, 155), columns_at=(200, 290, 370))
    table = _only(lines, [Rule(220, 93, 360, 93)], region)
    head = next(cell for cell in table.cells if cell.row == 0)
    assert (head.column, head.column_span) == (1, 2)
    assert table.header_rows == 2


def test_a_centred_head_is_over_its_columns_without_a_line() -> None:
    """A centred head is over its columns without a line."""
    rows = [["", "North", "South", "North", "South"], *[["abc", "1.5", "2.5", "3.5", "4.5"]] * 3]
    columns = (72.0, 200.0, 260.0, 340.0, 400.0)
    lines = [raw_line("2023", x=232, y=80), raw_line("2024", x=372, y=80), *printed(rows, columns)]
    region = Region(rect=Rect(60, 75, 480, 190), rows_at=(95, 115, 135, 155), columns_at=(190, 250, 330, 390))
    heads = [cell for cell in _only(lines, (), region).cells if cell.row == 0]
    assert [(head.column, head.column_span) for head in heads] == [(1, 2), (3, 2)]


def test_a_cell_is_over_all_rows_that_no_line_parts() -> None:
    """A cell is over all rows that no line parts."""
    lines = [
        *printed([["Group", "Count", "Share"]], (80.0, 200.0, 300.0)),
        raw_line("Adults", x=80, y=130),
        *printed([["", "93", "18.8"], ["", "77", "15.6"]], (80.0, 200.0, 300.0), top=120),
        raw_line("Children", x=80, y=170),
        *printed([["", "12", "2.4"], ["", "31", "6.3"]], (80.0, 200.0, 300.0), top=160),
    ]
    rules = [
        *ruled((75, 195, 295, 360), (97, 117, 157, 197)),
        Rule(195, 137, 360, 137),
        Rule(195, 177, 360, 177),
    ]
    table = _only(lines, rules, Region(rect=Rect(75, 97, 360, 197)))
    groups = [(cell.row, cell.row_span) for cell in table.cells if cell.column == 0]
    assert groups == [(0, 1), (1, 2), (3, 2)]


def test_signs_and_brackets_in_columns_of_their_own_belong_to_their_numbers() -> None:
    """Signs and brackets in columns of their own belong to their numbers."""
    rows = [
        ["", "", "2023", "", "", "2024", ""],
        ["Income", "$", "1,234", "", "$", "5,678", ""],
        ["Loss", "", "(123", ")", "", "(456", ")"],
        ["Margin", "", "12.5", "%", "", "13.5", "%"],
    ]
    lines = printed(rows, (72.0, 200.0, 215.0, 262.0, 300.0, 315.0, 362.0))
    assert _found(lines) == [
        [
            ["", "2023", "2024"],
            ["Income", "$ 1,234", "$ 5,678"],
            ["Loss", "(123 )", "(456 )"],
            ["Margin", "12.5 %", "13.5 %"],
        ],
    ]


def test_a_sign_that_stands_closer_to_the_number_before_it_belongs_to_the_next() -> None:
    """A sign that stands closer to the number before it belongs to the next."""
    rows = [["", "2023", "2024"], ["Rates", "$ 305 $", "253"], ["Prices", "17", "14"], ["Wages", "8", "3"]]
    found = _found(
        printed(rows, (72.0, 200.0, 300.0)), (), [Region(rect=Rect(60, 90, 400, 190), columns_at=(150, 280))]
    )
    assert found == [
        [["", "2023", "2024"], ["Rates", "$ 305", "$ 253"], ["Prices", "17", "14"], ["Wages", "8", "3"]]
    ]


def test_a_row_that_the_model_left_out_is_taken_in_again_and_prose_is_not() -> None:
    """A row that the model left out is taken in again and prose is not."""
    lines = [
        raw_line("This is shown in the table that follows here, in full.", y=80),
        *printed(_SALES, _COLUMNS),
    ]
    region = Region(rect=Rect(60, 116, 480, 155), rows_at=(135,), columns_at=(200, 290, 370))
    table = _only(lines, (), region)
    assert rows_of(lines, table) == _bare(_SALES)


def test_a_line_over_several_columns_below_their_heads_is_a_row_of_its_own() -> None:
    """A line over several columns below their heads is a row of its own."""
    rows = [["", "2023", "2024"], ["Pumps", "1,200", "1,310"], ["Valves", "310", "295"]]
    lines = [
        *printed(rows[:1], (72.0, 220.0, 300.0), top=88),
        raw_line("(in thousands)", x=240, y=100),
        *printed(rows[1:], (72.0, 220.0, 300.0), top=120),
    ]
    region = Region(rect=Rect(60, 80, 400, 160), rows_at=(115, 135), columns_at=(150, 280))
    assert _found(lines, (), [region]) == [
        [rows[0], ["", "(in thousands)", "(in thousands)"], rows[1], rows[2]],
    ]


def test_a_chinese_table_stands_below_its_unit() -> None:
    """A Chinese table stands below its unit."""
    rows = [
        ["项目", "期末余额", "期初余额"],
        ["货款", ">47,801.70", ">47,574.83"],
        ["合计", ">65,042.78", ">65,524.79"],
    ]
    lines = [raw_line("单位：元 币种：人民币", x=300, y=80), *printed(rows, (80.0, 220.0, 320.0))]
    rules = ruled((75, 215, 315, 400), (97, 117, 137, 157))
    region = Region(rect=Rect(75, 75, 400, 157), rows_at=(95, 117, 137), columns_at=(150, 215, 315))
    table = _only(lines, rules, region)
    assert rows_of(lines, table) == _bare(rows)
    assert (table.header_rows, table.header_columns) == (1, 1)


def test_prose_in_two_columns_is_no_table() -> None:
    """Prose in two columns is no table."""
    words = "the supplier delivers all of the goods in time and"
    lines = [raw_line(words, x=x, y=100 + 12 * at) for at in range(30) for x in (60, 320)]
    assert find_tables(lines, (), None) == ()


@pytest.mark.parametrize("dots", ["", " . . . . . . . . . . . ."])
def test_a_list_of_contents_is_no_table(dots: str) -> None:
    """A list of contents is no table."""
    titles = ["Scope", "Definitions", "Delivery", "Payment", "Warranty", "Liability", "Term"]
    rows = [[f"{at}.", title + dots, str(2 + 3 * at)] for at, title in enumerate(titles, start=1)]
    lines = printed(rows, (72.0, 100.0, 420.0))
    region = Region(rect=Rect(60, 90, 480, 260), rows_at=(), columns_at=(90, 400))
    assert find_tables(lines, (), None) == ()
    assert find_tables(lines, (), [region]) == ()


def test_captions_and_notes_are_no_part_of_the_table() -> None:
    """Captions and notes are no part of the table."""
    lines = [
        raw_line("Table 3: sales by division, in thousands of euros", y=80),
        *printed(_SALES, _COLUMNS),
        raw_line("Source: annual accounts", y=180),
    ]
    region = Region(rect=Rect(60, 75, 480, 200), rows_at=(95, 115, 135, 155), columns_at=(200, 290, 370))
    table = _only(lines, (), region)
    assert rows_of(lines, table) == _bare(_SALES)


def test_a_head_that_is_printed_again_begins_another_table() -> None:
    """A head that is printed again begins another table."""
    rows = [
        ["Topic", "Enquiries"],
        ["Law", "12"],
        ["Health", "31"],
        ["Topic", "Enquiries"],
        ["Trade", "7"],
        ["Jobs", "9"],
    ]
    region = Region(rect=Rect(60, 90, 480, 230), rows_at=(115, 135, 155, 175, 195), columns_at=(200,))
    assert _found(printed(rows, (72.0, 220.0)), (), [region]) == [rows[:3], rows[3:]]


def test_two_boxes_beside_each_other_are_two_tables() -> None:
    """Two boxes beside each other are two tables."""
    rows = [["a", "10", "b", "20"], ["c", "30", "d", "40"], ["e", "50", "f", "60"]]
    lines = printed(rows, (80.0, 140.0, 220.0, 280.0))
    ys = (97, 117, 137, 157)
    rules = [*ruled((75, 130, 190), ys), *ruled((210, 270, 330), ys)]
    region = Region(rect=Rect(75, 97, 330, 157), rows_at=(117, 137), columns_at=(130, 200, 270))
    assert _found(lines, rules, [region]) == [[row[:2] for row in rows], [row[2:] for row in rows]]


def test_links_that_are_underlined_part_no_rows() -> None:
    """Links that are underlined part no rows."""
    rows = [["10.1", "Lease of the plant"], ["10.2", "Loan agreement"], ["10.3", "Letter to the bank"]]
    lines = printed(rows, (72.0, 140.0), leading=12)
    rules = [Rule(line.x0, line.y1 - 1, line.x1, line.y1 - 1) for line in lines if line.x0 > 100]
    region = Region(rect=Rect(60, 95, 400, 140), rows_at=(111, 123), columns_at=(120,))
    assert _found(lines, rules, [region]) == [rows]


_TEXT = st.text("ab1%$(,.）万 ", min_size=1, max_size=12).filter(str.strip)
_LINE = st.builds(
    lambda text, x, y: raw_line(text.strip(), x=x, y=y),
    _TEXT,
    st.integers(0, 400).map(float),
    st.integers(0, 40).map(lambda at: 60.0 + 6 * at),
)
_RULE = st.one_of(
    st.builds(lambda x, y, length: Rule(x, y, x + length, y), *[st.integers(0, 300).map(float)] * 3),
    st.builds(lambda x, y, length: Rule(x, y, x, y + length), *[st.integers(0, 300).map(float)] * 3),
)
_PLACES = st.none() | st.lists(st.integers(0, 400).map(float), max_size=8, unique=True).map(sorted).map(tuple)
_REGION = st.builds(
    lambda rows_at, columns_at: Region(rect=Rect(0, 50, 450, 320), rows_at=rows_at, columns_at=columns_at),
    _PLACES,
    _PLACES,
)


@given(st.lists(_LINE, max_size=40), st.lists(_RULE, max_size=12), st.none() | st.lists(_REGION, max_size=2))
def test_cells_are_in_the_grid_do_not_overlap_and_share_no_character(
    lines: list[RawLine], rules: list[Rule], regions: list[Region] | None
) -> None:
    """Cells are in the grid do not overlap and share no character."""
    characters: set[tuple[int, int]] = set()
    for table in find_tables(lines, rules, regions):
        slots: set[tuple[int, int]] = set()
        assert 0 <= table.header_rows <= table.rows
        assert 0 <= table.header_columns <= table.columns
        for cell in table.cells:
            own = {
                (row, column)
                for row in range(cell.row, cell.row + cell.row_span)
                for column in range(cell.column, cell.column + cell.column_span)
            }
            assert own
            assert not own & slots
            assert all(row < table.rows and column < table.columns for row, column in own)
            slots |= own
            for piece in cell.pieces:
                assert 0 <= piece.start < piece.end <= len(lines[piece.line].text)
                chars = {(piece.line, at) for at in range(piece.start, piece.end)}
                assert not chars & characters
                characters |= chars
        assert list(table.cells) == sorted(table.cells, key=lambda cell: (cell.row, cell.column))


def test_work_grows_no_faster_than_the_page() -> None:
    """Work grows no faster than the page."""

    def page(rows: int) -> list[RawLine]:
        return printed(
            [[f"row {at}", *[">1,234"] * 6] for at in range(rows)], [72.0 + 70 * at for at in range(7)]
        )

    assert growth(lambda lines: find_tables(lines, (), None), page(60), page(240)) < 10

"""Tables over pages, with captions, notes and measures."""

from collections.abc import Sequence

import msgspec
import pytest

from app.documents.model import Document, Rect
from app.documents.tables import Table
from app.extract.assembly import assemble
from app.extract.raw import Piece, RawCell, RawLine, RawPage, RawTable
from app.structure.tables.completion import complete_tables
from tests.builders import raw_line

_COLUMNS = (72.0, 260.0, 360.0, 460.0)


def _printed(
    grid: Sequence[Sequence[str]], y: float, first: int, header_rows: int
) -> tuple[list[RawLine], RawTable]:
    """Lines and table of a grid at a height; "" is an empty cell. `first` is the number of the first line."""
    lines: list[RawLine] = []
    cells = []
    for row, texts in enumerate(grid):
        for column, text in enumerate(texts):
            if text:
                line = raw_line(text, x=_COLUMNS[column], y=y + 12 * row)
                rect = Rect(line.x0, line.y0, line.x1, line.y1)
                cells.append(RawCell(row, column, 1, 1, rect, (Piece(first + len(lines), 0, len(text)),)))
                lines.append(line)
    table = RawTable(
        rect=Rect(72, y, 520, y + 12 * len(grid)),
        rows=len(grid),
        columns=max(map(len, grid)),
        header_rows=header_rows,
        header_columns=1,
        cells=tuple(cells),
    )
    return lines, table


def _page(
    grid: Sequence[Sequence[str]],
    *,
    above: Sequence[str] = (),
    below: Sequence[str] = (),
    number: int = 1,
    header_rows: int = 1,
) -> RawPage:
    """Lines of text, a table, and lines of text."""
    lines = [raw_line(text, y=120 + 20 * at) for at, text in enumerate(above)]
    y = 140.0 + 20 * len(above)
    printed, table = _printed(grid, y, len(lines), header_rows)
    lines += printed
    lines += [raw_line(text, y=y + 12 * len(grid) + 12 + 20 * at) for at, text in enumerate(below)]
    return RawPage(
        number=number, label=str(number), width=595, height=842, images=0, lines=tuple(lines), tables=(table,)
    )


def _read(*pages: RawPage) -> Document:
    return complete_tables(assemble(pages))


def _said(document: Document, table: Table) -> dict[str, tuple[str, int] | None]:
    """Each number's text with its unit and scale."""
    return {
        document.text[cell.start : cell.end]: None
        if cell.measure is None
        else (table.measures[cell.measure].unit, table.measures[cell.measure].scale)
        for cell in table.cells
    }


_RESULTS = [["项目", "2023", "2022"], ["营业收入", "1,234", "1,100"], ["每股收益", "0.52", "0.48"]]


@pytest.mark.parametrize(
    ("above", "expected"),
    [
        (["单位：万元 币种：人民币"], ("CNY", 10_000)),
        (["合并利润表", "单位：元"], ("CNY", 1)),
        (["(in millions, except per share data)"], ("", 1_000_000)),
        (["US$ million", "A line that says nothing about it."], ("USD", 1_000_000)),
        (["Results of the year"], None),
    ],
)
def test_unit_above(above: list[str], expected: tuple[str, int] | None) -> None:
    """What a line above says holds for every number; what counts for one share has no scale; years are no numbers."""
    document = _read(_page(_RESULTS, above=above))
    said = _said(document, document.tables[0])

    assert said["1,234"] == said["1,100"] == expected
    assert said["0.52"] == (None if expected is None else (expected[0], 1))
    assert said["2023"] is None


def test_column_and_cell_go_first() -> None:
    """A column's own heading goes before what is said above the table, and a cell's own sign before both."""
    grid = [
        ["项目", "金额", "比例（%）", "增减"],
        ["收入", "1,234", "45.6", "7.8%"],
        ["成本", "$ 12", "1.2", "3"],
    ]
    document = _read(_page(grid, above=["单位：万元"]))
    said = _said(document, document.tables[0])

    assert said["1,234"] == ("CNY", 10_000)
    assert said["45.6"] == ("%", 1)
    assert said["7.8%"] == ("%", 1)
    assert said["$ 12"] == ("USD", 10_000)


def test_exceptions() -> None:
    """What is counted for one share has no scale, by its own words or those above it; a count of shares has none."""
    grid = [
        ["", "2023", "2022"],
        ["Revenue", "$ 1,234", "1,100"],
        ["Net income per share:", "", ""],
        ["Basic", "$ 1.29", "0.43"],
        ["Weighted-average shares:", "", ""],
        ["Diluted", "447", "438"],
        ["Revenue per membership", "9.43", "8.61"],
        ["New store openings, net", "12", "6"],
    ]
    document = _read(_page(grid, above=["(in thousands, except share and per share data)"]))
    said = _said(document, document.tables[0])

    assert said["$ 1,234"] == ("USD", 1_000)
    assert said["1,100"] == ("", 1_000)
    assert said["$ 1.29"] == ("USD", 1)
    assert said["0.43"] == said["9.43"] == ("", 1)
    assert said["447"] is said["12"] is None


def test_declared_in_the_third_row() -> None:
    """A scale that was taken into the rows below the header still holds, and nobody's scale is 1 for want of one."""
    grid = [["", "2023", "2022"], ["", "(in thousands)", ""], ["Interest", "$ 62,053", "108"]]
    document = _read(_page(grid))
    bare = _read(_page([["", "2023"], ["Interest", "$ 62,053"]]))

    assert _said(document, document.tables[0])["$ 62,053"] == ("USD", 1_000)
    assert _said(bare, bare.tables[0])["$ 62,053"] is None


@pytest.mark.parametrize("declaration", ["单位：万元 币种：人民币", "(RMB in millions)"])
def test_unit_inside_the_header(declaration: str) -> None:
    """What was printed just above the last column, and taken into the header, still holds for all columns."""
    grid = [["", "", declaration], ["项目", "2023", "2022"], ["收入", "1,234", "1,100"]]
    document = _read(_page(grid, header_rows=2))
    said = _said(document, document.tables[0])

    assert said["1,234"] == said["1,100"] is not None


def test_row_says_it() -> None:
    """A row's heading may give the unit of its numbers."""
    grid = [["", "2023", "2022"], ["Revenue", "10", "9"], ["Margin (%)", "33", "31"]]
    document = _read(_page(grid, above=["RMB in millions"]))

    assert _said(document, document.tables[0])["33"] == ("%", 1)
    assert _said(document, document.tables[0])["10"] == ("CNY", 1_000_000)


def test_goes_on_over_pages() -> None:
    """A table over three pages is one; its repeated header is no row; each cell knows its page."""
    header = _RESULTS[0]
    document = _read(
        _page(_RESULTS, above=["单位：千元"]),
        _page([header, ["净利润", "210", "180"]], number=2),
        _page([header, ["总资产", "9,870", "9,100"]], number=3),
    )
    (table,) = document.tables

    assert table.pages == (1, 2, 3)
    assert table.rows == 5
    assert [document.text[cell.start : cell.end] for cell in table.cells if cell.column == 0] == [
        "项目", "营业收入", "每股收益", "净利润", "总资产",
    ]  # fmt: skip
    assert [cell.page for cell in table.cells if cell.column == 0] == [1, 1, 1, 2, 3]
    assert _said(document, table)["9,870"] == ("CNY", 1_000)
    blocks = [block for page in document.pages for block in page.blocks if block.table is not None]
    assert [(block.table, block.continues) for block in blocks] == [(0, False), (0, True), (0, True)]


def test_goes_on_without_header() -> None:
    """Rows without a header at the top of a page go on with the table above."""
    document = _read(_page(_RESULTS), _page([["净利润", "210", "180"]], number=2, header_rows=0))

    assert [table.rows for table in document.tables] == [4]


def test_column_empty_on_one_page() -> None:
    """A column that nothing stands in on the second page keeps its place in the joined table."""
    grid = [
        ["项目", "附注", "2023", "2022"],
        ["收入", "五、1", "1,234", "1,100"],
        ["成本", "五、2", "900", "800"],
    ]
    lines = [raw_line("利润", x=72, y=140), raw_line("334", x=360, y=140), raw_line("300", x=460, y=140)]
    rest = [
        RawCell(0, at, 1, 1, Rect(line.x0, line.y0, line.x1, line.y1), (Piece(at, 0, len(line.text)),))
        for at, line in enumerate(lines)
    ]
    table = RawTable(
        rect=Rect(72, 140, 520, 152), rows=1, columns=3, header_rows=0, header_columns=1, cells=tuple(rest)
    )
    second = RawPage(
        number=2, label="2", width=595, height=842, images=0, lines=tuple(lines), tables=(table,)
    )
    (joined,) = _read(_page(grid), second).tables

    assert joined.columns == 4
    assert [cell.column for cell in joined.cells if cell.page == 2] == [0, 2, 3]


@pytest.mark.parametrize(
    "second",
    [
        _page([["Item", "Price"], ["Pump", "12"]], number=2),
        _page([["A", "B", "C", "D"], ["1", "2", "3", "4"]], number=2),
        _page([["地区", "东部", "西部"], ["收入", "1", "2"]], number=2),
        _page(_RESULTS, above=["A paragraph stands between the two."], number=2),
        _page(_RESULTS, number=3),
    ],
    ids=["other columns", "more columns", "other header", "text between", "not the next page"],
)
def test_another_table(second: RawPage) -> None:
    """Tables that only follow each other stay two."""
    first = _page(_RESULTS)
    blank = RawPage(number=2, label="2", width=595, height=842, images=0, lines=(raw_line("x", y=400),))
    pages = (first, second) if second.number == 2 else (first, blank, second)

    assert len(_read(*pages).tables) == 2


def test_continued_line_is_no_text_between() -> None:
    """A line that says that the table goes on does not part it."""
    assert len(_read(_page(_RESULTS), _page(_RESULTS, above=["续表"], number=2)).tables) == 1
    assert len(_read(_page(_RESULTS), _page(_RESULTS, above=["(continued)"], number=2)).tables) == 1


@pytest.mark.parametrize("title", ["合并资产负债表", "CONSOLIDATED STATEMENTS OF CASH FLOWS"])
def test_name_of_a_statement(title: str) -> None:
    """A statement's name is its caption, over the lines that say of whom, when and in which unit it is."""
    document = _read(_page(_RESULTS, above=[title, "2023年12月31日", "单位：元"]))
    caption = document.tables[0].caption

    assert caption is not None
    assert document.text[slice(*caption)] == title


def test_header_that_nothing_marks() -> None:
    """Words above numbers are a header; a first row with numbers is none."""
    words = _read(_page([["Milestone", "Amount (EUR thousand)"], ["Delivery", "120"]], header_rows=0))
    numbers = _read(_page([["Delivery", "120"], ["Test", "80"]], header_rows=0))

    assert words.tables[0].header_rows == 1
    assert _said(words, words.tables[0])["120"] == ("EUR", 1_000)
    assert numbers.tables[0].header_rows == 0


def test_caption_and_notes() -> None:
    """The caption above and the notes below belong to the table; the text after them does not."""
    document = _read(
        _page(
            _RESULTS,
            above=["Table 4: Results"],
            below=["(1) Without the discontinued business.", "Note: restated.", "The year was good."],
        ),
    )
    (table,) = document.tables

    assert table.caption is not None
    assert document.text[slice(*table.caption)] == "Table 4: Results"
    assert [document.text[slice(*note)] for note in table.notes] == [
        "(1) Without the discontinued business.",
        "Note: restated.",
    ]


def test_without_tables() -> None:
    """A document without tables stays as it is."""
    page = msgspec.structs.replace(_page(_RESULTS), tables=())
    document = assemble([page])

    assert complete_tables(document) is document

"""Blocks to text."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from app.documents.model import Block, BlockKind, Hiding, Rect
from app.extract.joining import Compounds
from app.extract.paragraphs import Paragraph
from app.extract.raw import Piece, RawCell, RawLine, RawTable
from app.extract.rows import rows_of
from app.extract.writing import PrintedTable, TextWriter
from tests.builders import raw_line

_BOX = Rect(72, 100, 300, 140)


def _paragraph(*texts: str, kind: BlockKind = BlockKind.PARAGRAPH) -> Paragraph:
    return Paragraph(kind, rows_of([raw_line(text, y=100 + 12 * at) for at, text in enumerate(texts)]))


def _writer(*known: str) -> TextWriter:
    return TextWriter(Compounds(known))


def _lines(writer: TextWriter, block: Block) -> list[str]:
    return [writer.text[line.start : line.end] for line in block.lines]


def _cell(row: int, column: int, *pieces: tuple[int, int, int], span: int = 1) -> RawCell:
    return RawCell(row, column, 1, span, _BOX, tuple(Piece(*piece) for piece in pieces))


def _table(cells: Sequence[RawCell], *, header_rows: int = 0, header_columns: int = 0) -> RawTable:
    return RawTable(
        rect=_BOX,
        rows=3,
        columns=3,
        header_rows=header_rows,
        header_columns=header_columns,
        cells=tuple(cells),
    )


def test_paragraphs() -> None:
    """Each ends with a line break; lines inside one are joined."""
    writer = _writer()
    first, second = writer.paragraph(_paragraph("one", "two")), writer.paragraph(_paragraph("three"))

    assert writer.text == "one two\nthree\n"
    assert writer.length == len(writer.text)
    assert (first.start, first.end, second.start, second.end) == (0, 7, 8, 13)
    assert _lines(writer, first) == ["one", "two"]
    assert first.rect == Rect(72, 100, 87, 122)


def test_a_hyphen_goes_with_its_edge() -> None:
    """A dropped character has no place on the page; the others keep theirs."""
    writer = _writer("a well-known word")
    broken = writer.paragraph(_paragraph("hyphen-", "ated"))
    kept = writer.paragraph(_paragraph("well-", "known"))

    assert writer.text == "hyphenated\nwell-known\n"
    assert _lines(writer, broken) == ["hyphen", "ated"]
    assert list(broken.lines[0].edges) == [72, 77, 82, 87, 92, 97, 102]
    assert _lines(writer, kept) == ["well-", "known"]


def test_a_sentence_that_goes_on() -> None:
    """Two blocks, one run of characters: no line break between them, and a hyphen goes here too."""
    writer = _writer()
    first = writer.paragraph(_paragraph("the hyphen-"), followed_by="ated word")
    second = writer.paragraph(_paragraph("ated word"), continues=True)

    assert writer.text == "the hyphenated word\n"
    assert (writer.text[first.start : first.end], second.start) == ("the hyphen", first.end)
    assert second.continues
    assert not first.continues

    writer.paragraph(_paragraph("a line"), followed_by="that goes on")
    assert writer.text.endswith("\na line ")


def test_a_space_between_halves_belongs_to_no_block() -> None:
    """Blocks hold what was printed; what joins them is between them."""
    writer = _writer()
    first = writer.paragraph(_paragraph("a line"), followed_by="that goes on")
    second = writer.paragraph(_paragraph("that goes on"), continues=True)

    assert writer.text[first.end : second.start] == " "


def test_rows_of_cells_keep_their_lines() -> None:
    """What looks like a table is written row by row."""
    writer = _writer()
    rows = [raw_line(text, x=x, y=y) for y in (100, 112) for x, text in ((72, "a-"), (300, "b-"))]
    block = writer.paragraph(Paragraph(BlockKind.TABLE, rows_of(rows)))

    assert writer.text == "a-  b-\na-  b-\n"
    assert _lines(writer, block) == ["a-", "b-", "a-", "b-"]


def test_hidden() -> None:
    """A hidden block says why."""
    assert (
        _writer().paragraph(_paragraph("x", kind=BlockKind.HIDDEN), hiding=Hiding.TINY).hiding is Hiding.TINY
    )


def test_a_found_table() -> None:
    """A line for each row, two spaces between cells, and for each cell its place in the text and in the grid."""
    lines = (raw_line("Year 2023"), raw_line("Long-term"), raw_line("debt"), raw_line("1,234"))
    cells = [
        _cell(0, 0, (0, 0, 4)),
        _cell(0, 1, (0, 5, 9), span=2),
        _cell(1, 0, (1, 0, 9), (2, 0, 4)),
        _cell(1, 1),
        _cell(1, 2, (3, 0, 5)),
    ]
    writer = _writer()
    writer.append("before\n")
    block = writer.table(PrintedTable(_table(cells, header_rows=1, header_columns=1), lines, 4))
    (table,) = writer.tables

    assert writer.text == "before\nYear  2023\nLong-term debt  1,234\n"
    assert block.kind is BlockKind.TABLE
    assert (block.table, block.rect) == (0, _BOX)
    assert writer.text[block.start : block.end] == "Year  2023\nLong-term debt  1,234"
    assert [
        (cell.row, cell.column, writer.text[cell.start : cell.end], cell.header) for cell in table.cells
    ] == [
        (0, 0, "Year", True),
        (0, 1, "2023", True),
        (1, 0, "Long-term debt", True),
        (1, 2, "1,234", False),
    ]
    assert {cell.page for cell in table.cells} == {4}
    assert _lines(writer, block) == ["Year", "2023", "Long-term", "debt", "1,234"]
    assert block.lines[1].edges == (97, 102, 107, 112, 117)


def test_an_empty_table() -> None:
    """A grid without any text is a block without any."""
    writer = _writer()
    block = writer.table(PrintedTable(_table([_cell(0, 0)]), (), 1))

    assert (writer.text, block.start, block.end) == ("\n", 0, 0)
    assert writer.tables[0].cells == ()


def test_tables_are_numbered() -> None:
    """Each block knows its table."""
    writer = _writer()
    printed = PrintedTable(_table([_cell(0, 0, (0, 0, 1))]), (raw_line("x"),), 1)

    assert [writer.table(printed).table for _ in range(3)] == [0, 1, 2]


def test_part() -> None:
    """A part of a line keeps the places of its characters; a line that runs elsewhere has two edges only."""
    upwards = RawLine("upwards", 100, 200, (72, 82), 10, bold=False, direction=3)

    assert raw_line("abcdef").part(2, 4) == raw_line("cd", x=82)
    assert upwards.part(0, 2).edges == (72, 82)


@given(
    st.lists(
        st.tuples(
            st.lists(
                st.text("ab-文\u00ad ", min_size=1, max_size=6).filter(lambda text: text == text.strip()),
                min_size=1,
            ),
            st.booleans(),
        ),
        max_size=8,
    )
)
def test_spans(paragraphs: list[tuple[list[str], bool]]) -> None:
    """Spans are in order, blocks hold their lines, and a line has one edge more than characters."""
    writer = _writer("a-b")
    end = 0
    for number, (texts, goes_on) in enumerate(paragraphs):
        following = paragraphs[number + 1][0][0] if goes_on and number + 1 < len(paragraphs) else None
        block = writer.paragraph(_paragraph(*texts), followed_by=following)
        assert block.start >= end
        end = block.start
        for line, text in zip(block.lines, texts, strict=True):
            assert end <= line.start <= line.end <= block.end
            assert writer.text[line.start : line.end] in {text, text[:-1]}
            assert len(line.edges) == line.end - line.start + 1
            end = line.end
        end = block.end


def test_edges_of_lines_that_run_elsewhere() -> None:
    """A dropped hyphen leaves the two edges of such a line alone."""
    lines = [
        RawLine(text, 100, 200, (72.0 + 12 * at, 82.0 + 12 * at), 10, bold=False, direction=3)
        for at, text in enumerate(("hyphen-", "ated"))
    ]
    writer = _writer()
    block = writer.paragraph(
        Paragraph(BlockKind.PARAGRAPH, tuple(row for line in lines for row in rows_of([line])))
    )

    assert writer.text == "hyphenated\n"
    assert [line.edges for line in block.lines] == [(72, 82), (84, 94)]
    assert block.rect == Rect(72, 100, 94, 200)

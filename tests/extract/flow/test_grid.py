"""Cells to a table: how large one may become, and that nothing is lost."""

from hypothesis import given
from hypothesis import strategies as st

from app.documents.model import BlockKind
from app.extract.flow.grid import Content, row_texts, table_of
from app.extract.flow.html import read_html
from app.extract.raw import FlowBlock, FlowCell
from tests.flow_builders import blocks_of


def _content(text: str, width: int = 1, height: int = 1) -> Content:
    blocks = [FlowBlock(kind=BlockKind.PARAGRAPH, text=text)] if text else []
    return Content(blocks=blocks, column_span=width, row_span=height)


def _size(table: FlowBlock) -> tuple[int, int]:
    return (
        max(cell.row + cell.row_span for cell in table.cells),
        max(cell.column + cell.column_span for cell in table.cells),
    )


def test_a_row_of_wide_cells() -> None:
    """A file cannot ask for a table that is much larger than itself; all its words are there."""
    wide = "".join(f"<td colspan=1000>w{at}" for at in range(1_900))
    source = f"<table><tr>{wide}" + "".join(f"<tr><td>s{at}" for at in range(4_000))
    (table,) = blocks_of(read_html(source.encode()))
    rows, columns = _size(table)

    assert (rows, columns) == (4_001, 64)
    first, *others = row_texts(table)
    assert first.split() == [f"w{at}" for at in range(1_900)]
    assert others == [f"s{at}" for at in range(4_000)]


def test_spans_without_cells() -> None:
    """Columns in which no cell begins go first: that is enough where wide cells only look like many columns."""
    table = table_of([[_content("a", 900), _content("b", 900)], [_content("c", 1_800)]], 0)

    assert table.cells == (
        FlowCell(0, 0, 1, 1, "a"),
        FlowCell(0, 1, 1, 1, "b"),
        FlowCell(1, 0, 1, 2, "c"),
    )


def test_cells_beyond_the_last_column() -> None:
    """They are one cell, beside the others; a cell over several rows reaches as far as before."""
    row = [_content("a", 1, 2), *(_content(f"c{at}") for at in range(1_100))]
    table = table_of([row, [_content("d", 900)], *[[_content("e")]] * 8], 1)
    rows, columns = _size(table)

    assert (rows, columns) == (10, 1_000)
    assert table.cells[0] == FlowCell(0, 0, 2, 1, "a")
    assert table.cells[999] == FlowCell(0, 999, 1, 1, "  ".join(f"c{at}" for at in range(998, 1_100)))
    assert table.cells[1_000] == FlowCell(1, 1, 1, 900, "d")


def test_usual_tables_stay_as_they_are() -> None:
    """Spans of a table that is no larger than tables are."""
    table = table_of([[_content("a", 60)], [_content("b", 3), _content("c", 57)]], 0)

    assert table.cells == (
        FlowCell(0, 0, 1, 60, "a"),
        FlowCell(1, 0, 1, 3, "b"),
        FlowCell(1, 3, 1, 57, "c"),
    )


_ROWS = st.lists(
    st.lists(
        st.builds(_content, st.text("ab ", max_size=2), st.integers(1, 1_200), st.integers(0, 4)), max_size=8
    ),
    min_size=1,
    max_size=8,
)


@given(_ROWS)
def test_any_table(rows: list[list[Content]]) -> None:
    """No letter is lost, no two cells begin at one place, and the table is bounded by what is in it."""
    contents = [content for row in rows for content in row]
    table = table_of(rows, 0)
    begins = [(cell.row, cell.column) for cell in table.cells]

    assert begins == sorted(set(begins))
    if contents:
        assert _size(table)[1] <= max(64, 20 * len(contents) // len(rows))
    assert sorted("".join(cell.text for cell in table.cells).replace(" ", "")) == sorted(
        "".join(block.text for content in contents for block in content.blocks).replace(" ", "")
    )

"""Tables of web pages: which hold data, and which only put text in its place."""

from app.documents.model import BlockKind
from app.extract.flow.elements import TableState
from app.extract.flow.grid import Content, one_line, table_of
from app.extract.raw import FlowBlock

# A row of two cells whose first is this short is an item and its marker.
_MARKER_LENGTH = 6


def blocks_of(table: TableState) -> list[FlowBlock]:
    """The table as a block, or what stands in it when it is there for the layout only."""
    rows = [row for row in table.rows if row]
    contents = [content for row in rows for content in row if content.blocks]
    if not contents:
        return []
    if (item := _item(contents, len(rows))) is not None:
        return [item]
    if table.layout or len(contents) == 1 or any(_is_page(content) for content in contents):
        return [block for content in contents for block in content.blocks]
    return [table_of(rows, _header_rows(table, rows))]


def _is_page(content: Content) -> bool:
    """Whether a cell holds what no cell of a table of data does: another table, a heading with text under it."""
    kinds = [block.kind for block in content.blocks]
    return BlockKind.TABLE in kinds or (BlockKind.HEADING in kinds and len(kinds) > 1)


def _item(contents: list[Content], rows: int) -> FlowBlock | None:
    """Filings print lists as tables of one row: a bullet or (a), and the text."""
    if rows != 1 or len(contents) != 2 or any(len(content.blocks) != 1 for content in contents):  # noqa: PLR2004
        return None
    mark, text = (content.blocks[0] for content in contents)
    if text.kind is not BlockKind.PARAGRAPH or not 0 < len(mark.text) <= _MARKER_LENGTH or " " in mark.text:
        return None
    return FlowBlock(kind=BlockKind.LIST_ITEM, text=f"{one_line(mark.text)} {text.text}")


def _header_rows(table: TableState, rows: list[list[Content]]) -> int:
    """Rows in the table's head, else those above the first that has a cell of data."""
    count = 0
    while count < len(rows) and all(content.header for content in rows[count]):
        count += 1
    return (
        max(count, min(table.header_rows, len(rows)))
        if count < len(rows)
        else min(table.header_rows, len(rows))
    )

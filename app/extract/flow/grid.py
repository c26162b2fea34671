"""Cells to a table: where each comes to stand when cells before it reach over several rows and columns."""

from collections.abc import Iterable, Sequence

import msgspec

from app.documents.model import BlockKind
from app.extract.raw import FlowBlock, FlowCell
from app.extract.rows import CELL_GAP

# The most columns that a cell may reach over, and places that all cells of a table may take together; files that ask
# for more want to use up memory.
MAX_SPAN = 1_000
_MAX_PLACES = 2_000_000


class Content(msgspec.Struct, kw_only=True):
    """What stands in a cell, and over how many columns and rows; `row_span` 0: down to the end of the group."""

    blocks: list[FlowBlock] = msgspec.field(default_factory=list)
    column_span: int = 1
    row_span: int = 1
    header: bool = False


def table_of(rows: Sequence[Sequence[Content]], header_rows: int) -> FlowBlock:
    """Place the cells as a browser does: each at the first column that is free in its row."""
    cells: list[FlowCell] = []
    taken: dict[int, int] = {}  # column to the first row in which it is free again
    places = 0
    for row, contents in enumerate(rows):
        column = 0
        for content in contents:
            while taken.get(column, 0) > row:
                column += 1
            width, height = _spans(content, len(rows) - row)
            places += width * height
            if places > _MAX_PLACES:
                width = height = 1
            taken.update(dict.fromkeys(range(column, column + width), row + height))
            cells.append(FlowCell(row, column, height, width, cell_text(content.blocks), content.header))
            column += width
    return FlowBlock(kind=BlockKind.TABLE, cells=tuple(cells), header_rows=min(header_rows, len(rows)))


def _spans(content: Content, rows_left: int) -> tuple[int, int]:
    height = rows_left if content.row_span == 0 else min(content.row_span, rows_left)
    return max(1, min(content.column_span, MAX_SPAN)), max(1, height)


def cell_text(blocks: Iterable[FlowBlock]) -> str:
    """The text of blocks in a cell; a table in it row by row."""
    return "\n".join(text for block in blocks if (text := "\n".join(row_texts(block)) or block.text))


def row_texts(table: FlowBlock) -> list[str]:
    """The rows of a table that have text, each as one line."""
    rows: dict[int, list[str]] = {}
    for cell in table.cells:
        if text := one_line(cell.text):
            rows.setdefault(cell.row, []).append(text)
    return [CELL_GAP.join(texts) for _, texts in sorted(rows.items())]


def one_line(text: str) -> str:
    """A cell's text without line breaks, so that a row of the table is one line."""
    return " ".join(line for part in text.split("\n") if (line := part.strip()))

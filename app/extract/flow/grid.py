"""Cells to a table: where each comes to stand when cells before it reach over several rows and columns."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence

import msgspec

from app.documents.model import BlockKind
from app.extract.raw import FlowBlock, FlowCell
from app.extract.rows import CELL_GAP

# The most columns and rows that a cell may reach over (HTML Standard, 4.9.11), and places that all cells of a table
# may take together; files that ask for more want to use up memory.
MAX_SPAN = 1_000
_MAX_ROW_SPAN = 65_534
_MAX_PLACES = 2_000_000
# The most columns of a table. It has no more than this many, or this many times the mean of its rows, so that a table
# written out in full is not many times as large as the file that asked for it.
_MAX_COLUMNS = 1_000
_ALWAYS_COLUMNS = 64
_COLUMNS_A_CELL = 20


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
    most = min(_MAX_COLUMNS, max(_ALWAYS_COLUMNS, _COLUMNS_A_CELL * len(cells) // max(len(rows), 1)))
    return FlowBlock(
        kind=BlockKind.TABLE, cells=tuple(_narrowed(cells, most)), header_rows=min(header_rows, len(rows))
    )


def _spans(content: Content, rows_left: int) -> tuple[int, int]:
    height = rows_left if content.row_span == 0 else min(content.row_span, _MAX_ROW_SPAN, rows_left)
    return max(1, min(content.column_span, MAX_SPAN)), max(1, height)


def _narrowed(cells: list[FlowCell], most: int) -> list[FlowCell]:
    """The cells in that many columns at most: first those in which no cell begins go, then the last ones are one."""
    if _columns(cells) <= most:
        return cells
    begins = sorted({cell.column for cell in cells})
    cells = [_between(cell, begins) for cell in cells]
    if _columns(cells) <= most:
        return cells
    last = most - 1
    kept = [_cut(cell, last) for cell in cells if cell.column < last]
    rest: dict[int, list[FlowCell]] = {}
    for cell in cells:
        if cell.column >= last and cell.text:
            rest.setdefault(cell.row, []).append(cell)
    for row, beyond in rest.items():
        text = CELL_GAP.join(one_line(cell.text) for cell in beyond)
        kept.append(FlowCell(row, last, 1, 1, text, all(cell.header for cell in beyond)))
    return sorted(kept, key=lambda cell: (cell.row, cell.column))


def _columns(cells: Iterable[FlowCell]) -> int:
    return max((cell.column + cell.column_span for cell in cells), default=0)


def _between(cell: FlowCell, begins: Sequence[int]) -> FlowCell:
    """The cell in a table that has only the columns in which one begins."""
    column = bisect_left(begins, cell.column)
    end = bisect_left(begins, cell.column + cell.column_span)
    return FlowCell(cell.row, column, cell.row_span, end - column, cell.text, cell.header)


def _cut(cell: FlowCell, end: int) -> FlowCell:
    width = min(cell.column_span, end - cell.column)
    return FlowCell(cell.row, cell.column, cell.row_span, width, cell.text, cell.header)


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

"""Blocks of a file without pages to a Document: one page, one text, tables as grids over it."""

import re
from collections.abc import Iterable, Sequence

from app.documents.model import FURNITURE, Block, BlockKind, Document, Notice, Page, PageKind, Rect
from app.documents.tables import Cell, Table
from app.errors import NoText
from app.extract.flow.grid import one_line
from app.extract.notices import hidden_text_on
from app.extract.raw import FlowBlock, FlowCell
from app.extract.rows import CELL_GAP
from app.extract.text import GrowingText

_NOWHERE = Rect(0, 0, 0, 0)
# Captions of figures stand below them, and so before the next table.
_FIGURE = re.compile(r"\s*(?:图|圖|Fig(?:ure|\.)|Abb)", re.IGNORECASE)


class _Writer(GrowingText):
    """Appends blocks to the document's text."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[Table] = []

    def block(self, block: FlowBlock, caption: tuple[int, int] | None = None) -> Block:
        start = self.length
        table = None
        if block.kind is BlockKind.TABLE:
            table = len(self.tables)
            self.tables.append(self._table(block, caption))
        else:
            self.append(block.text)
        end = self.length
        self.append("\n")
        return Block(
            kind=block.kind,
            start=start,
            end=end,
            rect=_NOWHERE,
            lines=(),
            level=block.level,
            table=table,
            hiding=block.hiding,
        )

    def _table(self, block: FlowBlock, caption: tuple[int, int] | None) -> Table:
        """Each row that has text on a line of its own; empty cells are left out, as in tables of other files."""
        cells: list[Cell] = []
        row = None
        for cell in sorted(block.cells, key=lambda cell: (cell.row, cell.column)):
            text = one_line(cell.text)
            if not text:
                continue
            if cells:
                self.append(CELL_GAP if cell.row == row else "\n")
            row = cell.row
            start = self.append(text)
            cells.append(_cell(cell, start, self.length))
        return Table(
            rows=max(cell.row + cell.row_span for cell in block.cells),
            columns=max(cell.column + cell.column_span for cell in block.cells),
            header_rows=block.header_rows,
            header_columns=0,
            cells=tuple(cells),
            pages=(1,),
            caption=caption,
        )


def _cell(cell: FlowCell, start: int, end: int) -> Cell:
    return Cell(cell.row, cell.column, cell.row_span, cell.column_span, start, end, 1, cell.header)


def assemble_flow(blocks: Iterable[FlowBlock], notices: Sequence[Notice] = ()) -> Document:
    """Build the document; what stands outside the reading order comes last. Raises NoText when there is none."""
    kept = [block for block in blocks if _has_text(block)]
    body = [block for block in kept if block.kind not in FURNITURE]
    furniture = [block for block in kept if block.kind in FURNITURE]
    if not kept:
        raise NoText(1)
    writer = _Writer()
    placed: list[Block] = []
    for at, block in enumerate(body):
        caption = _caption_before(body, at, placed) if block.kind is BlockKind.TABLE else None
        placed.append(writer.block(block, caption))
    body_end = writer.length
    placed += [writer.block(block) for block in furniture]
    hidden = [1] if any(block.kind is BlockKind.HIDDEN for block in furniture) else []
    page = Page(number=1, label="1", width=0, height=0, kind=PageKind.TEXT, blocks=tuple(placed))
    return Document(
        text=writer.text,
        pages=(page,),
        body_end=body_end,
        tables=tuple(writer.tables),
        notices=(*notices, *hidden_text_on(hidden)),
    )


def _has_text(block: FlowBlock) -> bool:
    return any(cell.text.strip() for cell in block.cells) or bool(block.text.strip())


def _caption_before(body: Sequence[FlowBlock], at: int, placed: Sequence[Block]) -> tuple[int, int] | None:
    """The span of the caption that stands right before a table, if it is no figure's."""
    before = body[at - 1] if at else None
    if before is None or before.kind is not BlockKind.CAPTION or _FIGURE.match(before.text):
        return None
    return placed[at - 1].start, placed[at - 1].end

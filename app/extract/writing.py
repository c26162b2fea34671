"""The document's one text: paragraphs and tables are appended, and the place of every printed character is kept."""

from collections.abc import Sequence
from itertools import groupby

import msgspec

from app.documents.model import Block, BlockKind, Hiding, Line, Rect
from app.documents.tables import Cell, Table
from app.extract.joining import Compounds, joint
from app.extract.paragraphs import Paragraph
from app.extract.raw import RawCell, RawLine, RawTable
from app.extract.rows import CELL_GAP, Row, row_of
from app.extract.text import GrowingText

# In these, a printed line is a line of the text.
_LINES = frozenset({BlockKind.TABLE, BlockKind.CODE})


class PrintedTable(msgspec.Struct, frozen=True):
    """A table with the page's lines that its pieces speak of."""

    table: RawTable
    lines: tuple[RawLine, ...]
    page: int


class TextWriter(GrowingText):
    """The text of a file with pages; the tables are numbered as they come."""

    def __init__(self, compounds: Compounds) -> None:
        super().__init__()
        self._compounds = compounds
        self.tables: list[Table] = []

    def paragraph(
        self,
        paragraph: Paragraph,
        *,
        continues: bool = False,
        followed_by: str | None = None,
        hiding: Hiding | None = None,
    ) -> Block:
        """Write a paragraph; `followed_by` is the line that goes on with its sentence on the next column or page."""
        start = self.length
        lines: list[Line] = []
        rows = paragraph.rows
        between = ""
        for number, row in enumerate(rows):
            following = rows[number + 1].text if number + 1 < len(rows) else followed_by
            drop, between = self._joint(paragraph.kind, row.text, following)
            self._row(row, drop, lines)
            if number + 1 < len(rows):
                self.append(between)
        end = self.length
        self.append("\n" if followed_by is None else between)
        main = max(rows, key=lambda row: len(row.text))
        return Block(
            kind=paragraph.kind,
            start=start,
            end=end,
            rect=_hull(rows),
            lines=tuple(lines),
            size=main.size,
            bold=all(row.bold for row in rows),
            continues=continues,
            hiding=hiding,
        )

    def table(self, printed: PrintedTable) -> Block:
        """Write a table, a line for each of its rows, and enter it."""
        start = self.length
        lines: list[Line] = []
        cells: list[Cell] = []
        raw = printed.table
        for _, row in groupby(raw.cells, key=lambda cell: cell.row):
            for number, cell in enumerate(filter(_holds_text, row)):
                if number:
                    self.append(CELL_GAP)
                elif cells:
                    self.append("\n")
                cells.append(self._cell(cell, printed, lines))
        end = self.length
        self.append("\n")
        self.tables.append(
            Table(
                rows=raw.rows,
                columns=raw.columns,
                header_rows=raw.header_rows,
                header_columns=raw.header_columns,
                cells=tuple(cells),
                pages=(printed.page,),
            ),
        )
        return Block(
            kind=BlockKind.TABLE,
            start=start,
            end=end,
            rect=raw.rect,
            lines=tuple(lines),
            size=printed.lines[raw.cells[0].pieces[0].line].size
            if raw.cells and raw.cells[0].pieces
            else 0.0,
            table=len(self.tables) - 1,
        )

    def _cell(self, cell: RawCell, printed: PrintedTable, lines: list[Line]) -> Cell:
        start = self.length
        pieces = [printed.lines[piece.line].part(piece.start, piece.end) for piece in cell.pieces]
        for number, line in enumerate(pieces):
            drop, between = 0, ""
            if number + 1 < len(pieces):
                drop, between = joint(line.text, pieces[number + 1].text, self._compounds)
            self._row(row_of([line]), drop, lines)
            self.append(between)
        raw = printed.table
        header = cell.row < raw.header_rows or cell.column < raw.header_columns
        return Cell(
            cell.row, cell.column, cell.row_span, cell.column_span, start, self.length, printed.page, header
        )

    def _joint(self, kind: BlockKind, before: str, after: str | None) -> tuple[int, str]:
        if after is None:
            return 0, ""
        return (0, "\n") if kind in _LINES else joint(before, after, self._compounds)

    def _row(self, row: Row, drop: int, lines: list[Line]) -> None:
        last = len(row.lines) - 1
        for number, line in enumerate(row.lines):
            text = line.text[:-1] if drop and number == last else line.text
            start = self.append(text)
            if number < last:
                self.append(row.gaps[number])
            edges = line.edges[: len(text) + 1] if drop and len(line.edges) > len(line.text) else line.edges
            lines.append(Line(start, start + len(text), line.y0, line.y1, edges))


def _holds_text(cell: RawCell) -> bool:
    return bool(cell.pieces)


def _hull(rows: Sequence[Row]) -> Rect:
    lines = [line for row in rows for line in row.lines]
    return Rect(
        min(line.x0 for line in lines),
        min(line.y0 for line in lines),
        max(line.x1 for line in lines),
        max(line.y1 for line in lines),
    )

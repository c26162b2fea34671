"""The measure of each number of a table: what the cell, its row, its column or the whole table says.

Where the document leaves it in doubt, a number gets none: a wrong scale is worse than no scale.
"""

from collections.abc import Sequence

import msgspec

from app.documents.model import Document
from app.documents.tables import Cell, Measure, Table
from app.structure.tables.measures import (
    begins_declaration,
    declared_measure,
    excepts_shares,
    heading_measure,
    is_count,
    is_earnings_a_share,
    is_number,
    is_per_share,
    is_share_count,
    own_measure,
)

# A unit that was printed just above a table can have been taken into one of its first rows.
_TOP_ROWS = 3


class CellMeasures:
    """Finds the measures of one table's numbers; `found` are those that cells refer to by position."""

    def __init__(self, document: Document, table: Table, declarations: Sequence[tuple[int, int]]) -> None:
        self._document = document
        self.found: list[Measure] = []
        self._known: dict[Measure, int] = {}
        self._rows: dict[int, list[Cell]] = {}
        self._columns: dict[int, list[Cell]] = {}
        for cell in table.cells:
            if not is_number(self._text(cell)) and not begins_declaration(self._text(cell)):
                self._enter(cell, table)
        self._above = self._parents(table)
        top = [
            cell
            for cell in table.cells
            if cell.row <= max(table.header_rows, _TOP_ROWS) and not is_number(self._text(cell))
        ]
        said = [
            *(cell for cell in top if begins_declaration(self._text(cell))),
            *(cell for cell in top if cell.row <= table.header_rows and self._spans_most(cell, table)),
            *top[:1],
        ]
        self._table, self._excepts = self._declared(
            [*((cell.start, cell.end) for cell in said), *declarations]
        )

    def _enter(self, cell: Cell, table: Table) -> None:
        """Note a heading with the columns or rows that it stands for."""
        if cell.header and cell.row < table.header_rows:
            for column in range(cell.column, min(cell.column + cell.column_span, table.columns)):
                self._columns.setdefault(column, []).append(cell)
        elif cell.column == 0 or cell.header:
            for row in range(cell.row, min(cell.row + cell.row_span, table.rows)):
                self._rows.setdefault(row, []).append(cell)

    def _parents(self, table: Table) -> dict[int, Cell]:
        """For each row the heading above it that has no numbers of its own: "Net income per share:"."""
        numbered = {cell.row for cell in table.cells if is_number(self._text(cell))}
        parents: dict[int, Cell] = {}
        parent: Cell | None = None
        for row in range(table.rows):
            headings = self._rows.get(row, ())
            if headings and row not in numbered:
                parent = headings[0]
            elif parent is not None:
                parents[row] = parent
        return parents

    @staticmethod
    def _spans_most(cell: Cell, table: Table) -> bool:
        return cell.column_span * 2 > table.columns > 1

    def _text(self, cell: Cell) -> str:
        return self._document.text_of(cell)

    def _declared(self, spans: Sequence[tuple[int, int]]) -> tuple[Measure | None, bool]:
        """What the nearest declaration says, and whether it makes an exception of what is counted in shares."""
        for start, end in spans:
            text = self._document.text[start:end]
            measure = declared_measure(text, start)
            if measure is not None:
                return measure, excepts_shares(text)
        return None, False

    def measured(self, cell: Cell) -> Cell:
        """The cell with its measure, if it holds a number."""
        text = self._text(cell)
        if cell.header or not is_number(text):
            return cell
        measure = self._measure(cell, text)
        if measure is None:
            return cell
        if measure not in self._known:
            self._known[measure] = len(self.found)
            self.found.append(measure)
        return Cell(
            cell.row, cell.column, cell.row_span, cell.column_span, cell.start, cell.end, cell.page,
            cell.header, self._known[measure],
        )  # fmt: skip

    def _measure(self, cell: Cell, text: str) -> Measure | None:
        row = [self._text(heading) for heading in self._rows.get(cell.row, ())]
        headings = (*self._rows.get(cell.row, ()), *reversed(self._columns.get(cell.column, ())))
        own = own_measure(text, cell.start)
        if own is not None and own.unit == "%":
            return own
        for heading in headings:
            measure = heading_measure(self._text(heading), heading.start)
            if measure is not None:
                return measure
        if self._table is None:
            return None
        if own is None and any(map(is_count, row)):
            return None
        labels = [*row, *(self._text(heading) for heading in self._columns.get(cell.column, ()))]
        if cell.row in self._above:
            labels.append(self._text(self._above[cell.row]))
        if (
            self._excepts
            and own is None
            and not any(map(is_per_share, labels))
            and any(map(is_share_count, labels))
        ):
            return None
        single = any(map(is_per_share, labels)) or any(is_earnings_a_share(label, text) for label in row)
        scale = 1 if single else self._table.scale
        return msgspec.structs.replace(
            self._table, scale=scale, unit=self._table.unit if own is None else own.unit
        )

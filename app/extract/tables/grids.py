"""What is known of a table before its text is put into it: where it is, and what separates its rows and columns."""

from collections.abc import Iterable

import msgspec

from app.documents.model import Rect
from app.extract.tables.words import Word


class Region(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a page that holds a table.

    `rows_at` and `columns_at` are the heights and the places from the left, in points, that a model puts between
    rows and columns; None where nobody has looked.
    """

    rect: Rect
    rows_at: tuple[float, ...] | None = None
    columns_at: tuple[float, ...] | None = None


class Span(msgspec.Struct, frozen=True):
    """The rows and columns of a cell, ends included, with its words."""

    row: int
    last_row: int
    column: int
    last_column: int
    words: tuple[Word, ...]

    @property
    def x0(self) -> float:
        """Left end of its words."""
        return min(word.x0 for word in self.words)

    @property
    def x1(self) -> float:
        """Right end of its words."""
        return max(word.x1 for word in self.words)

    @property
    def text(self) -> str:
        """Its words in the order of the file."""
        return " ".join(word.text for word in self.words)


class Grid(msgspec.Struct, frozen=True, kw_only=True):
    """A table's borders from the top and from the left, outer ones included, and its cells that hold words."""

    rows_at: tuple[float, ...]
    columns_at: tuple[float, ...]
    cells: tuple[Span, ...]

    @property
    def rows(self) -> int:
        """How many."""
        return len(self.rows_at) - 1

    @property
    def columns(self) -> int:
        """How many."""
        return len(self.columns_at) - 1

    def with_cells(self, cells: Iterable[Span]) -> "Grid":
        """The same borders with other cells, in row-major order."""
        ordered = tuple(sorted(cells, key=lambda cell: (cell.row, cell.column)))
        return Grid(rows_at=self.rows_at, columns_at=self.columns_at, cells=ordered)

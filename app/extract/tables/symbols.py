"""Columns that are none: of currency signs, percent signs and closing brackets, or of a head beside its numbers."""

from bisect import bisect_right

import msgspec

from app.extract.tables.grids import Grid, Span

_OPENING = frozenset("$€£¥￥(（")
# A head has no more lines than this.
_HEAD = 2
_CLOSING = frozenset(")）%‰*†‡")


def with_symbols(grid: Grid) -> Grid:
    """The grid with each sign in the cell of its number, and without the columns that only signs were in."""
    rows: dict[int, list[Span]] = {}
    for cell in grid.cells:
        rows.setdefault(cell.row, []).append(cell)
    cells = [cell for row in sorted(rows) for cell in _joined(rows[row])]
    return _without_empty(grid.with_cells(cells)) if len(cells) < len(grid.cells) else grid


def _joined(row: list[Span]) -> list[Span]:
    joined: list[Span] = []
    for cell in row:
        before = joined[-1] if joined else None
        if (
            before
            and before.column > 0
            and before.last_column + 1 == cell.column
            and _go_together(before, cell)
        ):
            number = cell if set(before.text) <= _OPENING else before
            words = (*before.words, *cell.words)
            joined[-1] = msgspec.structs.replace(number, words=words)
        else:
            joined.append(cell)
    return joined


def _go_together(left: Span, right: Span) -> bool:
    """Whether a sign stands left of its number, or right of it."""
    if set(left.text) <= _OPENING:
        return any(char.isdigit() or char in "-–—" for char in right.text)
    return set(right.text) <= _CLOSING and any(char.isdigit() or char in "-–—" for char in left.text)


def with_heads(grid: Grid) -> Grid:
    """The grid with a head that stands beside its numbers in one column with them."""
    filled: list[set[int]] = [set() for _ in range(grid.columns)]
    for cell in grid.cells:
        for column in range(cell.column, cell.last_column + 1):
            filled[column].update(range(cell.row, cell.last_row + 1))
    first = [0]
    for column in range(1, grid.columns):
        alone = first[-1] == column - 1  # no column is one with both of its neighbours
        if not (alone and _continues(filled, column)):
            first.append(column)
    return grid if len(first) == grid.columns else _with_columns(grid, first)


def _continues(filled: list[set[int]], column: int) -> bool:
    """Whether a column is one with that at its left: the head in one, and all that is below it in the other."""
    left, right = filled[column - 1], filled[column]
    if column == 1 or not left or not right or min(len(left), len(right)) > _HEAD:
        return False
    return max(left) < min(right) or max(right) < min(left)


def _without_empty(grid: Grid) -> Grid:
    """The grid without the columns in which no cell begins and none ends."""
    held = sorted({cell.column for cell in grid.cells} | {cell.last_column for cell in grid.cells})
    return grid if len(held) == grid.columns else _with_columns(grid, held)


def _with_columns(grid: Grid, first: list[int]) -> Grid:
    """The grid with columns that begin at some of its own."""
    borders = (*(grid.columns_at[column] for column in first), grid.columns_at[-1])
    cells = (
        msgspec.structs.replace(
            cell,
            column=bisect_right(first, cell.column) - 1,
            last_column=bisect_right(first, cell.last_column) - 1,
        )
        for cell in grid.cells
    )
    return Grid(rows_at=grid.rows_at, columns_at=borders, cells=()).with_cells(cells)

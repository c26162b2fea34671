"""Cells that go over several rows or columns though their words do not: as drawn lines and headers show."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

import msgspec

from app.extract.tables.grids import Grid, Span
from app.extract.tables.headers import is_number
from app.extract.tables.ruling import Ruling

# A table's rows are parted by drawn lines if this share of their borders is drawn.
_DRAWN = 0.6
# How far, in font sizes, the middle of a head may be from the middle of the columns that it heads.
_CENTRED = 1.0
# How far drawn lines may be from the border that they draw, in points.
_NEAR = 4.0
_WHOLE = 0.95
_HALF = 0.5


def merged(grid: Grid, ruling: Ruling, head: int) -> Grid:
    """The grid with heads over all their columns, and cells over all rows that no drawn line parts."""
    grid = _enclosed(grid, ruling)
    grid = _wide_heads(grid, ruling, head)
    grid = _deep_heads(grid, ruling, head)
    return _deep_cells(grid, ruling)


def _taken(cells: Sequence[Span], row: int) -> set[int]:
    """The columns of a row that hold a cell."""
    return {
        column
        for cell in cells
        if cell.row <= row <= cell.last_row
        for column in range(cell.column, cell.last_column + 1)
    }


def _enclosed(grid: Grid, ruling: Ruling) -> Grid:
    """Cells over all columns up to the vertical lines beside them, where other rows have lines between."""
    drawn = {
        at: [x for x, _, _ in ruling.vertical if abs(x - border) <= _NEAR]
        for at, border in enumerate(grid.columns_at[1:-1], start=1)
    }
    if not any(drawn.values()):
        return grid
    cells = list(grid.cells)
    taken_in: dict[int, set[int]] = {}
    for cell in cells:
        taken_in.setdefault(cell.row, set()).update(range(cell.column, cell.last_column + 1))
    for at, cell in enumerate(cells):
        sides = ruling.enclosing((cell.x0 + cell.x1) / 2, median(word.y for word in cell.words))
        if sides is None or is_number(cell.text):
            continue
        taken = taken_in[cell.row]
        first, last = cell.column, cell.last_column
        while (
            first > 0
            and drawn[first]
            and sides[0] < grid.columns_at[first] - _NEAR
            and first - 1 not in taken
        ):
            first -= 1
        while (
            last < grid.columns - 1
            and drawn[last + 1]
            and sides[1] > grid.columns_at[last + 1] + _NEAR
            and last + 1 not in taken
        ):
            last += 1
        taken.update(range(first, last + 1))
        cells[at] = msgspec.structs.replace(cell, column=first, last_column=last)
    return grid.with_cells(cells)


def _wide_heads(grid: Grid, ruling: Ruling, head: int) -> Grid:
    """Heads over the columns that they name, from the lowest row up."""
    cells = list(grid.cells)
    for row in range(head - 2, -1, -1):
        heads = [cell for cell in cells if cell.row == row and cell.column > 0]
        rest = [cell for cell in cells if not (cell.row == row and cell.column > 0)]
        taken = _taken(rest, row) | {0}
        cells = [*rest, *_reaching(heads, grid, rest, taken, ruling)]
    return grid.with_cells(cells)


def _reaching(
    heads: Sequence[Span], grid: Grid, below: Sequence[Span], taken: set[int], ruling: Ruling
) -> list[Span]:
    """The heads of a row, each over the columns that a line drawn below it goes over, or that it is in the middle of."""
    reached = []
    for at, cell in enumerate(heads):
        low = heads[at - 1].last_column + 1 if at else 1
        high = heads[at + 1].column - 1 if at + 1 < len(heads) else grid.columns - 1
        while any(column in taken for column in range(low, cell.column)):
            low += 1
        while any(column in taken for column in range(cell.last_column + 1, high + 1)):
            high -= 1
        first, last = cell.column, cell.last_column
        if (low, high) != (first, last):
            others = [other for other in heads if other is not cell]
            first, last = _underlined(cell, others, grid, below, ruling, low, high) or _centred(
                cell, grid, below, ruling, low, high
            )
        reached.append(msgspec.structs.replace(cell, column=first, last_column=last))
    for at, (before, after) in enumerate(pairwise(reached)):
        if before.last_column >= after.column:
            reached[at : at + 2] = heads[at : at + 2]
    return reached


def _underlined(
    cell: Span, others: Sequence[Span], grid: Grid, cells: Sequence[Span], ruling: Ruling, low: int, high: int
) -> tuple[int, int] | None:
    bottom = max(word.y1 for word in cell.words)
    size = max(word.size for word in cell.words)
    for y, x0, x1 in ruling.horizontal:
        if x1 - x0 > _WHOLE * (grid.columns_at[-1] - grid.columns_at[0]):
            continue
        below = bottom - 0.3 * size <= y <= bottom + size and x0 - 2 <= cell.x0 and cell.x1 <= x1 + 2
        if below and not any(x0 <= (other.x0 + other.x1) / 2 <= x1 for other in others):
            middles = {
                column: sum(_extent(grid, cells, column, cell.row)) / 2 for column in range(low, high + 1)
            }
            held = [column for column, middle in middles.items() if x0 - 2 <= middle <= x1 + 2]
            if held:
                return min(cell.column, *held), max(cell.last_column, *held)
    return None


def _centred(
    cell: Span, grid: Grid, cells: Sequence[Span], ruling: Ruling, low: int, high: int
) -> tuple[int, int]:
    """The run of free columns around a head whose middle is nearest to the head's; a wide one rather than its own."""
    middle = (cell.x0 + cell.x1) / 2
    size = max(word.size for word in cell.words)
    best, least = (cell.column, cell.last_column), _CENTRED * size
    for first in range(low, cell.column + 1):
        for last in range(cell.last_column, high + 1):
            if (first, last) == best or _crosses(grid, ruling, first, last, cell.words[0].y):
                continue
            left = _extent(grid, cells, first, cell.row)[0]
            right = _extent(grid, cells, last, cell.row)[1]
            miss = abs((left + right) / 2 - middle)
            if (first, last) != (cell.column, cell.last_column) and miss <= least:
                best, least = (first, last), miss
    return best


def _crosses(grid: Grid, ruling: Ruling, first: int, last: int, height: float) -> bool:
    return any(
        ruling.parts_columns(grid.columns_at[border] - _NEAR, grid.columns_at[border] + _NEAR, height)
        for border in range(first + 1, last + 1)
    )


def _extent(grid: Grid, cells: Sequence[Span], column: int, below: int) -> tuple[float, float]:
    """Where the words of a column stand under a row; the whole column if there are none."""
    held = [cell for cell in cells if cell.row > below and cell.column == column == cell.last_column]
    if not held:
        return grid.columns_at[column], grid.columns_at[column + 1]
    return min(cell.x0 for cell in held), max(cell.x1 for cell in held)


def _deep_heads(grid: Grid, ruling: Ruling, head: int) -> Grid:
    """In a header of several rows, a column that no wide head is over has one head."""
    wide = [cell for cell in grid.cells if cell.row < head and cell.last_column > cell.column]
    if head == 1 or not wide:
        return grid
    cells = list(grid.cells)
    for column in range(grid.columns):
        own = [cell for cell in cells if cell.row < head and cell.column <= column <= cell.last_column]
        if (
            own
            and all(cell.last_column == cell.column for cell in own)
            and not _parted(own, ruling, grid, column)
        ):
            words = tuple(word for cell in own for word in cell.words)
            cells = [cell for cell in cells if cell not in own]
            cells.append(Span(0, head - 1, column, column, words))
    return grid.with_cells(cells)


def _parted(cells: Sequence[Span], ruling: Ruling, grid: Grid, column: int) -> bool:
    left, right = grid.columns_at[column], grid.columns_at[column + 1]
    return any(
        ruling.parts_rows(max(w.y1 for w in above.words) - 2, min(w.y0 for w in below.words) + 2, left, right)
        for above, below in pairwise(cells)
    )


def _deep_cells(grid: Grid, ruling: Ruling) -> Grid:
    """Cells over the rows that no line parts in their column, in a table where lines part nearly all."""
    drawn = [
        [
            ruling.parts_rows(above, below, grid.columns_at[column], grid.columns_at[column + 1])
            for column in range(grid.columns)
        ]
        for above, below in _row_middles(grid)
    ]
    parted = [sum(row) > _HALF * len(row) for row in drawn]
    if not drawn or sum(parted) < _DRAWN * len(drawn):
        return grid
    cells = list(grid.cells)
    for column in range(grid.columns):
        row = 0
        while row < grid.rows - 1:
            last = row
            while last < grid.rows - 1 and parted[last] and not drawn[last][column]:
                last += 1
            closed = (row == 0 or drawn[row - 1][column]) and (last == grid.rows - 1 or drawn[last][column])
            if last > row and closed:
                cells = _joined(cells, row, last, column)
            row = last + 1
    return grid.with_cells(cells)


def _row_middles(grid: Grid) -> Iterator[tuple[float, float]]:
    """The middles of the words of each row and the next, where the first column does not count."""
    heights: list[list[float]] = [[] for _ in range(grid.rows)]
    for cell in grid.cells:
        heights[cell.row].extend(word.y for word in cell.words if cell.column or not heights[cell.row])
    middles = [
        median(row) if row else (top + bottom) / 2
        for row, top, bottom in zip(heights, grid.rows_at, grid.rows_at[1:], strict=False)
    ]
    yield from pairwise(middles)


def _joined(cells: list[Span], first: int, last: int, column: int) -> list[Span]:
    """The cells with those of one column from a row to another as one, if none of them goes further."""
    touching = [
        cell
        for cell in cells
        if cell.row <= last and first <= cell.last_row and cell.column <= column <= cell.last_column
    ]
    inside = [
        cell
        for cell in touching
        if first <= cell.row and cell.last_row <= last and cell.column == column == cell.last_column
    ]
    numbers = sum(1 for cell in inside if is_number(cell.text))
    if not inside or len(touching) != len(inside) or (numbers and len(inside) > 1):
        return cells
    words = tuple(word for cell in inside for word in cell.words)
    return [*(cell for cell in cells if cell not in inside), Span(first, last, column, column, words)]

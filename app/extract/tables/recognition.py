"""Tables of a page: its words, the lines drawn on it and the regions that hold a table become cells."""

from collections.abc import Iterator, Sequence

from app.documents.model import Rect
from app.extract.raw import RawCell, RawLine, RawTable, Rule
from app.extract.tables.columns import Lines, settle, with_drawn, with_split
from app.extract.tables.grids import Grid, Region
from app.extract.tables.growing import left_out
from app.extract.tables.headers import header_columns, header_rows
from app.extract.tables.merging import merged
from app.extract.tables.regions import columns_in, holds, regions_of
from app.extract.tables.rows import (
    borders_of,
    group_lines,
    join_by_rules,
    rows_of_lines,
    split_by_rules,
    split_records,
)
from app.extract.tables.ruling import Ruling, without_underlines
from app.extract.tables.spans import cells_of, split_conflicts
from app.extract.tables.splitting import beside, stacked
from app.extract.tables.symbols import with_heads, with_symbols
from app.extract.tables.trimming import inside_box, is_contents, without_notes
from app.extract.tables.words import Word, pieces_of, text_lines, words_of

Rows = list[list[list[Word]]]
_LEAST_ROWS = 2
_LEAST_COLUMNS = 2
# With so many lines drawn down a table, or more across it, they are its grid.
_MANY_LINES = 3


def find_tables(
    lines: Sequence[RawLine],
    rules: Sequence[Rule],
    regions: Sequence[Region] | None,
    *,
    shades: Sequence[Rule] = (),
) -> tuple[RawTable, ...]:
    """The tables in the regions, in their order; where two overlap, a word is in the first.

    `shades` are the sides of filled rectangles. Without regions (None) they are looked for in the words and rules.
    """
    words = words_of(lines)
    rules = without_underlines(rules, words)
    free = dict(enumerate(words))
    tables = []
    known = regions_of(words, rules) if regions is None else regions
    outside = {at for at, word in free.items() if not any(holds(region.rect, word) for region in known)}
    for region in known:
        whole = Ruling.of(rules, shades, region.rect)
        for part in beside(region, whole):
            inside = [word for word in free.values() if holds(part.rect, word)]
            around = [free[at] for at in outside & free.keys()]
            for grid in _grids(part, inside, around, whole):
                used = {word.piece for cell in grid.cells for word in cell.words}
                free = {at: word for at, word in free.items() if word.piece not in used}
                tables.append(_table(grid))
    return tuple(tables)


def _grids(region: Region, words: Sequence[Word], around: Sequence[Word], ruling: Ruling) -> Iterator[Grid]:
    """The tables of a region, one below the other."""
    lines = inside_box(without_notes(text_lines(words)), ruling)
    if len(lines) < _LEAST_ROWS:
        return
    rect = _around(region.rect, lines)
    columns = _columns(region, rect, lines, ruling)
    if len(columns) <= _LEAST_COLUMNS:
        return
    above, below = left_out(lines, around, columns)
    rows: Rows = [*([line] for line in above), *_rows(region, lines, columns), *([line] for line in below)]
    rect = _around(rect, [*above, *lines, *below])
    rows = join_by_rules(rows, ruling, rect.x0, rect.x1)
    rows = split_records(split_by_rules(rows, ruling, columns))
    rows = split_conflicts(rows, columns, ruling)
    borders = borders_of(rows, rect.y0, rect.y1)
    for first, last in stacked(rows):
        cells = [
            cell for at, row in enumerate(rows[first:last]) for cell in cells_of(at, row, columns, ruling)
        ]
        grid = Grid(rows_at=borders[first : last + 1], columns_at=columns, cells=()).with_cells(cells)
        grid = with_heads(with_symbols(grid))
        grid = merged(grid, ruling, header_rows(grid))
        if grid.rows >= _LEAST_ROWS and not is_contents(grid):
            yield grid


def _columns(region: Region, rect: Rect, lines: Sequence[list[Word]], ruling: Ruling) -> tuple[float, ...]:
    text = Lines.of(lines)
    drawn = ruling.down(rect.y0, rect.y1)
    closed = len(drawn) >= _MANY_LINES or len(ruling.across(rect.x0, rect.x1)) > _MANY_LINES
    seen = columns_in(lines) if region.columns_at is None else region.columns_at
    inside = [
        x for x in with_drawn(seen, drawn, rect.x0, rect.x1, text, closed=closed) if rect.x0 < x < rect.x1
    ]
    lines_down = [x for x, _, _ in ruling.vertical]
    settled = settle(inside, lines_down, rect.x0, rect.x1, text)
    return (rect.x0, *with_split(settled, rect.x0, rect.x1, text), rect.x1)


def _rows(region: Region, lines: Sequence[list[Word]], columns: Sequence[float]) -> Rows:
    known = region.rows_at
    return rows_of_lines(lines, columns) if known is None else group_lines(lines, known)


def _around(rect: Rect, lines: Sequence[Sequence[Word]]) -> Rect:
    """The rectangle of the lines, as wide as the region."""
    words = [word for line in lines for word in line]
    left = min(word.x0 for word in words)
    right = max(word.x1 for word in words)
    top = min(word.y0 for word in words)
    return Rect(min(rect.x0, left), top, max(rect.x1, right), max(word.y1 for word in words))


def _table(grid: Grid) -> RawTable:
    head = header_rows(grid)
    xs, ys = grid.columns_at, grid.rows_at
    cells = [
        RawCell(
            cell.row,
            cell.column,
            cell.last_row - cell.row + 1,
            cell.last_column - cell.column + 1,
            Rect(xs[cell.column], ys[cell.row], xs[cell.last_column + 1], ys[cell.last_row + 1]),
            pieces_of(cell.words),
        )
        for cell in grid.cells
    ]
    return RawTable(
        rect=Rect(xs[0], ys[0], xs[-1], ys[-1]),
        rows=grid.rows,
        columns=grid.columns,
        header_rows=head,
        header_columns=header_columns(grid, head),
        cells=tuple(cells),
    )

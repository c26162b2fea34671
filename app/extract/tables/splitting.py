"""Regions that hold more than one table: beside each other, or one below another."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from app.documents.model import Rect
from app.extract.tables.grids import Region
from app.extract.tables.headers import is_number
from app.extract.tables.ruling import Ruling
from app.extract.tables.words import Word

# Two closed tables stand this far apart at least, in points.
_APART = 5.0
# Lines that bound a table reach over this share of it.
_WHOLE = 0.8
# How many horizontal lines must end on both sides.
_ENOUGH = 3
# A table has so many rows before its head is printed again.
_LEAST_ROWS = 2


def beside(region: Region, ruling: Ruling) -> Iterator[Region]:
    """The region in parts, where two drawn boxes stand beside each other in it."""
    rect = region.rect
    sides = [x for x, y0, y1 in ruling.vertical if y1 - y0 >= _WHOLE * (rect.y1 - rect.y0)]
    left = rect.x0
    for before, after in pairwise(sides):
        if after - before >= _APART and _between(before, after, ruling):
            yield _part(region, left, before)
            left = after
    yield _part(region, left, rect.x1)


def stacked(rows: Sequence[Sequence[Sequence[Word]]]) -> Iterator[tuple[int, int]]:
    """First row and end of each table, where the first row is printed again at the head of the next one."""
    said = [" ".join(word.text for line in row for word in line) for row in rows]
    parts = [word.text for line in rows[0] for word in line]
    starts = [0]
    if len(parts) > 1 and not any(is_number(part) for part in parts):
        starts += [at for at in range(_LEAST_ROWS, len(rows)) if said[at] == said[0]]
    yield from zip(starts, [*starts[1:], len(rows)], strict=True)


def _between(left: float, right: float, ruling: Ruling) -> bool:
    """Whether horizontal lines end at both places, and none goes over the gap."""
    middle = (left + right) / 2
    if any(x0 < middle < x1 for _, x0, x1 in ruling.horizontal):
        return False
    ends = sum(1 for _, _, x1 in ruling.horizontal if abs(x1 - left) < _APART)
    starts = sum(1 for _, x0, _ in ruling.horizontal if abs(x0 - right) < _APART)
    return min(ends, starts) >= _ENOUGH


def _part(region: Region, left: float, right: float) -> Region:
    inside: Sequence[float] | None = region.columns_at
    if inside is not None:
        inside = tuple(x for x in inside if left + 1 < x < right - 1)
    rect = Rect(left, region.rect.y0, right, region.rect.y1)
    return Region(rect=rect, rows_at=region.rows_at, columns_at=inside)

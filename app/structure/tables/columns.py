"""Which columns of a table's part on one page are which of its part on the page before."""

from bisect import bisect_left
from collections.abc import Sequence

from app.documents.model import Block, Document
from app.documents.tables import Table

Range = tuple[float, float]


def column_ranges(document: Document, table: Table, block: Block) -> list[Range | None]:
    """Left and right end of what is printed in each column on the block's page; None in an empty one."""
    starts = [line.start for line in block.lines]
    ranges: list[Range | None] = [None] * table.columns
    for cell in table.cells:
        if cell.column_span > 1 or cell.page != table.pages[0]:
            continue
        for line in block.lines[bisect_left(starts, cell.start) : bisect_left(starts, cell.end)]:
            known = ranges[cell.column]
            left, right = line.edges[0], line.edges[-1]
            ranges[cell.column] = (
                (left, right) if known is None else (min(known[0], left), max(known[1], right))
            )
    return ranges


def matched(earlier: Sequence[Range | None], later: Sequence[Range | None]) -> list[int] | None:
    """For each later column the earlier one that it stands below, or None when one has no place or two have one.

    Columns that are empty on the later page may be missing there: whoever found the table could not see them.
    """
    if len(later) > len(earlier):
        return None
    places: list[int] = []
    for at, column in enumerate(later):
        first = places[-1] + 1 if places else 0
        # As many earlier columns must be left over as later ones are still to come.
        candidates = range(first, len(earlier) - (len(later) - at) + 1)
        if column is None:
            places.append(first)
            continue
        best = max(candidates, key=lambda place: _overlap(earlier[place], column), default=None)
        if best is None or _overlap(earlier[best], column) <= 0:
            return None
        places.append(best)
    return places


def _overlap(first: Range | None, second: Range) -> float:
    """Length in common, in points; 0 where nothing is known, negative where they stand apart."""
    return 0.0 if first is None else min(first[1], second[1]) - max(first[0], second[0])

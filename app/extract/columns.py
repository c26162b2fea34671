"""Reading order: a page's lines and tables in columns, and between what stands across them.

Bands and gutters: a gutter is a vertical strip that prose on both sides leaves free. What crosses it ends a band, and
each band is read column by column. (The idea of X-Y cuts, Nagy and Seth 1984, with bands in place of cuts through
the whole page, since headings and tables cross columns.)
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from statistics import median

import msgspec

from app.extract.raw import RawLine, RawTable
from app.extract.roles import begins_item, ends_sentence
from app.extract.rows import turned

Item = RawLine | RawTable

# Lines on each side without which there is no column.
_LEAST_LINES = 3
# Width of a column in font sizes: most tables and page numbers are narrower.
_LEAST_WIDTH = 8.0
# A line is filled that reaches over this share of its column, and a column of prose has so many filled lines.
_FILLED = 0.75
_FILLED_SHARE = 0.5
# Exercises and contracts have fewer filled lines; then the others must begin or end an item or a sentence.
_LEAST_FILLED = 0.2
_EXPLAINED = 0.6
# A strip can be a gutter when at most this share of the busiest strip's lines cross it.
_CROSSED = 0.6
# In points, the strips in which lines are counted, and the least width of a gutter.
_STRIP = 4.0
_GUTTER = 8.0
_FEWEST_STRIPS, _MOST_STRIPS = 2, 5_000
_MOST_GUTTERS = 6
_MOST_DEPTH = 5
# Lines whose middles differ by less than this share of their height stand beside each other.
_LEVEL = 0.5


class _Placed(msgspec.Struct, frozen=True):
    """An item with its box; `size` is 0 for a table."""

    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    item: Item


def in_columns(lines: Iterable[RawLine], tables: Iterable[RawTable] = ()) -> list[list[Item]]:
    """Lines and tables in reading order, in runs that stand in one column each.

    Lines that run in another direction than most characters of the page (watermarks, labels at a margin) come last.
    """
    by_direction: defaultdict[int, list[Item]] = defaultdict(list)
    lengths: Counter[int] = Counter()
    for line in lines:
        by_direction[line.direction].append(line)
        lengths[line.direction] += len(line.text)
    for table in tables:
        by_direction[0].append(table)
    runs: list[list[Item]] = []
    for direction in sorted(by_direction, key=lambda one: (-lengths[one], one)):
        placed = [_placed(item) for item in by_direction[direction]]
        placed.sort(key=lambda one: (one.y0, one.x0))
        runs += [[one.item for one in run] for run in _runs(placed, _MOST_DEPTH)]
    return runs


def _placed(item: Item) -> _Placed:
    """An item's box on a page that is turned until its line runs to the right."""
    if isinstance(item, RawTable):
        return _Placed(item.rect.x0, item.rect.y0, item.rect.x1, item.rect.y1, 0.0, item)
    return _Placed(*turned(item), item.size, item)


def _runs(placed: list[_Placed], depth: int) -> list[list[_Placed]]:
    """Runs of items, given from the top down, in reading order."""
    if not placed:
        return []
    best: list[tuple[bool, list[_Placed]]] = []
    at = 0.0
    if depth and len(placed) >= 2 * _LEAST_LINES and _stand_beside(placed):
        columned = 0
        for gutter in _gutters(placed):
            bands = _bands(placed, gutter)
            count = sum(len(band) for columns, band in bands if columns)
            if count > columned:
                best, columned, at = bands, count, gutter
    if not best:
        return [_level_order(placed)]
    runs: list[list[_Placed]] = []
    for columns, alike in groupby(best, key=itemgetter(0)):
        if not columns:
            # Columns of another width may stand above or below these.
            runs += _runs([one for _, band in alike for one in band], depth - 1)
            continue
        for _, band in alike:
            runs += _runs([one for one in band if one.x0 < at], depth - 1)
            runs += _runs([one for one in band if one.x0 >= at], depth - 1)
    return runs


def _stand_beside(placed: Sequence[_Placed]) -> bool:
    """Whether enough lines have another one to their right, which a page of one column has not."""
    count = 0
    lowest = placed[0]
    for one in placed[1:]:
        if one.y0 < lowest.y1 - 1 and (one.x0 >= lowest.x1 or one.x1 <= lowest.x0):
            count += 1
            if count >= _LEAST_LINES:
                return True
        if one.y1 >= lowest.y1:
            lowest = one
    return False


def _gutters(placed: Sequence[_Placed]) -> list[float]:
    """Middles of vertical strips that few items cross, the widest first."""
    left = min(one.x0 for one in placed)
    strips = int((max(one.x1 for one in placed) - left) / _STRIP) + 1
    if not _FEWEST_STRIPS <= strips <= _MOST_STRIPS:
        return []
    steps = [0] * (strips + 1)
    for one in placed:
        steps[int((one.x0 - left) / _STRIP)] += 1
        steps[min(int((one.x1 - left) / _STRIP), strips - 1) + 1] -= 1
    crossing = []
    count = 0
    for step in steps[:-1]:
        count += step
        crossing.append(count)
    limit = _CROSSED * max(crossing)
    found = []
    at = 0
    for low, group in groupby(crossing, key=lambda lines: lines <= limit):
        part = list(group)
        floor = min(part) + 1
        for free, run in groupby(part, key=lambda lines: lines <= floor):
            length = len(list(run))
            if low and free and at > 0 and at + length < strips:
                found.append((-length, left + _STRIP * (at + length / 2)))
            at += length
    return [middle for _, middle in sorted(found)[:_MOST_GUTTERS]]


def _bands(
    placed: Sequence[_Placed], gutter: float, *, outer: bool = True
) -> list[tuple[bool, list[_Placed]]]:
    """Bands from the top down, each with whether its items stand in columns beside the gutter."""
    bands: list[tuple[bool, list[_Placed]]] = []
    band: list[_Placed] = []
    for one in placed:
        if one.x0 < gutter < one.x1:
            bands += [_judged(band, gutter, outer=outer), (False, [one])] if band else [(False, [one])]
            band = []
        else:
            band.append(one)
    if band:
        bands.append(_judged(band, gutter, outer=outer))
    return bands


def _judged(band: list[_Placed], gutter: float, *, outer: bool) -> tuple[bool, list[_Placed]]:
    left = [one for one in band if one.x0 < gutter]
    right = [one for one in band if one.x0 >= gutter]
    prose = all(_is_prose(side) or (outer and _is_columned(side)) for side in (left, right))
    return prose and _side_by_side(left, right), band


def _is_columned(side: Sequence[_Placed]) -> bool:
    """Whether one side of a gutter is two columns itself."""
    if len(side) < 2 * _LEAST_LINES or not _stand_beside(side):
        return False
    return any(
        sum(len(band) for columns, band in _bands(side, gutter, outer=False) if columns)
        >= _FILLED * len(side)
        for gutter in _gutters(side)
    )


def _is_prose(column: Sequence[_Placed]) -> bool:
    """Whether lines fill a column, or go on in the middle of a sentence: cells of a table end anywhere."""
    lines = [one for one in column if one.size > 0]
    if len(lines) < _LEAST_LINES:
        return False
    left, right = min(one.x0 for one in lines), max(one.x1 for one in lines)
    if right - left < _LEAST_WIDTH * median(one.size for one in lines):
        return False
    filled = sum(one.x1 - one.x0 >= _FILLED * (right - left) for one in lines)
    if filled >= _FILLED_SHARE * len(lines):
        return True
    # Contracts have many short lines, but each of them begins an item, or ends what began before.
    explained = sum(
        one.x1 - one.x0 >= _FILLED * (right - left)
        or (isinstance(one.item, RawLine) and _is_in_prose(one.item.text))
        for one in lines
    )
    return filled >= _LEAST_FILLED * len(lines) and explained >= _EXPLAINED * len(lines)


def _is_in_prose(text: str) -> bool:
    return text[0].islower() or ends_sentence(text) or begins_item(text)


def _side_by_side(left: Sequence[_Placed], right: Sequence[_Placed]) -> bool:
    """Whether the columns stand at one height, with a free strip between them."""
    top = max(left[0].y0, right[0].y0)
    bottom = min(max(one.y1 for one in left), max(one.y1 for one in right))
    if min(one.x0 for one in right) - max(one.x1 for one in left) < _GUTTER:
        return False
    return bottom - top >= 2 * median(one.y1 - one.y0 for one in left)


def _level_order(placed: list[_Placed]) -> list[_Placed]:
    """From the top down, and from the left where lines stand at one height."""
    rows: list[list[_Placed]] = []
    middle = height = 0.0
    for one in sorted(placed, key=lambda one: one.y0 + one.y1):
        center, own = (one.y0 + one.y1) / 2, one.y1 - one.y0
        if rows and abs(center - middle) < _LEVEL * min(height, own):
            rows[-1].append(one)
        else:
            rows.append([one])
            middle, height = center, own
    return [one for row in rows for one in (sorted(row, key=lambda one: one.x0) if len(row) > 1 else row)]

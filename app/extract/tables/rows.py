"""Where a table's rows are parted."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from app.extract.tables.headers import is_number
from app.extract.tables.ruling import Ruling
from app.extract.tables.words import Word, phrases_of

Line = list[Word]
# Share of the bands between lines drawn over a whole table that must look like one row for all to be rows.
_MOST = 0.6
# From this many drawn lines across a table, they part its rows and not only its head from its body.
_MANY_RULES = 4
# A row has no more text lines than this.
_LONGEST_RECORD = 24
# Numbers whose right ends are this close, in points, stand below each other; left of this share are the labels.
_PLACE = 6.0
_LABELS = 0.1
# Share of a row's places that a line fills which is a row of its own.
_FULL = 0.8
_HALF = 0.5
# Lines of one cell stand closer than this many font sizes.
_TIGHT = 0.5
# A line that begins so belongs to the one above: a share or a deviation in brackets below its number.
_OPENING = frozenset("(（[±")


def group_lines(lines: Sequence[Line], borders: Sequence[float]) -> list[list[Line]]:
    """Text lines in the rows that a model sees; rows without a line are left out."""
    rows: dict[int, list[Line]] = {}
    for line in lines:
        rows.setdefault(bisect_right(borders, _middle(line)), []).append(line)
    return [rows[at] for at in sorted(rows)]


def rows_of_lines(lines: Sequence[Line], columns: Sequence[float]) -> list[list[Line]]:
    """Each line as a row of its own; one that has words right of the first column only goes on with the row above."""
    rows: list[list[Line]] = []
    for line in lines:
        phrases = phrases_of(line)
        tail = len(phrases) == 1 and phrases[0].x0 > columns[1] and not is_number(phrases[0].text)
        if rows and tail and line[0].y0 - max(word.y1 for word in rows[-1][-1]) < _TIGHT * line[0].size:
            rows[-1].append(line)
        else:
            rows.append([line])
    return rows


def join_by_rules(rows: Sequence[list[Line]], ruling: Ruling, left: float, right: float) -> list[list[Line]]:
    """Rows that no line parts are one, in a table whose rows are parted by drawn lines."""
    heights = ruling.across(left, right)
    lattice = bool(ruling.down(heights[0], heights[-1])) if len(heights) > 1 else False
    if lattice:
        heights = ruling.across(left, right, share=_HALF)
    inner = [height for height in heights if _middle(rows[0][0]) < height < _middle(rows[-1][-1])]
    if len(inner) < (1 if lattice else _MANY_RULES - 1):
        return list(rows)
    bands: dict[int, list[list[Line]]] = {}
    for row in rows:
        bands.setdefault(bisect_right(inner, _middle(row[0])), []).append(row)
    groups = [bands[at] for at in sorted(bands)]
    if not lattice and sum(1 for group in groups if len(group) == 1) < _MOST * len(groups):
        return list(rows)
    joined: list[list[Line]] = []
    for group in groups:
        lines = [line for row in group for line in row]
        joined.extend([lines] if len(group) == 1 or _one_record(group, left, right) else group)
    return joined


def _one_record(rows: Sequence[list[Line]], left: float, right: float) -> bool:
    """Whether rows between two drawn lines are the lines of one: no place right of the first has numbers below others."""
    if sum(len(row) for row in rows) > _LONGEST_RECORD:
        return False
    starts: set[int] = set()
    for row in rows:
        places = {
            round(phrase.x1 / _PLACE)
            for line in row
            for phrase in phrases_of(line)
            if phrase.x0 > left + _LABELS * (right - left) and is_number(phrase.text)
        }
        if any(place + step in starts for place in places for step in (-1, 0, 1)):
            return False
        starts |= places
    return True


def split_by_rules(rows: Sequence[list[Line]], ruling: Ruling, columns: Sequence[float]) -> list[list[Line]]:
    """Rows cut where a line is drawn through them over several columns: below a head of these, above a sum."""
    middles = [(left + right) / 2 for left, right in pairwise(columns)]
    wide = [y for y, x0, x1 in ruling.inked if sum(1 for middle in middles if x0 <= middle <= x1) > 1]
    result: list[list[Line]] = []
    for row in rows:
        parts: dict[int, list[Line]] = {}
        for line in row:
            parts.setdefault(bisect_right(wide, _middle(line)), []).append(line)
        result.extend(parts.values())
    return result


def split_records(rows: Sequence[list[Line]]) -> list[list[Line]]:
    """Rows cut between two lines that both fill nearly all of the row's places, the lower one with numbers."""
    return [part for row in rows for part in (_records(row) if len(row) > 1 else [row])]


def _records(row: list[Line]) -> list[list[Line]]:
    filled = [phrases_of(line) for line in row]
    most = max(len(phrases) for phrases in filled)
    parts = [[row[0]]]
    for line, above, phrases in zip(row[1:], filled, filled[1:], strict=False):
        below = sum(1 for phrase in phrases if any(phrase.x0 < up.x1 and up.x0 < phrase.x1 for up in above))
        full = min(len(above), len(phrases), below) >= max(_FULL * most, 2)
        numbers = sum(1 for phrase in phrases if is_number(phrase.text))
        if full and numbers >= _FULL * (len(phrases) - 1) and phrases[0].text[0] not in _OPENING:
            parts.append([line])
        else:
            parts[-1].append(line)
    return parts


def borders_of(rows: Sequence[list[Line]], top: float, bottom: float) -> tuple[float, ...]:
    """Heights of the rows' borders: between the words, as far from the lower as from the upper."""
    inner = [
        (max(word.y1 for line in above for word in line) + min(word.y0 for line in below for word in line))
        / 2
        for above, below in pairwise(rows)
    ]
    return (top, *(max(top, min(bottom, height)) for height in inner), bottom)


def _middle(line: Line) -> float:
    ordered = sorted(word.y for word in line)
    return ordered[len(ordered) // 2]

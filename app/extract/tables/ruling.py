"""The lines drawn in a table, and what they part."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from math import inf

import msgspec

from app.documents.model import Rect
from app.extract.raw import Rule
from app.extract.tables.words import Word

# Drawn lines this close, in points, are one: a thick line is drawn as a rectangle with two sides.
_SAME = 2.5
# Share of a width or height that a line goes over when it goes over all of it.
WHOLE = 0.8
# Ends of drawn lines may miss each other by this much, in points.
_SLACK = 3.0
# The line under a word begins and ends with it, to this many points.
_ENDS = 1.5
# With fewer drawn lines than this, the sides of shades are what parts cells; else they may be the ground of words.
_FEW = 3


Segment = tuple[float, float, float]


class Ruling(msgspec.Struct, frozen=True):
    """Horizontal lines as (height, left, right), vertical ones as (place, top, bottom), in order.

    `inked`: those of the horizontal ones that are drawn; where there are hardly any, the sides of shades too.
    """

    horizontal: tuple[Segment, ...]
    vertical: tuple[Segment, ...]
    inked: tuple[Segment, ...]

    @classmethod
    def of(cls, rules: Iterable[Rule], shades: Iterable[Rule], rect: Rect) -> "Ruling":
        """Those that touch a region, joined where they continue each other."""
        drawn = [rule for rule in rules if _touches(rule, rect)]
        sides = [rule for rule in shades if _touches(rule, rect)]
        horizontal = _horizontal([*drawn, *sides])
        return cls(
            horizontal, _vertical([*drawn, *sides]), _horizontal(drawn) if len(drawn) >= _FEW else horizontal
        )

    def across(self, left: float, right: float, *, share: float = WHOLE) -> list[float]:
        """Heights at which lines go over the whole width or a share of it, perhaps in parts."""
        return _covering(self.horizontal, left, right, share)

    def down(self, top: float, bottom: float) -> list[float]:
        """Places at which lines go over the whole height, perhaps in parts."""
        return _covering(self.vertical, top, bottom, WHOLE)

    def enclosing(self, x: float, y: float) -> tuple[float, float] | None:
        """The nearest vertical lines at the left and the right of a point; None if it has not both."""
        left = [at for at, y0, y1 in self.vertical if at <= x and y0 - _SLACK <= y <= y1 + _SLACK]
        right = [at for at, y0, y1 in self.vertical if at > x and y0 - _SLACK <= y <= y1 + _SLACK]
        return (max(left), min(right)) if left and right else None

    def parts_rows(self, top: float, bottom: float, left: float, right: float) -> bool:
        """Whether an inked line runs between two heights over the middle of a cell's width."""
        middle = (left + right) / 2
        between = self.inked[bisect_left(self.inked, (top,)) : bisect_right(self.inked, (bottom, inf))]
        return any(x0 - _SLACK <= middle <= x1 + _SLACK for _, x0, x1 in between)

    def parts_columns(self, left: float, right: float, height: float) -> bool:
        """Whether a vertical line runs between two places at a height."""
        between = self.vertical[
            bisect_left(self.vertical, (left,)) : bisect_right(self.vertical, (right, inf))
        ]
        return any(y0 - _SLACK <= height <= y1 + _SLACK for _, y0, y1 in between)


def without_underlines(rules: Iterable[Rule], words: Iterable[Word]) -> tuple[Rule, ...]:
    """Rules without those under or through words from end to end, such as links have."""
    bottoms: dict[int, list[Word]] = {}
    for word in words:
        for height in range(int(word.y), int(word.y1) + 2):
            bottoms.setdefault(height, []).append(word)
    return tuple(rule for rule in rules if not _underlines(rule, bottoms.get(int(rule.y0), ())))


def _underlines(rule: Rule, words: Sequence[Word]) -> bool:
    if rule.y1 - rule.y0 > _SAME:
        return False
    begins = any(abs(word.x0 - rule.x0) < _ENDS for word in words)
    return begins and any(abs(word.x1 - rule.x1) < _ENDS for word in words)


def _touches(rule: Rule, rect: Rect) -> bool:
    across = rule.x0 <= rect.x1 and rule.x1 >= rect.x0
    return across and rule.y0 <= rect.y1 + _SLACK and rule.y1 >= rect.y0 - _SLACK


def _horizontal(rules: Iterable[Rule]) -> tuple[Segment, ...]:
    flat = (rule for rule in rules if rule.x1 - rule.x0 >= rule.y1 - rule.y0)
    return _joined([((rule.y0 + rule.y1) / 2, rule.x0, rule.x1) for rule in flat])


def _vertical(rules: Iterable[Rule]) -> tuple[Segment, ...]:
    steep = (rule for rule in rules if rule.x1 - rule.x0 < rule.y1 - rule.y0)
    return _joined([((rule.x0 + rule.x1) / 2, rule.y0, rule.y1) for rule in steep])


def _joined(lines: list[Segment]) -> tuple[Segment, ...]:
    """Lines at one place that touch become one."""
    joined: list[list[float]] = []
    open_at: dict[int, list[list[float]]] = {}
    for place, start, end in sorted(lines, key=lambda line: (line[1], line[0])):
        key = round(place / _SAME)
        near = [line for at in (key - 1, key, key + 1) for line in open_at.get(at, ())[-1:]]
        home = next(
            (line for line in near if abs(line[0] - place) <= _SAME and start <= line[2] + _SLACK), None
        )
        if home:
            home[2] = max(home[2], end)
        else:
            line = [place, start, end]
            joined.append(line)
            open_at.setdefault(key, []).append(line)
    return tuple(sorted((place, start, end) for place, start, end in joined))


def _covering(lines: Sequence[Segment], start: float, end: float, share: float) -> list[float]:
    groups: list[list[Segment]] = []
    for line in lines:
        if groups and line[0] - groups[-1][-1][0] <= _SAME:
            groups[-1].append(line)
        else:
            groups.append([line])
    return [
        sum(line[0] for line in group) / len(group)
        for group in groups
        if sum(max(0.0, min(line[2], end) - max(line[1], start)) for line in group) >= share * (end - start)
    ]

"""Where a table's columns are parted."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import median

import msgspec

from app.extract.tables.headers import is_number
from app.extract.tables.words import Phrase, Word, phrases_of

# Characters that stand in a column of their own in filings, and belong to the number beside them.
_BEFORE_NUMBER = frozenset("$€£¥￥(-–—")
_AFTER_NUMBER = frozenset(")%*†‡")
# How far, in font sizes, a border may be from the gap between the words that it parts.
_REACH = 1.5
_MOSTLY = 0.5
# So many lines show that a column is two; a head with wide spaces is one line.
_ENOUGH = 3
# A gap between columns is wider than this many font sizes.
LEAST_GAP = 0.5
# A phrase that goes over a place by less than this, in points, only touches it.
_TOUCH = 0.5
# A gap is wider than this, in points: places are rounded to a tenth.
_GAP = 0.2
# How far from a drawn line, in font sizes, a border is that line.
_NEAR = 0.5


class Lines(msgspec.Struct, frozen=True):
    """The phrases of a table, line by line from the top, and its font size.

    `starts` and `ends` are, in order, where the phrases of the fuller lines begin and end: heads of several columns
    and titles of sections go over borders.
    """

    lines: tuple[tuple[Phrase, ...], ...]
    starts: tuple[float, ...]
    ends: tuple[float, ...]
    size: float

    @classmethod
    def of(cls, lines: Iterable[Sequence[Word]]) -> "Lines":
        """The lines of a table, at least one."""
        phrases = tuple(tuple(phrases_of(line)) for line in lines)
        most = max(map(len, phrases))
        full = [phrase for line in phrases if len(line) >= _MOSTLY * most for phrase in line]
        return cls(
            phrases,
            tuple(sorted(phrase.x0 + _TOUCH for phrase in full)),
            tuple(sorted(phrase.x1 - _TOUCH for phrase in full)),
            median(word.size for phrase in full for word in phrase.words),
        )

    def crossing(self, x: float) -> int:
        """How many phrases of the fuller lines go over a place."""
        return bisect_left(self.starts, x) - bisect_right(self.ends, x)


def settle(
    places: Sequence[float], drawn: Sequence[float], left: float, right: float, text: Lines
) -> tuple[float, ...]:
    """The borders that a model gave, each moved to the line drawn beside it or the gap that the fewest phrases cross."""
    moved = []
    bounds = [left, *sorted(places), right]
    for before, place, after in zip(bounds, bounds[1:], bounds[2:], strict=False):
        low = max(before, place - _REACH * text.size)
        high = min(after, place + _REACH * text.size)
        line = min(drawn, key=lambda x: abs(x - place), default=low - text.size)
        near = abs(line - place) <= _NEAR * text.size
        moved.append(line if near else _best_gap(place, low, high, text))
    return _without_empty(moved, left, right, text)


def _best_gap(place: float, low: float, high: float, text: Lines) -> float:
    """The nearest place between `low` and `high` that no more phrases cross than any other there."""
    starts = text.starts[bisect_left(text.starts, low + _TOUCH) : bisect_right(text.starts, high + _TOUCH)]
    ends = text.ends[bisect_left(text.ends, low - _TOUCH) : bisect_right(text.ends, high - _TOUCH)]
    edges = sorted({low, high, *(x - _TOUCH for x in starts), *(x + _TOUCH for x in ends)})
    gaps = [((a + b) / 2, a, b) for a, b in pairwise(edges) if b - a > _GAP]
    if not gaps:
        return place

    def cost(gap: tuple[float, float, float]) -> tuple[int, float]:
        middle, a, b = gap
        return text.crossing(middle), 0.0 if a <= place <= b else abs(middle - place)

    best = min(gaps, key=cost)
    return place if best[1] < place < best[2] else best[0]


def _without_empty(places: Sequence[float], left: float, right: float, text: Lines) -> tuple[float, ...]:
    """Borders without those that leave a column with no word or with marks of the number beside it only."""
    kept = sorted(set(places))
    at = 0
    while at <= len(kept) and kept:
        bounds = [left, *kept, right]
        fate = _fate(text, bounds[at], bounds[at + 1])
        if fate is None:
            at += 1
            continue
        # A column that goes joins the one at its left, or, where it holds what stands before a number, at its right.
        joins_right = fate == "right" or at == 0
        del kept[min(at if joins_right else at - 1, len(kept) - 1)]
    return tuple(kept)


def _fate(text: Lines, left: float, right: float) -> str | None:
    words = [
        word.text for line in text.lines for phrase in line for word in phrase.words if left <= word.x < right
    ]
    if not words:
        return "left"
    if all(set(word) <= _AFTER_NUMBER for word in words):
        return "left"
    if all(set(word) <= _BEFORE_NUMBER - frozenset("-–—") for word in words):
        return "right"
    return None


def with_drawn(
    places: Sequence[float], drawn: Sequence[float], left: float, right: float, text: Lines, *, closed: bool
) -> list[float]:
    """A model's borders with the drawn ones.

    In a `closed` grid, lines part all columns: of the model's borders only those count that part the words too.
    """
    near = _NEAR * text.size
    inner = [line for line in drawn if left + near < line < right - near]
    others = [place for place in places if all(abs(place - line) > near for line in drawn)]
    if not inner or not closed:
        return sorted({*others, *inner})
    return sorted({*inner, *(place for place in others if _parts_words(place, inner, text))})


def _parts_words(place: float, drawn: Sequence[float], text: Lines) -> bool:
    """Whether in most lines that have numbers among several phrases in the drawn column, two part near a place."""
    left = max((line for line in drawn if line < place), default=float("-inf"))
    right = min((line for line in drawn if line > place), default=float("inf"))
    reach = _REACH * text.size
    held = apart = 0
    for line in text.lines:
        inside = [phrase for phrase in line if left <= (phrase.x0 + phrase.x1) / 2 <= right]
        held += len(inside) > 1 and any(is_number(phrase.text) for phrase in inside)
        apart += any(is_number(phrase.text) for phrase in inside) and any(
            before.x1 - reach <= place <= after.x0 + reach for before, after in pairwise(inside)
        )
    return held >= _ENOUGH and apart >= _MOSTLY * held


def gaps_in(rows: Sequence[Sequence[Phrase]], least: float) -> tuple[tuple[float, float], ...]:
    """Left and right end of the gaps, wider than `least`, that no phrase of any row goes over."""
    covered: list[list[float]] = []
    for x0, x1 in sorted((phrase.x0, phrase.x1) for row in rows for phrase in row):
        if covered and x0 <= covered[-1][1] + least:
            covered[-1][1] = max(covered[-1][1], x1)
        else:
            covered.append([x0, x1])
    return tuple((before[1], after[0]) for before, after in pairwise(covered))


def with_split(places: Sequence[float], left: float, right: float, text: Lines) -> tuple[float, ...]:
    """The borders, and those that a model has missed: where most rows of a column have several numbers apart."""
    found = list(places)
    for start, end in pairwise((left, *places, right)):
        rows = [
            [phrase for phrase in line if start <= (phrase.x0 + phrase.x1) / 2 < end] for line in text.lines
        ]
        with_numbers = [row for row in rows if any(is_number(phrase.text) for phrase in row)]
        several = [row for row in with_numbers if sum(1 for phrase in row if is_number(phrase.text)) > 1]
        if len(several) > 1 and len(several) >= _MOSTLY * len(with_numbers):
            gaps = gaps_in(several, LEAST_GAP * text.size)
            found.extend(_best_gap((low + high) / 2, low, high, text) for low, high in gaps)
    return tuple(sorted(found))

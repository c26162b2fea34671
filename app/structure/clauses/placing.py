"""Where a numbered clause belongs among the clauses that are open before it."""

from collections.abc import Mapping, Sequence
from enum import IntEnum

import msgspec

from app.structure.clauses.labels import DECIMAL, RANKS, Reading, follows
from app.structure.clauses.starts import Start

# Clauses without a number that have no clauses under them.
LEAVES = frozenset({"preamble", "operative", "signature"})
# Labels of these forms list the recitals themselves; any other numbered clause ends them.
_UNDER_RECITALS = frozenset(
    {"(a)", "(A)", "A.", "a.", "a)", "(i)", "i)", "i.", "(I)", "(1)", "(一)", "1)", "①"}
)
# A preamble lists its points so; other forms, "A." among them, count clauses.
_UNDER_PREAMBLE = frozenset({"(a)", "a)", "(i)", "i)", "(1)", "1)", "①"})
_FIRST = (1,)
_SAME_EDGE = 2.0


class Fit(IntEnum):
    """How well a number fits what came before it, the best first."""

    NEXT = 0
    RUNNING = 1
    FIRST = 2
    RESTART = 3
    GAP = 4
    ODD = 5


class Open(msgspec.Struct):
    """A clause that is being read.

    `reading` is None for a clause without a number. `announces`: it begins with a short line that ends in a colon.
    """

    start: int
    kind: str
    label_end: int
    title: tuple[int, int]
    page: int
    weight: float
    parent: "Open | None"
    level: int
    reading: Reading | None = None
    announces: bool = False
    own_end: int | None = None
    end: int = 0

    @property
    def form(self) -> str:
        """The form of its label; empty without one."""
        return self.reading.form if self.reading else ""

    @property
    def number(self) -> tuple[int, ...]:
        """What it counts; empty without a label."""
        return self.reading.number if self.reading else ()


class Place(msgspec.Struct, frozen=True):
    """A reading, how well it fits, and how many of the open clauses stay open."""

    reading: Reading
    fit: Fit
    keep: int


class Ahead:
    """What follows a label in the document: the next one of the same shape, found once for all."""

    def __init__(self, starts: Sequence[Start]) -> None:
        self._starts = starts
        self._next: list[int | None] = [None] * len(starts)
        self._labelled: list[int | None] = [None] * len(starts)
        seen: dict[str, int] = {}
        labelled: int | None = None
        for at in range(len(starts) - 1, -1, -1):
            self._labelled[at] = labelled
            label = starts[at].label
            if label is not None:
                self._next[at] = seen.get(label.shape)
                seen[label.shape] = labelled = at

    def goes_on(self, at: int, reading: Reading) -> bool:
        """Whether the next label that looks like this one is the next number of the reading's series."""
        after = self._next[at]
        return after is not None and any(
            other.form == reading.form and follows(other.number, reading.number, reading.form)
            for other in self._readings(after)
        )

    def has_proper_sequel(self, at: int, reading: Reading) -> bool:
        """Whether the series goes on with a label that begins a block and is no wrapped line."""
        after = self._next[at]
        return self.goes_on(at, reading) and after is not None and not self._starts[after].wrapped

    def continues(self, at: int, clause: Open) -> bool:
        """Whether the next label of any shape is the one after this clause's."""
        after = self._labelled[at]
        return after is not None and any(
            other.form == clause.form and follows(other.number, clause.number, clause.form)
            for other in self._readings(after)
        )

    def returns_to(self, at: int, reading: Reading, outer: tuple[int, ...]) -> bool:
        """Whether a series that begins here ends before the outer one goes on: then it is a list inside of it."""
        number, here = reading.number, self._starts[at]
        after = self._next[at]
        while after is not None:
            numbers = [other.number for other in self._readings(after) if other.form == reading.form]
            inside = (
                abs(self._starts[after].left - here.left) < _SAME_EDGE
                and self._starts[after].weight == here.weight
            )
            if inside and any(follows(other, number, reading.form) for other in numbers):
                number = (*number[:-1], number[-1] + 1)
                after = self._next[after]
                continue
            return any(follows(other, outer, reading.form) for other in numbers)
        return False

    def _readings(self, at: int) -> tuple[Reading, ...]:
        label = self._starts[at].label
        return label.readings if label else ()


def place(
    at: int, start: Start, stack: Sequence[Open], last: Mapping[str, tuple[int, ...]], ahead: Ahead
) -> Place | None:
    """The best reading of a start's label and its place; None when it has no label."""
    if start.label is None:
        return None
    places = [_place(reading, at, stack, last, ahead) for reading in start.label.readings]
    sure = [
        found for found in places if found.fit in {Fit.NEXT, Fit.FIRST} and ahead.goes_on(at, found.reading)
    ]
    return min(sure or places, key=lambda found: (found.fit, -found.keep))


def _place(
    reading: Reading, at: int, stack: Sequence[Open], last: Mapping[str, tuple[int, ...]], ahead: Ahead
) -> Place:
    if reading.form in RANKS:
        return _ranked(reading, stack, last)
    stack = _without_leaves(reading, stack)
    if reading.form == DECIMAL or len(reading.number) > 1:
        return _decimal(reading, stack, last)
    depth = _series(reading, stack)
    if depth is not None:
        return Place(reading, Fit.NEXT, depth)
    return _out_of_order(reading, at, stack, last, ahead)


def _out_of_order(
    reading: Reading, at: int, stack: Sequence[Open], last: Mapping[str, tuple[int, ...]], ahead: Ahead
) -> Place:
    same = next((depth for depth in _depths(stack) if stack[depth].form == reading.form), None)
    if same is None:
        fit = _fresh(reading, last)
        return Place(reading, fit, _beside_earlier(reading, stack) if fit is Fit.RUNNING else len(stack))
    if reading.number == _FIRST:
        if ahead.returns_to(at, reading, stack[same].number):
            return Place(reading, Fit.FIRST, len(stack))
        return Place(reading, Fit.RESTART, same)
    return Place(reading, Fit.GAP if reading.number > stack[same].number else Fit.ODD, same)


def _beside_earlier(reading: Reading, stack: Sequence[Open]) -> int:
    """Clauses that go on after a heading stand under it, not under what was counted since; items may."""
    if reading.form in _UNDER_RECITALS:
        return len(stack)
    scopes = (depth + 1 for depth in _depths(stack) if stack[depth].form in RANKS or not stack[depth].form)
    return next(scopes, 0)


def _without_leaves(reading: Reading, stack: Sequence[Open]) -> Sequence[Open]:
    keep = len(stack)
    while keep and _ends(reading, stack[keep - 1], listed=keep == len(stack)):
        keep -= 1
    recital = next((depth for depth in range(keep) if stack[depth].kind == "recital"), None)
    if recital is not None and _ends(reading, stack[recital], listed=recital == len(stack) - 1):
        keep = min(keep, recital) if not _series_in(reading, stack[recital:keep]) else keep
    return stack[:keep]


def _ends(reading: Reading, clause: Open, *, listed: bool) -> bool:
    """Whether a clause without number ends where this label begins; a list right after "WHEREAS:" is part of it."""
    if clause.kind in LEAVES:
        return clause.kind != "preamble" or reading.form not in _UNDER_PREAMBLE
    return (
        clause.kind == "recital"
        and reading.form not in _UNDER_RECITALS
        and not (listed and clause.announces and not clause.own_end)
    )


def _series_in(reading: Reading, stack: Sequence[Open]) -> bool:
    return any(
        clause.form == reading.form and follows(reading.number, clause.number, reading.form)
        for clause in stack
    )


def _depths(stack: Sequence[Open]) -> range:
    return range(len(stack) - 1, -1, -1)


def _series(reading: Reading, stack: Sequence[Open]) -> int | None:
    """The depth of the innermost open clause that this one comes right after."""
    return next(
        (
            depth
            for depth in _depths(stack)
            if stack[depth].form == reading.form
            and follows(reading.number, stack[depth].number, reading.form)
        ),
        None,
    )


def _fresh(reading: Reading, last: Mapping[str, tuple[int, ...]]) -> Fit:
    """How well a number fits of which no series is open: numbers may run on over chapters and headings."""
    previous = last.get(reading.form)
    if reading.number == _FIRST:
        return Fit.FIRST
    if previous is not None and follows(reading.number, previous, reading.form):
        return Fit.RUNNING
    return Fit.ODD


def _ranked(reading: Reading, stack: Sequence[Open], last: Mapping[str, tuple[int, ...]]) -> Place:
    rank = RANKS[reading.form]
    keep = 0
    while keep < len(stack) and _outranks(stack[keep], rank):
        keep += 1
    if reading.form == "schedule":
        return Place(reading, Fit.NEXT, keep)
    if keep < len(stack) and stack[keep].form == reading.form:
        before = stack[keep].number
        if follows(reading.number, before, reading.form):
            return Place(reading, Fit.NEXT, keep)
        if reading.number != _FIRST:
            return Place(reading, Fit.GAP if reading.number > before else Fit.ODD, keep)
        return Place(reading, Fit.RESTART, keep)
    return Place(reading, _fresh(reading, last), keep)


def _outranks(clause: Open, rank: int) -> bool:
    if clause.reading is None:
        return clause.kind == "heading"
    return RANKS.get(clause.form, len(RANKS)) < rank


def _decimal(reading: Reading, stack: Sequence[Open], last: Mapping[str, tuple[int, ...]]) -> Place:
    """5.2 comes after 5.1, or stands under 5., Article V or whatever else counts 5; 5.2.1 under 5.2."""
    for depth in _depths(stack):
        clause = stack[depth]
        if clause.form == reading.form and len(clause.number) == len(reading.number):
            if follows(reading.number, clause.number, reading.form):
                return Place(reading, Fit.NEXT, depth)
            if clause.number[:-1] == reading.number[:-1]:
                return Place(reading, Fit.GAP if reading.number > clause.number else Fit.ODD, depth)
        if clause.number == reading.number[:-1]:
            return Place(reading, Fit.FIRST if reading.number[-1] == 1 else Fit.GAP, depth + 1)
    same = next((depth for depth in _depths(stack) if stack[depth].form == reading.form), None)
    previous = last.get(reading.form, ())
    fit = Fit.RUNNING if previous and follows(reading.number, previous, reading.form) else Fit.ODD
    if same is None:
        return Place(reading, fit, len(stack))
    while same and stack[same - 1].form == reading.form:
        same -= 1
    return Place(reading, Fit.GAP if reading.number > stack[same].number else Fit.ODD, same)

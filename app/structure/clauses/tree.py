"""The tree of a contract's or statute's clauses.

A place opens a clause by its label and by the labels around it: what was open before, what would come next, whether
the sentence before has ended. The same words inside a sentence are a reference.
"""

import re
from collections.abc import Sequence

from app.documents.model import Document
from app.documents.structure import Clause
from app.structure.clauses.labels import DECIMAL, Reading, comparable
from app.structure.clauses.placing import Ahead, Fit, Open, Place, place
from app.structure.clauses.starts import Start, starts_of
from app.structure.clauses.titles import title_in
from app.structure.clauses.unnumbered import OPERATIVE, RECITAL, SIGNATURE, Headings

# Forms of list items.
_ITEMS = frozenset({"(一)", "(1)", "1)", "①", "a.", "(a)", "a)", "(A)", "A)", "i.", "(i)", "i)", "(I)", "I)"})
_KINDS = {
    "schedule": "schedule",
    "part": "part",
    "第编": "part",
    "第分编": "part",
    "第部分": "part",
    "chapter": "chapter",
    "第章": "chapter",
    "section": "section",
    "第节": "section",
    "article": "article",
    "第条": "article",
}
# Kinds that count beside the clauses: chapter 2 is not clause 2.
_NAMED = frozenset({"schedule", "part", "chapter"})
# Deeper nesting is no contract's; it keeps the work linear whatever the input.
_DEEPEST = 24
# A line such as "WHEREAS:" or 鉴于下列情况：, in characters.
_ANNOUNCEMENT = 40
# How much of an open clause is looked through for the number before, in characters.
_LOOK_BACK = 4000


def clauses_of(document: Document) -> tuple[Clause, ...]:
    """The document's clauses in the order of the text, each after its parent."""
    starts = starts_of(document)
    tree = _Tree(document.text, starts)
    for at in range(tree.first, len(starts)):
        tree.take(at)
    return tree.finished()


class _Tree:
    """The clauses read so far; the stack holds those that are open, the outermost first."""

    def __init__(self, text: str, starts: Sequence[Start]) -> None:
        self._text = text
        self._starts = starts
        self._ahead = Ahead(starts)
        self._headings = Headings(text, starts, self._ahead)
        self.first = self._headings.title_length
        self._clauses: list[Open] = []
        self._stack: list[Open] = []
        self._last: dict[str, tuple[int, ...]] = {}
        # Recitals come before the first numbered clause, signatures after the first of any kind.
        self._numbered = False
        self._begun = False
        # Where a title was taken from the line below its number, and where the last heading without a number stands.
        self._taken = self._heading = -1

    def take(self, at: int) -> None:
        """Read the next start."""
        start = self._starts[at]
        if start.contents or at == self._taken:
            return
        found = place(at, start, self._stack, self._last, self._ahead)
        if found and self._opens(at, start, found):
            self._add_numbered(at, start, found)
        elif start.whole:
            self._take_unnumbered(at, start)

    def finished(self) -> tuple[Clause, ...]:
        """All clauses, those still open closed at the end of the body."""
        self._close(0, max((start.end for start in self._starts), default=0))
        positions = {id(clause): at for at, clause in enumerate(self._clauses)}
        paths: list[tuple[str, ...]] = []
        built = []
        for clause in self._clauses:
            parent = positions[id(clause.parent)] if clause.parent else None
            paths.append((*(paths[parent] if parent is not None else ()), self._component(clause)))
            built.append(self._clause(clause, parent, paths[-1]))
        return tuple(built)

    def _opens(self, at: int, start: Start, found: Place) -> bool:
        if self._in_signature() and not self._leaves_signature(at, start, found):
            return False
        if start.wrapped or not start.whole:
            return start.closed and not start.doubtful and self._is_certain(at, found)
        if not start.doubtful:
            return found.fit <= Fit.RESTART or self._is_likely(at, start, found)
        bare = start.label is not None and start.label.shape == "1"
        if found.fit <= Fit.FIRST:
            return not bare or self._is_certain(at, found)
        return found.fit is Fit.GAP and start.closed and self._ahead.goes_on(at, found.reading)

    def _is_certain(self, at: int, found: Place) -> bool:
        """Whether a number goes on with its series, or begins one that goes on."""
        if found.fit is Fit.FIRST:
            return self._ahead.has_proper_sequel(at, found.reading)
        return found.fit <= Fit.RUNNING

    def _is_likely(self, at: int, start: Start, found: Place) -> bool:
        """Whether a number that does not come next opens a clause all the same: numbers are left out and misprinted."""
        form = found.reading.form
        if form in _KINDS or form == DECIMAL or self._ahead.goes_on(at, found.reading):
            return True
        return (start.closed and self._is_misprint(found)) or self._is_listed_before(found.reading)

    def _is_misprint(self, found: Place) -> bool:
        """Whether numbers were left out before this one, or the last one is printed again."""
        before = self._stack[found.keep] if found.keep < len(self._stack) else None
        again = before is not None and before.reading == found.reading and found.reading.form not in _ITEMS
        return found.fit is Fit.GAP or again

    def _is_listed_before(self, reading: Reading) -> bool:
        """Whether the number before stands inside the open clause's text: "(i) ...; or", and then a line "(ii) ..."."""
        if reading.form not in _ITEMS or reading.number[-1] == 1 or not self._stack:
            return False
        before = comparable(Reading(reading.form, (reading.number[-1] - 1,)))
        begins = self._stack[-1].start
        return f"({before})" in self._text[begins : begins + _LOOK_BACK]

    def _in_signature(self) -> bool:
        return bool(self._stack) and self._stack[-1].kind == "signature"

    def _leaves_signature(self, at: int, start: Start, found: Place) -> bool:
        form = found.reading.form
        if form == "schedule":
            return True
        if not start.whole or form in _ITEMS:
            return False
        return found.fit is Fit.RUNNING or (found.fit is Fit.FIRST and self._ahead.goes_on(at, found.reading))

    def _add_numbered(self, at: int, start: Start, found: Place) -> None:
        label, reading = start.label, found.reading
        label_end = label.end if label else start.at
        title = title_in(self._text, label_end, start.end)
        if title[0] == title[1] and not self._text[label_end : start.end].strip():
            title = self._title_below(at) or title
        self._close(found.keep, start.at)
        if reading.form == "schedule":
            self._last.clear()
        else:
            self._last[reading.form] = reading.number
        if reading.form == "schedule":
            self._numbered = False
        elif not any(clause.kind in {"preamble", "recital"} for clause in self._stack):
            self._numbered = True
        self._push(start, self._kind_of(reading), label_end, title, reading=reading)

    def _title_below(self, at: int) -> tuple[int, int] | None:
        """The title that stands in the line under "Article 5"."""
        if at + 1 == len(self._starts) or not self._headings.is_heading(at + 1):
            return None
        self._taken = at + 1
        below = self._starts[at + 1]
        return below.at, self._trimmed(below.end, below.at)

    def _kind_of(self, reading: Reading) -> str:
        if reading.form in _KINDS:
            return _KINDS[reading.form]
        parent = self._stack[-1] if self._stack else None
        if reading.form in _ITEMS or (parent and parent.kind in {"preamble", "recital"}):
            return "item"
        listed = parent is not None and (parent.kind == "item" or parent.form == "第条")
        return "item" if listed and reading.form != DECIMAL else "clause"

    def _take_unnumbered(self, at: int, start: Start) -> None:
        if self._in_signature() or self._take_fixed_words(at, start):
            return
        if self._headings.is_heading(at) and start.wrapped and self._heading == at - 1:
            heading = self._clauses[-1]
            heading.title = heading.start, self._trimmed(start.end, start.at)
            self._heading = at
        elif self._headings.is_heading(at):
            self._heading = at
            self._close(self._headings.depth(at, self._stack), start.at)
            self._push(start, "heading", start.at, (start.at, self._trimmed(start.end, start.at)))
        elif not self._stack:
            self._push(start, "preamble", start.at, (start.at, start.at))
        else:
            self._close_list(at, start)

    def _take_fixed_words(self, at: int, start: Start) -> bool:
        """Open a recital or the signatures, or end the recitals, where the words say so.

        Names and signs between clauses that go on are no end of the contract.
        """
        inside = any(self._ahead.continues(at, clause) for clause in self._stack)
        if self._begun and not inside and self._add_matching(start, SIGNATURE, "signature"):
            return True
        if self._numbered:
            return False
        reciting = any(clause.kind == "recital" for clause in self._stack)
        return (reciting and self._add_matching(start, OPERATIVE, "operative")) or self._add_matching(
            start, RECITAL, "recital"
        )

    def _add_matching(self, start: Start, pattern: re.Pattern[str], kind: str) -> bool:
        match = pattern.match(self._text, start.at, start.end)
        if match is None:
            return False
        outside = (depth for depth, clause in enumerate(self._stack) if clause.form != "schedule")
        self._close(next(outside, len(self._stack)), start.at)
        self._push(start, kind, match.end(), (match.end(), match.end()))
        return True

    def _close_list(self, at: int, start: Start) -> None:
        """A paragraph after a finished list goes on with the clause that holds the list."""
        items = (depth for depth, clause in enumerate(self._stack) if clause.form in _ITEMS)
        depth = next(items, None)
        if depth is None or not start.after_stop or depth == 0:
            return
        if not any(self._ahead.continues(at, clause) for clause in self._stack[depth:]):
            self._close(depth, start.at)

    def _push(
        self,
        start: Start,
        kind: str,
        label_end: int,
        title: tuple[int, int],
        *,
        reading: Reading | None = None,
    ) -> None:
        self._close(_DEEPEST - 1, start.at)
        parent = self._stack[-1] if self._stack else None
        if parent is not None and parent.own_end is None:
            parent.own_end = start.at
        self._begun = self._begun or kind not in {"preamble", "recital", "operative"}
        clause = Open(
            start=start.at,
            kind=kind,
            label_end=label_end,
            title=title,
            page=start.page,
            weight=start.weight,
            parent=parent,
            level=len(self._stack) + 1,
            reading=reading,
            announces=start.end - start.at <= _ANNOUNCEMENT
            and self._text[self._trimmed(start.end, start.at) - 1] in ":：",
        )
        self._stack.append(clause)
        self._clauses.append(clause)

    def _close(self, keep: int, end: int) -> None:
        for clause in self._stack[keep:]:
            clause.end = self._trimmed(end, clause.start)
        del self._stack[keep:]

    def _trimmed(self, end: int, start: int) -> int:
        while end > start and self._text[end - 1].isspace():
            end -= 1
        return end

    def _component(self, clause: Open) -> str:
        if clause.reading is None:
            title = self._text[slice(*clause.title)]
            return " ".join(title.split()).casefold() if title else clause.kind
        number = comparable(clause.reading)
        return f"{clause.kind} {number}" if clause.kind in _NAMED or clause.form == "第节" else number

    def _clause(self, clause: Open, parent: int | None, path: tuple[str, ...]) -> Clause:
        return Clause(
            label=self._text[clause.start : clause.label_end],
            kind=clause.kind,
            path=path,
            heading=self._text[slice(*clause.title)].replace("\n", " "),
            level=clause.level,
            page=clause.page,
            start=clause.start,
            own_end=clause.end if clause.own_end is None else clause.own_end,
            end=clause.end,
            parent=parent,
        )

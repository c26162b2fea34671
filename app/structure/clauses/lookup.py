"""Finding clauses: the one that holds a place, and the one that a number means."""

from bisect import bisect_right
from collections.abc import Sequence

from app.documents.structure import Clause

# Kinds that "Section 5" and 第五条 can mean; the items of a list are found below their clause.
_COUNTED = frozenset({"clause", "article", "section"})


class Clauses:
    """The clauses of a document by place and by number."""

    def __init__(self, clauses: Sequence[Clause]) -> None:
        self._clauses = clauses
        self._starts = [clause.start for clause in clauses]
        self._scopes: list[int | None] = []
        self._numbered: dict[tuple[int | None, str], int] = {}
        self._children: dict[tuple[int | None, str], int] = {}
        for at, clause in enumerate(clauses):
            schedule = at if clause.kind == "schedule" else None
            scope = (
                self._scopes[clause.parent] if clause.parent is not None and schedule is None else schedule
            )
            self._scopes.append(scope)
            name = clause.path[-1]
            self._children.setdefault((clause.parent, name), at)
            if clause.kind == "schedule":
                self._numbered.setdefault((None, name), at)
            elif clause.kind in _COUNTED or name.startswith(clause.kind):
                self._number(scope, name, at)

    def around(self, place: int) -> int | None:
        """The innermost clause that holds the character at this place."""
        found: int | None = bisect_right(self._starts, place) - 1
        if found == -1:
            return None
        while found is not None and self._clauses[found].end <= place:
            found = self._clauses[found].parent
        return found

    def begins_at(self, place: int) -> bool:
        """Whether a clause begins exactly there."""
        at = bisect_right(self._starts, place) - 1
        return at >= 0 and self._starts[at] == place

    def numbered(self, name: str, near: int | None, inside: Sequence[str] = ()) -> int | None:
        """The clause with this number, or the item inside of it, as a reader of the clause `near` understands it.

        Where numbers begin anew, the nearest is meant: one in the same part, then in the same schedule, then in the
        contract.
        """
        scope = self._scopes[near] if near is not None else None
        found = self._beside(name, near)
        if found is None:
            found = self._numbered.get((scope, name), self._numbered.get((None, name)))
        return self.within(found, inside)

    def within(self, clause: int | None, names: Sequence[str]) -> int | None:
        """The item of a clause, by its numbers from the outermost in; None as soon as there is none."""
        for name in names:
            if clause is None:
                return None
            clause = self._children.get((clause, name))
        return clause

    def enclosing(self, clause: int | None, kind: str) -> int | None:
        """The clause itself or the nearest one around it that is of this kind."""
        while clause is not None and self._clauses[clause].kind != kind:
            clause = self._clauses[clause].parent
        return clause

    def _beside(self, name: str, near: int | None) -> int | None:
        while near is not None:
            found = self._children.get((near, name))
            if found is not None and self._clauses[found].kind in _COUNTED:
                return found
            near = self._clauses[near].parent
        return None

    def _number(self, scope: int | None, name: str, at: int) -> None:
        """Of two clauses with one number, the outer one is meant; of two at one level, the longer one."""
        known = self._numbered.get((scope, name))
        if known is None or self._prominence(at) > self._prominence(known):
            self._numbered[scope, name] = at

    def _prominence(self, at: int) -> tuple[int, int]:
        clause = self._clauses[at]
        return -clause.level, clause.end - clause.start

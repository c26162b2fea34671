"""Numbered lines in the body's font: which of the lists that they form are headings."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from app.structure.outline.headings import SIZE_STEP, Body, Candidate
from app.structure.outline.numbering import Label, Scheme, follows

# Lists within lists; more are none.
_DEEPEST = 30
# Of the numbers of a list of headings, so many read like titles, and have text below them.
_TITLES_SHARE = 0.6
_TEXT_BETWEEN = 0.5
# Characters between the end of a row and the beginning of the next.
_ROW_END = 2
# When more of the numbered lines are indented, that tells nothing.
_INDENTED_SHARE = 0.5


class Series:
    """The numbers of one list as they come: 1, 2, 3 of one kind, or the decimal numbers of the whole document."""

    def __init__(self, label: Label) -> None:
        self.scheme = label.scheme
        self.last = label.values
        self.members: list[Candidate] = []

    def takes(self, label: Label) -> bool:
        """Whether a number is the next one."""
        return self.scheme is label.scheme and follows(label.values, self.last)

    def add(self, item: Candidate, label: Label) -> None:
        """Take the next number."""
        self.members.append(item)
        self.last = label.values


def _series_of(candidates: Iterable[Candidate]) -> list[Series]:
    """Lists within lists. A number that follows none, and is no first one, is left out.

    A list that another one seemed to end, because a row of a table or a sentence looked like its number, is taken up
    again where its next number comes.
    """
    found: list[Series] = []
    open_: list[Series] = []
    ended: dict[tuple[Scheme, tuple[int, ...]], Series] = {}
    for item in candidates:
        label = item.label
        if label is None:
            continue
        at = next((at for at in reversed(range(len(open_))) if open_[at].takes(label)), None)
        earlier = ended.get((label.scheme, (*label.values[:-1], label.values[-1] - 1)))
        if at is not None:
            series = open_[at]
            for inner in open_[at + 1 :]:
                ended[inner.scheme, inner.last] = inner
            del open_[at + 1 :]
        elif earlier is not None and earlier.takes(label):
            series = earlier
            open_.append(series)
        elif item.stands_out or _begins(label, open_):
            series = Series(label)
            open_.append(series)
            found.append(series)
        else:
            continue
        series.add(item, label)
        if len(open_) > _DEEPEST:
            del open_[0]
    return found


def _begins(label: Label, open_: Sequence[Series]) -> bool:
    """Whether a number can be the first of a list; 1.1 can where 1 is open."""
    if label.scheme is Scheme.DECIMAL:
        parent = label.values[:-1]
        return label.values[-1] <= 1 and any(
            series.last == parent for series in open_ if series.scheme in {Scheme.PLAIN, Scheme.CHAPTER}
        )
    return label.values[-1] <= 1 and not label.bare


def _at_margin(candidates: Sequence[Candidate], body: Body) -> list[Candidate]:
    """Candidates in a font that headings can have.

    Where most numbered lines begin at the margin, the indented ones are paragraphs.
    """
    numbered = [
        item for item in candidates if item.label and (item.stands_out or item.size > body.size - SIZE_STEP)
    ]
    plain = [item for item in numbered if item.fits and not item.stands_out]
    if sum(1 for item in plain if item.indented) > _INDENTED_SHARE * len(plain):
        return numbered
    return [item for item in numbered if item.stands_out or not item.indented]


def headings_in_lists(
    candidates: Sequence[Candidate], body: Body, *, numbered: bool, chinese: bool
) -> Iterator[Candidate]:
    """Candidates in the body's font that their numbers make headings."""
    for series in _series_of(_at_margin(candidates, body)):
        if not chinese and series.scheme is not Scheme.DECIMAL and numbered:
            continue
        members = series.members
        titles = sum(1 for item in members if item.fits or item.stands_out)
        followed = 1 + sum(1 for before, after in pairwise(members) if after.start > before.end + _ROW_END)
        if titles < _TITLES_SHARE * len(members) or followed < _TEXT_BETWEEN * len(members):
            continue
        yield from (item for item in members if item.fits and not item.stands_out)

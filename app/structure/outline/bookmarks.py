"""A file's bookmarks, each at the place where its title is printed."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

import msgspec

from app.documents.language import is_han
from app.documents.model import Block, Bookmark, Document
from app.structure.outline.numbering import Scheme, label_of
from app.structure.outline.printed import Heading
from app.structure.outline.ranks import Rank, is_chinese, ranks_of_labels

_NO_LETTERS = re.compile(r"[\W_]+")
_OPENING = re.compile(r"[\[({<“‘\"'《「『【（$/.]")
_CLOSING = re.compile(r"[\])}>”’\"'》」』】）?!？！]")
# A title is looked for in so many places of its own page, and of the pages beside it.
_PLACES = 40
_BESIDE = (1, -1)
# Characters that may be searched through for all bookmarks together; an honest file needs a hundredth.
_BUDGET = 100_000_000
# Bookmarks are the outline when there are so many, not fewer than one for so many pages, and this share is printed.
_FEWEST = 3
_PAGES_EACH = 40
_PRINTED_SHARE = 0.5


def squeezed(text: str) -> str:
    """Letters and digits only, in one case and one form: what a title is compared by."""
    return _NO_LETTERS.sub("", unicodedata.normalize("NFKC", text).casefold())


class _Place(msgspec.Struct, frozen=True):
    """A title in the text; whether it stands alone, and the top of its block in points."""

    start: int
    end: int
    page: int
    alone: bool
    top: float


class _Sheet:
    """A page's body as one squeezed string."""

    def __init__(self, document: Document, number: int) -> None:
        self.number = number
        self.blocks = document.body_of(document.pages[number - 1])
        self._document = document
        parts = [squeezed(document.text_of(block)) for block in self.blocks]
        self._starts = list(accumulate(map(len, parts), initial=0))
        self._ends = frozenset(self._starts)
        self.letters = "".join(parts)

    def places(self, title: str) -> list[_Place]:
        """Where a squeezed title is printed: as a heading, or else as whole words anywhere."""
        found: list[int] = []
        at = self.letters.find(title)
        while at >= 0 and len(found) < _PLACES:
            found.append(at)
            at = self.letters.find(title, at + 1)
        size = len(title)
        closing = [self._place(at, at + size) for at in found if at + size in self._ends]
        alone = [place for place in closing if place is not None and place.alone]
        if alone:
            return alone
        anywhere = [self._place(at, at + size) for at in found]
        return [place for place in anywhere if place is not None]

    def _place(self, at: int, to: int) -> _Place | None:
        first = bisect_right(self._starts, at) - 1
        last = bisect_right(self._starts, to - 1) - 1
        opening, closing = self.blocks[first], self.blocks[last]
        start = self._start(opening, at - self._starts[first])
        whole = to == self._starts[last + 1]
        end = closing.end if whole else self._end(closing, to - self._starts[last] - 1)
        if self._is_in_word(opening.start, start) or (not whole and self._is_in_word(closing.start, end)):
            return None
        alone = whole and start == opening.start
        if first and start == opening.start:
            start = self._number_above(first)
        return _Place(start=start, end=max(start, end), page=self.number, alone=alone, top=opening.rect.y0)

    def _is_in_word(self, block: int, at: int) -> bool:
        """Whether a word of a language with spaces goes on from the character before this one."""
        text = self._document.text
        return (
            block < at < len(text) and text[at - 1].isalnum() and text[at].isalnum() and not is_han(text[at])
        )

    def _start(self, block: Block, letters: int) -> int:
        """Where a title begins, with the bracket or quotation mark and the number before it."""
        text = self._document.text
        start = self._offset(block, letters)
        while start > block.start and _OPENING.match(text[start - 1]):
            start -= 1
        label = label_of(text[block.start : start + 1])
        return block.start if label is not None and block.start + label.length >= start else start

    def _end(self, block: Block, letters: int) -> int:
        """Where a title ends, with the bracket or quotation mark behind it."""
        text = self._document.text
        end = self._offset(block, letters) + 1
        while end < block.end and _CLOSING.match(text[end]):
            end += 1
        return end

    def _offset(self, block: Block, letters: int) -> int:
        """Where in the text the block's letter at this position is."""
        if letters == 0:
            return block.start
        text = self._document.text
        low, high = block.start, block.end - 1
        while low < high:
            middle = (low + high) // 2
            if len(squeezed(text[block.start : middle + 1])) > letters:
                high = middle
            else:
                low = middle + 1
        return low

    def _number_above(self, first: int) -> int:
        """The start of a chapter's number that stands in a block of its own, else of the title's block."""
        above, block = self.blocks[first - 1], self.blocks[first]
        text = self._document.text_of(above)
        label, own = label_of(text), label_of(self._document.text_of(block))
        number_only = label is not None and label.named and label.length >= len(text)
        joined = number_only and not (own is not None and own.named) and above.start < block.start
        return above.start if joined else block.start


def are_an_outline(document: Document, headings: Sequence[Heading]) -> bool:
    """Whether a document's bookmarks, as they were found, can be taken for its outline."""
    enough = max(_FEWEST, len(document.pages) / _PAGES_EACH)
    printed = sum(1 for item in headings if item.end > item.start)
    return len(headings) >= enough and printed >= _PRINTED_SHARE * len(headings)


def bookmarked_headings(document: Document) -> list[Heading]:
    """The bookmarks in the order of the text; one whose title is not printed is empty, at the place it points to."""
    known = [
        mark for mark in document.bookmarks if 1 <= mark.page <= len(document.pages) and squeezed(mark.title)
    ]
    finder = _Finder(document)
    found: dict[tuple[int, str], Heading] = {}
    for mark, rank in zip(known, _ranks(known), strict=True):
        heading = finder.heading(mark, rank)
        found.setdefault((heading.start, squeezed(heading.title)), heading)
    return sorted(found.values(), key=lambda item: item.start)


class _Finder:
    """Looks titles up, page by page, until its budget is spent."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._sheets: dict[int, _Sheet] = {}
        self._taken: set[int] = set()
        self._known: dict[tuple[int, str], list[_Place]] = {}
        self._budget = _BUDGET
        self._begins = _beginnings(document)

    def heading(self, mark: Bookmark, rank: Rank) -> Heading:
        """The heading that a bookmark means."""
        place = self._place(mark)
        if place is None:
            start = self._pointed_to(mark)
            return Heading(
                title=" ".join(mark.title.split()), start=start, end=start, page=mark.page, rank=rank
            )
        self._taken.add(place.start)
        title = " ".join(self._document.text[place.start : place.end].split())
        return Heading(title=title, start=place.start, end=place.end, page=place.page, rank=rank)

    def _place(self, mark: Bookmark) -> _Place | None:
        title = squeezed(mark.title)
        on_page = self._places(mark.page, title)
        beside = [
            place for aside in _BESIDE for place in self._places(mark.page + aside, title) if place.alone
        ]
        alone = [place for place in on_page if place.alone]
        return min(
            (place for place in alone or beside or on_page if place.start not in self._taken),
            key=lambda place: (
                abs(place.page - mark.page),
                0.0 if mark.y is None else abs(place.top - mark.y),
            ),
            default=None,
        )

    def _places(self, page: int, title: str) -> list[_Place]:
        if not 1 <= page <= len(self._document.pages):
            return []
        places = self._known.get((page, title))
        if places is None:
            sheet = self._sheet(page)
            self._budget -= len(sheet.letters)
            places = sheet.places(title) if self._budget > 0 else []
            self._known[page, title] = places
        return places

    def _sheet(self, page: int) -> _Sheet:
        sheet = self._sheets.get(page)
        if sheet is None:
            sheet = self._sheets[page] = _Sheet(self._document, page)
        return sheet

    def _pointed_to(self, mark: Bookmark) -> int:
        sheet = self._sheet(mark.page)
        self._budget -= len(sheet.blocks)
        if mark.y is not None and self._budget > 0:
            for block in sheet.blocks:
                if block.rect.y1 > mark.y:
                    return block.start
            return self._begins[mark.page]
        return self._begins[mark.page - 1]


def _beginnings(document: Document) -> list[int]:
    """For each page, where the first body block at or after its top begins; and the end."""
    begins = [document.body_end]
    for page in reversed(document.pages):
        body = document.body_of(page)
        begins.append(body[0].start if body else begins[-1])
    return begins[::-1]


def _ranks(marks: Sequence[Bookmark]) -> list[Rank]:
    """The bookmarks' own levels; where all have one level, that says nothing, and their numbers are asked."""
    if len({mark.level for mark in marks}) > 1:
        return [(mark.level, 0) for mark in marks]
    labels = [label_of(" ".join(mark.title.split())) for mark in marks]
    if sum(1 for label in labels if label is None) > len(labels) / 2:
        return [(1, 0)] * len(marks)
    chinese = is_chinese(label for label in labels if label is not None)
    return [rank or (Scheme.PART, 0) for rank in ranks_of_labels(labels, chinese=chinese)]

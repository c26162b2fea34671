"""Finds quotes in a document: exactly, after normalisation, or not at all."""

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest
from typing import NamedTuple

from app.documents.language import is_han
from app.documents.model import FURNITURE, Block, Document, Page
from app.verify.evidence import CheckedQuote, Occurrence, Place, Quote, QuoteStatus
from app.verify.normalise import normalise
from app.verify.numbers import splits_number

# Shorter pieces of text stand everywhere and prove nothing.
_MIN_LENGTH = 4
_MAX_OCCURRENCES = 20


class _Found(NamedTuple):
    """One occurrence: offsets in the document's text, and the words read there without what stands between pages."""

    start: int
    end: int
    text: str


class _Stream:
    """Blocks of a document read one after the other, as one normalised text."""

    def __init__(self, document: Document, blocks: Sequence[Block]) -> None:
        pieces = []
        self._starts: list[int] = []  # of each block, in the stream
        self._blocks = blocks
        length = 0
        for block, following in zip_longest(blocks, blocks[1:]):
            self._starts.append(length)
            piece = document.text_of(block)
            # A sentence that goes on in the next column or page is written in one piece: nothing or a space between.
            near = following is not None and following.start - block.end <= 1
            piece += document.text[block.end : following.start] if near else "\n"
            pieces.append(piece)
            length += len(piece)
        self._text = "".join(pieces)
        self._normal = normalise(self._text)

    def find(self, normal_quote: str) -> Iterator[_Found]:
        """Every occurrence."""
        at = self._normal.text.find(normal_quote)
        while at >= 0:
            end = at + len(normal_quote)
            if self._at_borders(at, end):
                first, last = self._normal.origin[at], self._normal.origin[end - 1]
                stop = last + 1
                while unicodedata.combining(self._text[stop]):
                    stop += 1
                yield _Found(
                    self._to_document(first), self._to_document(last) + stop - last, self._text[first:stop]
                )
            at = self._normal.text.find(normal_quote, at + 1)

    def _at_borders(self, start: int, end: int) -> bool:
        """No quote may begin or end inside a word or number: '5 %' does not stand in '15 %', nor '1.2' in '1.25'."""
        text = self._normal.text
        return not any(
            _splits_word(text, at) or _splits_digits(text, at) or splits_number(text, at)
            for at in (start, end)
        )

    def _to_document(self, position: int) -> int:
        at = bisect_right(self._starts, position) - 1
        block = self._blocks[at]
        return min(block.start + position - self._starts[at], block.end)


def _splits_word(text: str, at: int) -> bool:
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if unicodedata.category(after) == "No" and before.isalpha():
        return False  # a note's mark behind a word is not a part of it
    return all(char.isalnum() and not is_han(char) for char in (before, after))


def _splits_digits(text: str, at: int) -> bool:
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if before.isdigit() and after in ".," and at + 1 < len(text):
        return text[at + 1].isdigit()
    return before in ".," and after.isdigit() and at > 1 and text[at - 2].isdigit()


class QuoteIndex:
    """A document prepared for looking up quotes: the body in the order of its text, headers and footers after it."""

    def __init__(self, document: Document, name: str = "") -> None:
        self._name = name
        placed = sorted(
            ((block, page) for page in document.pages for block in page.blocks),
            key=lambda pair: pair[0].start,
        )
        self._placed = placed
        self._block_starts = [block.start for block, _ in placed]
        blocks = [block for block, _ in placed]
        body = [block for block in blocks if block.kind not in FURNITURE]
        # Hidden text proves nothing. What runs along the pages is read piece by piece: one page's header does not go on in the next one's.
        furniture = [block for block in blocks if block.kind in FURNITURE and block.hiding is None]
        self._streams = [_Stream(document, body), *(_Stream(document, [block]) for block in furniture)]

    def check(self, quote: Quote) -> CheckedQuote:
        """The quote with its verdict and places."""
        normal = normalise(quote.text).text
        found = self._find(normal) if len(normal) >= _MIN_LENGTH else []
        if not found:
            return CheckedQuote(
                text=quote.text,
                document=self._name,
                status=QuoteStatus.UNSUPPORTED,
                model_page=quote.page,
                page_corrected=False,
                occurrences=(),
            )
        occurrences = [self._occurrence(place.start, place.end) for place in found]
        ranked = sorted(
            zip(occurrences, found, strict=True),
            key=lambda pair: (self._distance(pair[0], quote.page), pair[0].start),
        )
        nearest, read = ranked[0]
        return CheckedQuote(
            text=read.text,
            document=self._name,
            status=QuoteStatus.VERBATIM,
            model_page=quote.page,
            page_corrected=self._distance(nearest, quote.page) > 0,
            occurrences=tuple(occurrence for occurrence, _ in ranked[:_MAX_OCCURRENCES]),
        )

    def _find(self, normal: str) -> list[_Found]:
        return sorted(found for stream in self._streams for found in stream.find(normal))

    @staticmethod
    def _distance(occurrence: Occurrence, page: int) -> int:
        return min(abs(place.page - page) for place in occurrence.places)

    def _occurrence(self, start: int, end: int) -> Occurrence:
        first = max(bisect_right(self._block_starts, start) - 1, 0)
        last = bisect_left(self._block_starts, end)
        touched = [
            (block, page)
            for block, page in self._placed[first:last]
            if start < block.end and (block.kind not in FURNITURE or block.start <= start)
        ]
        places = []
        for _, blocks in groupby(touched, key=lambda pair: pair[1].number):
            on_page = list(blocks)
            places.append(_place(on_page[0][1], [block for block, _ in on_page], start, end))
        return Occurrence(start=start, end=end, places=tuple(places))


def _place(page: Page, blocks: Sequence[Block], start: int, end: int) -> Place:
    """Rectangles of the lines between the offsets; none in a file without pages."""
    rects = tuple(
        line.rect(start, end)
        for block in blocks
        for line in block.lines
        if line.start < end and start < line.end
    )
    return Place(page=page.number, page_label=page.label, rects=rects)

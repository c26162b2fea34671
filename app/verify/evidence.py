"""What is checked and what comes out: claims with quotes in, verdicts with places out."""

from enum import StrEnum

import msgspec

from app.documents.model import Rect


class Quote(msgspec.Struct, frozen=True, kw_only=True):
    """What the model says stands in the document. Its page is a hint only."""

    text: str
    page: int


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """One statement of an answer: its sentences and the quotes that shall prove them."""

    statements: tuple[str, ...]
    quotes: tuple[Quote, ...]


class QuoteStatus(StrEnum):
    """Whether the quote is the document's own text."""

    VERBATIM = "verbatim"
    UNSUPPORTED = "unsupported"


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where a quote, or its part on one page, stands: a rectangle for each printed line."""

    page: int
    page_label: str
    rects: tuple[Rect, ...]


class Occurrence(msgspec.Struct, frozen=True, kw_only=True):
    """One place in the text, as character offsets [start, end), and on the page or pages."""

    start: int
    end: int
    places: tuple[Place, ...]


class CheckedQuote(msgspec.Struct, frozen=True, kw_only=True):
    """A quote with its verdict.

    `text` is the document's own text when the quote was found, otherwise what the model wrote; `document` is the id
    of the document that it was looked for in. The occurrence
    nearest to the model's page comes first; `page_corrected` says that the model named another page.
    """

    text: str
    document: str
    status: QuoteStatus
    model_page: int
    page_corrected: bool
    occurrences: tuple[Occurrence, ...]


class NumberStatus(StrEnum):
    """Whether a number of a statement stands in that claim's own quotes."""

    FOUND = "found"
    UNSUPPORTED = "unsupported"


class CheckedNumber(msgspec.Struct, frozen=True, kw_only=True):
    """A number as the statement writes it."""

    text: str
    status: NumberStatus


class CheckedClaim(msgspec.Struct, frozen=True, kw_only=True):
    """The verdicts on one claim. It is proved when it has quotes and all of them and all numbers stand."""

    quotes: tuple[CheckedQuote, ...]
    numbers: tuple[CheckedNumber, ...]

    @property
    def proved(self) -> bool:
        """Every quote verbatim, every number inside a quote, and at least one quote."""
        return (
            bool(self.quotes)
            and all(quote.status is QuoteStatus.VERBATIM for quote in self.quotes)
            and all(number.status is NumberStatus.FOUND for number in self.numbers)
        )

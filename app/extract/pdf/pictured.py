"""Pages that are pictures, and pages whose characters have no meaning: read from how they look."""

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import pymupdf

from app.extract.ocr.availability import available
from app.extract.ocr.resolution import resolution_for
from app.extract.pdf.visibility import Seen
from app.extract.raw import RawLine, Rule

if TYPE_CHECKING:
    from app.extract.ocr.recogniser import Recogniser

# A header and a page number may be printed on a page that is a picture.
_FEW_CHARACTERS = 60
# From this share of characters without meaning on, the text of a page says nothing; so many must there be.
_MEANINGLESS = 0.3
_LEAST_MEANINGLESS = 20
# Share of the smaller of two boxes that lies in the other one, when both are the same print.
_COVERED = 0.5
_UNKNOWN = re.compile("\ufffd")


def shows_only_pictures(seen: Seen) -> bool:
    """Whether the page's text, if any, is in pictures: it has some, and hardly a character besides."""
    return seen.pictures > 0 and _length(seen.lines) <= _FEW_CHARACTERS


def is_meaningless(lines: Sequence[RawLine]) -> bool:
    """Whether the font does not say which characters its glyphs are: others print "(cid:12)" then."""
    length = _length(lines)
    unknown = sum(len(_UNKNOWN.findall(line.text)) for line in lines)
    return unknown >= _LEAST_MEANINGLESS and unknown >= _MEANINGLESS * length


def _length(lines: Sequence[RawLine]) -> int:
    return sum(len(line.text) for line in lines if line.hiding is None)


def beside_printed(recognised: Sequence[RawLine], printed: Sequence[RawLine]) -> tuple[RawLine, ...]:
    """The page's own characters, and of what was recognised the lines that are not the same print."""
    return (*printed, *(line for line in recognised if not any(_covers(own, line) for own in printed)))


def _covers(own: RawLine, line: RawLine) -> bool:
    """Whether most of a recognised line lies on a printed one, or the other way round."""
    wide = min(own.x1, line.x1) - max(own.x0, line.x0)
    high = min(own.y1, line.y1) - max(own.y0, line.y0)
    smaller = min((own.x1 - own.x0) * (own.y1 - own.y0), (line.x1 - line.x0) * (line.y1 - line.y0))
    return wide > 0 and high > 0 and wide * high >= _COVERED * smaller


def recognise(page: Any) -> tuple[tuple[RawLine, ...], tuple[Rule, ...]]:
    """The lines and ruling lines that are seen on the page; none without the extra `ocr`."""
    if not available():
        return (), ()
    dpi = resolution_for(page.rect.width, page.rect.height)
    drawn = page.get_pixmap(dpi=round(dpi), colorspace=pymupdf.csRGB, alpha=False)
    read = _recogniser().read(drawn.samples, drawn.width, drawn.height, dpi=round(dpi))
    return read.lines, read.rules


@cache
def _recogniser() -> "Recogniser":
    """Its models are loaded for the first picture, and not before."""
    from app.extract.ocr.recogniser import Recogniser  # noqa: PLC0415

    return Recogniser()

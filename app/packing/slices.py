"""Long text in slices that are safe to encode: tiktoken panics on a run of a million spaces.

A text is cut where every byte-level BPE's pattern ends a piece anyway, so that the ids stay the same; only a run
without such a place, longer than half a slice, is cut where it happens to be, but not before a character that joins
the one before it. Slices also bound the work of NFC, which is quadratic in a run of combining marks.
"""

import re
import unicodedata
from collections.abc import Iterator

# tiktoken 0.14 takes 131,072 spaces at once and panics at a million; a block of text is seldom as long as this.
SLICE = 16_384
# Between a letter or digit and a space or a full-width mark: no pattern has a piece that goes on over it, and
# neither character changes its normal form with the other.
_SEAM = re.compile(r"(?<=[^\W_])(?=[ ，。；：、！？（）])")
# Unicode's stream-safe format (UAX 15) takes more than thirty marks on one letter for no text at all.
_MOST_MARKS = 32


def slices(text: str) -> Iterator[str]:
    """The text in parts of at most SLICE characters, which make up the text again."""
    start = 0
    while len(text) - start > SLICE:
        seam = _SEAM.search(text, start + SLICE // 2, start + SLICE)
        end = seam.start() if seam else _before_marks(text, start + SLICE)
        yield text[start:end]
        start = end
    yield text[start:]


def _before_marks(text: str, end: int) -> int:
    """The last place up to `end` where a letter begins; `end` where there are only marks."""
    for place in range(end, end - _MOST_MARKS, -1):
        if not _joins(text[place]):
            return place
    return end


def _joins(char: str) -> bool:
    """Whether a character can change its normal form with the one before it: marks, and the later parts of Hangul."""
    return unicodedata.category(char).startswith("M") or "\u1160" <= char <= "\u11ff"

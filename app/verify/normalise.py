"""Text as it is compared, with the way back: NFKC, one space for any white space, none beside CJK.

Two texts that normalise to the same are the same words as far as a reader is concerned; digits, signs, letters
and their case are never touched.
"""

import unicodedata
from collections.abc import Iterator, Sequence

import msgspec

from app.documents.language import is_han

_QUOTATION_MARKS = str.maketrans(dict.fromkeys("“”„‟«»「」『』＂", '"') | dict.fromkeys("‘’‚‛＇", "'"))
_SOFT_HYPHEN = "\u00ad"
_ZERO_WIDTH = frozenset("\u200b\u200c\u200d\u2060\ufeff")
# Unicode's stream-safe format (UAX 15) takes more than thirty marks on one letter for no text at all, and NFKC is
# quadratic in their number.
_MOST_MARKS = 32
_HYPHENS = str.maketrans(dict.fromkeys("\u2010\u2011", "-"))


class Normalised(msgspec.Struct, frozen=True):
    """`origin[i]` is the position in the source of character i; one more entry holds the source's length."""

    text: str
    origin: Sequence[int]


def _clusters(text: str) -> Iterator[tuple[int, str]]:
    """Base characters with their combining marks, so that NFKC sees what belongs together."""
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or not unicodedata.combining(text[at]) or at - start > _MOST_MARKS:
            yield start, text[start:at]
            start = at


def _is_cjk(char: str) -> bool:
    return is_han(char) or unicodedata.east_asian_width(char) in "WF"


def _fold(cluster: str) -> str:
    if cluster == _SOFT_HYPHEN or cluster in _ZERO_WIDTH:
        return ""
    if cluster.isspace():
        return " "
    if cluster.isascii() or unicodedata.category(cluster[0]) == "No":
        # NFKC would make 153 of 15³, and 11⁄2 of 1½: another number.
        return cluster
    # Quotation marks first: NFKC would make two ASCII marks of some.
    return unicodedata.normalize("NFKC", cluster.translate(_QUOTATION_MARKS)).translate(_HYPHENS)


def normalise(text: str) -> Normalised:
    """Fold a text; white space at both ends goes."""
    chars: list[str] = []
    origin: list[int] = []
    wide = True  # nothing before: a leading space is dropped as one beside CJK is
    for start, cluster in _clusters(text):
        folded = _fold(cluster)
        if folded == " " and (wide or chars[-1] == " "):
            continue
        if folded and folded != " ":
            wide = _is_cjk(cluster[0])
            if wide and chars and chars[-1] == " ":
                chars.pop()
                origin.pop()
        chars += folded
        origin += [start] * len(folded)
    if chars and chars[-1] == " ":
        chars.pop()
        origin.pop()
    return Normalised("".join(chars), (*origin, len(text)))

"""How printed lines become running text: spaces, Chinese without any, hyphens at a line's end."""

import re
from collections.abc import Iterable

from app.documents.language import is_han

# Chinese punctuation and full-width forms, beside which no space is put either.
_WIDE = re.compile(r"[　-〿＀-￯]")
# Both languages use these; they are Chinese beside a Chinese character.
_SHARED = frozenset("“”‘’—…·")
_OPENING = frozenset("“‘")
_COMPOUND = re.compile(r"(?<![^\W\d_])[^\W\d_]+(?:[-‐‑][^\W\d_]+)+")
# Longer words are none, and are not looked through.
_LONGEST_WORD = 64
# A hyphen as it is printed, and the soft one that is there for breaking only.
_HYPHENS = "-‐‑"
_SOFT_HYPHEN = "\u00ad"
_WORD_BEFORE = re.compile(r"[^\W\d_]+(?=[-‐‑]$)")
_WORD_AFTER = re.compile(r"[^\W\d_]+")


class Compounds:
    """Words that the document itself writes with a hyphen inside a line: long-term, not hyphen-ated."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._known = {
            match.group().lower().translate({0x2010: "-", 0x2011: "-"})
            for text in texts
            if "-" in text or "‐" in text or "‑" in text
            for match in _COMPOUND.finditer(text)
        }

    def keep(self, before: str, after: str) -> bool:
        """Whether the hyphen between two halves belongs to the word."""
        first, second = _WORD_BEFORE.search(before[-_LONGEST_WORD:]), _WORD_AFTER.match(after)
        return first is not None and second is not None and f"{first[0]}-{second[0]}".lower() in self._known


def is_wide(char: str) -> bool:
    """Whether a character is Chinese or its punctuation."""
    return is_han(char) or _WIDE.match(char) is not None


def meets_chinese(before: str, after: str) -> bool:
    """Whether no space belongs between two lines, because one of them is Chinese where they meet."""
    left, right = before[-2:], after[:2]
    if left[-1] in _SHARED or right[0] in _SHARED:
        return any(map(is_wide, left + right))
    return is_wide(left[-1]) or is_wide(right[0])


def joint(before: str, after: str, compounds: Compounds | None = None) -> tuple[int, str]:
    """How two lines of a paragraph are joined: characters to drop from the end, and what to put between."""
    last = before[-1]
    if last == _SOFT_HYPHEN and len(before) > 1:
        return 1, ""
    if last in _OPENING or meets_chinese(before, after):
        return 0, ""
    if last in _HYPHENS and len(before) > 1 and before[-2].isalnum():
        if not (before[-2].isalpha() and after[0].islower()):
            # A range, a number with its unit, a name: the hyphen is the word's own.
            return 0, "" if after[0].isalnum() else " "
        return (0, "") if compounds is not None and compounds.keep(before, after) else (1, "")
    return 0, " "

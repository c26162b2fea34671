"""Characters as a reader sees them: which are kept, and which are raised."""

import re

from app.extract.joining import meets_chinese

# What no text may hold: NUL and the other controls but white space, and halves of UTF-16 pairs, which cannot be stored.
_UNPRINTABLE = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
# Seen only at a line's end, or not at all.
_UNSEEN = re.compile("[\u00ad\ufeff]")
_RAISED = str.maketrans("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ")
_LOWERED = str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
REPLACEMENT = "\ufffd"


def printable(text: str) -> str:
    """The text with U+FFFD for what cannot be printed or stored, and without soft hyphens and byte order marks."""
    return _UNSEEN.sub("", _UNPRINTABLE.sub(REPLACEMENT, text))


def raised(text: str) -> str:
    """A superscript: 10 raised by 3 must not be read as 103. Text that has no raised characters stays as it is."""
    return _shifted(text, _RAISED)


def lowered(text: str) -> str:
    """A subscript; text that has no lowered characters stays as it is."""
    return _shifted(text, _LOWERED)


def _shifted(text: str, table: dict[int, int]) -> str:
    if all(char.isspace() or ord(char) in table for char in text):
        return text.translate(table)
    return text


def join_lines(before: str, after: str) -> str:
    """What stands between two lines of one paragraph: nothing beside Chinese, otherwise a space."""
    if not before or not after or meets_chinese(before, after):
        return ""
    return " "

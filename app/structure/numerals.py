"""Numbers as clauses are counted: 十二, 12, xii, l, ⑫."""

import re
import unicodedata

_DIGITS = {han: value for value, han in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_UNITS = {"十": 10, "百": 100, "千": 1000}
HAN = "".join(_DIGITS) + "".join(_UNITS)

_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
# Canonical spelling only, so that "iiii" or "vx" is no number; below 400, as clauses are.
_ROMAN_SPELLING = re.compile(r"c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
WORDS = {word: value for value, word in enumerate(_WORDS, start=1)}
_LETTERS, _REPEATS = 26, 3


def from_han(text: str) -> int | None:
    """The value of a Chinese numeral (一百零三, 二〇) or of digits; None when it is neither."""
    if text.isdecimal():
        return int(text)
    if not text or not set(text) <= set(HAN):
        return None
    if not set(text) & set(_UNITS):
        return int("".join(str(_DIGITS[han]) for han in text))
    total, digit = 0, 0
    for han in text:
        if han in _UNITS:
            total += (digit or 1) * _UNITS[han]
            digit = 0
        else:
            digit = _DIGITS[han]
    return total + digit


def from_roman(text: str) -> int | None:
    """The value of a Roman numeral in one case; None when it is not spelled as one."""
    lower = text.lower()
    if not text or text not in {lower, lower.upper()} or not _ROMAN_SPELLING.fullmatch(lower):
        return None
    values = [_ROMAN[letter] for letter in lower]
    following = [*values[1:], 0]
    return sum(value if value >= after else -value for value, after in zip(values, following, strict=True))


def from_letter(text: str) -> int | None:
    """A is 1, z is 26, aa is 27, bb is 28: clauses double the letter after the alphabet's end."""
    if not text.isascii() or not text.isalpha() or len(set(text)) != 1 or len(text) > _REPEATS:
        return None
    return ord(text[0].lower()) - ord("a") + 1 + _LETTERS * (len(text) - 1)


def from_name(text: str) -> int | None:
    """The value of what stands after "Article" or "Schedule": 5, IV, Two, B; C is the third, V the fifth."""
    if text.isdecimal():
        return int(text)
    letter = from_letter(text)
    if letter and text not in {"I", "V", "X"}:
        return letter if len(text) == 1 else from_roman(text) or letter
    return WORDS.get(text.lower()) or from_roman(text)


def from_sign(sign: str) -> int | None:
    """The value of a character that holds a whole number: ⑫, ⑴, ⒈, ㈠, Ⅳ."""
    inside = unicodedata.normalize("NFKC", sign).strip("().")
    return from_roman(inside) if inside.isalpha() and inside.isascii() else from_han(inside)

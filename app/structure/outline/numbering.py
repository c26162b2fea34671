"""The numbers of headings: what stands before a title, of which kind it is, and which numbers may follow it."""

import re
from enum import IntEnum

import msgspec

from app.structure.numerals import from_han, from_letter, from_roman

_ONES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS = (
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
)
_WORDS = {
    word: value
    for value, word in enumerate((*_ONES, *_TEENS, *(f"twenty{one}" for one in _ONES), "thirty"), start=1)
}
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"


class Scheme(IntEnum):
    """Kinds of numbers, from the outermost to the innermost as they are usually nested.

    The order of the Chinese ones is that of GB/T 9704-2012 (一、 then （一） then 1. then （1）), under 章 and 节.
    """

    PART = 0
    CHAPTER = 1
    SECTION = 2
    ROMAN = 3
    LETTER = 4
    DECIMAL = 5
    HAN = 6
    WRAPPED_HAN = 7
    PLAIN = 8
    WRAPPED = 9
    HALF_WRAPPED = 10
    CIRCLED = 11


class Label(msgspec.Struct, frozen=True, kw_only=True):
    """A heading's number: its kind, the numbers it is made of ("2.1" is 2 and 1), its length as it is printed.

    `named`: a word such as Chapter or 第…章 says that it is the number of a heading. `bare`: nothing but a space
    tells it from a number of something.
    """

    scheme: Scheme
    values: tuple[int, ...]
    length: int
    named: bool = False
    bare: bool = False


_NAMES = frozenset(
    {"part", "book", "chapter", "appendix", "annex", "schedule", "article", "section", "item"},
)
_LONGEST_WORD = 9
_HAN = "[〇零一二两三四五六七八九十百]{1,7}"
# The name of each group is that of what it matches; a label's number is the last group that took part.
_LABEL = re.compile(
    rf"""
      第[ ]?(?P<ordinal>{_HAN}|\d{{1,3}})[ ]?(?P<unit>编|部分|篇|章|节)(?![。，、,”"』」])[\s:：、.．]*
    | (?P<keyword>(?i:{"|".join(sorted(_NAMES))}))[ ]+
      (?P<number>\d{{1,3}}(?:\.\d{{1,3}})*[A-Z]?|[IVXLC]{{1,7}}|[A-Z]|(?i:{"|".join(_WORDS)}))
      (?![\w,;)])[\s.:：\-–—]*
    | (?P<annex>附录|附件)[ ]?(?P<annexed>{_HAN}|[A-Z]|\d{{1,3}})(?![\w，。])[\s:：、.．]*
    | (?P<decimal>(?:[A-Z]|\d{{1,3}})(?:\.\d{{1,3}}){{1,5}})[.、．]?(?![%\dA-Za-z])\s*
    | (?P<han>{_HAN})[、．.]\s*
    | [(（][ ]?(?P<wrapped_han>{_HAN})[ ]?[)）][、.．]?\s*
    | (?P<plain>\d{{1,3}})(?:[、．]|\.(?![\da-z])|(?=\s))\s*
    | [(（][ ]?(?P<wrapped>\d{{1,3}})[ ]?[)）][、.．]?\s*
    | (?P<half_wrapped>\d{{1,3}})[)）][、.．]?\s*
    | (?P<circled>[{_CIRCLED}])\s*
    | (?P<roman>[IVX]{{1,5}})\.\s+
    | (?P<letter>[A-Z])\.\s+
    """,
    re.VERBOSE,
)
# Most text begins with none of these, and is not looked at further.
_BEGINNINGS = frozenset(
    "第附(（〇零一二两三四五六七八九十百0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZpbcasi" + _CIRCLED,
)

# Appendix C is the third, not the hundredth.
_LETTERS_FIRST = frozenset("ABCDEFGHJKLMNOPQRSTUWYZ")

_UNITS = {
    "编": Scheme.PART,
    "部分": Scheme.PART,
    "篇": Scheme.PART,
    "章": Scheme.CHAPTER,
    "节": Scheme.SECTION,
}
_KEYWORDS = {"part": Scheme.PART, "book": Scheme.PART, "section": Scheme.SECTION}
_SCHEMES = {
    "han": Scheme.HAN,
    "wrapped_han": Scheme.WRAPPED_HAN,
    "plain": Scheme.PLAIN,
    "wrapped": Scheme.WRAPPED,
    "half_wrapped": Scheme.HALF_WRAPPED,
    "roman": Scheme.ROMAN,
    "letter": Scheme.LETTER,
}


def label_of(text: str) -> Label | None:
    """The number that the text begins with, or None."""
    if text[:1] not in _BEGINNINGS or not _may_be_numbered(text[:_LONGEST_WORD]):
        return None
    match = _LABEL.match(text)
    if match is None:
        return None
    group = match.lastgroup or ""
    scheme, named = _scheme(group, match)
    number = match["ordinal"] if group == "unit" else match[group]
    values = [_value(part) for part in number.split(".")]
    if None in values:
        return None
    bare = scheme is Scheme.PLAIN and text[match.end(group)].isspace()
    return Label(
        scheme=scheme,
        values=tuple(value for value in values if value is not None),
        length=match.end(),
        named=named,
        bare=bare,
    )


def _may_be_numbered(beginning: str) -> bool:
    """Whether a text that begins with a letter begins with a word for a part, or with a letter and a point."""
    if not beginning[0].isascii() or not beginning[0].isalpha():
        return True
    word = beginning.split(" ", 1)[0]
    return "." in word or word.lower() in _NAMES


def _scheme(group: str, match: re.Match[str]) -> tuple[Scheme, bool]:
    if group == "unit":
        return _UNITS[match["unit"]], True
    if group == "number":
        decimal = "." in match["number"]
        return Scheme.DECIMAL if decimal else _KEYWORDS.get(match["keyword"].lower(), Scheme.CHAPTER), True
    if group == "annexed":
        return Scheme.CHAPTER, True
    if group == "decimal":
        return Scheme.DECIMAL, False
    return (Scheme.CIRCLED if group == "circled" else _SCHEMES[group]), False


def _value(text: str) -> int | None:
    """The value of a number: digits, with a letter behind them or not, Chinese or Roman numerals, a word, a letter."""
    if text[0].isdecimal():
        return int(text.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    if text in _CIRCLED:
        return _CIRCLED.index(text) + 1
    if text in _LETTERS_FIRST:
        return from_letter(text)
    word = _WORDS.get(text.lower())
    if word is not None:
        return word
    number = from_han(text)
    return from_roman(text) if number is None else number


def follows(after: tuple[int, ...], before: tuple[int, ...]) -> bool:
    """Whether a number is the next one on its level, on a higher one, or the first one below: 2.2, 3 or 2.1.1 after 2.1."""
    if len(after) == len(before) + 1:
        return after[:-1] == before and after[-1] <= 1
    if len(after) > len(before):
        return False
    return after[:-1] == before[: len(after) - 1] and after[-1] == before[len(after) - 1] + 1

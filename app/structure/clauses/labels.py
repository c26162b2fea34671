"""The number that is printed at the beginning of a clause, in Chinese and in English.

Which of several readings holds ("(i)" is a letter after "(h)", a Roman numeral after "(a)") depends on the clauses
before and after it; here all readings are given.
"""

import re
from collections.abc import Callable, Iterator

import msgspec

from app.structure.numerals import HAN, WORDS, from_han, from_letter, from_name, from_roman, from_sign


class Reading(msgspec.Struct, frozen=True):
    """One way to read a label, of several the likelier first.

    `form` is how the series looks, with its first number as the example: "(a)", "(i)", "1.", "1.1", "第条",
    "article". `number` counts in it; one number per level in decimal forms, and (12, 1) for 第十二条之一.
    """

    form: str
    number: tuple[int, ...]


class Label(msgspec.Struct, frozen=True):
    """A label at [start, end) of the text. `shape` is shared by forms that look alike, as "(a)" and "(i)" do."""

    start: int
    end: int
    shape: str
    readings: tuple[Reading, ...]


# Forms that have their place in every document, the outermost first.
RANKS = {
    "schedule": 0,
    "第编": 1,
    "第分编": 2,
    "第部分": 1,
    "part": 1,
    "第章": 3,
    "chapter": 3,
    "第节": 4,
    "第条": 5,
}
DECIMAL = "1.1"
_NUMBER = rf"[{HAN}\d]{{1,9}}"
_GAP = "[ \u3000\u00a0]{0,2}"
# What may follow a number that has no bracket: white space, the line's end, Chinese, an opening quote or bracket.
_AFTER = "(?=[\\s\u3400-\u9fff“‘\"'《【(（]|$)"

_Read = Callable[[re.Match[str]], tuple[str, tuple[Reading, ...]] | None]


def _counted(form: str, value: int | None) -> tuple[str, tuple[Reading, ...]] | None:
    return (form, (Reading(form, (value,)),)) if value else None


def _unit(match: re.Match[str]) -> tuple[str, tuple[Reading, ...]] | None:
    value, inserted = from_han(match[1]), from_han(match[3]) if match[3] else None
    if not value:
        return None
    form = f"第{match[2]}"
    return form, (Reading(form, (value, inserted) if inserted else (value,)),)


def _decimal(match: re.Match[str]) -> tuple[str, tuple[Reading, ...]]:
    number = tuple(int(part) for part in re.split("[.．]", match[1]))
    return DECIMAL, (Reading(DECIMAL, number),)


def _letters(before: str, after: str) -> _Read:
    def read(match: re.Match[str]) -> tuple[str, tuple[Reading, ...]] | None:
        text = match[1]
        first, one = ("a", "i") if text.islower() else ("A", "I")
        readings = (
            Reading(f"{before}{first}{after}", (from_letter(text) or 0,)),
            Reading(f"{before}{one}{after}", (from_roman(text) or 0,)),
        )
        likelier = readings if len(text) == 1 else readings[::-1]
        found = tuple(reading for reading in likelier if all(reading.number))
        return (f"{before}{first}{after}", found) if found else None

    return read


def _word(match: re.Match[str]) -> tuple[str, tuple[Reading, ...]] | None:
    form = match[1].lower().replace("§", "section")
    text = match[2]
    if text[0].isdecimal():
        return form, (Reading(form, tuple(int(part) for part in text.split("."))),)
    return _counted(form, from_name(text))


def _schedule(match: re.Match[str]) -> tuple[str, tuple[Reading, ...]]:
    text = match[2] or ""
    value = from_han(text) or from_name(text) or 0
    return "schedule", (Reading("schedule", (value,)),)


_ROMAN_OR_LETTER = "([a-z]{1,6}|[A-Z]{1,6})"
_COUNT = rf"\d{{1,3}}(?:\.\d{{1,3}}){{0,5}}(?!\d)|[IVXLC]{{1,6}}\b|[A-Z]\b|(?i:{'|'.join(WORDS)})\b"
_SCHEDULE_WORD = (
    "Schedule|SCHEDULE|Annexure|ANNEXURE|Annex|ANNEX|Appendix|APPENDIX|Exhibit|EXHIBIT|Attachment|ATTACHMENT"
)
_PATTERNS: tuple[tuple[re.Pattern[str], _Read], ...] = tuple(
    (re.compile(pattern), read)
    for pattern, read in (
        (rf"第{_GAP}({_NUMBER}){_GAP}(分编|编|部分|章|节|条)(?:之({_NUMBER}))?", _unit),
        (
            rf"(Article|ARTICLE|Section|SECTION|Clause|CLAUSE|Part|PART|Chapter|CHAPTER|§)[ \u00a0]{{0,2}}({_COUNT})",
            _word,
        ),
        (
            rf"({_SCHEDULE_WORD})\b[ \u00a0]{{0,2}}[“\"‘']?(\d{{1,3}}|[IVXLC]{{1,6}}\b|[A-Z]\b)?[”\"’']?",
            _schedule,
        ),
        (rf"(附件|附录|附表){_GAP}({_NUMBER}|[A-Z])?", _schedule),
        (rf"[（(]{_GAP}([{HAN}]{{1,5}}){_GAP}[）)]", lambda match: _counted("(一)", from_han(match[1]))),
        (r"([㈠-㈩])", lambda match: _counted("(一)", from_sign(match[1]))),
        (rf"([{HAN}]{{1,5}})[、．.]", lambda match: _counted("一、", from_han(match[1]))),
        (rf"[（(]{_GAP}(\d{{1,3}}){_GAP}[）)]", lambda match: _counted("(1)", int(match[1]))),
        (r"([⑴-⒇])", lambda match: _counted("(1)", from_sign(match[1]))),
        (r"([①-⑳])", lambda match: _counted("①", from_sign(match[1]))),
        (r"([⒈-⒛])", lambda match: _counted("1.", from_sign(match[1]))),
        (r"([Ⅰ-Ⅻ])[.．、]?", lambda match: _counted("I.", from_sign(match[1]))),
        (rf"(\d{{1,3}}(?:[.．]\d{{1,3}}){{1,5}})[.．、]?{_AFTER}", _decimal),
        (rf"(\d{{1,3}})[.．、]{_AFTER}", lambda match: _counted("1.", int(match[1]))),
        (r"(\d{1,3})[)）]", lambda match: _counted("1)", int(match[1]))),
        (r"(\d{1,2})(?=[ \t\u3000]{1,8}[A-Z\u3400-\u9fff])", lambda match: _counted("1", int(match[1]))),
        (rf"[（(]{_GAP}{_ROMAN_OR_LETTER}{_GAP}[）)]", _letters("(", ")")),
        (rf"{_ROMAN_OR_LETTER}[.．、]{_AFTER}", _letters("", ".")),
        (rf"{_ROMAN_OR_LETTER}[)）]", _letters("", ")")),
    )
)


def read_label(text: str, at: int) -> Label | None:
    """The label that stands at this position of the text, or None."""
    for pattern, read in _PATTERNS:
        match = pattern.match(text, at)
        found = read(match) if match else None
        if match and found:
            shape, readings = found
            return Label(at, match.end(), shape, readings)
    return None


def follows(number: tuple[int, ...], previous: tuple[int, ...], form: str) -> bool:
    """Whether a number is the next one of its series: 13 after 12, 12-1 after 12, 13 after 12-1, 5.2 after 5.1."""
    if number[:-1] == previous[:-1] and number[-1] == previous[-1] + 1:
        return True
    if form != "第条":
        return False
    return number == (*previous, 1) or number == (previous[0] + 1,)


def comparable(reading: Reading) -> str:
    """The number without its dress: 第十二条之一 is "12-1", （三） is "3", 5.1. is "5.1", (b) is "b", (ii) is "ii"."""
    first = reading.form.strip("().、")
    if first in {"a", "A"}:
        return _letter(reading.number[0])
    if first in {"i", "I"}:
        return _roman(reading.number[0])
    return ("-" if reading.form == "第条" else ".").join(str(part) for part in reading.number)


def _letter(value: int) -> str:
    times, at = divmod(value - 1, 26)
    return chr(ord("a") + at) * (times + 1)


def _roman(value: int) -> str:
    return "".join(_roman_parts(value))


def _roman_parts(value: int) -> Iterator[str]:
    for weight, sign in (
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ):
        times, value = divmod(value, weight)
        yield sign * times

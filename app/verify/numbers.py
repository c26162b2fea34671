"""Numbers of a statement, looked for in that claim's own quotes and nowhere else.

That a number occurs somewhere in a document proves nothing; it has to stand beside what is claimed.
"""

import re
from collections.abc import Iterable
from decimal import Decimal
from math import prod

import msgspec

from app.verify.evidence import CheckedNumber, NumberStatus
from app.verify.normalise import normalise

_NUMBER = re.compile(
    # Not inside a word or a part number (HCP-200A), but right after a Chinese character.
    r"(?<![A-Za-z0-9_.])(?<![A-Za-z]-)(?P<sign>[-−–+])?(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    # Nor a part of one: of a longer group of digits, of a power, of a fraction.
    r"(?![\d²³¹⁰-⁹¼-¾⅐-⅞])"
    r"(?:\s*(?P<scale>%|‰|per ?cent\b|[十百千]?(?:万亿|亿|万)|[百千]|(?:thousand|million|billion|trillion|bn)\b))?",
    re.IGNORECASE,
)
_HAN_SCALES = {"十": 10, "百": 10**2, "千": 10**3, "万": 10**4, "亿": 10**8}
_SCALES = {
    "": Decimal(1),
    "thousand": Decimal(10**3),
    "million": Decimal(10**6),
    "billion": Decimal(10**9),
    "bn": Decimal(10**9),
    "trillion": Decimal(10**12),
    "%": Decimal("0.01"),
    "percent": Decimal("0.01"),
    "per cent": Decimal("0.01"),
    "‰": Decimal("0.001"),
}
_SHARES = frozenset({"%", "percent", "per cent", "‰"})
# No number with its sign and its scale is longer.
_LONGEST = 64


class Number(msgspec.Struct, frozen=True):
    """A number as written and what it is worth; a share and a count of the same worth are different numbers."""

    text: str
    value: Decimal
    is_share: bool


def numbers_in(text: str) -> tuple[Number, ...]:
    """All numbers of a text, as it is compared with quotes."""
    numbers = []
    for match in _NUMBER.finditer(normalise(text).text):
        scale = (match["scale"] or "").lower()
        value = Decimal(match["digits"].replace(",", "")) * _worth(scale)
        negative = match["sign"] is not None and match["sign"] != "+"
        numbers.append(Number(match.group(), -value if negative else value, scale in _SHARES))
    return tuple(numbers)


def splits_number(normal: str, at: int) -> bool:
    """Whether a position of a normalised text is inside a number: '5 %' of '15 %', '5' of '-5' or of '5万'."""
    around = _NUMBER.finditer(normal, max(at - _LONGEST, 0), at + _LONGEST)
    return any(match.start() < at < match.end() for match in around)


def _worth(scale: str) -> Decimal:
    if scale in _SCALES:
        return _SCALES[scale]
    return Decimal(prod(_HAN_SCALES[char] for char in scale))


def check_numbers(statements: Iterable[str], quotes: Iterable[str]) -> tuple[CheckedNumber, ...]:
    """Each number of the statements once, found when a quote has the same value."""
    quoted = {(number.value, number.is_share) for quote in quotes for number in numbers_in(quote)}
    stated = {number.text: number for statement in statements for number in numbers_in(statement)}
    return tuple(
        CheckedNumber(
            text=number.text,
            status=NumberStatus.FOUND
            if (number.value, number.is_share) in quoted
            else NumberStatus.UNSUPPORTED,
        )
        for number in stated.values()
    )

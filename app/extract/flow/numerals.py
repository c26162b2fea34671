"""Numbers as lists show them: the formats of WordprocessingML (ECMA-376, 17.18.59) and of HTML."""

from collections.abc import Callable

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
    (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
# Word shows no Roman number from here on, and letters are repeated at most 30 times.
_MAX_ROMAN = 32_767
_MAX_LETTERS = 26 * 30
_ORDINAL_ENDS = {1: "st", 2: "nd", 3: "rd"}
_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
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
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_IRREGULAR = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
    "twelve": "twelfth",
}  # fmt: skip
_STEMS = "甲乙丙丁戊己庚辛壬癸"
_BRANCHES = "子丑寅卯辰巳午未申酉戌亥"
_CHICAGO = "*†‡§"
# Digits from zero, then ten, hundred, thousand, ten thousand. Word prints a circle (U+25CB) for zero in counting; it
# stands for the numeral 〇, which is what readers and citations write.
_COUNTING = "〇一二三四五六七八九十百千万"
_COUNTING_TRADITIONAL = "〇一二三四五六七八九十百千萬"
_LEGAL_SIMPLIFIED = "零壹贰叁肆伍陆柒捌玖拾佰仟萬"
_LEGAL_TRADITIONAL = "零壹貳參肆伍陸柒捌玖拾佰仟萬"
_INFORMAL = "零一二三四五六七八九十百千万"
_MYRIAD = 10_000


def _roman(number: int) -> str:
    if not 0 < number <= _MAX_ROMAN:
        return str(number)
    parts = []
    for value, letters in _ROMAN:
        parts.append(letters * (number // value))
        number %= value
    return "".join(parts)


def _letters(number: int) -> str:
    """Word repeats the letter: a … z, aa, bb … zz, aaa."""
    if not 0 < number <= _MAX_LETTERS:
        return str(number)
    return chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)


def _alphabetic(number: int) -> str:
    """HTML counts with letters as digits: a … z, aa, ab."""
    letters = ""
    while number > 0:
        number, digit = divmod(number - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return letters


def _ordinal(number: int) -> str:
    teen = number % 100 in {11, 12, 13}
    return f"{number}{'th' if teen else _ORDINAL_ENDS.get(number % 10, 'th')}"


def _words(number: int) -> str:
    if not 0 <= number < 100:  # noqa: PLR2004 - lists that are counted in words are short
        return str(number)
    if number < len(_ONES):
        return _ONES[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")


def _ordinal_words(number: int) -> str:
    head, dash, last = _words(number).rpartition("-")
    if last.isdigit():
        return _ordinal(number)
    if last in _IRREGULAR:
        return head + dash + _IRREGULAR[last]
    return head + dash + (last[:-1] + "ieth" if last.endswith("y") else last + "th")


def chinese(number: int, numerals: str = _INFORMAL) -> str:
    """The number in Chinese counting words, up to 99 999 999."""
    if not 0 <= number < _MYRIAD * _MYRIAD:
        return str(number)
    if number < _MYRIAD:
        return _below_myriad(number, numerals)
    high, low = divmod(number, _MYRIAD)
    gap = numerals[0] if 0 < low < _MYRIAD // 10 else ""
    return _below_myriad(high, numerals) + numerals[13] + gap + (_counted(low, numerals) if low else "")


def _below_myriad(number: int, numerals: str) -> str:
    counted = _counted(number, numerals)
    # 十一, not 一十一; but 壹拾壹 in legal numerals.
    return counted[1:] if 10 <= number < 20 and numerals[1] == "一" else counted  # noqa: PLR2004


def _counted(number: int, numerals: str) -> str:
    if number == 0:
        return numerals[0]
    text = ""
    pending = False  # a zero is said once, between two digits
    for place in (3, 2, 1, 0):
        digit = number // 10**place % 10
        if digit:
            unit = numerals[9 + place] if place else ""
            text += (numerals[0] if pending and text else "") + numerals[digit] + unit
        pending = digit == 0
    return text


def _digits(numerals: str) -> Callable[[int], str]:
    return lambda number: "".join(numerals[int(digit)] if digit.isdigit() else digit for digit in str(number))


def _counting(numerals: str) -> Callable[[int], str]:
    return lambda number: chinese(number, numerals)


def _counting_to_99(numerals: str) -> Callable[[int], str]:
    """From a hundred on digit by digit."""
    by_digit = _digits(numerals)
    return lambda number: chinese(number, numerals) if 0 <= number < 100 else by_digit(number)  # noqa: PLR2004


def _enclosed(first: str, count: int) -> Callable[[int], str]:
    """Characters that hold the number, as far as Unicode has them in one row."""
    return lambda number: chr(ord(first) + number - 1) if 1 <= number <= count else str(number)


def _cycle(characters: str) -> Callable[[int], str]:
    return lambda number: characters[(number - 1) % len(characters)]


def _padded(width: int) -> Callable[[int], str]:
    return lambda number: f"{number:0{width}d}"


def _nothing(number: int) -> str:
    return ""


_FORMATS: dict[str, Callable[[int], str]] = {
    "none": _nothing,
    "decimalZero": _padded(2),
    "upperRoman": lambda number: _roman(number).upper(),
    "lowerRoman": _roman,
    "upperLetter": lambda number: _letters(number).upper(),
    "lowerLetter": _letters,
    "upperAlphabetic": lambda number: _alphabetic(number).upper(),
    "lowerAlphabetic": _alphabetic,
    "ordinal": _ordinal,
    "cardinalText": lambda number: _words(number).capitalize(),
    "ordinalText": lambda number: _ordinal_words(number).capitalize(),
    "hex": lambda number: f"{number:X}",
    "chicago": lambda number: _CHICAGO[(number - 1) % 4] * ((number - 1) // 4 % 30 + 1),
    "numberInDash": lambda number: f"- {number} -",
    "decimalFullWidth": _digits("０１２３４５６７８９"),
    "decimalFullWidth2": _digits("０１２３４５６７８９"),
    "decimalEnclosedCircle": _enclosed("①", 20),
    "decimalEnclosedCircleChinese": _enclosed("①", 10),
    "decimalEnclosedFullstop": _enclosed("⒈", 20),
    "decimalEnclosedParen": _enclosed("⑴", 20),
    "ideographEnclosedCircle": _enclosed("㊀", 10),
    "ideographDigital": _digits("〇一二三四五六七八九"),
    "japaneseDigitalTenThousand": _digits("〇一二三四五六七八九"),
    "taiwaneseDigital": _digits("〇一二三四五六七八九"),
    "japaneseCounting": _counting(_INFORMAL.replace("零", "〇")),
    "chineseCounting": _counting_to_99(_COUNTING),
    "taiwaneseCounting": _counting_to_99(_COUNTING_TRADITIONAL),
    "chineseCountingThousand": _counting(_COUNTING),
    "taiwaneseCountingThousand": _counting(_COUNTING_TRADITIONAL),
    "chineseLegalSimplified": _counting(_LEGAL_SIMPLIFIED),
    "ideographLegalTraditional": _counting(_LEGAL_TRADITIONAL),
    "japaneseLegal": _counting(_LEGAL_TRADITIONAL),
    "simpChineseInformal": _counting(_INFORMAL),
    "ideographTraditional": _cycle(_STEMS),
    "ideographZodiac": _cycle(_BRANCHES),
    "ideographZodiacTraditional": lambda number: _STEMS[(number - 1) % 10] + _BRANCHES[(number - 1) % 12],
}


def numeral(number: int, style: str) -> str:
    """The number in a format by its name in WordprocessingML; decimal in those that are not known."""
    if style == "custom" or style not in _FORMATS:
        return str(number)
    return _FORMATS[style](number)

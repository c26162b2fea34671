"""The markers of HTML lists: the bullet or number that a browser puts before an item."""

from app.extract.flow.elements import ListState
from app.extract.flow.looks import declarations_of
from app.extract.flow.numerals import numeral

_BULLETS = {"disc": "•", "circle": "◦", "square": "▪"}
_TYPES = {"1": "decimal", "a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman"}
# CSS Counter Styles to the names of the formats in `numerals`, with what follows the number.
_STYLES = {
    "decimal": ("decimal", ". "),
    "decimal-leading-zero": ("decimalZero", ". "),
    "lower-alpha": ("lowerAlphabetic", ". "),
    "lower-latin": ("lowerAlphabetic", ". "),
    "upper-alpha": ("upperAlphabetic", ". "),
    "upper-latin": ("upperAlphabetic", ". "),
    "lower-roman": ("lowerRoman", ". "),
    "upper-roman": ("upperRoman", ". "),
    "cjk-ideographic": ("simpChineseInformal", "、"),
    "simp-chinese-informal": ("simpChineseInformal", "、"),
    "trad-chinese-informal": ("simpChineseInformal", "、"),
    "simp-chinese-formal": ("chineseLegalSimplified", "、"),
    "trad-chinese-formal": ("ideographLegalTraditional", "、"),
    "cjk-decimal": ("ideographDigital", "、"),
    "cjk-heavenly-stem": ("ideographTraditional", "、"),
    "cjk-earthly-branch": ("ideographZodiac", "、"),
}
# Integers of attributes have fewer digits than this.
_DIGITS = 9


def list_state(name: str, attributes: dict[str, str]) -> ListState:
    """A list at its beginning."""
    start = _integer(attributes.get("start"))
    style = _style(attributes) or ("decimal" if name == "ol" else "disc")
    # How many items a list has is not known yet, so one that counts down must say from where.
    down = "reversed" in attributes and start is not None
    return ListState(style=style, number=1 if start is None else start, step=-1 if down else 1)


def marker(items: ListState, attributes: dict[str, str]) -> str:
    """The marker of the next item, which is counted."""
    value = _integer(attributes.get("value"))
    number = items.number if value is None else value
    style = _style(attributes) or items.style
    if style == "none":
        return ""
    if style in _BULLETS:
        return f"{_BULLETS[style]} "
    items.number = number + items.step
    name, suffix = _STYLES.get(style, _STYLES["decimal"])
    return f"{numeral(number, name) or number}{suffix}"


def _style(attributes: dict[str, str]) -> str:
    """The style that an element asks for, "" when it asks for none."""
    if (text := attributes.get("style")) is not None:
        declared = declarations_of(text)
        if (style := declared.get("list-style-type")) is not None:
            return style
        if "none" in declared.get("list-style", ""):
            return "none"
    kind = attributes.get("type", "")
    return _TYPES.get(kind, kind.lower() if kind.lower() in _BULLETS else "")


def _integer(text: str | None) -> int | None:
    digits = (text or "").strip()
    sign, digits = (-1, digits[1:]) if digits.startswith("-") else (1, digits)
    return sign * int(digits) if digits.isdecimal() and len(digits) <= _DIGITS else None

"""What style sheets and style attributes say of visibility, as far as it can be told without laying out a page."""

import re
from functools import lru_cache

from app.documents.model import Hiding

_BRACE = re.compile(r"[{}]")
_SELECTOR = re.compile(r"[a-zA-Z0-9]*([.#][\w-]+)")
_LENGTH = re.compile(r"(-?\d{1,9}(?:\.\d{1,9})?)(px|pt|em|rem|%)?")
# Text of a pixel or less is not read by anybody, and nothing stands a thousand pixels left of the page by accident.
_TINY = 1.0
_FAR = -999.0
_WHITE = frozenset({"white", "#fff", "#ffffff", "rgb(255,255,255)"})
_OUTSIDE = ("left", "top", "margin-left", "text-indent")


class StyleSheet:
    """The classes and ids whose elements a page does not show; rules for printing or small screens do not count."""

    def __init__(self) -> None:
        self._hiding: dict[str, Hiding] = {}

    def read(self, css: str) -> None:
        """Take in the text of a style element."""
        depth = start = 0
        selectors = ""
        css = _without_comments(css)
        for brace in _BRACE.finditer(css):
            if brace[0] == "{":
                if depth == 0:
                    selectors = css[start : brace.start()]
                depth += 1
            else:
                depth = max(depth - 1, 0)
                if depth == 0:
                    self._rule(selectors, css[start : brace.start()])
            if depth == 0 or brace[0] == "{":
                start = brace.end()

    def _rule(self, selectors: str, declarations: str) -> None:
        if selectors.lstrip().startswith("@"):
            return
        hiding = hiding_of(declarations)
        for selector in selectors.split(","):
            simple = _SELECTOR.fullmatch(selector.strip())
            if simple is None:
                continue
            if hiding is None:
                self._hiding.pop(simple[1], None)
            else:
                self._hiding[simple[1]] = hiding

    def hiding(self, attributes: dict[str, str]) -> Hiding | None:
        """Why the element itself is not seen, None when it is."""
        if "hidden" in attributes:
            return Hiding.INVISIBLE
        if (style := attributes.get("style")) and (own := hiding_of(style)) is not None:
            return own
        if not self._hiding:
            return None
        names = [f".{name}" for name in attributes.get("class", "").split()]
        names.append(f"#{attributes.get('id', '')}")
        return next((self._hiding[name] for name in names if name in self._hiding), None)


def _without_comments(css: str) -> str:
    first, *others = css.split("/*")
    return first + "".join(part.partition("*/")[2] for part in others)


def declarations_of(style: str) -> dict[str, str]:
    """Property and value, both in lower case and without white space."""
    pairs = (part.partition(":") for part in style.lower().split(";"))
    return {name.strip(): "".join(value.split()).removesuffix("!important") for name, _, value in pairs}


@lru_cache(maxsize=4_096)
def hiding_of(style: str) -> Hiding | None:
    """Why text with these declarations is not seen, None when it is."""
    found = declarations_of(style)
    if found.get("display") == "none" or found.get("visibility") in {"hidden", "collapse"}:
        return Hiding.INVISIBLE
    if _length(found.get("opacity")) == 0:
        return Hiding.INVISIBLE
    size = _length(found.get("font-size"))
    if size is not None and (size == 0 or (size <= _TINY and found["font-size"].endswith(("px", "pt")))):
        return Hiding.TINY
    if any((_length(found.get(name)) or 0.0) <= _FAR for name in _OUTSIDE):
        return Hiding.OFF_PAGE
    ground = found.get("background-color", found.get("background", "white"))
    color = found.get("color")
    return (
        Hiding.NO_CONTRAST
        if color in _WHITE and ground in _WHITE and "background-image" not in found
        else None
    )


def _length(value: str | None) -> float | None:
    match = None if value is None else _LENGTH.fullmatch(value)
    return None if match is None else float(match[1])

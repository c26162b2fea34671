"""What a DOCX file's styles say of a paragraph or run: heading level, caption, number, visibility."""

import re

import msgspec

from app.extract.flow.package import Element
from app.extract.flow.words import VALUE, integer, number_of, switch, value_of, w

# Built-in styles keep their English name in localised Word; WPS and converters write Chinese ones.
_HEADING = re.compile(r"(?:heading|标题|標題)\s?([1-9])", re.IGNORECASE)
_TITLE = re.compile(r"title|标题|標題", re.IGNORECASE)
_CAPTION = re.compile(r"caption|题注|題注|标号", re.IGNORECASE)
# Outline levels are 0 to 8; 9 is running text.
_BODY_LEVEL = 9
WHITE = "FFFFFF"
_MAX_CHAIN = 20


class RunLook(msgspec.Struct, frozen=True, kw_only=True):
    """What decides whether a reader sees a run; None where a style or run says nothing. `half_points`: its size."""

    hidden: bool | None = None
    color: str | None = None
    half_points: int | None = None
    struck: bool | None = None
    raised: str | None = None

    def over(self, below: "RunLook") -> "RunLook":
        """This look, with what it leaves open from the one below it."""
        return RunLook(
            hidden=below.hidden if self.hidden is None else self.hidden,
            color=below.color if self.color is None else self.color,
            half_points=below.half_points if self.half_points is None else self.half_points,
            struck=below.struck if self.struck is None else self.struck,
            raised=below.raised if self.raised is None else self.raised,
        )


def look_of(properties: Element | None) -> RunLook:
    """What an element of run properties says itself."""
    if properties is None:
        return RunLook()
    struck = switch(properties, "strike")
    return RunLook(
        hidden=switch(properties, "vanish"),
        color=value_of(properties, "color"),
        half_points=number_of(properties, "sz"),
        struck=switch(properties, "dstrike") if struck is None else struck,
        raised=value_of(properties, "vertAlign"),
    )


def is_coloured(shading: Element) -> bool:
    """Whether a shading is seen."""
    fill = shading.get(w("fill"), "auto").upper()
    return fill not in {"AUTO", WHITE} or shading.get(VALUE, "clear") not in {"clear", "nil"}


class Style(msgspec.Struct, frozen=True, kw_only=True):
    """A style with everything that it inherits. `level` is None where nothing says that it is a heading."""

    level: int | None = None
    caption: bool = False
    number: int | None = None
    number_level: int | None = None
    look: RunLook = RunLook()


class Styles:
    """The styles of a file by id."""

    def __init__(self, root: Element | None) -> None:
        self._elements = {}
        self._default = ""
        self._known: dict[str, Style] = {}
        self._shading: dict[str, bool] = {}
        for element in [] if root is None else root.findall(w("style")):
            style_id = element.get(w("styleId"), "")
            self._elements[style_id] = element
            if element.get(w("type")) == "paragraph" and element.get(w("default")) in {"1", "true"}:
                self._default = style_id
        defaults = None if root is None else root.find(f"{w('docDefaults')}/{w('rPrDefault')}/{w('rPr')}")
        self.default_look = look_of(defaults)

    def paragraph(self, style_id: str | None) -> Style:
        """A paragraph's style; the default one where none is named."""
        return self.named(self._default if style_id is None else style_id)

    def named(self, style_id: str) -> Style:
        """A style by id; an empty one when there is none."""
        if style_id not in self._known:
            self._known[style_id] = self._resolve(style_id)
        return self._known[style_id]

    def shades(self, style_id: str) -> bool:
        """Whether a table style gives a background to any part of the table."""
        if style_id not in self._shading:
            elements = (shading for element in self._chain(style_id) for shading in element.iter(w("shd")))
            self._shading[style_id] = any(is_coloured(shading) for shading in elements)
        return self._shading[style_id]

    def _resolve(self, style_id: str) -> Style:
        chain = self._chain(style_id)
        look = RunLook()
        for element in chain:
            look = look.over(look_of(element.find(w("rPr"))))
        numbers = [element.find(f"{w('pPr')}/{w('numPr')}") for element in chain]
        return Style(
            level=next((level for element in chain if (level := _level(element)) is not None), None),
            caption=any(_CAPTION.fullmatch(_name(element)) for element in chain),
            number=next((found for each in numbers if (found := number_of(each, "numId")) is not None), None),
            number_level=next(
                (found for each in numbers if (found := number_of(each, "ilvl")) is not None), None
            ),
            look=look,
        )

    def _chain(self, style_id: str | None) -> list[Element]:
        """The style and those it is based on, nearest first."""
        chain: list[Element] = []
        while style_id is not None and len(chain) < _MAX_CHAIN:
            element = self._elements.get(style_id)
            if element is None:
                break
            chain.append(element)
            style_id = value_of(element, "basedOn")
        return chain


def _name(style: Element) -> str:
    element = style.find(w("name"))
    return "" if element is None else element.get(VALUE, "").strip()


def _level(style: Element) -> int | None:
    """The heading level that the style itself gives: 0 when it says that it is running text."""
    outline = outline_level(style.find(w("pPr")))
    if outline is not None:
        return outline
    if named := _HEADING.fullmatch(_name(style)):
        return integer(named[1])
    return 1 if _TITLE.fullmatch(_name(style)) else None


def outline_level(properties: Element | None) -> int | None:
    """The heading level (from 1) of paragraph properties, 0 for running text, None when they do not say."""
    outline = number_of(properties, "outlineLvl")
    if outline is None:
        return None
    return outline + 1 if 0 <= outline < _BODY_LEVEL else 0

"""The numbers of a DOCX file's paragraphs, counted as Word counts them: the file stores the rules, not the numbers."""

import re

import msgspec

from app.extract.flow.characters import printable
from app.extract.flow.numerals import numeral
from app.extract.flow.package import Element
from app.extract.flow.styles import Styles
from app.extract.flow.words import ALTERNATE, integer, number_of, switch, value_of, w

LEVELS = 9
_PLACEHOLDER = re.compile(r"%([1-9])")
# Bullets of the fonts Symbol and Wingdings stand in the private use area; which shape they have says nothing.
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_BULLET = "•"
# What Word lets a level's text be at most; it is printed before every paragraph.
_MAX_TEXT = 255
_MAX_PADDING = 5
_CUSTOM_PADDED = re.compile(r"0*1(?=,|$)")


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """How one level of a list is numbered. `restarts_after` is the level (from 1) that restarts it, 0 for none."""

    start: int = 1
    style: str = "decimal"
    text: str = ""
    legal: bool = False
    suffix: str = " "
    restarts_after: int | None = None
    padded: int = 0

    def show(self, number: int, style: str) -> str:
        """The number in the level's own style, or the one that a legal level asks for."""
        return f"{number:0{self.padded}d}" if self.padded else numeral(number, style)


class _List(msgspec.Struct, frozen=True):
    """A numbering instance: the definition whose counters it moves, its levels, and the levels it starts anew."""

    definition: int
    levels: dict[int, Level]
    starts: dict[int, int]


class Numbering:
    """The counters of a story's lists; paragraphs must be asked for in their order."""

    def __init__(self, root: Element | None, styles: Styles) -> None:
        self._lists: dict[int, _List] = {}
        self._by_style: dict[str, int] = {}  # the level whose paragraphs have the style
        self._counters: dict[int, list[int | None]] = {}
        self._started: set[tuple[int, int]] = set()
        if root is not None:
            self._read(root, styles)

    def _read(self, root: Element, styles: Styles) -> None:
        definitions = {
            integer(element.get(w("abstractNumId"))): element for element in root.findall(w("abstractNum"))
        }
        instances = {integer(element.get(w("numId"))): element for element in root.findall(w("num"))}
        for number, element in instances.items():
            definition = number_of(element, "abstractNumId")
            # A definition can stand for a list style, which names the list that has the levels.
            link = value_of(definitions.get(definition), "numStyleLink")
            if link is not None and (linked := instances.get(styles.named(link).number)) is not None:
                definition = number_of(linked, "abstractNumId")
            if number is not None and definition is not None and definition in definitions:
                self._lists[number] = self._list(definition, definitions[definition], element)

    def _list(self, definition: int, abstract: Element, instance: Element) -> _List:
        levels = {}
        for element in abstract.findall(w("lvl")):
            at = integer(element.get(w("ilvl")))
            if at is None or not 0 <= at < LEVELS:
                continue
            levels[at] = _level(element)
            if (style := value_of(element, "pStyle")) is not None:
                self._by_style.setdefault(style, at)
        starts = {}
        for override in instance.findall(w("lvlOverride")):
            at = integer(override.get(w("ilvl")))
            if at is None or not 0 <= at < LEVELS:
                continue
            if (own := override.find(w("lvl"))) is not None:
                levels[at] = _level(own)
            if (start := number_of(override, "startOverride")) is not None:
                starts[at] = start
        return _List(definition, levels, starts)

    def level_of_style(self, style_id: str | None) -> int | None:
        """The level that a style is linked to from the list's side."""
        return None if style_id is None else self._by_style.get(style_id)

    def next(self, number: int, at: int) -> str:
        """Count a paragraph of the list and level (from 0), and return what is shown before its text, if anything."""
        found = self._lists.get(number)
        if found is None or at not in found.levels:
            return ""
        counters = self._counters.setdefault(found.definition, [None] * LEVELS)
        level = found.levels[at]
        counters[at] = self._count(number, found, at, counters[at])
        for deeper in range(at + 1, LEVELS):
            restarts = found.levels.get(deeper, Level()).restarts_after
            if restarts is None or at < restarts:
                counters[deeper] = None
        shown = _PLACEHOLDER.sub(lambda match: _part(found, level, int(match[1]) - 1, counters), level.text)
        return printable(shown) + level.suffix if shown else ""

    def _count(self, number: int, found: _List, at: int, before: int | None) -> int:
        if at in found.starts and (number, at) not in self._started:
            self._started.add((number, at))
            return found.starts[at]
        return found.levels[at].start if before is None else before + 1


def _part(found: _List, shown: Level, at: int, counters: list[int | None]) -> str:
    """One number in a level's text; a level above that no paragraph has had yet shows its start."""
    level = found.levels.get(at, Level())
    number = counters[at]
    style = "decimal" if shown.legal and level.style != "decimalZero" else level.style
    return level.show(level.start if number is None else number, style)


def _level(element: Element) -> Level:
    style = value_of(element, "numFmt") or "decimal"
    padded = 0
    alternate = element.find(ALTERNATE)
    if alternate is not None:
        style, padded = _custom(alternate, style)
    text = (value_of(element, "lvlText") or "")[:_MAX_TEXT]
    if style == "bullet":
        text = _PRIVATE.sub(_BULLET, text).replace("%", "")
    start = number_of(element, "start")
    return Level(
        start=1 if start is None else start,
        style=style,
        text=text,
        legal=bool(switch(element, "isLgl")),
        suffix="" if value_of(element, "suff") == "nothing" else " ",
        restarts_after=number_of(element, "lvlRestart"),
        padded=padded,
    )


def _custom(alternate: Element, style: str) -> tuple[str, int]:
    """A newer format such as "001, 002, 003, ..." that stands beside one that every version knows."""
    for element in alternate.iter(w("numFmt")):
        shown = _CUSTOM_PADDED.match(element.get(w("format"), ""))
        if shown is not None:
            return "decimal", min(len(shown[0]), _MAX_PADDING)
        if element.get(w("val"), "custom") != "custom":
            style = element.get(w("val"), style)
    return style, 0

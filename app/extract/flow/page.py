"""An HTML page read tag by tag into blocks, as a browser shows it."""

import re
from collections import Counter
from itertools import groupby

from app.documents.model import BlockKind, Hiding
from app.extract.flow.characters import lowered, printable, raised
from app.extract.flow.elements import (
    BLOCKS,
    HEADINGS,
    VOID,
    Frame,
    ListState,
    Look,
    Open,
    TableState,
    closed_by,
    is_barrier,
)
from app.extract.flow.grid import Content
from app.extract.flow.layout import blocks_of
from app.extract.flow.looks import StyleSheet, declarations_of
from app.extract.flow.markers import list_state, marker
from app.extract.flow.tags import Tag
from app.extract.joining import is_wide
from app.extract.raw import FlowBlock

_WHITE_SPACE = re.compile(r"[ \t\n\r\f\v]+")
_LINE_BREAK = "\0"  # no text has one
_SKIPPED = frozenset(
    [
        "script",
        "style",
        "template",
        "noscript",
        "title",
        "iframe",
        "noembed",
        "noframes",
        "object",
        "audio",
        "video",
        "canvas",
        "svg",
        "rp",
        "annotation",
        "annotation-xml",
    ],
)
_PICTURES = frozenset({"img", "svg", "canvas", "object", "embed", "video"})
_STRUCK = frozenset({"del", "s", "strike"})
_PREFORMATTED = frozenset({"pre", "listing", "xmp", "textarea", "plaintext"})
_CELLS = frozenset({"td", "th"})
_TABLE_PARTS = frozenset({"td", "th", "tr", "thead", "tbody", "tfoot", "caption"})
# What is put around an element's text, and before the second part of a formula.
_AROUND = {"q": ("“", "”"), "rt": ("(", ")")}
_BETWEEN = {"mfrac": "/", "msup": "^", "msub": "_"}
_BOX = {True: "☒", False: "☐"}
# Pages that lay out by tables nest a few; deeper ones are read as plain blocks.
_MAX_TABLES = 24
_MAX_FRAMES = 400
_SPAN_DIGITS = 6
# Rules for printing or narrow screens say nothing of what a reader sees.
_SHOWN_MEDIA = frozenset({"", "all", "screen"})


class PageReader:
    """Takes a page's tags and text one by one."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._blocks: list[FlowBlock] = []
        self._hidden: list[FlowBlock] = []
        self._frames = [Frame(barrier="", look=Look(), sink=self._blocks)]
        self._sheet = StyleSheet()
        self._pieces: list[tuple[str, Hiding | None]] = []
        self._marker = ""
        self._barriers: Counter[str] = Counter()
        self._in_style = False

    def take(self, token: Tag | str) -> None:
        """The next tag or text."""
        if isinstance(token, str):
            self._text(token)
        elif token.ends:
            self._end(token.name)
        else:
            self._start(token)

    def end(self) -> list[FlowBlock]:
        """All blocks of the page; hidden text comes last."""
        while len(self._frames) > 1:
            self._close_frame()
        self._flush()
        return self._blocks + self._hidden

    @property
    def _look(self) -> Look:
        frame = self._frames[-1]
        return frame.elements[-1].look if frame.elements else frame.look

    def _text(self, text: str) -> None:
        look = self._look
        if self._in_style:
            self._sheet.read(text)
        if look.skipped:
            return
        text = printable(text)
        if look.raised:
            text = raised(text) if look.raised > 0 else lowered(text)
        self._pieces.append((text.replace("\n", _LINE_BREAK) if look.preformatted else text, look.hiding))

    def _start(self, tag: Tag) -> None:
        name = tag.name
        self.counts["pictures"] += name in _PICTURES and not self._look.skipped
        if name in BLOCKS or _is_block(tag.attributes):
            self._flush()
        if name in VOID:
            self._void(tag)
            return
        for sibling in closed_by(name):
            if self._frames[-1].reaches(sibling):
                self._pop_to(sibling)
        if name in _TABLE_PARTS and self._table_part(tag):
            return
        self._between()
        look = self._look_of(tag)
        self.counts["struck"] += name in _STRUCK and not look.skipped
        if self._opens_frame(name):
            self._open_frame(tag, look)
            return
        self._frames[-1].push(Open(name=name, look=look))
        self._in_style = name == "style" and tag.attributes.get("media", "").lower() in _SHOWN_MEDIA
        if name == "li":
            self._item(tag)
        elif name in _AROUND and not look.skipped:
            self._pieces.append((_AROUND[name][0], look.hiding))

    def _look_of(self, tag: Tag) -> Look:
        outer, name = self._look, tag.name
        hiding = self._sheet.hiding(tag.attributes)
        if name == "dialog" and "open" not in tag.attributes:
            hiding = Hiding.INVISIBLE
        shift = {"sup": 1, "sub": -1}.get(name, outer.raised)
        return Look(
            skipped=outer.skipped or name in _SKIPPED,
            hiding=outer.hiding or hiding,
            preformatted=outer.preformatted or name in _PREFORMATTED,
            raised=shift,
            heading=HEADINGS.get(name, outer.heading),
            caption=outer.caption or name in {"figcaption", "caption"},
        )

    def _void(self, tag: Tag) -> None:
        look = self._look
        if look.skipped:
            return
        if tag.name == "br":
            self._pieces.append((_LINE_BREAK, look.hiding))
        elif tag.name == "input":
            kind = tag.attributes.get("type", "text").lower()
            shown = (
                tag.attributes.get("value", "")
                if kind in {"text", "number", "date", "button", "submit"}
                else ""
            )
            shown = _BOX["checked" in tag.attributes] if kind in {"checkbox", "radio"} else shown
            self._pieces.append((printable(shown), look.hiding))

    def _between(self) -> None:
        """A formula's second part begins: 1 over 2 must not be read as 12."""
        elements = self._frames[-1].elements
        if elements:
            elements[-1].children += 1
            if elements[-1].children == 2 and elements[-1].name in _BETWEEN:  # noqa: PLR2004 - the second child
                self._pieces.append((_BETWEEN[elements[-1].name], elements[-1].look.hiding))

    def _item(self, tag: Tag) -> None:
        frame = self._frames[-1]
        if not self._look.skipped:
            self._marker += marker(frame.items or ListState(style="disc"), tag.attributes)

    def _opens_frame(self, name: str) -> bool:
        if name in _TABLE_PARTS or len(self._frames) >= _MAX_FRAMES:
            return False
        return is_barrier(name) and not (name == "table" and self._barriers["table"] >= _MAX_TABLES)

    def _open_frame(self, tag: Tag, look: Look) -> None:
        frame = Frame(barrier=tag.name, look=look, sink=self._frames[-1].sink)
        if tag.name == "table":
            layout = tag.attributes.get("role", "") in {"presentation", "none"}
            frame.table = TableState(sink=frame.sink, layout=layout)
        elif tag.name != "dl":
            frame.items = list_state(tag.name, tag.attributes)
        self._enter(frame)

    def _enter(self, frame: Frame) -> None:
        self._frames.append(frame)
        self._barriers[frame.barrier] += 1

    def _table_part(self, tag: Tag) -> bool:
        """A row, cell or caption of the innermost table; False where there is none around."""
        while self._frames[-1].barrier not in {"", "table"} and self._barriers["table"]:
            self._close_frame()
        frame = self._frames[-1]
        table = frame.table
        if table is None:
            return False
        if tag.name in {"thead", "tbody", "tfoot"}:
            table.in_head = tag.name == "thead"
        elif tag.name == "tr":
            table.rows.append([])
            table.header_rows += table.in_head
        else:
            sink: list[FlowBlock] = frame.sink
            if tag.name in _CELLS:
                content = _content(tag)
                if not table.rows:
                    table.rows.append([])
                table.rows[-1].append(content)
                sink = content.blocks
            self._enter(Frame(barrier=tag.name, look=self._look_of(tag), sink=sink))
        return True

    def _end(self, name: str) -> None:
        self._in_style = False
        if name in BLOCKS:
            self._flush()
        if is_barrier(name) and self._barriers[name]:
            while self._frames[-1].barrier != name:
                self._close_frame()
            self._close_frame()
        elif name in {"tr", "thead", "tbody", "tfoot"} and self._barriers["table"]:
            while self._frames[-1].barrier not in {"", "table"}:
                self._close_frame()
            if name == "thead" and (table := self._frames[-1].table) is not None:
                table.in_head = False
        elif self._frames[-1].reaches(name):
            self._pop_to(name)

    def _pop_to(self, name: str) -> None:
        """Close elements up to the innermost of this name."""
        frame = self._frames[-1]
        while True:
            look = frame.elements[-1].look
            element = frame.pop()
            if element.name in _AROUND and not look.skipped:
                self._pieces.append((_AROUND[element.name][1], look.hiding))
            if element.name == "li":
                self._lone_marker()
            if element.name == name:
                return

    def _close_frame(self) -> None:
        self._flush()
        frame = self._frames.pop()
        self._barriers[frame.barrier] -= 1
        if frame.items is not None:
            self._lone_marker()
        if frame.table is not None:
            frame.table.sink += blocks_of(frame.table)

    def _lone_marker(self) -> None:
        """The number of an item without text is shown, a bullet without text says nothing."""
        if any(char.isalnum() for char in self._marker):
            self._frames[-1].sink.append(FlowBlock(kind=BlockKind.LIST_ITEM, text=self._marker.strip()))
        self._marker = ""

    def _flush(self) -> None:
        """What was collected since the last block becomes one."""
        if not self._pieces:
            return
        look, frame = self._look, self._frames[-1]
        for hiding, pieces in groupby(self._pieces, key=lambda piece: piece[1]):
            hidden = _laid_out("".join(text for text, _ in pieces), look) if hiding else ""
            if hidden:
                self._hidden.append(FlowBlock(kind=BlockKind.HIDDEN, text=hidden, hiding=hiding))
        text = _laid_out("".join(text for text, hiding in self._pieces if hiding is None), look)
        self._pieces.clear()
        if text:
            kind = _kind(look, listed=bool(self._marker))
            level = look.heading if kind is BlockKind.HEADING else 0
            frame.sink.append(FlowBlock(kind=kind, text=self._marker + text, level=level))
            self._marker = ""


def _kind(look: Look, *, listed: bool) -> BlockKind:
    if look.heading:
        return BlockKind.HEADING
    if look.caption:
        return BlockKind.CAPTION
    return BlockKind.LIST_ITEM if listed else BlockKind.PARAGRAPH


def _laid_out(text: str, look: Look) -> str:
    """White space as it is shown; a line break of the source between Chinese characters is not."""
    if look.preformatted:
        return text.replace(_LINE_BREAK, "\n").strip("\n").rstrip()
    lines = (_WHITE_SPACE.sub(_space, line).strip(" ") for line in text.split(_LINE_BREAK))
    return "\n".join(lines).strip()


def _space(found: re.Match[str]) -> str:
    before, after = (
        found.string[found.start() - 1 : found.start()],
        found.string[found.end() : found.end() + 1],
    )
    if "\n" in found[0] and before and after and is_wide(before) and is_wide(after):
        return ""
    return " "


def _is_block(attributes: dict[str, str]) -> bool:
    style = attributes.get("style")
    return style is not None and declarations_of(style).get("display") == "block"


def _content(tag: Tag) -> Content:
    return Content(
        column_span=_span(tag.attributes.get("colspan")),
        row_span=_span(tag.attributes.get("rowspan"), least=0),
        header=tag.name == "th",
    )


def _span(text: str | None, least: int = 1) -> int:
    digits = (text or "").strip()
    return max(least, int(digits)) if digits.isdecimal() and len(digits) < _SPAN_DIGITS else 1

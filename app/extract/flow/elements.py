"""The open elements of an HTML page: which are closed by which tags, and what each passes on to its text."""

from collections import Counter

import msgspec

from app.documents.model import Hiding
from app.extract.flow.grid import Content
from app.extract.raw import FlowBlock

VOID = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
        "keygen",
        "frame",
        "basefont",
        "bgsound",
    ],
)
BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "caption",
        "center",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hgroup",
        "hr",
        "html",
        "legend",
        "li",
        "listing",
        "main",
        "menu",
        "nav",
        "ol",
        "optgroup",
        "option",
        "p",
        "plaintext",
        "pre",
        "search",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
        "xmp",
    ],
)
HEADINGS = {f"h{level}": level for level in range(1, 7)}
# Elements through which an end tag does not reach, so that a stray one cannot close what stands around it.
_BARRIERS = frozenset({"ul", "ol", "dl", "menu", "table", "td", "th", "caption"})
# Items that end where the next one begins.
_SIBLINGS = {
    "li": ("li",),
    "dt": ("dt", "dd"),
    "dd": ("dt", "dd"),
    "option": ("option",),
    "rt": ("rt", "rp"),
    "rp": ("rt", "rp"),
}
# How far down an inline element is looked for: nobody marks one word in more ways.
_REACH = 64


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """What an element passes on to the text in it."""

    skipped: bool = False
    hiding: Hiding | None = None
    preformatted: bool = False
    raised: int = 0
    struck: bool = False
    heading: int = 0
    caption: bool = False


class Open(msgspec.Struct, kw_only=True):
    """An open element; `children` counts those that began in it."""

    name: str
    look: Look
    children: int = 0


class TableState(msgspec.Struct, kw_only=True):
    """A table that is being read; `sink` takes it when it ends."""

    sink: list[FlowBlock]
    layout: bool
    rows: list[list[Content]] = msgspec.field(default_factory=list)
    header_rows: int = 0
    in_head: bool = False


class ListState(msgspec.Struct, kw_only=True):
    """A list that is being read, and the number of its next item; no style: it shows no markers."""

    style: str
    number: int = 1
    step: int = 1


class Frame(msgspec.Struct, kw_only=True):
    """A barrier and the elements that are open in it."""

    barrier: str
    look: Look
    sink: list[FlowBlock]
    elements: list[Open] = msgspec.field(default_factory=list)
    table: TableState | None = None
    items: ListState | None = None
    names: Counter[str] = msgspec.field(default_factory=Counter)

    def push(self, element: Open) -> None:
        """An element begins."""
        self.elements.append(element)
        self.names[element.name] += 1

    def pop(self) -> Open:
        """The innermost element ends."""
        element = self.elements.pop()
        self.names[element.name] -= 1
        return element

    def reaches(self, name: str) -> bool:
        """Whether an end tag of this name closes an element here: an inline one reaches through inline ones only."""
        if not self.names[name]:
            return False
        if name in BLOCKS:
            return True
        for element in self.elements[: -_REACH - 1 : -1]:
            if element.name == name:
                return True
            if element.name in BLOCKS:
                return False
        return False


def is_barrier(name: str) -> bool:
    """Whether an element keeps what stands in it together."""
    return name in _BARRIERS


def closed_by(name: str) -> tuple[str, ...]:
    """The elements that end where this one begins, if they are open."""
    if name in _SIBLINGS:
        return (*_SIBLINGS[name], "p") if name in BLOCKS else _SIBLINGS[name]
    if name in HEADINGS:
        return ("p", *HEADINGS)
    return ("p",) if name in BLOCKS else ()

"""The runs of a DOCX paragraph: its text as it is shown, and what hangs on it."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

import msgspec

from app.documents.model import Hiding
from app.extract.flow.characters import lowered, printable, raised
from app.extract.flow.equations import equation_text
from app.extract.flow.numerals import numeral
from app.extract.flow.package import Element
from app.extract.flow.styles import WHITE, RunLook, Style, Styles, is_coloured, look_of
from app.extract.flow.words import ALTERNATE, VALUE, content_of, integer, m, switch, value_of, w

_BREAKS = {w("tab"): "\t", w("ptab"): "\t", w("br"): "\n", w("cr"): "\n", w("noBreakHyphen"): "\u2011"}
_REFERENCES = frozenset({w("footnoteReference"), w("endnoteReference")})
_OWN_MARKS = frozenset({w("footnoteRef"), w("endnoteRef")})
_DRAWINGS = frozenset({w("drawing"), w("pict"), w("object")})
_DELETED = frozenset({w("del"), w("moveFrom")})
_ACCEPTED = frozenset({w("ins"), w("moveTo")})
_TRANSPARENT = frozenset(
    {
        w(name)
        for name in (
            "hyperlink",
            "smartTag",
            "customXml",
            "fldSimple",
            "sdt",
            "sdtContent",
            "bdo",
            "dir",
            "ruby",
        )
    }
    | {w("rubyBase"), m("oMathPara")},
)
_PICTURES = frozenset({"blip", "imagedata", "chart", "relIds"})
_SYMBOLS = {
    # Wingdings: the boxes and marks of forms.
    0x6F: "□", 0x6E: "■", 0xA8: "☐", 0xFE: "☒", 0x78: "☒", 0xFD: "☒", 0x52: "☑", 0xFC: "✓", 0xFB: "✗", 0xE0: "→",
    0x6C: "●", 0xA7: "▪", 0xB7: "•", 0xD8: "➢",
}  # fmt: skip
_TICKED, _EMPTY_BOX = "☒", "☐"
# In half points: text of a point and a half or less is not read by anybody.
_TINY = 3


class Piece(msgspec.Struct, frozen=True):
    """A stretch of text with one visibility."""

    text: str
    hiding: Hiding | None = None


class Runs(msgspec.Struct, kw_only=True):
    """What was read of a paragraph: its pieces, its text boxes, and the notes that it refers to, by kind and id."""

    pieces: list[Piece] = msgspec.field(default_factory=list)
    boxes: list[Element] = msgspec.field(default_factory=list)
    notes: list[tuple[str, str]] = msgspec.field(default_factory=list)

    @property
    def text(self) -> str:
        """What a reader sees."""
        return "".join(piece.text for piece in self.pieces if piece.hiding is None).strip()

    def hidden(self) -> Iterator[tuple[Hiding, str]]:
        """What a reader does not see, and why."""
        for hiding, pieces in groupby(self.pieces, key=lambda piece: piece.hiding):
            text = "".join(piece.text for piece in pieces).strip()
            if hiding is not None and text:
                yield hiding, text


class RunReader:
    """Reads the runs of one story after the other; what it met is counted in `counts`."""

    def __init__(self, styles: Styles, counts: Counter[str], *, white_is_hidden: bool) -> None:
        self._styles = styles
        self._counts = counts
        self._white_is_hidden = white_is_hidden
        self._fields: list[bool] = []  # for each open field, whether its code is being read
        self._codes = 0  # how many of them are
        self._marks: dict[tuple[str, str], str] = {}
        self.own_mark = ""  # of the note that is being read
        self.note_styles = {"footnote": "decimal", "endnote": "lowerRoman"}

    def read(self, paragraph: Element, style: Style, *, shaded: bool) -> Runs:
        """The runs of a paragraph whose style is given; `shaded`: it stands on a background that is not white."""
        runs = Runs()
        base = style.look.over(self._styles.default_look)
        stack = [iter(paragraph)]
        while stack:
            element = next(stack[-1], None)
            if element is None:
                stack.pop()
            elif element.tag == w("r"):
                self._run(element, base, runs, shaded=shaded)
            elif (inner := self._inner(element, runs)) is not None:
                stack.append(inner)
        # The code of a field ends with its paragraph, so that a field without an end hides no more than that.
        if self._codes:
            self._fields.clear()
            self._codes = 0
        return runs

    def _inner(self, element: Element, runs: Runs) -> Iterator[Element] | None:
        """The children that are read in an element's place."""
        if element.tag in _DELETED:
            self._counts["deletions"] += 1
            return None
        if element.tag in _ACCEPTED:
            self._counts["insertions"] += 1
            return iter(element)
        if element.tag == ALTERNATE:
            content = content_of(element)
            return None if content is None else iter(content)
        if element.tag == m("oMath"):
            runs.pieces.append(Piece(printable(equation_text(element))))
            return None
        return iter(element) if element.tag in _TRANSPARENT else None

    def _run(self, run: Element, base: RunLook, runs: Runs, *, shaded: bool) -> None:
        properties = run.find(w("rPr"))
        look = look_of(properties)
        if (style := value_of(properties, "rStyle")) is not None:
            look = look.over(self._styles.named(style).look)
        look = look.over(base)
        text = "".join(self._leaf(element, runs, look) for element in _leaves(run))
        if not text:
            return
        if look.struck and text.strip():
            self._counts["struck"] += 1
        hiding = self._hiding(look, shaded=shaded or is_shaded(properties))
        runs.pieces.append(Piece(printable(text), hiding))

    def _hiding(self, look: RunLook, *, shaded: bool) -> Hiding | None:
        if look.hidden:
            return Hiding.INVISIBLE
        if look.half_points is not None and look.half_points <= _TINY:
            return Hiding.TINY
        white = look.color is not None and look.color.upper() == WHITE
        return Hiding.NO_CONTRAST if white and self._white_is_hidden and not shaded else None

    def _leaf(self, element: Element, runs: Runs, look: RunLook) -> str:
        """The text that an element of a run stands for."""
        tag = element.tag
        if tag == w("fldChar"):
            return self._field(element)
        if self._codes:
            return ""
        if tag == w("t"):
            return _placed(element.text or "", look.raised)
        if tag == w("sym"):
            return _symbol(element.get(w("char"), ""))
        return _BREAKS.get(tag, "") or self._attached(element, runs)

    def _attached(self, element: Element, runs: Runs) -> str:
        """What hangs on a run: a note's mark is shown in its place, comments and drawings are noted."""
        tag = element.tag
        if tag in _REFERENCES:
            return self._note(element, runs)
        if tag in _OWN_MARKS:
            return self.own_mark
        if tag in _DRAWINGS:
            self._drawing(element, runs)
        self._counts["comments"] += tag == w("commentReference")
        return ""

    def _field(self, element: Element) -> str:
        kind = element.get(w("fldCharType"))
        if kind == "begin":
            self._fields.append(True)
            self._codes += 1
            return _form_field(element.find(w("ffData")))
        if self._fields and kind in {"separate", "end"}:
            self._codes -= self._fields.pop()
            if kind == "separate":
                self._fields.append(False)
        return ""

    def _note(self, element: Element, runs: Runs) -> str:
        kind = "footnote" if element.tag == w("footnoteReference") else "endnote"
        note = (kind, element.get(w("id"), ""))
        runs.notes.append(note)
        if element.get(w("customMarkFollows")) in {"1", "true", "on"}:
            return ""
        return self.mark(note)

    def mark(self, note: tuple[str, str]) -> str:
        """The mark of a note, numbered in the order in which the notes of its kind are referred to."""
        if note not in self._marks:
            self._counts[note[0]] += 1
            self._marks[note] = note_mark(self._counts[note[0]], self.note_styles[note[0]])
        return self._marks[note]

    def _drawing(self, drawing: Element, runs: Runs) -> None:
        """Text boxes are kept for later, pictures are counted."""
        stack = [iter(drawing)]
        while stack:
            element = next(stack[-1], None)
            if element is None:
                stack.pop()
            elif element.tag == w("txbxContent"):
                runs.boxes.append(element)
            elif element.tag == ALTERNATE:
                content = content_of(element)
                stack += [] if content is None else [iter(content)]
            else:
                self._counts["pictures"] += element.tag.rpartition("}")[2] in _PICTURES
                stack.append(iter(element))


def _leaves(run: Element) -> Iterator[Element]:
    """The children of a run, with the content of alternatives and ruby in their place."""
    stack = [iter(run)]
    while stack:
        element = next(stack[-1], None)
        if element is None:
            stack.pop()
        elif element.tag == ALTERNATE:
            content = content_of(element)
            stack += [] if content is None else [iter(content)]
        elif element.tag in _TRANSPARENT or element.tag == w("r"):
            stack.append(iter(element))
        else:
            yield element


def is_shaded(properties: Element | None) -> bool:
    """Whether the properties of a run, paragraph, cell or table give it a background of its own."""
    if properties is None:
        return False
    if value_of(properties, "highlight") not in {None, "none", "white"}:
        return True
    shading = properties.find(w("shd"))
    return shading is not None and is_coloured(shading)


def note_mark(number: int, style: str) -> str:
    """A note's mark in running text: raised, or in brackets where it would be read as a part of the word."""
    label = numeral(number, style)
    if not label.isascii() or not label.isalnum():
        return label
    return raised(label) if label.isdecimal() else f"[{label}]"


def _placed(text: str, place: str | None) -> str:
    if place == "superscript":
        return raised(text)
    return lowered(text) if place == "subscript" else text


def _symbol(code: str) -> str:
    """A character of a symbol font, which is given by its place in the font."""
    try:
        number = int(code[:6], 16)
    except ValueError:
        return ""
    return _SYMBOLS.get(number & 0xFF, chr(number)) if 0xF000 <= number <= 0xF0FF else chr(number)  # noqa: PLR2004


def _form_field(data: Element | None) -> str:
    """What an old form field shows that has no result: a box, or the chosen entry."""
    if data is None:
        return ""
    if (box := data.find(w("checkBox"))) is not None:
        ticked = switch(box, "checked")
        ticked = switch(box, "default") if ticked is None else ticked
        return _TICKED if ticked else _EMPTY_BOX
    if (choices := data.find(w("ddList"))) is not None:
        entries = choices.findall(w("listEntry"))
        chosen = integer(value_of(choices, "result") or value_of(choices, "default")) or 0
        return entries[chosen].get(VALUE, "") if 0 <= chosen < len(entries) else ""
    return ""

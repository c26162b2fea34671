"""MuPDF's characters to lines of ours: text, edges, font, and whether a reader of the page sees them."""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise, product
from statistics import median
from typing import Any

import msgspec

from app.documents.model import Hiding
from app.extract.raw import RawLine

_BOLD = 1 << 4
_SUPERSCRIPT = 1
_FIXED = 1 << 3
# Many fonts of equally wide characters do not say so but by their names.
_FIXED_NAME = re.compile(
    r"mono(?!type)|courier|consol|typewriter|menlo|inconsolata|(?:cm|lm|sf|ec)(?:mono|tt)", re.IGNORECASE
)
# Half a character, which a broken font table can name and no encoding can hold; and control characters.
_UNSAYABLE = re.compile("[\ud800-\udfff\x00-\x08\x0b-\x1f\x7f]")
# White space, and marks without width that stand alone where a formula was set.
_BLANK = "".join(filter(str.isspace, map(chr, range(0x3001)))) + "\u200b\u200c\u200d\u2060\ufeff"
# Cosine of the angle up to which a line counts as horizontal.
_STRAIGHT = 0.95
# Points under which nobody reads a text.
_TINY = 2.0
# A span this light (each of red, green, blue, of 255) is seen only on a darker ground.
_LIGHT = 0xD8
_DIGITS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
# A note's mark has no more digits than this.
_MARK_LENGTH = 3
# Bullets of the fonts Symbol and Wingdings, which map their glyphs to a private area.
_BULLETS = str.maketrans(dict.fromkeys("\uf0b7\uf0a7\uf06c\uf06e\uf075\uf0a8\uf0d8\uf076\uf09f\uf0fc", "•"))


# So many letters in a row are words that stand too near to each other for MuPDF; in font sizes, what counts as touching
# and as apart in such a line.
_RUN_TOGETHER = re.compile("[A-Za-z]{21,}")
_TOUCHING = 0.02
_APART = 0.1
# Points within which the same text again is the same print again, to look bold or outlined.
_REPRINT = 1.5


class Part(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The characters [start, end) of a line that look alike, with what decides whether they are seen."""

    start: int
    end: int
    light: bool
    invisible: bool
    tiny: bool
    color: int

    @property
    def plain(self) -> bool:
        """Whether this is seen on white paper."""
        return not (self.light or self.invisible or self.tiny)


class SeenLine(msgspec.Struct, frozen=True, gc=False):
    """A line in parts: somebody can write in white between the words that a reader sees. No parts: all is plain."""

    line: RawLine
    parts: tuple[Part, ...]

    @property
    def whole_parts(self) -> tuple[Part, ...]:
        """Its parts, one where all is plain."""
        end = len(self.line.text)
        return self.parts or (Part(start=0, end=end, light=False, invisible=False, tiny=False, color=0),)

    @property
    def inked(self) -> bool:
        """Whether any of it is painted."""
        return not self.parts or not all(part.invisible for part in self.parts)


_PLAIN: tuple[Part, ...] = ()


def said(text: str) -> str:
    """Text without what no encoding can hold."""
    return _UNSAYABLE.sub("\ufffd", text)


def read_lines(content: dict[str, Any], *, turn: Any, width: float, height: float) -> Iterator[SeenLine]:
    """The lines of a page's `rawdict` in the file's order; `turn` is the matrix of a rotated page, or None."""
    for block in content["blocks"]:
        for raw in block.get("lines", ()):
            line = _read_line(raw, turn, width, height)
            if line is not None:
                yield line


def without_reprints(lines: Iterable[SeenLine]) -> list[SeenLine]:
    """Lines without those that are printed again on their own place; the last print with ink is what is seen."""
    kept: list[SeenLine] = []
    places: dict[tuple[str, int, int], int] = {}
    texts: set[str] = set()
    for line in lines:
        text, x, y = line.line.text, line.line.edges[0], line.line.y0
        column, row = int(x / _REPRINT), int(y / _REPRINT)
        at = None
        if text in texts:
            near = (
                places.get((text, column + right, row + down))
                for right, down in product((0, -1, 1), repeat=2)
            )
            at = next((at for at in near if at is not None and _close(kept[at].line, x, y)), None)
        if at is None:
            texts.add(text)
            places[text, column, row] = len(kept)
            kept.append(line)
        elif line.inked:
            kept[at] = line
    return kept


def _close(line: RawLine, x: float, y: float) -> bool:
    return abs(line.x0 - x) <= _REPRINT and abs(line.y0 - y) <= _REPRINT


def cut(line: RawLine, start: int, end: int) -> RawLine:
    """The characters [start, end) without white space around them, as a line of their own."""
    text = line.text[start:end]
    start += len(text) - len(text.lstrip())
    end -= len(text) - len(text.rstrip())
    return line.part(start, end)


def _direction(raw: dict[str, Any], turn: Any) -> int:
    """Where a line runs on the page as it is shown, in quarter turns; slanted text counts as the nearest one."""
    cosine, sine = raw["dir"]
    if turn:
        cosine, sine = cosine * turn.a + sine * turn.c, cosine * turn.b + sine * turn.d
    if cosine > _STRAIGHT:
        return 0
    if abs(sine) >= abs(cosine):
        return 1 if sine > 0 else 3
    return 2


def _read_line(raw: dict[str, Any], turn: Any, width: float, height: float) -> SeenLine | None:
    spans = raw["spans"]
    chars = [char for span in spans for char in span["chars"]]
    text = _text_of(spans, chars)
    if _RUN_TOGETHER.search(text):
        text, spans = _respaced(text, spans)
        chars = [char for span in spans for char in span["chars"]]
    stripped = text.strip(_BLANK)
    if not stripped:
        return None
    lead = 0
    if len(stripped) < len(text):
        lead = len(text) - len(text.lstrip(_BLANK))
        chars = chars[lead : lead + len(stripped)]
    x0, y0, x1, y1 = raw["bbox"] if turn is None else _turned(raw["bbox"], turn)
    direction = _direction(raw, turn)
    if direction:
        edges = [x0, x1]
    elif turn is None:
        edges = [char["bbox"][0] for char in chars]
        edges.append(chars[-1]["bbox"][2])
    else:
        boxes = [_turned(char["bbox"], turn) for char in chars]
        edges = [*(box[0] for box in boxes), boxes[-1][2]]
    main = spans[0] if len(spans) == 1 else max(spans, key=_length)
    size = main["size"] if math.isfinite(main["size"]) else 0.0
    outside = edges[-1] <= 0 or edges[0] >= width or y1 <= 0 or y0 >= height
    return SeenLine(
        RawLine(
            text=said(stripped),
            y0=round(y0, 1),
            y1=round(y1, 1),
            edges=tuple(edges),
            size=round(size, 1),
            bold=bool(main["flags"] & _BOLD),
            hiding=Hiding.OFF_PAGE if outside else None,
            direction=direction,
            fixed=bool(main["flags"] & _FIXED) or _names_fixed(main["font"]),
        ),
        parts=_PLAIN if all(map(_is_plain, spans)) else tuple(_parts(spans, lead, len(stripped))),
    )


def _respaced(text: str, spans: Sequence[dict[str, Any]]) -> tuple[str, Sequence[dict[str, Any]]]:
    """A space where letters stand apart, in a line whose letters touch: MuPDF wants wider ones than some fonts have.

    A space looks like the letter before it, so each span keeps its own look.
    """
    chars = [char for span in spans for char in span["chars"]]
    size = spans[0]["size"]
    gaps = [after["bbox"][0] - before["bbox"][2] for before, after in pairwise(chars)]
    if not gaps or median(gaps) > _TOUCHING * size:
        return text, spans
    letters: list[str] = []
    respaced: list[dict[str, Any]] = []
    following = zip(text, (*gaps, 0.0), strict=True)
    for span in spans:
        spaced: list[dict[str, Any]] = []
        for char, (letter, gap) in zip(span["chars"], following, strict=False):
            letters.append(letter)
            spaced.append(char)
            if gap >= _APART * size and letter.isalnum():
                _, y0, x1, y1 = char["bbox"]
                letters.append(" ")
                spaced.append({"c": " ", "bbox": (x1, y0, x1 + gap, y1)})
        respaced.append({**span, "chars": spaced})
    return "".join(letters), respaced


@cache
def _names_fixed(font: str) -> bool:
    return _FIXED_NAME.search(font) is not None


def _length(span: dict[str, Any]) -> int:
    return len(span["chars"])


def _is_plain(span: dict[str, Any]) -> bool:
    """Whether a span is black or nearly so: the usual case, which needs no further look."""
    color = span["color"]
    return bool(
        (color & 0xFF < _LIGHT or color >> 8 & 0xFF < _LIGHT or color >> 16 & 0xFF < _LIGHT)
        and span["alpha"] > 0
        and span["size"] >= _TINY
    )


def _parts(spans: Sequence[dict[str, Any]], lead: int, length: int) -> list[Part]:
    """The line's parts; `lead` characters before it are white space, and white space has no look of its own."""
    parts: list[Part] = []
    at = -lead
    for span in spans:
        start, at = max(at, 0), at + len(span["chars"])
        end = min(at, length)
        if start >= end:
            continue
        color = span["color"]
        part = Part(
            start=start,
            end=end,
            light=color & 0xFF >= _LIGHT and color >> 8 & 0xFF >= _LIGHT and color >> 16 & 0xFF >= _LIGHT,
            invisible=span["alpha"] == 0,
            tiny=not span["size"] >= _TINY,
            color=color,
        )
        if parts and (_alike(parts[-1], part) or all(char["c"].isspace() for char in span["chars"])):
            parts[-1] = msgspec.structs.replace(parts[-1], end=end)
        else:
            parts.append(part)
    return parts


def _alike(first: Part, second: Part) -> bool:
    if first.plain and second.plain:
        return True
    return (first.invisible, first.tiny, first.light and first.color) == (
        second.invisible,
        second.tiny,
        second.light and second.color,
    )


def _turned(box: tuple[float, float, float, float], turn: Any) -> tuple[float, float, float, float]:
    a, b, c, d, e, f = turn
    x0, y0, x1, y1 = box
    xs = (a * x0 + c * y0 + e, a * x1 + c * y1 + e)
    ys = (b * x0 + d * y0 + f, b * x1 + d * y1 + f)
    return min(xs), min(ys), max(xs), max(ys)


def _text_of(spans: Sequence[dict[str, Any]], chars: Sequence[dict[str, Any]]) -> str:
    """A line's characters; a raised number behind a word stays apart from it as a raised one."""
    text = "".join([char["c"] for char in chars])
    if len(spans) > 1 and any(map(_is_raised, spans)):
        text = "".join([_span_text(span, number) for number, span in enumerate(spans)])
    return text if text.isascii() else text.translate(_BULLETS)


def _is_raised(span: dict[str, Any]) -> bool:
    return bool(span["flags"] & _SUPERSCRIPT)


def _span_text(span: dict[str, Any], number: int) -> str:
    text = "".join([char["c"] for char in span["chars"]])
    raised = number and span["flags"] & _SUPERSCRIPT and len(text) <= _MARK_LENGTH and text.isdecimal()
    return text.translate(_DIGITS) if raised else text

"""Which lines of a page a reader does not see: without contrast, without ink, or under something else."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import msgspec
import pymupdf

from app.documents.model import Hiding
from app.extract.pdf.lines import Part, SeenLine, cut
from app.extract.raw import RawLine

Box = tuple[float, float, float, float]

_PICTURES = frozenset({"fill-image", "fill-imgmask"})
_INK = frozenset({"fill-text", "stroke-text", "ignore-text"})
# A picture on this share of the page is the page: invisible text on it is what somebody's OCR read in it.
_SCAN = 0.6
# Least contrast of a text that can be seen, as WCAG 2 counts it (1 none, 21 black on white; it asks 4.5 for reading).
_CONTRAST = 1.25
_WHITE = (1.0, 1.0, 1.0)
# Up to this value sRGB is linear.
_LINEAR = 0.04045
# A highlight, a frame or a seal is painted over text that is still seen. Text is covered when the page, drawn with at
# most so many pixels for a point and in all, has no difference of brightness (of 255) in the middle of its line.
_PIXELS_PER_POINT = 1.5
_MOST_PIXELS = 4_000_000
_BLANK = 48
_MOST_ROWS = 16


class Seen(msgspec.Struct, frozen=True):
    """The page's lines with their hiding set, how many pictures it shows, and whether its text is a scan's."""

    lines: tuple[RawLine, ...]
    pictures: int
    recognised: bool


class _Paint(msgspec.Struct, frozen=True):
    """Something painted: when, where, and in what colour; None for a picture or a shading."""

    order: int
    box: Box
    color: tuple[float, float, float] | None


def look(page: Any, lines: Sequence[SeenLine], *, few: int) -> Seen:
    """Judge the lines; what is costly is looked at only where there are pictures, light or few lines."""
    suspect = len(lines) <= few or not all(part.plain for line in lines for part in line.parts)
    if not suspect and not page.get_images():
        return Seen(tuple(line.line for line in lines), 0, recognised=False)
    log = page.get_bboxlog()
    pictures = [(at, _shown(page, box)) for at, (kind, box) in enumerate(log) if kind in _PICTURES]
    shades = [(at, _shown(page, box)) for at, (kind, box) in enumerate(log) if kind == "fill-shade"]
    scan = any(_area(box) >= _SCAN * _area(tuple(page.rect)) for _, box in pictures)
    paints = [_Paint(at, box, None) for at, box in (*pictures, *shades)]
    if any(part.light for line in lines for part in line.parts):
        paints = sorted([*paints, *_fills(page)], key=lambda paint: paint.order)
    inked = _Inked([(at, _shown(page, box)) for at, (kind, box) in enumerate(log) if kind in _INK])
    judge = _Judge(paints, inked, _Drawn(page), scan=scan)
    judged = tuple([piece for line in lines for piece in judge.pieces(line)])
    return Seen(judged, len(pictures) + len(shades), judge.recognised)


class _Inked:
    """When the text at a place was painted."""

    def __init__(self, log: Sequence[tuple[int, Box]]) -> None:
        self._by_row: dict[int, list[tuple[int, Box]]] = {}
        for at, box in log:
            # Very tall boxes (broken fonts) are entered by their middle only.
            self._by_row.setdefault(int((box[1] + box[3]) / 2) // 8, []).append((at, box))

    def order_of(self, x: float, y: float) -> int | None:
        """The last moment at which text was painted there."""
        row = int(y) // 8
        near = [entry for at in (row - 1, row, row + 1) for entry in self._by_row.get(at, ())]
        return max((at for at, box in near if _holds(box, x, y)), default=None)


class _Drawn:
    """The page as it is shown, in shades of grey; drawn when it is first asked for."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self._samples = b""
        self._width = self._height = 0
        self._zoom = 1.0

    def is_blank(self, box: Box) -> bool:
        """Whether nothing stands out in the middle of a box."""
        if not self._samples:
            self._draw()
        x0, y0, x1, y1 = (round(side * self._zoom) for side in box)
        x0, x1 = max(x0, 0), min(x1, self._width)
        margin = (y1 - y0) // 4
        rows = range(max(y0 + margin, 0), min(y1 - margin, self._height))
        parts = [
            self._samples[row * self._width + x0 : row * self._width + x1]
            for row in rows[:: max(len(rows) // _MOST_ROWS, 1)]
        ]
        if x0 >= x1 or not parts:
            return True
        return max(map(max, parts)) - min(map(min, parts)) < _BLANK

    def _draw(self) -> None:
        area = max(_area(tuple(self._page.rect)), 1.0)
        self._zoom = min(_PIXELS_PER_POINT, (_MOST_PIXELS / area) ** 0.5)
        matrix = pymupdf.Matrix(self._zoom, self._zoom)
        drawn = self._page.get_pixmap(matrix=matrix, colorspace=pymupdf.csGRAY, alpha=False)
        self._samples, self._width, self._height = bytes(drawn.samples), drawn.width, drawn.height


class _Judge:
    """Tells for each part of a line whether it is seen, and whether any was read in a scan by somebody's OCR."""

    def __init__(self, paints: Sequence[_Paint], inked: _Inked, drawn: _Drawn, *, scan: bool) -> None:
        self._paints = paints
        self._inked = inked
        self._drawn = drawn
        self._scan = scan
        self.recognised = False

    def pieces(self, line: SeenLine) -> Iterator[RawLine]:
        """The line, in pieces where some of it is hidden."""
        if line.line.hiding is not None:
            yield line.line
            return
        for hiding, group in groupby(line.whole_parts, key=lambda part: self._hiding(line.line, part)):
            parts = list(group)
            piece = cut(line.line, parts[0].start, parts[-1].end)
            yield msgspec.structs.replace(piece, hiding=hiding) if hiding else piece

    def _hiding(self, line: RawLine, part: Part) -> Hiding | None:
        if part.tiny and not (self._scan and part.invisible):
            return Hiding.TINY
        hiding = Hiding.INVISIBLE if part.invisible else self._without_contrast(line, part)
        if self._scan and hiding in {Hiding.INVISIBLE, Hiding.COVERED}:
            self.recognised = True
            return None
        return hiding

    def _without_contrast(self, line: RawLine, part: Part) -> Hiding | None:
        if not self._paints and not part.light:
            return None
        x0, x1 = _ends(line, part)
        x, y = (x0 + x1) / 2, (line.y0 + line.y1) / 2
        over = [paint for paint in self._paints if _holds(paint.box, x, y)]
        order = self._inked.order_of(x, y)
        painted_over = order is not None and any(paint.order > order for paint in over)
        if painted_over and (self._scan or self._drawn.is_blank((x0, line.y0, x1, line.y1))):
            return Hiding.COVERED
        if not part.light:
            return None
        ground = over[-1].color if over else _WHITE
        if ground is None:
            return None
        return Hiding.NO_CONTRAST if _contrast(_rgb(part.color), ground) < _CONTRAST else None


def _fills(page: Any) -> list[_Paint]:
    """Filled rectangles; the order of drawings is that of the log of boxes."""
    return [
        _Paint(drawing["seqno"], _shown(page, drawing["rect"]), tuple(drawing["fill"]))
        for drawing in page.get_cdrawings()
        if drawing.get("fill") and drawing.get("fill_opacity", 1) == 1
    ]


def _shown(page: Any, box: Box) -> Box:
    """A box of the page as it is shown: turned with it."""
    if not page.rotation:
        x0, y0, x1, y1 = box
    else:
        x0, y0, x1, y1 = page.rect.__class__(box) * page.rotation_matrix
    return x0, y0, x1, y1


def _ends(line: RawLine, part: Part) -> tuple[float, float]:
    """The left and right end of a part, or of the line where its characters have no places."""
    if len(line.edges) > len(line.text):
        return line.edges[part.start], line.edges[part.end]
    return line.x0, line.x1


def _holds(box: Box, x: float, y: float) -> bool:
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _area(box: Sequence[float]) -> float:
    return max(box[2] - box[0], 0) * max(box[3] - box[1], 0)


def _rgb(color: int) -> tuple[float, float, float]:
    return (color >> 16 & 0xFF) / 255, (color >> 8 & 0xFF) / 255, (color & 0xFF) / 255


def _luminance(color: Sequence[float]) -> float:
    """Relative luminance of sRGB, as WCAG 2.2 defines it."""
    red, green, blue = (
        part / 12.92 if part <= _LINEAR else ((part + 0.055) / 1.055) ** 2.4 for part in color
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(first: Sequence[float], second: Sequence[float]) -> float:
    dark, light = sorted((_luminance(first), _luminance(second)))
    return (light + 0.05) / (dark + 0.05)

"""Which lines of a page a reader does not see: without contrast, without ink, or under something else."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from heapq import merge
from itertools import groupby, islice, product
from typing import Any

import msgspec
import pymupdf

from app.documents.model import Hiding
from app.extract.pdf.contrast import contrast, rgb
from app.extract.pdf.lines import Part, SeenLine, cut
from app.extract.pdf.turning import Box, as_shown
from app.extract.raw import RawLine

_PICTURES = frozenset({"fill-image", "fill-imgmask"})
_INK = frozenset({"fill-text", "stroke-text", "ignore-text"})
# A picture on this share of the page is the page: invisible text on it is what somebody's OCR read in it.
_SCAN = 0.6
# It is a scan if this share of all characters is seen at most, or so few, as a page number or a court's stamp; with
# more than the most it is no scan, however much unseen text there is besides.
_SHARE_SEEN = 0.1
_FEW_SEEN = 60
_MOST_SEEN = 200
# Least contrast of a text that can be seen, as WCAG 2 counts it (1 none, 21 black on white; it asks 4.5 for reading).
_CONTRAST = 1.25
_WHITE = (1.0, 1.0, 1.0)
# A highlight, a frame or a seal is painted over text that is still seen. Text is covered when the page, drawn with at
# most so many pixels for a point and in all, has no difference of brightness (of 255) in the middle of its line.
_PIXELS_PER_POINT = 1.5
_MOST_PIXELS = 4_000_000
_BLANK = 48
_MOST_ROWS = 16
# Lower areas than this, in points, cover no letter: rules, underlines.
_THIN = 3.0
# From so many characters on, the middle of a text is enough to tell whether it is seen.
_CORE_FROM = 3
# What is painted is looked up by cells of the page; see `_Stack`.
_COLUMNS = 16
_ROWS = 128
_MOST_CELLS = 64
_MOST_LOOKED = 1_000
# Points above and below the middle of a text in which it counts as painted.
_HALF_LINE = 12.0


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


def look(page: Any, lines: Sequence[SeenLine], *, few: int, thorough: bool = False) -> Seen:
    """Judge the lines; what is costly is looked at only where there are pictures, light or few lines.

    A `thorough` look also finds text under filled rectangles and under pictures inside the page's content.
    """
    suspect = len(lines) <= few or not all(part.plain for line in lines for part in line.parts)
    if not suspect and not thorough and not page.get_images():
        return Seen(tuple(line.line for line in lines), 0, recognised=False)
    log = [(at, kind, as_shown(page, box)) for at, (kind, box) in enumerate(page.get_bboxlog())]
    pictures = [_Paint(at, box, None) for at, kind, box in log if kind in _PICTURES]
    shades = [_Paint(at, box, None) for at, kind, box in log if kind == "fill-shade"]
    inked = [_Paint(at, box, None) for at, kind, box in log if kind in _INK]
    light = any(part.light for line in lines for part in line.parts)
    fills = _Fills((), ())
    if light or (thorough and inked and _paints_after(log, inked[0].order)):
        fills = _fills(page)
    if not (suspect or pictures or shades or fills.rectangles):
        return Seen(tuple(line.line for line in lines), 0, recognised=False)
    judge = _Judge(page, (*pictures, *shades, *fills.grounds), fills.rectangles, inked)
    if any(_area(paint.box) >= _SCAN * _area(tuple(page.rect)) for paint in pictures):
        judge.scan = judge.is_scan(lines)
    judged = tuple([piece for line in lines for piece in judge.pieces(line)])
    return Seen(judged, len(pictures) + len(shades), judge.recognised)


def _paints_after(log: Sequence[tuple[int, str, Box]], order: int) -> bool:
    """Whether an area that is high enough for a letter is filled after the first text."""
    return any(at > order and kind == "fill-path" and box[3] - box[1] >= _THIN for at, kind, box in log)


class _Stack:
    """What is painted on a page, found by place, the newest first.

    The page is cut into cells; what lies in more than a few of them is looked through for every place. At most
    `_MOST_LOOKED` paints are looked at for a place.
    """

    def __init__(self, page: Any, paints: Iterable[_Paint]) -> None:
        self._width, self._height = max(page.rect.width, 1.0) / _COLUMNS, max(page.rect.height, 1.0) / _ROWS
        self._cells: dict[tuple[int, int], list[_Paint]] = {}
        self._large: list[_Paint] = []
        for paint in sorted(paints, key=_newest):
            left, top = self._cell(paint.box[0], paint.box[1])
            right, bottom = self._cell(paint.box[2], paint.box[3])
            if (right - left + 1) * (bottom - top + 1) > _MOST_CELLS:
                self._large.append(paint)
                continue
            for cell in product(range(left, right + 1), range(top, bottom + 1)):
                self._cells.setdefault(cell, []).append(paint)

    def top(self, x: float, y: float) -> _Paint | None:
        """What was painted last at a place."""
        near = self._cells.get(self._cell(x, y), ())
        paints = merge(near, self._large, key=_newest) if near and self._large else near or self._large
        return next((paint for paint in islice(paints, _MOST_LOOKED) if _holds(paint.box, x, y)), None)

    def _cell(self, x: float, y: float) -> tuple[int, int]:
        # Zero stands first: a place that is no number is in the first cell.
        column = min(max(0, x / self._width), _COLUMNS - 1)
        row = min(max(0, y / self._height), _ROWS - 1)
        return int(column), int(row)


def _newest(paint: _Paint) -> int:
    return -paint.order


def _middle(paint: _Paint) -> _Paint:
    """The middle of a text's box, which is much too high where a font is broken."""
    x0, y0, x1, y1 = paint.box
    y = (y0 + y1) / 2
    return msgspec.structs.replace(paint, box=(x0, max(y0, y - _HALF_LINE), x1, min(y1, y + _HALF_LINE)))


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

    def __init__(
        self, page: Any, paints: Iterable[_Paint], rectangles: Sequence[_Paint], inked: Iterable[_Paint]
    ) -> None:
        self._paints = _Stack(page, paints)
        self._rectangles = _Stack(page, rectangles) if rectangles else None
        self._page = page
        self._ink = inked
        self._drawn = _Drawn(page)
        self.scan = False
        self.recognised = False

    @cached_property
    def _inked(self) -> _Stack:
        """The text that is painted; needed only where something is painted over a line."""
        return _Stack(self._page, map(_middle, self._ink))

    def is_scan(self, lines: Sequence[SeenLine]) -> bool:
        """Whether next to nothing but a picture is seen on the page: a background has text that is seen on it."""
        seen = total = 0
        for line in lines:
            if line.line.hiding is not None:
                continue
            for part in line.whole_parts:
                length = part.end - part.start
                total += length
                seen += 0 if part.invisible or part.tiny or self._is_painted_over(line.line, part) else length
        return seen <= min(max(_FEW_SEEN, _SHARE_SEEN * total), _MOST_SEEN)

    def pieces(self, line: SeenLine) -> Iterator[RawLine]:
        """The line, in pieces where some of it is hidden."""
        if line.line.hiding is not None:
            yield line.line
            return
        parts = (piece for part in line.whole_parts for piece in self._split(line.line, part))
        for hiding, group in groupby(parts, key=lambda part: self._hiding(line.line, part)):
            alike = list(group)
            piece = cut(line.line, alike[0].start, alike[-1].end)
            if piece.text:
                yield msgspec.structs.replace(piece, hiding=hiding) if hiding else piece

    def _split(self, line: RawLine, part: Part) -> Iterator[Part]:
        """A part in pieces that are under a filled rectangle, and pieces that are not."""
        if self._rectangles is None or self.scan or len(line.edges) <= len(line.text):
            yield part
            return
        y = (line.y0 + line.y1) / 2
        at = part.start
        for _, group in groupby(range(part.start, part.end), key=lambda char: self._is_under(line, char, y)):
            end = at + len(list(group))
            yield msgspec.structs.replace(part, start=at, end=end)
            at = end

    def _is_under(self, line: RawLine, char: int, y: float) -> bool:
        x = (line.edges[char] + line.edges[char + 1]) / 2
        over = self._rectangles and self._rectangles.top(x, y)
        if not over:
            return False
        own = self._inked.top(x, y)
        return own is not None and over.order > own.order

    def _hiding(self, line: RawLine, part: Part) -> Hiding | None:
        if part.tiny and not (self.scan and part.invisible):
            return Hiding.TINY
        if self.scan and (part.invisible or self._is_painted_over(line, part)):
            self.recognised = True
            return None
        return Hiding.INVISIBLE if part.invisible else self._without_contrast(line, part)

    def _is_painted_over(self, line: RawLine, part: Part) -> bool:
        x, y = _center(line, part)
        over = self._paints.top(x, y)
        if over is None:
            return False
        own = self._inked.top(x, y)
        return own is not None and over.order > own.order

    def _without_contrast(self, line: RawLine, part: Part) -> Hiding | None:
        covered = self._is_painted_over(line, part) and _says_something(line, part)
        if covered and self._drawn.is_blank(_core(line, part)):
            return Hiding.COVERED
        if not part.light:
            return None
        over = self._paints.top(*_center(line, part))
        ground = over.color if over else _WHITE
        if ground is None:
            return None
        return Hiding.NO_CONTRAST if contrast(rgb(part.color), ground) < _CONTRAST else None


def _says_something(line: RawLine, part: Part) -> bool:
    """Whether there is a letter or a digit: a dash or a dot has its ink where nobody looks for it."""
    return any(map(str.isalnum, line.text[part.start : part.end]))


class _Fills(msgspec.Struct, frozen=True):
    """The filled shapes of a page, each with the box around it, and the rectangles among them."""

    grounds: tuple[_Paint, ...]
    rectangles: tuple[_Paint, ...]


def _fills(page: Any) -> _Fills:
    """What is filled without letting shine through; the order of drawings is that of the log of boxes."""
    grounds: list[_Paint] = []
    rectangles: list[_Paint] = []
    for drawing in page.get_cdrawings():
        if not drawing.get("fill") or drawing.get("fill_opacity", 1) != 1:
            continue
        order, color = drawing["seqno"], tuple(drawing["fill"])
        grounds.append(_Paint(order, as_shown(page, drawing["rect"]), color))
        if all(item[0] == "re" for item in drawing["items"]):
            boxes = (as_shown(page, item[1]) for item in drawing["items"])
            rectangles.extend(_Paint(order, box, color) for box in boxes if box[3] - box[1] >= _THIN)
    return _Fills(tuple(grounds), tuple(rectangles))


def _ends(line: RawLine, part: Part) -> tuple[float, float]:
    """The left and right end of a part, or of the line where its characters have no places."""
    if len(line.edges) > len(line.text):
        return line.edges[part.start], line.edges[part.end]
    return line.x0, line.x1


def _center(line: RawLine, part: Part) -> tuple[float, float]:
    x0, x1 = _ends(line, part)
    return (x0 + x1) / 2, (line.y0 + line.y1) / 2


def _core(line: RawLine, part: Part) -> Box:
    """A part's box without half its first and last letter, which a cover may leave half free."""
    x0, x1 = _ends(line, part)
    if part.end - part.start >= _CORE_FROM and len(line.edges) > len(line.text):
        x0 = (x0 + line.edges[part.start + 1]) / 2
        x1 = (x1 + line.edges[part.end - 1]) / 2
    return x0, line.y0, x1, line.y1


def _holds(box: Box, x: float, y: float) -> bool:
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _area(box: Sequence[float]) -> float:
    return max(box[2] - box[0], 0) * max(box[3] - box[1], 0)

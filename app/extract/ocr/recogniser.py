"""A page's picture to its lines and rules: find, put straight, turn, read."""

from functools import cache

import msgspec
import numpy as np

from app.extract.ocr.columns import laid_flat
from app.extract.ocr.engine import NOTHING, Engine
from app.extract.ocr.lines import line_of
from app.extract.ocr.pictures import (
    Corners,
    Ink,
    Picture,
    cut_out,
    inked,
    picture_of,
    printed_area,
    skew_of,
    straightened,
)
from app.extract.ocr.rules import rules_of
from app.extract.raw import RawLine, Rule

_POINTS_PER_INCH = 72
# Below this the model is guessing: specks, handwriting, drawings. It is rapidocr's own bound.
_LEAST_CONFIDENCE = 0.5
# A line that lies as it should is read with more than this.
_SURE = 0.9
# A box this many times as high as wide holds a line that runs up or down.
_TALL = 1.5
# How many of the longest lines tell how the page lies.
_ASKED, _COMPARED = 12, 3
_RIGHT, _DOWN, _LEFT, _UP = range(4)


class Recognised(msgspec.Struct, frozen=True, kw_only=True):
    """What a picture of a page holds, in points of the page as it is shown, after taking a skew out."""

    lines: tuple[RawLine, ...] = ()
    rules: tuple[Rule, ...] = ()


class Recogniser:
    """Reads pictures of pages. The models are loaded with the first page, once for the process."""

    def load(self) -> None:
        """Load all that is ever needed, for a process that will not be allowed to later."""
        _engine().load()

    def lines(self, pixels: bytes, width: int, height: int, *, dpi: float) -> tuple[RawLine, ...]:
        """The lines alone."""
        return self.read(pixels, width, height, dpi=dpi).lines

    def read(self, pixels: bytes, width: int, height: int, *, dpi: float) -> Recognised:
        """Lines from the top down and from left to right, and ruling lines, of an RGB picture.

        Raises ValueError for pixels that are none, MemoryError when the models have too little.
        """
        picture, shrunk = picture_of(pixels, width, height)
        if (area := printed_area(picture)) is None:
            return Recognised()
        scale = _POINTS_PER_INCH / (dpi * shrunk)
        engine = _engine()
        corner = np.array([area[1].start, area[0].start], dtype=np.float32)
        boxes = [corners + corner for corners in engine.find(np.ascontiguousarray(picture[area]))]
        if skew := skew_of(boxes):
            picture, boxes = straightened(picture, boxes, skew)
        lies = _lies(engine, picture, boxes)
        lines = [
            line for corners in boxes if (line := _read(engine, picture, corners, lies, scale)) is not None
        ]
        return Recognised(
            lines=tuple(_in_rows(lines)),
            rules=rules_of(picture, scale),
        )


@cache
def _engine() -> Engine:
    return Engine()


def _lies(engine: Engine, picture: Picture, boxes: list[Corners]) -> int:
    """The direction in which most lines of the page run."""
    longest = sorted(boxes, key=_length, reverse=True)[:_ASKED]
    tall = [corners for corners in longest if _is_tall(corners)]
    if len(tall) * 2 > len(longest):
        return _surest(engine, picture, tall, (_UP, _DOWN))
    wide = [corners for corners in longest if not _is_tall(corners)]
    heads = engine.upside_down([cut_out(picture, corners, _RIGHT) for corners in wide]) if wide else []
    # The small model often errs, so that the page is turned only if it reads better that way.
    return _surest(engine, picture, wide, (_RIGHT, _LEFT)) if sum(heads) * 2 > len(heads) else _RIGHT


def _surest(engine: Engine, picture: Picture, boxes: list[Corners], directions: tuple[int, ...]) -> int:
    """The direction in which some of the boxes are read with the most confidence."""

    def confidence(direction: int) -> float:
        return sum(engine.read(cut_out(picture, one, direction)).confidence for one in boxes[:_COMPARED])

    return max(directions, key=confidence)


def _read(engine: Engine, picture: Picture, corners: Corners, lies: int, scale: float) -> RawLine | None:
    """The line in a box, in the direction that fits the box and the page; None where nothing sure is in it."""
    reading, direction, ink = NOTHING, lies, Ink()
    for tried in _directions(corners, lies):
        cut = cut_out(picture, corners, tried)
        found = engine.read(cut)
        if found.confidence > reading.confidence:
            reading, direction, ink = found, tried, inked(cut)
    if _is_tall(corners) and reading.confidence < _SURE:
        upright = engine.read(laid_flat(cut_out(picture, corners, _RIGHT)))
        if upright.confidence > reading.confidence:
            reading, direction = upright, _DOWN
    if reading.confidence < _LEAST_CONFIDENCE:
        return None
    return line_of(reading, corners, ink, direction=direction, scale=scale)


def _directions(corners: Corners, lies: int) -> tuple[int, ...]:
    """The directions that a box can hold: that of the page first, a cross one only where the shape asks for it."""
    sideways = lies in {_UP, _DOWN}
    if _is_tall(corners):
        return (lies,) if sideways else (_UP, _DOWN)
    if sideways and _length(corners) > _TALL * _across(corners):
        return (_RIGHT,)
    return (lies,)


def _in_rows(lines: list[RawLine]) -> list[RawLine]:
    """From the top down, and from left to right where one begins before the middle of the other."""
    rows: list[list[RawLine]] = []
    for line in sorted(lines, key=lambda line: line.y0 + line.y1):
        if rows and line.y0 < (rows[-1][0].y0 + rows[-1][0].y1) / 2:
            rows[-1].append(line)
        else:
            rows.append([line])
    return [line for row in rows for line in sorted(row, key=lambda line: line.x0)]


def _length(corners: Corners) -> float:
    return float(max(np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[3] - corners[0])))


def _across(corners: Corners) -> float:
    return float(min(np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[3] - corners[0])))


def _is_tall(corners: Corners) -> bool:
    return bool(np.linalg.norm(corners[3] - corners[0]) >= _TALL * np.linalg.norm(corners[1] - corners[0]))

"""What was read in a box, as a line of the page."""

import unicodedata

import numpy as np

from app.extract.ocr.engine import Reading
from app.extract.ocr.pictures import Corners, Ink
from app.extract.raw import RawLine

# The finder's boxes are higher than the type: the median over rendered pages of both languages.
_SIZE_OF_BOX = 0.78
# A size that is further off from that comes from ink that is not the line's own: underlined, or in pieces.
_LOWEST, _HIGHEST = 0.6, 1.0
_WIDE = frozenset("WF")
# Heights of ink as shares of the type's size in common text faces: Chinese; Latin above the line and below it.
_HAN, _CAPITAL, _SMALL, _BELOW = 0.92, 0.72, 0.5, 0.21
_DESCENDING = frozenset("gjpqyQ,;()[]{}|/@$_")
_SMALL_LETTERS = frozenset("acegmnopqrsuvwxyz.,:;-~+=_ ")


def line_of(reading: Reading, corners: Corners, ink: Ink, *, direction: int, scale: float) -> RawLine:
    """The line in points, `scale` of them for a pixel. Only a line to the right has an edge for each character."""
    (left, top), (right, bottom) = corners.min(axis=0) * scale, corners.max(axis=0) * scale
    text = unicodedata.normalize("NFC", reading.text.strip())
    edges = [float(left), float(right)]
    if direction == 0:
        edges = [float(left + (right - left) * edge) for edge in _edges(reading, text, ink)]
    across = min(
        float(np.linalg.norm(corners[3] - corners[0])), float(np.linalg.norm(corners[1] - corners[0]))
    )
    return RawLine(
        text=text,
        y0=round(float(top), 1),
        y1=round(float(bottom), 1),
        edges=tuple(round(edge, 1) for edge in edges),
        size=round(across * scale * _size(text, ink), 1),
        bold=False,
        confidence=round(reading.confidence, 3),
        direction=direction,
    )


def _size(text: str, ink: Ink) -> float:
    """The size of the type as a share of the box's height, by how high letters like these stand."""
    if any(unicodedata.east_asian_width(char) in _WIDE for char in text):
        share = _HAN
    else:
        above = _SMALL if _SMALL_LETTERS.issuperset(text) else _CAPITAL
        share = above + (0.0 if _DESCENDING.isdisjoint(text) else _BELOW)
    size = ink.height / share
    return size if _LOWEST <= size <= _HIGHEST else _SIZE_OF_BOX


def _edges(reading: Reading, text: str, ink: Ink) -> list[float]:
    """Between the characters' centres, each as wide as its kind: full width for Chinese, half for Latin."""
    widths = np.array([2.0 if unicodedata.east_asian_width(char) in _WIDE else 1.0 for char in text])
    ends = np.concatenate([[0.0], np.cumsum(widths)])
    known = [index for index, char in enumerate(text) if not char.isspace()]
    centres = reading.centres
    if len(known) != len(centres):  # normalization joined two characters
        known, centres = [], ()
    units = np.concatenate([[0.0], (ends[:-1] + widths / 2)[known], [ends[-1]]])
    places = np.concatenate([[ink.start], np.array(centres), [ink.end]])
    places = np.maximum.accumulate(np.clip(places, ink.start, ink.end))
    return [float(edge) for edge in np.interp(ends, units, places)]

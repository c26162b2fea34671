"""Ruling lines in a picture, so that scanned tables are found as printed ones are."""

import cv2
import numpy as np

from app.extract.ocr.pictures import Picture
from app.extract.raw import Rule

_POINTS_PER_INCH = 72
# Shorter than two lines of text is a dash, an underscore or a stroke of a large letter.
_SHORTEST = 24.0
# Thicker is a bar or a filled box, whose sides are no rules of a table.
_THICKEST = 5.0
# What a scanner's noise may take out of a line, in points: less than the space between two letters.
_BREAK = 0.4
# Paper darker than its surroundings by this is ink: a window of an inch follows shadows and shaded heads.
_WINDOW, _DARKER = 0.5, 15
# A page of nothing but rules has no table in it that could be read.
_MOST_RULES = 2000


def rules_of(picture: Picture, scale: float) -> tuple[Rule, ...]:
    """The horizontal and vertical lines drawn in a picture of which a pixel is `scale` points, in points."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    window = int(_WINDOW * _POINTS_PER_INCH / scale) | 1
    ink = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, max(3, window), _DARKER
    )
    across = _runs(np.asarray(ink, dtype=np.uint8), scale)
    down = _runs(np.ascontiguousarray(np.asarray(ink, dtype=np.uint8).T), scale)
    return tuple(
        [Rule(x0=start, y0=middle, x1=end, y1=middle) for start, end, middle in across]
        + [Rule(x0=middle, y0=start, x1=middle, y1=end) for start, end, middle in down]
    )


def _runs(ink: Picture, scale: float) -> list[tuple[float, float, float]]:
    """Start, end and middle of the long thin horizontal runs of ink, in points."""
    shortest = max(3, int(_SHORTEST / scale))
    gap = max(1, int(_BREAK / scale))
    closed = cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((1, gap), np.uint8))
    long = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((1, shortest), np.uint8))
    # A line that is not quite level falls into steps; a row more on each side joins them again.
    joined = cv2.dilate(long, np.ones((3, 1), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    found = []
    for left, top, length, thickness, _ in np.asarray(stats)[1 : _MOST_RULES + 1].tolist():
        if (thickness - 2) * scale <= _THICKEST:
            middle = (top + thickness / 2) * scale
            found.append((round(left * scale, 1), round((left + length) * scale, 1), round(middle, 1)))
    return found

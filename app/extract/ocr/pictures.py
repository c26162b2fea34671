"""Pages as pixels: rows of RGB bytes, in the size and as upright as the text models want them."""

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
# Four corners as x, y in pixels: top left, top right, bottom right, bottom left of the box as it lies on the page.
Corners = NDArray[np.float32]

_CHANNELS = 3
# A0 at the resolution that reads best would be 60 million pixels; the models gain nothing from more than these.
MOST_PIXELS = 12_000_000
# Grey levels between the paper and what is on it: less is what a scanner sees in empty paper.
_FAINTEST = 24
# Pixels of paper that the models want around the text.
_MARGIN = 48
# Degrees of a scan that was put in crooked; beyond that it is no skew, and below the rows do not mix.
_SLIGHTEST_SKEW, _GREATEST_SKEW = 0.2, 15.0
# A box this many times as wide as high tells the angle of its line.
_LONG = 5.0
# More than this share of a line is its ground.
_MOST_INK = 0.5


class Ink(msgspec.Struct, frozen=True, kw_only=True):
    """Where the ink of a line begins and ends, and how high it is about its middle, as shares of its picture."""

    start: float = 0.0
    end: float = 1.0
    height: float = 1.0


def picture_of(pixels: bytes, width: int, height: int) -> tuple[Picture, float]:
    """The picture in blue, green, red as the models want it, and by how much it was scaled down (at most 1).

    Raises ValueError when there are not three bytes for each pixel.
    """
    if width < 1 or height < 1 or len(pixels) != width * height * _CHANNELS:
        raise ValueError("not an RGB picture of this size")
    picture = np.frombuffer(pixels, dtype=np.uint8).reshape(height, width, _CHANNELS)[:, :, ::-1]
    scale = min(1.0, (MOST_PIXELS / (width * height)) ** 0.5)
    if scale < 1:
        size = (max(1, int(width * scale)), max(1, int(height * scale)))
        return _as_picture(
            cv2.resize(np.ascontiguousarray(picture), size, interpolation=cv2.INTER_AREA)
        ), scale
    return np.ascontiguousarray(picture), scale


def printed_area(picture: Picture) -> tuple[slice, slice] | None:
    """The rows and columns with anything on them, and a margin; None when the page is blank.

    A single word on an empty page is not found by the models unless the page is cut to it.
    """
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    marked = np.abs(grey.astype(np.int16) - np.int16(np.median(grey))) > _FAINTEST
    rows, columns = np.flatnonzero(marked.any(axis=1)), np.flatnonzero(marked.any(axis=0))
    if not rows.size:
        return None
    return (
        slice(max(0, int(rows[0]) - _MARGIN), int(rows[-1]) + 1 + _MARGIN),
        slice(max(0, int(columns[0]) - _MARGIN), int(columns[-1]) + 1 + _MARGIN),
    )


def skew_of(boxes: list[Corners]) -> float:
    """By how many degrees the page lies turned clockwise: the median over the long boxes, 0 if that is little."""
    angles = []
    for corners in boxes:
        along, down = corners[1] - corners[0], corners[3] - corners[0]
        if np.linalg.norm(along) > _LONG * np.linalg.norm(down):
            angles.append(float(np.degrees(np.arctan2(along[1], along[0]))))
        elif np.linalg.norm(down) > _LONG * np.linalg.norm(along):
            angles.append(float(np.degrees(np.arctan2(-down[0], down[1]))))
    angle = float(np.median(angles)) if angles else 0.0
    return angle if _SLIGHTEST_SKEW < abs(angle) < _GREATEST_SKEW else 0.0


def straightened(picture: Picture, boxes: list[Corners], skew: float) -> tuple[Picture, list[Corners]]:
    """The picture and the boxes turned back about the middle; what comes in at the corners is white."""
    height, width = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), skew, 1.0)
    straight = cv2.warpAffine(
        picture,
        turn,
        (width, height),
        flags=cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(255,) * 3,
    )
    matrix = turn.astype(np.float32)
    return _as_picture(straight), [corners @ matrix[:, :2].T + matrix[:, 2] for corners in boxes]


def cut_out(picture: Picture, corners: Corners, direction: int) -> Picture:
    """The box as a picture of its own, in which the line runs to the right; directions as in `RawLine`."""
    width = max(1, round(float(max(_length(corners, 0, 1), _length(corners, 3, 2)))))
    height = max(1, round(float(max(_length(corners, 0, 3), _length(corners, 1, 2)))))
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    warp = cv2.getPerspectiveTransform(np.ascontiguousarray(corners, dtype=np.float32), target)
    cut = cv2.warpPerspective(
        picture, warp, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    return np.ascontiguousarray(np.rot90(_as_picture(cut), direction))


def ink_of(line: Picture) -> NDArray[np.bool_]:
    """Which pixels of a line are ink: the smaller part, dark or light."""
    grey = cv2.cvtColor(line, cv2.COLOR_BGR2GRAY)
    threshold, _ = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    dark = np.asarray(grey <= threshold, dtype=np.bool_)
    return dark if dark.mean() < _MOST_INK else ~dark


def inked(line: Picture) -> Ink:
    """Where the ink of a line is; all over where there is none."""
    ink = ink_of(line)
    columns = np.flatnonzero(ink.any(axis=0))
    if not columns.size:
        return Ink()
    height, width = ink.shape
    empty = np.flatnonzero(~ink.any(axis=1))  # beyond them lies the ink of the neighbours
    above, below = empty[empty < height // 2], empty[empty >= height // 2]
    top, bottom = int(above[-1]) + 1 if above.size else 0, int(below[0]) if below.size else height
    return Ink(
        start=float(columns[0] / width), end=float((columns[-1] + 1) / width), height=(bottom - top) / height
    )


def _length(corners: Corners, start: int, end: int) -> float:
    return float(np.linalg.norm(corners[end] - corners[start]))


def _as_picture(values: object) -> Picture:
    return np.asarray(values, dtype=np.uint8)

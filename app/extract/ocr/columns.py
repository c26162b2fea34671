"""Vertical Chinese lines laid flat: their upright characters side by side, as the model reads them."""

import cv2
import numpy as np

from app.extract.ocr.pictures import Picture, ink_of

# Parts of one character (二, 言) lie closer together than this share of the line's width; characters are about square.
_TALLEST = 1.15
# The finder's boxes are wider than the type in them.
_SHARE_OF_BOX = 0.78
# Space between two characters, as a share of their width.
_GAP = 0.1


def laid_flat(column: Picture) -> Picture:
    """The characters of a line that runs down, in a line that runs to the right."""
    cells = [column[start:end] for start, end in _cells(column)]
    if not cells:
        return column
    side = column.shape[1]
    gap = np.full((side, max(1, int(side * _GAP)), 3), np.median(column, axis=(0, 1)), dtype=np.uint8)
    flat: list[Picture] = []
    for cell in cells:
        room = side - cell.shape[0]
        ground = [int(value) for value in gap[0, 0]]
        above = max(0, room // 2)
        padded = cv2.copyMakeBorder(
            cell, above, max(0, room - above), 0, 0, cv2.BORDER_CONSTANT, value=ground
        )
        flat += [np.asarray(padded[:side], dtype=np.uint8), gap]
    return np.ascontiguousarray(np.concatenate(flat, axis=1))


def _cells(column: Picture) -> list[tuple[int, int]]:
    """Rows of the characters: runs of ink, joined while they are not taller than a character is wide."""
    rows = ink_of(column).any(axis=1)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], rows, [False]]).astype(np.int8)))
    tallest = column.shape[1] * _TALLEST
    cells: list[tuple[int, int]] = []
    for start, end in edges.reshape(-1, 2).tolist():
        if cells and end - cells[-1][0] <= tallest * _SHARE_OF_BOX:
            cells[-1] = (cells[-1][0], end)
        else:
            cells.append((start, end))
    return cells

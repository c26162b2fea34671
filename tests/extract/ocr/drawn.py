"""Pages drawn from our own text, as pixels."""

from collections.abc import Sequence

import numpy as np
import pymupdf
from numpy.typing import NDArray

from tests.builders import A4, Placed, placed_pdf

Pixels = NDArray[np.uint8]
DPI = 150


def drawn(
    lines: Sequence[Placed],
    *,
    page_size: tuple[float, float] = A4,
    strokes: Sequence[tuple[float, float, float, float]] = (),
    dpi: int = DPI,
) -> Pixels:
    """A page with these lines of text and these strokes, in rows of RGB."""
    with pymupdf.open(stream=placed_pdf([lines], page_size=page_size), filetype="pdf") as file:
        for x0, y0, x1, y1 in strokes:
            file[0].draw_line((x0, y0), (x1, y1), width=0.7)
        picture = file[0].get_pixmap(dpi=dpi, colorspace=pymupdf.csRGB, alpha=False)
        return np.frombuffer(picture.samples, dtype=np.uint8).reshape(picture.height, picture.width, 3)

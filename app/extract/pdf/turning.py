"""Places on a page as it is shown, that is, turned with it."""

from typing import Any

Box = tuple[float, float, float, float]


def as_shown(page: Any, box: Box) -> Box:
    """A box of the page's content in the coordinates of the page as it is shown."""
    if not page.rotation:
        x0, y0, x1, y1 = box
    else:
        x0, y0, x1, y1 = page.rect.__class__(box) * page.rotation_matrix
    return x0, y0, x1, y1

"""At which resolution a page is drawn for reading: importable without the extra."""

_POINTS_PER_INCH = 72
# Pixels along the longer side: an A4 page at 200 dots per inch. Finer ones read no better and cost more memory.
_LONGER_SIDE = 2340
# A photograph put on a page of a metre has no more to show than its pixels; a label has small type.
_COARSEST, _FINEST = 36, 400


def resolution_for(width: float, height: float) -> int:
    """Dots per inch for a page of this size in points."""
    fitting = _LONGER_SIDE * _POINTS_PER_INCH / max(width, height, 1.0)
    return round(min(_FINEST, max(_COARSEST, fitting)))

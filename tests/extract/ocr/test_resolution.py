"""The resolution for a page of a size."""

import pytest

from app.extract.ocr.resolution import resolution_for


@pytest.mark.parametrize(
    ("width", "height", "dpi"),
    [(595, 842, 200), (842, 1191, 141), (180, 300, 400), (14_400, 14_400, 36), (0, 0, 400)],
    ids=["A4", "A3", "label", "largest", "empty"],
)
def test_resolution(width: float, height: float, dpi: int) -> None:
    """An A4 page is drawn at 200; larger ones coarser, smaller ones finer, within bounds."""
    assert resolution_for(width, height) == dpi

"""A ruled table in a picture: what is read and the rules that are seen make a table."""

import pytest

from app.extract.ocr.availability import MISSING, available

if not available():
    pytest.skip(MISSING, allow_module_level=True)

from app.extract.ocr.recogniser import Recogniser
from app.extract.tables.recognition import find_tables
from tests.builders import Placed
from tests.extract.ocr.drawn import drawn

_DPI = 200
_ROWS = (("Item", "Weight", "单价"), ("Steel bar", "120 kg", "35.50"), ("Copper wire", "8 kg", "1,204.00"))
_X, _Y = (80.0, 220.0, 330.0, 440.0), (100.0, 130.0, 160.0, 190.0)
_STROKES = [(_X[0], y, _X[-1], y) for y in _Y] + [(x, _Y[0], x, _Y[-1]) for x in _X]


def test_scanned_table() -> None:
    """The cells of a ruled table are those that were drawn."""
    placed = [
        Placed(x=x + 8, y=y + 20, text=text)
        for row, y in zip(_ROWS, _Y, strict=False)
        for text, x in zip(row, _X, strict=False)
    ]
    page = drawn(
        [Placed(x=80, y=60, text="The goods are listed below."), *placed], strokes=_STROKES, dpi=_DPI
    )
    height, width = page.shape[:2]
    read = Recogniser().read(page.tobytes(), width, height, dpi=_DPI)
    (table,) = find_tables(read.lines, read.rules, None)

    assert (table.rows, table.columns) == (3, 3)
    assert [
        "".join(read.lines[piece.line].text[piece.start : piece.end] for piece in cell.pieces)
        for cell in table.cells
    ] == [text for row in _ROWS for text in row]

"""Tables as they are printed, for tests: texts on a raster of columns and rows, and the lines drawn between them."""

from collections.abc import Sequence

from app.extract.raw import Piece, RawLine, RawTable, Rule
from tests.builders import raw_line

LEFT, TOP = 72.0, 100.0
LEADING = 20.0
SIZE = 10.0
WIDTH = 5.0


def printed(
    rows: Sequence[Sequence[str]], columns: Sequence[float], *, top: float = TOP, leading: float = LEADING
) -> list[RawLine]:
    """Each text at the left end of its column; `>` before it puts it at the right end of 60 points."""
    return [
        _placed(text, columns[column], top + at * leading)
        for at, row in enumerate(rows)
        for column, text in enumerate(row)
        if text
    ]


def _placed(text: str, x: float, y: float) -> RawLine:
    if text.startswith(">"):
        return raw_line(text[1:], x=x + 60 - WIDTH * len(text[1:]), y=y, size=SIZE, width=WIDTH)
    return raw_line(text, x=x, y=y, size=SIZE, width=WIDTH)


def ruled(xs: Sequence[float], ys: Sequence[float]) -> list[Rule]:
    """All lines of a grid."""
    return [
        *(Rule(xs[0], y, xs[-1], y) for y in ys),
        *(Rule(x, ys[0], x, ys[-1]) for x in xs),
    ]


def said(lines: Sequence[RawLine], pieces: Sequence[Piece]) -> str:
    """A cell's text."""
    return " ".join(lines[piece.line].text[piece.start : piece.end] for piece in pieces)


def rows_of(lines: Sequence[RawLine], table: RawTable) -> list[list[str]]:
    """The table as a full grid: a cell's text is in each slot that it covers."""
    grid = [[""] * table.columns for _ in range(table.rows)]
    for cell in table.cells:
        for row in range(cell.row, cell.row + cell.row_span):
            for column in range(cell.column, cell.column + cell.column_span):
                grid[row][column] = said(lines, cell.pieces)
    return grid

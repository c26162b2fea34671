"""Lines that stand beside each other are one row: a number and its heading, words with a wide space between."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

from app.extract.raw import RawLine

# Share of the lower line's height by which two lines must overlap to be one row.
_OVERLAP = 0.6
# Pieces of a row that stand further apart than this many font sizes are cells; closer ones are justified words.
_CELL_DISTANCE = 1.2
# What is put between two cells of a row; the quote index folds it to one space.
CELL_GAP = "  "


class Row(msgspec.Struct, frozen=True):
    """One or more lines side by side, left to right, with their hull, largest size and whether all are bold.

    The hull is that on a page which is turned until the lines run to the right, as `turned` has it.
    """

    lines: tuple[RawLine, ...]
    text: str
    gaps: tuple[str, ...]
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    bold: bool

    @property
    def has_cells(self) -> bool:
        """Whether this looks like a row of a table."""
        return CELL_GAP in self.gaps

    @property
    def fixed(self) -> bool:
        """Whether all of it is printed in a font of equally wide characters."""
        return all(line.fixed for line in self.lines)

    @property
    def upright(self) -> bool:
        """Whether this runs to the right on the page as it is shown."""
        return self.lines[0].direction == 0


def turned(line: RawLine) -> tuple[float, float, float, float]:
    """A line's box (left, top, right, bottom) when its page is turned about the corner until the line runs right."""
    x0, y0, x1, y1 = line.edges[0], line.y0, line.edges[-1], line.y1
    match line.direction:
        case 1:
            return y0, -x1, y1, -x0
        case 2:
            return -x1, -y1, -x0, -y0
        case 3:
            return -y1, x0, -y0, x1
        case _:
            pass
    return x0, y0, x1, y1


def row_of(lines: Sequence[RawLine]) -> Row:
    """The row of these lines, which are given from left to right."""
    if len(lines) == 1:
        line = lines[0]
        return Row((line,), line.text, (), *turned(line), line.size, line.bold)
    boxes = [turned(line) for line in lines]
    gaps = tuple(
        CELL_GAP if after[0] - before[2] > _CELL_DISTANCE * line.size else " "
        for line, (before, after) in zip(lines, pairwise(boxes), strict=False)
    )
    return Row(
        tuple(lines),
        "".join(line.text + gap for line, gap in zip(lines, (*gaps, ""), strict=True)),
        gaps,
        boxes[0][0],
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
        max(line.size for line in lines),
        all(line.bold for line in lines),
    )


def beside(left: RawLine, right: RawLine) -> bool:
    """Whether two lines share a row, the second to the right of the first."""
    if left.direction != right.direction:
        return False
    _, top, end, bottom = turned(left)
    begin, other_top, _, other_bottom = turned(right)
    overlap = min(bottom, other_bottom) - max(top, other_top)
    lower = min(bottom - top, other_bottom - other_top)
    return overlap >= _OVERLAP * lower and begin >= end - 1


def rows_of(lines: Iterable[RawLine]) -> tuple[Row, ...]:
    """Group lines, which are given in reading order, into rows."""
    rows: list[list[RawLine]] = []
    before = None
    for line in lines:
        if before is not None and beside(before, line):
            rows[-1].append(line)
        else:
            rows.append([line])
        before = line
    return tuple([row_of(row) for row in rows])

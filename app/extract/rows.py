"""Lines that stand beside each other are one row: the cells of a table row, a number and its heading."""

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
    """One or more lines side by side, left to right."""

    lines: tuple[RawLine, ...]

    @property
    def gaps(self) -> tuple[str, ...]:
        """What stands between each piece and the next: a space, or more between cells."""
        return tuple(
            CELL_GAP if after.x0 - before.x1 > _CELL_DISTANCE * before.size else " "
            for before, after in pairwise(self.lines)
        )

    @property
    def has_cells(self) -> bool:
        """Whether this is a row of a table."""
        return CELL_GAP in self.gaps

    @property
    def text(self) -> str:
        """The pieces with what stands between them."""
        return "".join(line.text + gap for line, gap in zip(self.lines, (*self.gaps, ""), strict=True))

    @property
    def y0(self) -> float:
        """Top."""
        return min(line.y0 for line in self.lines)

    @property
    def y1(self) -> float:
        """Bottom."""
        return max(line.y1 for line in self.lines)

    @property
    def x0(self) -> float:
        """Left end."""
        return self.lines[0].x0

    @property
    def x1(self) -> float:
        """Right end."""
        return max(line.x1 for line in self.lines)

    @property
    def size(self) -> float:
        """Largest font size, in points."""
        return max(line.size for line in self.lines)

    @property
    def bold(self) -> bool:
        """Whether every line is bold."""
        return all(line.bold for line in self.lines)


def _beside(left: RawLine, right: RawLine) -> bool:
    overlap = min(left.y1, right.y1) - max(left.y0, right.y0)
    lower = min(left.y1 - left.y0, right.y1 - right.y0)
    return overlap >= _OVERLAP * lower and right.x0 >= left.x1 - 1


def rows_of(lines: tuple[RawLine, ...]) -> tuple[Row, ...]:
    """Group lines, in the parser's order, into rows."""
    rows: list[list[RawLine]] = []
    for line in lines:
        if rows and _beside(rows[-1][-1], line):
            rows[-1].append(line)
        else:
            rows.append([line])
    return tuple(Row(tuple(row)) for row in rows)

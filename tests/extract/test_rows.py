"""Lines beside each other."""

import pytest

from app.extract.raw import RawLine
from app.extract.rows import CELL_GAP, rows_of
from tests.builders import raw_line

_LEFT = raw_line("left", x=72, y=100)  # ends at 92


@pytest.mark.parametrize(
    ("right", "expected"),
    [
        (raw_line("right", x=95, y=100), ["left right"]),
        (raw_line("right", x=91.5, y=100), ["left right"]),
        (raw_line("right", x=95, y=103.9), ["left right"]),
        (raw_line("right", x=95, y=104.1), ["left", "right"]),
        (raw_line("right", x=90, y=100), ["left", "right"]),
        (raw_line("right", x=72, y=112), ["left", "right"]),
        (raw_line("1", x=93, y=101, size=5), ["left 1"]),
        (raw_line("right", x=200, y=100), ["left" + CELL_GAP + "right"]),
        (raw_line("right", x=92 + 12, y=100), ["left right"]),
        (raw_line("right", x=92 + 12.1, y=100), ["left" + CELL_GAP + "right"]),
    ],
)
def test_beside(right: RawLine, expected: list[str]) -> None:
    """Lines of one height, left to right, are one row; far apart they are cells of a table."""
    assert expected == [row.text for row in rows_of((_LEFT, right))]


def test_no_lines() -> None:
    """An empty page has no rows."""
    assert rows_of(()) == ()


def test_order_is_kept() -> None:
    """No line is lost, doubled or moved."""
    lines = tuple(raw_line(str(at), x=72 + at % 3 * 90, y=100 + at // 3 * 12) for at in range(12))

    rows = rows_of(lines)

    assert lines == tuple(line for row in rows for line in row.lines)
    assert len(rows) == 4


def _turn(line: RawLine, direction: int) -> RawLine:
    """The line on a page of 800 by 800 points that somebody turned clockwise by so many quarters."""
    x0, y0, x1, y1 = line.x0, line.y0, line.x1, line.y1
    for _ in range(direction):
        x0, y0, x1, y1 = 800 - y1, x0, 800 - y0, x1
    return RawLine(line.text, y0, y1, (x0, x1), line.size, line.bold, direction=direction)


@pytest.mark.parametrize("direction", [0, 1, 2, 3])
def test_beside_in_any_direction(direction: int) -> None:
    """On a page that is turned, the same lines are the same rows, and the hull is that of the page turned back."""
    lines = [
        raw_line(text, x=x, y=y)
        for y in (100, 112)
        for x, text in ((72, "left"), (95, "right"), (300, "far"))
    ]
    rows = rows_of(_turn(line, direction) for line in lines)

    assert [row.text for row in rows] == [f"left right{CELL_GAP}far"] * 2
    assert [(row.x1 - row.x0, row.y1 - row.y0) for row in rows] == [(243, 10)] * 2
    assert rows[1].y0 - rows[0].y0 == 12
    assert rows[0].upright is (direction == 0)


def test_directions_are_not_mixed() -> None:
    """A label that runs upwards beside a line is no part of it."""
    assert len(rows_of([_LEFT, RawLine("up", 100, 110, (95, 105), 10, bold=False, direction=3)])) == 2


def test_measures() -> None:
    """A row reaches from its first line to its last and is as large as its largest, and bold when all are."""
    (row,) = rows_of((raw_line("ab", x=72, y=100, bold=True), raw_line("cd", x=90, y=98, size=13)))

    assert (row.x0, row.y0, row.x1, row.y1) == (72, 98, 100, 111)
    assert row.size == 13
    assert not row.bold
    assert not row.has_cells

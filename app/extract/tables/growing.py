"""Rows of a table that a model has left out, directly above or below its region."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from app.extract.tables.headers import is_number
from app.extract.tables.words import Phrase, Word, phrases_of, text_lines

Line = list[Word]
# A row is no further from the next than this many font sizes, and words may go over a border by this many points.
_NEAR = 1.2
_OVER = 1.5
# No more rows than this are left out.
_MOST = 4
_LEAST_CELLS = 2


def left_out(
    lines: Sequence[Line], outside: Iterable[Word], columns: Sequence[float]
) -> tuple[list[Line], list[Line]]:
    """The lines above and below that stand in a table's columns and touch it, each a row of its own."""
    left, right = columns[0], columns[-1]
    others = text_lines(word for word in outside if left - _OVER <= word.x0 and word.x1 <= right + _OVER)
    top = min(word.y0 for word in lines[0])
    bottom = max(word.y1 for word in lines[-1])
    above: list[Line] = []
    for line in reversed([line for line in others if line[0].y < top]):
        gap = top - max(word.y1 for word in line)
        if len(above) == _MOST or gap > _NEAR * line[0].size or not _is_row(line, columns, numbers=False):
            break
        above.insert(0, line)
        top = min(word.y0 for word in line)
    below: list[Line] = []
    for line in (line for line in others if line[0].y > bottom):
        gap = min(word.y0 for word in line) - bottom
        if len(below) == _MOST or gap > _NEAR * line[0].size or not _is_row(line, columns, numbers=True):
            break
        below.append(line)
        bottom = max(word.y1 for word in line)
    return above, below


def _is_row(line: Line, columns: Sequence[float], *, numbers: bool) -> bool:
    """Whether a line's phrases stand in different columns, right of the first one too; with `numbers`, only such there."""
    phrases = phrases_of(line)
    held = [_column(phrase, columns) for phrase in phrases]
    cells = [column for column in held if column]
    if None in held or len(cells) < _LEAST_CELLS or len(set(held)) < len(held):
        return False
    return not numbers or all(is_number(phrase.text) for phrase in phrases if phrase.x0 > columns[1])


def _column(phrase: Phrase, columns: Sequence[float]) -> int | None:
    """The only column that a phrase is in; None if it goes over a border."""
    column = bisect_right(columns, (phrase.x0 + phrase.x1) / 2) - 1
    if not 0 <= column < len(columns) - 1:
        return None
    inside = columns[column] - _OVER <= phrase.x0 and phrase.x1 <= columns[column + 1] + _OVER
    return column if inside else None

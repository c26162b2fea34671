"""Whether a page could hold a table: a test that costs next to nothing beside looking for one."""

from collections.abc import Sequence

from app.extract.raw import RawLine, Rule
from app.extract.tables.words import Word, phrases_of, text_lines, words_of

# Cells of a row stand further apart than this many font sizes; the words of a justified line do not.
CELL_GAP = 1.0
# Characters of the longest text right of the first cell with which a line is still more a row than prose in columns.
_SHORT = 30
# So many rows, near each other, make a table possible.
_ROWS = 3
# Two rows are enough if they have so many cells.
_WIDE = 4
# Rows of one table are at most so many text lines apart: cells have several lines, and sections have titles.
_NEAR = 6
# So many drawn lines of one width below each other, or side by side, make one possible too.
_RULES = 4
_LEAST_LENGTH = 40.0


def could_hold_table(lines: Sequence[RawLine], rules: Sequence[Rule]) -> bool:
    """Whether lines of text stand in rows and columns, or drawn lines form a grid."""
    return _rows_near_each_other(lines) or _drawn_grid(rules)


def _rows_near_each_other(lines: Sequence[RawLine]) -> bool:
    cells = [cells_in(line) for line in text_lines(words_of(lines))]
    return _close(cells, least=2, rows=_ROWS) or _close(cells, least=_WIDE, rows=2)


def _close(cells: Sequence[int], *, least: int, rows: int) -> bool:
    """Whether so many rows with so many cells stand near each other."""
    found = [at for at, number in enumerate(cells) if number >= least]
    return any(
        last - first <= _NEAR * (rows - 1) for first, last in zip(found, found[rows - 1 :], strict=False)
    )


def cells_in(line: Sequence[Word]) -> int:
    """How many parts of a line stand apart like cells; 1 if what stands right of the first is long, as in columns."""
    phrases = phrases_of(line, gap=CELL_GAP)
    lengths = [sum(len(word.text) + 1 for word in phrase.words) for phrase in phrases[1:]]
    return len(phrases) if lengths and min(lengths) <= _SHORT else 1


def _drawn_grid(rules: Sequence[Rule]) -> bool:
    widths: dict[tuple[int, int], set[int]] = {}
    for rule in rules:
        if rule.x1 - rule.x0 >= _LEAST_LENGTH:
            widths.setdefault((round(rule.x0 / 3), round(rule.x1 / 3)), set()).add(round(rule.y0 / 3))
    return any(len(heights) >= _RULES for heights in widths.values())

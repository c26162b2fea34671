"""Which rows and columns of a table name the others."""

import re
from collections.abc import Sequence

from app.extract.tables.grids import Grid, Span

_NUMBER = re.compile(
    r"[-–—−+(（$€£¥￥<>≤≥~≈±]*\s*[A-Z$€£¥￥]{0,3}\s*\d[\d.,'’  ]*[)）]?\s*(?:%|‰|bps?|[xX×]|万|亿|元)?[)）]?[*†‡¹²³⁴⁵⁶⁷⁸⁹]*"
)
_YEAR = re.compile(r"(?:FY|Q[1-4])?\s*(?:19|20)\d\d\s*(?:年度?|[-/–]\d\d(?:\d\d)?)?[*†‡¹²³⁴⁵⁶⁷⁸⁹]*")
_NOTHING = frozenset({"-", "–", "—", "−", "n/a", "N/A", "na", "NA", "..", "…", "*", ":", "不适用", "无", "/"})
# A header of more rows than this is none.
_DEEPEST = 6
_MOSTLY = 0.5
# In a table of so few rows, one row of numbers is its body.
_SMALL = 3
_NEARLY_ALL = 0.8


def is_number(text: str) -> bool:
    """Whether a cell holds a number that is not a year, or says that there is none."""
    text = text.strip()
    if text in _NOTHING:
        return True
    return bool(_NUMBER.fullmatch(text)) and not _YEAR.fullmatch(text)


def header_rows(grid: Grid) -> int:
    """How many rows at the top name the columns: those before the first row of numbers."""
    by_row: list[list[Span]] = [[] for _ in range(grid.rows)]
    for cell in grid.cells:
        by_row[cell.row].append(cell)
    numbers = [[is_number(cell.text) for cell in row if cell.column > 0] for row in by_row]
    body = [bool(row) and sum(row) >= _MOSTLY * len(row) for row in numbers]
    if sum(body) > 1 or (sum(body) and grid.rows <= _SMALL):
        first = body.index(True)
        while first and _names_rows(by_row[first - 1]):
            first -= 1
        return first if first <= _DEEPEST and first < grid.rows else 0
    return _header_of_words(by_row)


def _names_rows(row: Sequence[Span]) -> bool:
    """Whether a row has a label and nothing else: it heads the rows below it."""
    return len(row) == 1 and row[0].column == 0 and row[0].last_column == 0


def _header_of_words(rows: Sequence[Sequence[Span]]) -> int:
    """In a table of words the first row is its header if it is full or bold, and shorter than what it names."""
    if len(rows) == 1 or not rows[0]:
        return 0
    bold = all(word.bold for cell in rows[0] for word in cell.words)
    rest_bold = all(word.bold for row in rows[1:] for cell in row for word in cell.words)
    if bold and not rest_bold:
        return 1
    lengths = [len(cell.text) for row in rows[1:] for cell in row]
    full = len(rows[0]) >= max(len(row) for row in rows)
    return int(full and bool(lengths) and max(len(cell.text) for cell in rows[0]) <= max(lengths))


def header_columns(grid: Grid, head: int) -> int:
    """One if the first column names the rows: words, where the others hold numbers; else none."""
    first = [cell for cell in grid.cells if cell.row >= head and cell.column == 0]
    rest = [cell for cell in grid.cells if cell.row >= head and cell.column > 0]
    if not first or not rest:
        return 0
    named = sum(1 for cell in first if not is_number(cell.text)) >= _NEARLY_ALL * len(first)
    numbers = sum(1 for cell in rest if is_number(cell.text)) >= _MOSTLY * len(rest)
    bold = all(word.bold for cell in first for word in cell.words)
    plain = not all(word.bold for cell in rest for word in cell.words)
    return int((named and numbers) or (bold and plain))

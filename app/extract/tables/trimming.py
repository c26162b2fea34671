"""What a region holds that is no part of its table: captions above it, notes below it; and what is no table at all."""

import re
from collections.abc import Sequence
from itertools import pairwise

from app.extract.tables.grids import Grid
from app.extract.tables.headers import is_number
from app.extract.tables.ruling import Ruling
from app.extract.tables.words import Word, phrases_of

Line = list[Word]
_CAPTION = re.compile(r"(?:table|tab\.|figure|fig\.|exhibit|表|图|附表)\s*[A-Z]?\d+", re.IGNORECASE)
_NOTE = re.compile(
    r"(?:sources?|notes?|remarks?|资料来源|数据来源|来源|备注|附注|注|说明)\s*[:：]", re.IGNORECASE
)
_UNIT = re.compile(r"[(（]?(?:金额)?(?:单位|币种)\s*[:：]")
_PAGE = re.compile(r"\d{1,4}|[ivxlc]{1,7}|[A-Z]-\d{1,3}", re.IGNORECASE)
_PAGES = re.compile(r"\bpages?\b|页", re.IGNORECASE)
_LEADER = re.compile(r"(?:\.\s?){4,}|…{2,}|·{4,}")
# A list of contents has so many entries at least, and so many columns at most: part, number, title, page.
_ENTRIES = 5
_CONTENTS_COLUMNS = 4
_MOSTLY = 0.8
_NEARLY_ALL = 0.9
# A box has two sides at least that go over this share of the table's height.
_SIDES = 2
_TALL = 0.5
_SLACK = 3.0
# No list of contents names a higher page.
_LAST_PAGE = 2_000


def without_notes(lines: Sequence[Line]) -> list[Line]:
    """The lines of the table itself."""
    first, last = 0, len(lines)
    if lines and len(phrases_of(lines[0])) == 1 and _CAPTION.match(_text(lines[0])):
        first = 1
    for at in range(last - 1, max(last - _ENTRIES, first + 1), -1):
        if _NOTE.match(_text(lines[at])) and len(phrases_of(lines[at])) == 1:
            last = at
    return list(lines[first:last])


def inside_box(lines: Sequence[Line], ruling: Ruling) -> list[Line]:
    """The lines in the box that is drawn around a table; what stands alone above it, such as the unit, is not in it."""
    sides = [segment for segment in ruling.vertical if segment[2] - segment[1] > _TALL * _height(lines)]
    if not lines or len(sides) < _SIDES:
        return list(lines)
    words = [word for line in lines for word in line]
    left, right = min(word.x0 for word in words), max(word.x1 for word in words)
    box = sides[0][0] <= left + _SLACK and sides[-1][0] >= right - _SLACK
    top = min(segment[1] for segment in sides)
    return [
        line
        for line in lines
        if line[0].y >= top or not (_UNIT.match(_text(line)) or (box and len(phrases_of(line)) == 1))
    ]


def _height(lines: Sequence[Line]) -> float:
    return max(word.y1 for word in lines[-1]) - min(word.y0 for word in lines[0]) if lines else 0.0


def _text(line: Line) -> str:
    return " ".join(word.text for word in line)


def is_contents(grid: Grid) -> bool:
    """Whether this is a list of contents: titles with ascending page numbers, perhaps after dots."""
    ends = [cell.text for cell in grid.cells if cell.last_column == grid.columns - 1]
    leaders = sum(1 for cell in grid.cells if _LEADER.search(cell.text))
    if leaders >= _ENTRIES and leaders >= _MOSTLY * len(ends):
        return True
    pages = [text for text in ends if _PAGE.fullmatch(text)]
    if ends and not (_PAGE.fullmatch(ends[0]) or _PAGES.search(ends[0])):
        return False  # a column of numbers with a name
    if grid.columns > _CONTENTS_COLUMNS or len(pages) < max(_ENTRIES, _MOSTLY * len(ends)):
        return False
    titled = {
        cell.row
        for cell in grid.cells
        if cell.last_column < grid.columns - 1 and any(map(str.isalpha, cell.text))
    }
    numbers = [int(page.rpartition("-")[2]) for page in pages if page[-1].isdecimal()]
    rising = sum(1 for before, after in pairwise(numbers) if before <= after)
    others = [cell.text for cell in grid.cells if cell.column > 0 and cell.last_column < grid.columns - 1]
    figures = sum(1 for text in others if is_number(text))
    return (
        rising >= _NEARLY_ALL * (len(numbers) - 1)
        and len(titled) >= _MOSTLY * grid.rows
        and figures <= (1 - _MOSTLY) * len(others)
        and len(set(numbers)) > 1
        and max(numbers) <= _LAST_PAGE
    )

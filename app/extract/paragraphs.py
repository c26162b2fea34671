"""Rows to paragraphs: which rows belong together, and what stands between them in the text."""

import re
from collections.abc import Iterable
from statistics import median

import msgspec

from app.documents.language import is_han
from app.documents.model import BlockKind
from app.extract.rows import Row

# Chinese punctuation and full-width forms, beside which no space is put either.
_WIDE = re.compile(r"[　-〿＀-￯“”‘’—…·]")
_LIST_ITEM = re.compile(
    r"(?:[•●▪◦■□\-–*]\s|\d{1,2}(?:\.\d{1,2})*[.)、．]?\s|[(（][\dA-Za-z一二三四五六七八九十]{1,3}[)）]|[一二三四五六七八九十]{1,3}、|第[\d一二三四五六七八九十百]+条)",
)
_SENTENCE_END = re.compile(r"[.!?。！？；;：:]$")
# A row of words that ends this share of its column's width before the edge ends a paragraph.
_SHORT_ROW = 0.25
# Font sizes in points that differ by less are the same size.
_SIZE_STEP = 0.4
# In font sizes: the most space between two lines of a paragraph, and what counts as an indented first line.
_LINE_GAP = 1.0
_INDENT = 0.8
# Headings are larger than the body by this factor, or bold and short.
_HEADING_SIZE = 1.15
_HEADING_LENGTH = 80
_HEADING_ROWS = 2
# In rows, how far a column's edge is looked for; more than a page of print has, less than a hostile one can.
_NEAR = 80


class Paragraph(msgspec.Struct, frozen=True):
    """Rows of one block, in order."""

    kind: BlockKind
    rows: tuple[Row, ...]


def body_size(rows: Iterable[Row]) -> float:
    """The document's usual font size, each row counted by its characters."""
    sizes = [row.size for row in rows for _ in range(1 + len(row.text) // 10)]
    return median(sizes) if sizes else 0.0


def _is_wide(char: str) -> bool:
    return is_han(char) or _WIDE.match(char) is not None


def joint(before: str, after: str) -> tuple[int, str]:
    """How two rows of a paragraph are joined: characters to drop from the end, and what to put between."""
    if _is_wide(before[-1]) or _is_wide(after[0]):
        return 0, ""
    if before.endswith("-") and len(before) > 1 and before[-2].isalpha() and after[0].islower():
        return 1, ""
    return 0, " "


def _right_edge(row: Row, rows: list[Row]) -> float:
    """Where the lines of the row's column end: the furthest end of rows of its size that stand above or below."""
    column = [other for other in rows if other.x0 < row.x1 and row.x0 < other.x1 and _same_size(row, other)]
    # A row without width, which broken fonts make, overlaps nothing, not even itself.
    return max((other.x1 for other in column), default=row.x1)


def _same_size(first: Row, second: Row) -> bool:
    return abs(first.size - second.size) < _SIZE_STEP


def _ends_early(row: Row, right: float) -> bool:
    """Chinese lines are filled to the last character; lines of words may end a word's length before the edge."""
    if _is_wide(row.text[-1]):
        return row.x1 < right - 2 * row.size
    return row.x1 < right - _SHORT_ROW * (right - row.x0)


def _continues(before: Row, after: Row, rows: list[Row]) -> bool:
    """Whether a row goes on with the paragraph of the row before it."""
    if not _same_size(before, after) or _LIST_ITEM.match(after.text):
        return False
    ended = _SENTENCE_END.search(before.text) is not None
    if after.y1 < before.y0:
        # The top of the next column: the paragraph goes on when its sentence does.
        return after.x0 > before.x0 and not ended
    if after.y0 - before.y1 > _LINE_GAP * before.size:
        return False
    hanging = _LIST_ITEM.match(before.text) is not None
    if after.x0 > before.x0 + _INDENT * before.size and not hanging:
        return False
    if before.bold and not after.bold and _ends_early(before, _right_edge(before, rows)):
        return False
    return not (_ends_early(before, _right_edge(before, rows)) and (ended or _is_wide(before.text[-1])))


def _kind(rows: list[Row], usual: float) -> BlockKind:
    length = sum(len(row.text) for row in rows)
    if len(rows) > _HEADING_ROWS or length > _HEADING_LENGTH:
        return BlockKind.PARAGRAPH
    larger = all(row.size >= _HEADING_SIZE * usual for row in rows)
    bold = all(row.bold for row in rows) and not _SENTENCE_END.search(rows[-1].text)
    return BlockKind.HEADING if larger or bold else BlockKind.PARAGRAPH


def _is_table_row(row: Row) -> bool:
    return row.has_cells and _LIST_ITEM.fullmatch(row.lines[0].text + " ") is None


def paragraphs_of(rows: Iterable[Row], usual: float) -> list[Paragraph]:
    """Group a page's rows: neighbouring rows of several cells are a table, others go on as their lines do."""
    page = list(rows)
    groups: list[list[Row]] = []
    for at, row in enumerate(page):
        before = groups[-1][-1] if groups else None
        if before is not None and _belongs(before, row, page[max(at - _NEAR, 0) : at + _NEAR]):
            groups[-1].append(row)
        else:
            groups.append([row])
    return [
        Paragraph(BlockKind.TABLE if _is_table_row(group[0]) else _kind(group, usual), tuple(group))
        for group in groups
    ]


def _belongs(before: Row, after: Row, near: list[Row]) -> bool:
    if _is_table_row(before) or _is_table_row(after):
        return _is_table_row(before) and _is_table_row(after)
    return _continues(before, after, near)

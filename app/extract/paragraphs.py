"""Rows to paragraphs: which rows belong together, and what each group of rows is."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from statistics import median

import msgspec

from app.documents.model import BlockKind
from app.extract.joining import is_wide, meets_chinese
from app.extract.roles import (
    begins_item,
    begins_note,
    ends_sentence,
    is_bullet,
    is_caption,
    is_number,
    lets_item_follow,
)
from app.extract.rows import CELL_GAP, Row, turned

# Font sizes in points that differ by less are the same size.
_SIZE_STEP = 0.4
# In font sizes: by how much more than usual two lines may stand apart, when the usual is not known, how far, and
# what counts as an indented first line.
_MORE_SPACE = 0.3
_LINE_GAP = 0.75
_INDENT = 0.8
# Headings are larger than the body by this factor, or bold and short.
_HEADING_SIZE = 1.15
_HEADING_LENGTH = 120
_HEADING_ROWS = 3
# Notes are smaller than the body by this factor, and stand in this lower part of a page.
_NOTE_SIZE = 0.93
_NOTES_BELOW = 0.5
# Centred rows have their middles within so many points.
_CENTRED = 3.0
# Share of the characters of a document that is written on a typewriter.
_TYPEWRITTEN = 0.4
# A row that ends so many font sizes before the edge has room for another word, if it is not known how wide that is.
_ROOM = 2.0
# Lines shorter than so many font sizes can end at one place by chance.
_FILLED = 12.0
# In font sizes: a space so wide stands between cells, even in a single row.
_WIDE_GAP = 5.0


class Paragraph(msgspec.Struct, frozen=True):
    """Rows of one block, in order."""

    kind: BlockKind
    rows: tuple[Row, ...]


Edges = dict[int, float]
"""For each font size, in whole points, the right end of a column's lines."""


class Typography(msgspec.Struct, frozen=True):
    """What is usual in a document: its body's font size, and for each size the step from one line to the next."""

    size: float
    steps: dict[int, float]
    fixed: bool = False
    """Whether most of the text is printed as on a typewriter, where that does not mark programs."""

    def step(self, size: float) -> float | None:
        """From a line's top to the next one's, in points."""
        return self.steps.get(round(size * 2))


def typography_of(columns: Iterable[Sequence[Row]]) -> Typography:
    """Measure the columns of all pages; each size counts by its characters."""
    sizes: Counter[float] = Counter()
    fixed: Counter[bool] = Counter()
    steps: defaultdict[int, list[float]] = defaultdict(list)
    for rows in columns:
        for row in rows:
            sizes[row.size] += len(row.text)
            fixed[row.fixed] += len(row.text)
        for before, after in pairwise(rows):
            step = after.y0 - before.y0
            if abs(before.size - after.size) < _SIZE_STEP and 0 < step < 3 * before.size:
                steps[round(before.size * 2)].append(step)
    return Typography(
        size=sizes.most_common(1)[0][0] if sizes else 0.0,
        fixed=fixed[True] > _TYPEWRITTEN * fixed.total(),
        steps={size: _lower_quartile(found) for size, found in steps.items() if len(found) >= 4},  # noqa: PLR2004
    )


def _lower_quartile(values: list[float]) -> float:
    """Most steps are those inside a paragraph; the larger ones between paragraphs shall not count."""
    return sorted(values)[len(values) // 3]


def _same_size(first: Row, second: Row) -> bool:
    return abs(first.size - second.size) < _SIZE_STEP


def _has_cells(row: Row) -> bool:
    """Whether a row has cells, and is no item whose number stands apart."""
    return row.has_cells and not (len(row.lines) == 2 and is_number(row.lines[0].text))  # noqa: PLR2004


def _gaps(row: Row) -> list[tuple[float, float]]:
    return [
        (before[2], after[0])
        for (before, after), gap in zip(pairwise(map(turned, row.lines)), row.gaps, strict=True)
        if gap == CELL_GAP
    ]


def _aligned(first: Row, second: Row) -> bool:
    """Whether a gap of one row lies over a gap of the other."""
    gaps, others = _gaps(first), _gaps(second)
    at = other_at = 0
    while at < len(gaps) and other_at < len(others):
        (left, right), (other_left, other_right) = gaps[at], others[other_at]
        if min(right, other_right) > max(left, other_left):
            return True
        if right < other_right:
            at += 1
        else:
            other_at += 1
    return False


def _table_rows(rows: Sequence[Row]) -> set[int]:
    """Identities of the rows of cells: a wide space in a single line of print is none."""
    celled = [_has_cells(row) for row in rows]
    found = set()
    for at, row in enumerate(rows):
        if not celled[at]:
            continue
        near = [other for other in (at - 1, at + 1) if 0 <= other < len(rows) and celled[other]]
        widest = max(right - left for left, right in _gaps(row))
        if widest > _WIDE_GAP * row.size or any(_aligned(row, rows[other]) for other in near):
            found.add(id(row))
    return found


def edges_of(rows: Iterable[Row], least: float = 0.0) -> Edges:
    """Where a column's lines of each size end: at its longest one, and if they are upright, not before `least`."""
    edges: Edges = {}
    for row in rows:
        if not row.has_cells:
            size = round(row.size)
            edges[size] = max(edges.get(size, least if row.upright else row.x1), row.x1)
    return edges


class _Column:
    """The rows of one column, with the edge that its lines reach."""

    def __init__(self, rows: Sequence[Row], typography: Typography, edges: Edges) -> None:
        self._typography = typography
        self._table_rows = _table_rows(rows)
        self._edges = edges

    def is_code(self, row: Row) -> bool:
        """Whether a row is a line of a program or a command, which means something else when it is joined."""
        return row.fixed and not self._typography.fixed

    def goes_on(self, group: Sequence[Row], after: Row) -> bool:
        """Whether a row belongs to the paragraph of the rows before it."""
        before = group[-1]
        form = self._form(before)
        if form is not self._form(after):
            return False
        if form is BlockKind.TABLE:
            return True
        if not _same_size(before, after) or self._apart(before, after):
            return False
        return form is BlockKind.CODE or self._goes_on_in_prose(group, after)

    def _form(self, row: Row) -> BlockKind:
        """Whether a row is of a program, of a table, or of prose."""
        if self.is_code(row):
            return BlockKind.CODE
        return BlockKind.TABLE if id(row) in self._table_rows else BlockKind.PARAGRAPH

    def _goes_on_in_prose(self, group: Sequence[Row], after: Row) -> bool:
        before = group[-1]
        room = self._has_room(group, after)
        if begins_item(after.text) and (is_bullet(after.text) or room or lets_item_follow(before.text)):
            return False
        if before.bold != after.bold and (room or before.bold):
            return False
        if room:
            return self._is_centred(before, after) or _is_unfinished(before, after)
        hanging = len(group) == 1 and _hangs(before)
        return hanging or after.x0 <= before.x0 + _INDENT * before.size or self._is_centred(before, after)

    def paragraph(self, rows: Sequence[Row], height: float) -> Paragraph:
        """The rows with what they are; `height` is the page's."""
        return Paragraph(self._kind(rows, height), tuple(rows))

    def _kind(self, rows: Sequence[Row], height: float) -> BlockKind:
        first, usual = rows[0], self._typography.size
        if (form := self._form(first)) is not BlockKind.PARAGRAPH:
            return form
        length = sum(len(row.text) for row in rows)
        if len(rows) <= _HEADING_ROWS and length <= _HEADING_LENGTH and _stands_out(rows, usual):
            return BlockKind.HEADING
        if is_caption(" ".join(row.text for row in rows[:4])):
            return BlockKind.CAPTION
        small = median(row.size for row in rows) <= _NOTE_SIZE * usual
        if small and first.y0 > _NOTES_BELOW * height and begins_note(first.text):
            return BlockKind.FOOTNOTE
        return BlockKind.LIST_ITEM if begins_item(first.text) else BlockKind.PARAGRAPH

    def _has_room(self, group: Sequence[Row], after: Row) -> bool:
        """Whether the next line's first word would still have stood in the line before.

        Lines that end at one place are filled, though others in the column are longer.
        """
        before = group[-1]
        near = (*group[-2:-1], after)
        if any(
            abs(before.x1 - other.x1) < 1 and other.x1 - other.x0 > _FILLED * other.size for other in near
        ):
            return False
        return before.x1 + _first_word(after) < self._edges.get(round(before.size), before.x1) - 1

    def _apart(self, before: Row, after: Row) -> bool:
        usual = self._typography.step(before.size)
        step = after.y0 - before.y0
        if usual is None:
            return step <= 0 or after.y0 - before.y1 > _LINE_GAP * before.size
        return step <= 0 or step > usual + _MORE_SPACE * before.size

    def _is_centred(self, before: Row, after: Row) -> bool:
        """Lines of a title are broken where its author wanted."""
        if before.size < _HEADING_SIZE * self._typography.size and not (before.bold and after.bold):
            return False
        middles = abs(before.x0 + before.x1 - after.x0 - after.x1) / 2
        return middles < _CENTRED and abs(before.x0 - after.x0) > _CENTRED and not ends_sentence(before.text)


def _is_unfinished(before: Row, after: Row) -> bool:
    """A ragged line of words; the next one goes on in the middle of its sentence."""
    return (
        after.text[0].islower()
        and not ends_sentence(before.text)
        and abs(after.x0 - before.x0) <= _INDENT * before.size
    )


def _hangs(row: Row) -> bool:
    return begins_item(row.text) or begins_note(row.text)


def _first_word(row: Row) -> float:
    """Width of what would have had to stand in the line before: a word and a space, or a Chinese character."""
    line = row.lines[0]
    if len(line.edges) <= len(line.text):
        return _ROOM * row.size
    if any(map(is_wide, line.text[:2])):
        # Chinese punctuation may not begin a line, so a line can end one character early.
        return _ROOM * row.size
    end = line.text.find(" ")
    width = line.edges[end if end > 0 else len(line.text)] - line.edges[0]
    return width + 0.3 * row.size


def paragraphs_of(
    columns: Iterable[Sequence[Row]],
    typography: Typography,
    height: float,
    edges: Edges | None = None,
) -> Iterator[Paragraph]:
    """Group the rows of a page's columns, each of which ends a paragraph, and tell what each group is.

    `edges` say where the columns' lines end, when more is known than these rows show.
    """
    for rows in columns:
        column = _Column(rows, typography, edges_of(rows) if edges is None else edges)
        group: list[Row] = []
        for row in rows:
            if group and column.goes_on(group, row):
                group.append(row)
                continue
            if group:
                yield column.paragraph(group, height)
            group = [row]
        if group:
            yield column.paragraph(group, height)


def _stands_out(rows: Sequence[Row], usual: float) -> bool:
    if all(row.size >= _HEADING_SIZE * usual for row in rows):
        return True
    return all(row.bold for row in rows) and not ends_sentence(rows[-1].text)


def may_go_on(before: Paragraph, after: Paragraph, edge: float) -> bool:
    """Whether a sentence that a column or page breaks off goes on with the next one's first paragraph.

    `edge` is the right end of the column that the first one stands in.
    """
    if before.kind not in _TEXT or after.kind is not BlockKind.PARAGRAPH:
        return False
    last, first = before.rows[-1], after.rows[0]
    if not _same_size(last, first) or last.bold != first.bold or ends_sentence(last.text):
        return False
    room = last.x1 + _first_word(first) < edge - 1
    if meets_chinese(last.text, first.text):
        return not room
    return first.text[0].islower() or not room


_TEXT = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM})

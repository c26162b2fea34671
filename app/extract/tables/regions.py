"""Where tables are, without a model: drawn grids, and lines of text that stand in rows and columns."""

from collections.abc import Iterator, Sequence
from statistics import median

from app.documents.model import Rect
from app.extract.raw import Rule
from app.extract.tables.candidates import CELL_GAP, cells_in
from app.extract.tables.columns import LEAST_GAP, gaps_in
from app.extract.tables.grids import Region
from app.extract.tables.ruling import Ruling
from app.extract.tables.words import Word, phrases_of, text_lines

Line = list[Word]
# Rows of a table without lines stand no further apart than this many font sizes.
_ROW_GAP = 2.5
# So many lines with one text only, such as the title of a section, may stand between rows.
_PLAIN = 1
_LEAST_ROWS = 3
# Two places, in points, that are one.
_SAME = 3.0
_LEAST_COLUMNS = 2
# A region that shares this much of itself with a known one is known.
_KNOWN = 0.1


def regions_of(words: Sequence[Word], rules: Sequence[Rule]) -> list[Region]:
    """The drawn grids, and the runs of rows outside of them."""
    found = list(_drawn_grids(words, rules))
    lines = text_lines(word for word in words if not any(holds(region.rect, word) for region in found))
    return [*found, *(Region(rect=_around(run)) for run in _runs(lines))]


def holds(rect: Rect, word: Word) -> bool:
    """Whether the middle of a word is in a rectangle."""
    return rect.x0 <= word.x <= rect.x1 and rect.y0 <= word.y <= rect.y1


def _shared(rect: Rect, other: Rect) -> float:
    width = min(rect.x1, other.x1) - max(rect.x0, other.x0)
    height = min(rect.y1, other.y1) - max(rect.y0, other.y0)
    area = max((rect.x1 - rect.x0) * (rect.y1 - rect.y0), 1.0)
    return max(width, 0.0) * max(height, 0.0) / area


def _drawn_grids(words: Sequence[Word], rules: Sequence[Rule]) -> Iterator[Region]:
    """Boxes around horizontal lines of one width with a vertical line in them, and words in at least two parts."""
    widths: dict[tuple[int, int], list[Rule]] = {}
    for rule in rules:
        if rule.x1 - rule.x0 > rule.y1 - rule.y0:
            widths.setdefault((round(rule.x0 / _SAME), round(rule.x1 / _SAME)), []).append(rule)
    taken: list[Rect] = []
    for group in sorted(widths.values(), key=len, reverse=True):
        if len(group) <= _LEAST_ROWS:
            break
        rect = Rect(
            min(rule.x0 for rule in group),
            min(rule.y0 for rule in group),
            max(rule.x1 for rule in group),
            max(rule.y1 for rule in group),
        )
        if any(_shared(rect, other) > _KNOWN for other in taken):
            continue
        ruling = Ruling.of(rules, (), rect)
        inner = [x for x in ruling.down(rect.y0, rect.y1) if rect.x0 + _SAME < x < rect.x1 - _SAME]
        if inner and sum(1 for word in words if holds(rect, word)) >= _LEAST_ROWS:
            taken.append(rect)
            yield Region(rect=rect)


def _runs(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Lines below each other that have cells, with the plain ones between them."""
    run: list[Line] = []
    plain: list[Line] = []
    for line in lines:
        last = (plain or run or [line])[-1]
        near = line[0].y0 - max(word.y1 for word in last) <= _ROW_GAP * line[0].size
        if cells_in(line) >= _LEAST_COLUMNS and near:
            run = [*run, *plain, line] if run else [line]
            plain = []
        elif run and near and len(plain) < _PLAIN:
            plain.append(line)
        else:
            yield from _kept(run)
            run = [line] if cells_in(line) >= _LEAST_COLUMNS else []
            plain = []
    yield from _kept(run)


def _kept(run: list[Line]) -> Iterator[list[Line]]:
    """The run if it has enough rows, and columns that they share."""
    rows = [line for line in run if cells_in(line) >= _LEAST_COLUMNS]
    if len(rows) >= _LEAST_ROWS and columns_in(run):
        yield run


def columns_in(lines: Sequence[Line]) -> tuple[float, ...]:
    """Places that no line with cells goes over: the gaps between columns."""
    rows = [phrases_of(line, gap=CELL_GAP) for line in lines if cells_in(line) >= _LEAST_COLUMNS]
    if not rows:
        return ()
    size = median(word.size for line in lines for word in line)
    return tuple((low + high) / 2 for low, high in gaps_in(rows, LEAST_GAP * size))


def _around(run: Sequence[Line]) -> Rect:
    words = [word for line in run for word in line]
    return Rect(
        min(word.x0 for word in words),
        min(word.y0 for word in words),
        max(word.x1 for word in words),
        max(word.y1 for word in words),
    )

"""Which words of a row are in which of its columns, and which cells go over several of them."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise

from app.extract.tables.grids import Span
from app.extract.tables.headers import is_number
from app.extract.tables.ruling import Ruling
from app.extract.tables.words import SENTENCE_GAP, Phrase, Word, phrases_of

Part = tuple[int, int, tuple[Word, ...]]
# A phrase is in a column if it takes this share of it, or has this share of itself there.
_SHARE = 0.3
# Words further apart than this many font sizes at a border are parted by it.
_BORDER_GAP = 0.45
# Figures are parted by less.
_NUMBER_GAP = 0.2
# And words by more than a letter, since a space can be as wide as one.
_SPACE = 1.1
# A border may be this far in a word, in points, and still be beside it.
_OVER = 2.0
_CURRENCIES = frozenset("$€£¥￥")
_SIGNS = frozenset("$€£¥￥(-–—%)")


def parts_of(line: Sequence[Word], columns: Sequence[float], ruling: Ruling) -> list[Part]:
    """A line's phrases with the first and the last column of each; they do not overlap."""
    parts: list[Part] = []
    cut = [words for phrase in phrases_of(line, gap=SENTENCE_GAP) for words in _cut(phrase, columns, ruling)]
    for words in _with_signs(cut):
        number = [word for word in words if not set(word.text) <= _CURRENCIES]
        first, last = _columns(number or words, columns)
        if parts and first <= parts[-1][1]:
            parts[-1] = (parts[-1][0], max(last, parts[-1][1]), (*parts[-1][2], *words))
        else:
            parts.append((first, last, words))
    return parts


def _with_signs(cut: Sequence[tuple[Word, ...]]) -> Iterable[tuple[Word, ...]]:
    """The parts of a line, where a currency sign at the end of one goes to the number that the next begins with."""
    sign: tuple[Word, ...] = ()
    for at, words in enumerate(cut):
        after = cut[at + 1][0].text if at + 1 < len(cut) else ""
        moved = set(words[-1].text) <= _CURRENCIES and bool(after) and _is_figure(after)
        kept = (*sign, *(words[:-1] if moved else words))
        if kept:
            yield kept
        sign = words[-1:] if moved else ()


def _cut(phrase: Phrase, columns: Sequence[float], ruling: Ruling) -> Iterable[tuple[Word, ...]]:
    """The phrase's words, cut at borders that lie in a wide gap or are drawn."""
    start = 0
    words = phrase.words
    for at, (left, right) in enumerate(pairwise(words), start=1):
        border = next((x for x in columns[1:-1] if left.x < x <= right.x), None)
        if border is None:
            continue
        figures = all(_is_figure(word.text) for word in words[start:at])
        wide = _parts(left, right, border, only_figures=figures)
        if wide or ruling.parts_columns(left.x, right.x, left.y):
            yield words[start:at]
            start = at
    yield words[start:]


def _parts(left: Word, right: Word, border: float, *, only_figures: bool) -> bool:
    """Whether the space between two words is the gap between two columns and not one in a sentence."""
    gap = (right.x0 - left.x1) / min(left.size, right.size)
    if only_figures and not left.text.endswith(","):
        return gap > _NUMBER_GAP and (_is_figure(right.text) or left.x1 - _OVER <= border <= right.x0 + _OVER)
    return (
        gap > max(_BORDER_GAP, _SPACE * _letter(left, right))
        and left.x1 - _OVER <= border <= right.x0 + _OVER
    )


def _letter(left: Word, right: Word) -> float:
    """Mean width of the letters of two words, in font sizes: as wide as a space where all are equally wide."""
    width = left.x1 - left.x0 + right.x1 - right.x0
    return width / (len(left.text) + len(right.text)) / min(left.size, right.size)


def _is_figure(text: str) -> bool:
    return set(text) <= _SIGNS or any(char.isdigit() for char in text)


def _columns(words: Sequence[Word], columns: Sequence[float]) -> tuple[int, int]:
    """First and last of the columns that hold enough of the words."""
    x0, x1 = words[0].x0, words[-1].x1
    first = min(max(bisect_right(columns, x0) - 1, 0), len(columns) - 2)
    last = min(max(bisect_right(columns, x1) - 1, first), len(columns) - 2)
    if first == last:
        return first, last
    shares = {}
    for column in range(first, last + 1):
        overlap = min(x1, columns[column + 1]) - max(x0, columns[column])
        shares[column] = overlap / max(1.0, min(x1 - x0, columns[column + 1] - columns[column]))
    held = [column for column, share in shares.items() if share > _SHARE]
    if not held or is_number(" ".join(word.text for word in words)):
        best = max(shares, key=lambda column: shares[column])
        return best, best
    return min(held), max(held)


def cells_of(
    row: int, lines: Sequence[Sequence[Word]], columns: Sequence[float], ruling: Ruling
) -> list[Span]:
    """The cells of one row: what overlaps from line to line is one cell."""
    cells: list[Part] = []
    for line in lines:
        for part in parts_of(line, columns, ruling):
            cells = _added(cells, part)
    return [
        Span(row, row, first, last, words) for first, last, words in sorted(cells, key=lambda cell: cell[0])
    ]


def _added(cells: list[Part], part: Part) -> list[Part]:
    touching = [cell for cell in cells if cell[0] <= part[1] and part[0] <= cell[1]]
    apart = [cell for cell in cells if not (cell[0] <= part[1] and part[0] <= cell[1])]
    first = min([part[0], *(cell[0] for cell in touching)])
    last = max([part[1], *(cell[1] for cell in touching)])
    words = tuple(word for cell in sorted(touching, key=lambda cell: cell[0]) for word in cell[2])
    return [*apart, (first, last, (*words, *part[2]))]


def split_conflicts(
    rows: Sequence[list[list[Word]]], columns: Sequence[float], ruling: Ruling
) -> list[list[list[Word]]]:
    """Rows cut where a line goes over columns that the next fills apart, or the other way: a head and its columns."""
    result = []
    for row in rows:
        current = [row[0]]
        before = parts_of(row[0], columns, ruling)
        for line in row[1:]:
            parts = parts_of(line, columns, ruling)
            if _conflict(before, parts):
                result.append(current)
                current = []
                before = []
            current.append(line)
            before = [*before, *parts]
        result.append(current)
    return result


def _conflict(above: Sequence[Part], below: Sequence[Part]) -> bool:
    """Whether one of them goes over columns that the other fills apart."""
    return _goes_over(above, below) or _goes_over(below, above)


def _goes_over(wide: Sequence[Part], narrow: Sequence[Part]) -> bool:
    return any(
        sum(1 for part in narrow if first <= part[0] and part[1] <= last) > 1
        for first, last, _ in wide
        if last > first
    )

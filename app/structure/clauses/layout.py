"""How a document is printed: what stands out from its body, and which lines were merely wrapped."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from statistics import median

import msgspec

from app.documents.model import Block, BlockKind, Document, Line

# A table's cells, a caption and a footnote have numbers of their own.
OPENS_NOTHING = frozenset({BlockKind.TABLE, BlockKind.CAPTION, BlockKind.FOOTNOTE})
# Bold counts as so many points of size; print that is larger than the body by less than a step does not stand out.
_BOLD, _STEP = 0.4, 0.3
# What a line's end must have room for: a word, or one Chinese character; with it a space of so much of the size.
_FIRST_WORD = re.compile(r"[^\s\u3000-\u9fff]{1,40}|\S")
_SPACE = 0.25
# Points: lines of one column begin within a bucket or the next, and a gap below this is no gap.
_BUCKET, _TOLERANCE = 40.0, 2.0
# Between the lines of a paragraph, in font sizes: where a document has no paragraphs to measure, and what is more.
_USUAL_GAP, _MORE_GAP = 0.3, 0.15


class Column(msgspec.Struct, frozen=True):
    """The right edges that the body's lines of a page reach, by where its columns begin."""

    edges: dict[int, float]

    def edge(self, block: Block) -> float:
        """The right edge of the column that a block stands in; 0 where it is not known."""
        bucket = int(block.rect.x0 // _BUCKET)
        return max(self.edges.get(bucket + step, 0.0) for step in (-1, 0, 1))


class InnerLine(msgspec.Struct, frozen=True):
    """Where a printed line inside a block begins.

    `apart`: it stands below a gap, as a paragraph does. `parted`: it does, or the line before left room for its
    first word.
    """

    start: int
    apart: bool
    parted: bool


class Layout:
    """The print of one document."""

    def __init__(self, document: Document) -> None:
        self._text = document.text
        counts: Counter[float] = Counter()
        gaps: list[float] = []
        for page in document.pages:
            for block in document.body_of(page):
                if block.kind not in OPENS_NOTHING:
                    counts[round(weight_of(block), 1)] += block.end - block.start
                    gaps.extend(_gaps(block))
        self._body = counts.most_common(1)[0][0] if counts else 0.0
        self._gap = (median(gaps) if gaps else _USUAL_GAP) + _MORE_GAP

    def stands_out(self, block: Block) -> bool:
        """Whether a block is printed larger or bolder than the body, or was read as a heading."""
        return block.kind is BlockKind.HEADING or weight_of(block) > self._body + _STEP

    def column(self, blocks: Iterable[Block]) -> Column:
        """Measure a page."""
        edges: dict[int, float] = {}
        for block in blocks:
            if block.kind not in OPENS_NOTHING and abs(weight_of(block) - self._body) < _STEP:
                bucket = int(block.rect.x0 // _BUCKET)
                edges[bucket] = max(edges.get(bucket, 0.0), block.rect.x1)
        return Column(edges)

    def inner_lines(self, block: Block, column: Column) -> Iterator[InnerLine]:
        """The printed lines of a block after its first."""
        edge = column.edge(block)
        for before, line in zip(block.lines, block.lines[1:], strict=False):
            apart = block.size > 0 and line.y0 - before.y1 > self._gap * block.size
            yield InnerLine(line.start, apart, apart or self._has_room(before, line, edge, block.size))

    def goes_on(self, before: Block, block: Block, edge: float, *, same_page: bool) -> bool:
        """Whether a block may be the next line of the block before it, by print: a line that was merely wrapped.

        `edge` is that of the column of the block before.
        """
        if not before.lines or not block.lines or abs(before.size - block.size) > _STEP:
            return False
        last, first = before.lines[-1], block.lines[0]
        if self._has_room(last, first, edge, block.size):
            return False
        below = same_page and first.y1 - last.y1 >= 0
        if not below:
            return True
        return (
            abs(first.edges[0] - last.edges[0]) < _TOLERANCE and first.y0 - last.y1 < self._gap * block.size
        )

    def _has_room(self, before: Line, line: Line, edge: float, size: float) -> bool:
        word = _FIRST_WORD.match(self._text, line.start, line.end)
        width = line.edges[min(len(word[0]) if word else 0, len(line.edges) - 1)] - line.edges[0]
        return before.edges[-1] + width + _SPACE * size < edge - _TOLERANCE


def weight_of(block: Block) -> float:
    """How much a block's print stands out: its size and boldness, or its level where there is no print."""
    if block.size:
        return block.size + (_BOLD if block.bold else 0.0)
    if block.kind is BlockKind.HEADING:
        return 100.0 - block.level
    return _BOLD if block.bold else 0.0


def _gaps(block: Block) -> Iterator[float]:
    """Between the lines of a block, in font sizes."""
    if block.size:
        for before, line in zip(block.lines, block.lines[1:], strict=False):
            yield (line.y0 - before.y1) / block.size

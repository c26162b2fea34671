"""The printed rows of a block, and which runs of them may be headings by their numbers."""

import re
from collections.abc import Iterator

import msgspec

from app.documents.model import Block, Document
from app.structure.outline.numbering import label_of

# In font sizes: what a row leaves free at its right end when nothing more was to be printed.
FREE = 2.0
# A number is looked for in so many characters at a row's beginning.
_LABEL_WINDOW = 80
# The boxes of a form (√适用 □不适用) begin a row of their own.
_BOXES = re.compile(r"[□√☑☐■]")


class Row(msgspec.Struct, frozen=True):
    """The characters [start, end) of a row, its left and right end, its top and bottom."""

    start: int
    end: int
    x0: float
    x1: float
    y0: float
    y1: float


def rows_of(block: Block) -> list[Row]:
    """The block's rows; lines side by side are one."""
    rows: list[Row] = []
    for line in block.lines:
        before = rows[-1] if rows else None
        if before is not None and (line.y0 + line.y1) / 2 < before.y1:
            rows[-1] = Row(
                before.start,
                line.end,
                before.x0,
                max(before.x1, line.edges[-1]),
                before.y0,
                max(before.y1, line.y1),
            )
        else:
            rows.append(Row(line.start, line.end, line.edges[0], line.edges[-1], line.y0, line.y1))
    return rows


def numbered_runs(document: Document, block: Block, right: float) -> Iterator[list[Row]]:
    """The rows from each number to where the heading behind it ends.

    Headings and what follows them may have been joined: a row that ends before the right end of the block's rows is a
    heading's last, and a number that follows a row which ends before the page's right end begins another heading.
    """
    rows = rows_of(block)
    early = right - FREE * block.size
    starts = [0] + [
        at for at in range(1, len(rows)) if rows[at - 1].x1 < early and _has_number(document, rows[at])
    ]
    for first, following in zip(starts, [*starts[1:], len(rows)], strict=True):
        yield _heading_of(document, block, rows[first:following])


def _has_number(document: Document, row: Row) -> bool:
    label = label_of(document.text[row.start : min(row.end, row.start + _LABEL_WINDOW)])
    return label is not None and not label.bare


def _heading_of(document: Document, block: Block, rows: list[Row]) -> list[Row]:
    early = block.rect.x1 - FREE * block.size
    for number, row in enumerate(rows, start=1):
        following = rows[number] if number < len(rows) else None
        if row.x1 < early or (following and _BOXES.match(document.text, following.start)):
            return rows[:number]
    return rows

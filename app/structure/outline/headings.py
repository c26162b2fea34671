"""Rows that may be headings: blocks that stand out by their font, and lines that begin with a number."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from app.documents.model import Block, BlockKind, Document, Page
from app.structure.outline.numbering import Label, label_of
from app.structure.outline.rows import FREE, Row, numbered_runs, rows_of

# The longest headings, in printed rows and in characters.
_ROWS = 4
LONGEST_HEADING = 250
# A font with this share of the commonest one's length is as common.
_AS_COMMON = 0.5
# In points: sizes closer than this are one size. A heading's size exceeds the body's by this factor.
SIZE_STEP = 0.4
_LARGER = 1.07
# In font sizes: from here on a first row counts as indented.
_INDENT = 1.2
_NEVER = frozenset({BlockKind.CAPTION, BlockKind.FOOTNOTE})
_LETTER = re.compile(r"[^\W\d_]")
# Dots that lead to a page number. Possessive, and begun only where no dot stands before: linear.
_LEADER = re.compile(
    r"(?<![.．·…_])(?<![.．·…_] )(?:[.．·…_] ?){4,}+\s*+(?:\d{1,4}|[ivxlc]{1,7})(?![\w.])",
)
_ENDS_IN_NUMBER = re.compile(r"\D\s{1,8}(?:\d{1,4}|[ivxlc]{1,7})$")
# What a title does not hold or end with, unless its font says that it is one.
_SENTENCE = re.compile(r"[。；;！!](?!$)|[。；;！!：:.,，、]$|[a-z]\.\s+[A-Z]|[□√☑☐]")
_LONGEST_LINE = 80
# So many lines of the body's font are prose.
_PROSE_LINES = 3
# The most pages that are taken for title pages.
_TITLE_PAGES = 3
# So many leaders, or rows with a number at both ends, make a page one of contents.
_LEADERS = 3
_CONTENTS_ROWS = 6


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """Rows that may be a heading, at [start, end) of the text.

    `stands_out`: by size or weight. `fits`: it reads like a title. `order` counts the blocks of the document, so that
    neighbours are known. `filled`: its last row reaches the right end of what its page holds; `indented`: its first
    one begins behind the left end, as paragraphs do.
    """

    start: int
    end: int
    page: int
    title: str
    label: Label | None
    size: float
    bold: bool
    stands_out: bool
    fits: bool
    filled: bool
    indented: bool
    order: int
    y0: float
    y1: float

    @property
    def name(self) -> str:
        """What stands behind the number."""
        return self.title[self.label.length :] if self.label else self.title


class Body(msgspec.Struct, frozen=True):
    """How most of the document's text is printed: font size in points, whether it is bold; characters of all text."""

    size: float
    bold: bool
    length: int

    def is_exceeded(self, block: Block) -> bool:
        """Whether a block is printed larger, or bold where the body is not."""
        if block.size > self.size * _LARGER:
            return True
        return block.bold and not self.bold and block.size > self.size - SIZE_STEP


def body_of(document: Document) -> Body:
    """The font that fills the most length of line; of several that are as common, the largest: code is smaller."""
    used: Counter[tuple[float, bool]] = Counter()
    length = 0
    for page in document.pages:
        for block in document.body_of(page):
            if block.kind is not BlockKind.TABLE and block.lines:
                used[block.size, block.bold] += round(abs(block.rect.x1 - block.rect.x0) * len(block.lines))
                length += block.end - block.start
    if not used:
        return Body(0.0, bold=False, length=0)
    most = max(used.values())
    size, bold = max(font for font, width in used.items() if width >= _AS_COMMON * most)
    return Body(size, bold, length)


def candidates_of(document: Document, body: Body) -> list[Candidate]:
    """All rows that may be headings, in reading order; entries of contents are left out."""
    found: list[Candidate] = []
    entries: list[Candidate] = []
    order = 0
    contents = 0
    for page in document.pages:
        blocks = document.body_of(page)
        contents = _end_of_contents(document, blocks, goes_on=contents > 0)
        sides = _sides(blocks)
        for block in blocks:
            order += 1
            for candidate in _of_block(document, page, block, body, sides):
                if _LEADER.search(candidate.title) or (contents and _is_entry(candidate, contents)):
                    continue
                (entries if contents else found).append(msgspec.structs.replace(candidate, order=order))
    return _without_entries(entries, found)


def _is_entry(candidate: Candidate, contents: int) -> bool:
    """Whether a numbered row belongs to the table of contents that ends there."""
    return candidate.label is not None and (candidate.start < contents or candidate.title[-1].isdecimal())


def title_pages(document: Document, body: Body) -> int:
    """How many pages at the beginning hold no paragraph of the body's font: names and dates, no sections."""
    for number, page in enumerate(document.pages[: _TITLE_PAGES + 1]):
        for block in document.body_of(page):
            prose = len(block.lines) >= _PROSE_LINES or block.end - block.start > _LONGEST_LINE
            if prose and abs(block.size - body.size) < SIZE_STEP:
                return number
    return 0


def _sides(blocks: Sequence[Block]) -> tuple[float, float]:
    """The left and right end of the page's text without its tables."""
    text = [block.rect for block in blocks if block.kind is not BlockKind.TABLE]
    return min((rect.x0 for rect in text), default=0.0), max((rect.x1 for rect in text), default=0.0)


def _without_entries(entries: Sequence[Candidate], found: Sequence[Candidate]) -> list[Candidate]:
    """What stands on pages of contents and is printed again elsewhere is an entry."""
    printed = {"".join(item.title.casefold().split()) for item in found} if entries else set()
    kept = [item for item in entries if "".join(item.title.casefold().split()) not in printed]
    return sorted([*found, *kept], key=lambda item: item.order)


def _end_of_contents(document: Document, blocks: Sequence[Block], *, goes_on: bool) -> int:
    """Where on a page a table of contents ends, which `goes_on` from the page before or does not; 0 without one."""
    if not blocks:
        return 0
    start, end = blocks[0].start, max(block.end for block in blocks)
    text = document.text[start:end]
    leaders = [match.end() for match in _LEADER.finditer(text)]
    if len(leaders) >= (1 if goes_on else _LEADERS):
        return start + leaders[-1]
    rows = text.split("\n")
    numbered = [
        row
        for row in rows
        if len(row) < LONGEST_HEADING and _ENDS_IN_NUMBER.search(row[-12:]) and label_of(row)
    ]
    return end if len(numbered) >= _CONTENTS_ROWS and 2 * len(numbered) >= len(rows) else 0


def _of_block(
    document: Document, page: Page, block: Block, body: Body, sides: tuple[float, float]
) -> Iterator[Candidate]:
    if block.kind in _NEVER or not block.lines:
        return
    stands_out = body.is_exceeded(block)
    label = label_of(document.text[block.start : min(block.end, block.start + _LONGEST_LINE)])
    if label is None and not stands_out:
        return
    if block.kind is BlockKind.TABLE and not _is_number_apart(block, label):
        return
    runs = [rows_of(block)] if stands_out else numbered_runs(document, block, sides[1])
    for rows in runs:
        candidate = _candidate(document, page, block, rows, sides)
        if candidate is not None and (stands_out or candidate.label):
            yield msgspec.structs.replace(candidate, stands_out=stands_out and candidate.stands_out)


def _candidate(
    document: Document, page: Page, block: Block, rows: Sequence[Row], sides: tuple[float, float]
) -> Candidate | None:
    start, end = (max(rows[0].start, block.start)), min(rows[-1].end, block.end)
    title = " ".join(document.text[start : min(end, start + 2 * LONGEST_HEADING)].split())
    label = label_of(title)
    name = title[label.length :] if label else title
    if not _LETTER.search(name) and not (label and label.named and not name):
        return None
    too_long = end - start > LONGEST_HEADING or len(rows) > _ROWS
    if too_long and label is None:
        return None
    return Candidate(
        start=start,
        end=end,
        page=page.number,
        title=title,
        label=label,
        size=block.size,
        bold=block.bold,
        stands_out=not too_long,
        fits=not too_long and _reads_like_title(name, rows=len(rows)),
        filled=rows[-1].x1 > sides[1] - FREE * block.size,
        indented=rows[0].x0 > sides[0] + _INDENT * block.size,
        order=0,
        y0=rows[0].y0,
        y1=rows[-1].y1,
    )


def _is_number_apart(block: Block, label: Label | None) -> bool:
    """Whether what looks like a row of cells is a number with its title set off."""
    first = block.lines[0]
    return (
        label is not None
        and first.end - first.start <= label.length <= first.end - first.start + 3
        and len(rows_of(block)) == 1
    )


def _reads_like_title(name: str, *, rows: int) -> bool:
    return rows <= 2 and len(name) <= _LONGEST_LINE and _SENTENCE.search(name) is None  # noqa: PLR2004

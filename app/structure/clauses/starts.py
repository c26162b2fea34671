"""The places where a clause may begin: every block, and every printed line that begins with a label."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from app.documents.model import Block, Document, Page
from app.structure.clauses.labels import DECIMAL, RANKS, Label, read_label
from app.structure.clauses.layout import OPENS_NOTHING, Column, InnerLine, Layout, weight_of

# As much text before a place as tells whether a sentence ended there.
_BEFORE = 40
_ENDS_CLAUSE = re.compile(
    r"(?:[.。;；:：!！?？][”\"’'）)》\]]{0,3}|[;；,，][ ]?(?:and|or|以及|和|或|或者))\s*$"
)
_ENDS_SENTENCE = re.compile(r"[.。!！?？][”\"’'）)]{0,3}\s*$")
# Words and marks after which a number belongs to the sentence.
_AWAITS_NUMBER = re.compile(
    r"(?:\b(?:sections?|clauses?|articles?|paragraphs?|schedules?|annex|exhibit|appendix|under|of|to|in|with|and|or|"
    r"by|see|per|through|from|the|this)|依照|按照|根据|依据|遵守|违反|符合|适用|执行|履行|(?:本|该)(?:合同|协议|法|条例|规定|办法)|》"
    r"|[对和与及或至到、，,])\s*$",
    re.IGNORECASE,
)
_REFERENCE_TAIL = re.compile(
    r"[的、，,和与及或至之所；;）)]|中(?![华国])|以及|规定|约定|第|项下|款|列|以外|除外|[-–—~～]|\s(?:规定的|约定的|的|第[一二三四五六七八九十\d]{1,3}[款项])"
)
_LOWER_CASE = re.compile(r"[\s.:,;)]{0,3}[a-z]")
_AMOUNT = re.compile(
    r"\s?(?:[%％‰万亿元倍年月日米吨个]|per ?cent|million|billion|percent|times\b|years?\b|days?\b)"
)
# An amount has two parts; a number of more is a clause's, though its text begins in small letters.
_AMOUNT_DEPTH = 2
# Dots or a tab up to a page number: a line of a table of contents.
_CONTENTS_LINE = re.compile(r"(?:\.{4,}|(?:\. ){3,}|…{2,}|·{3,}|_{4,}|\t)[ .…·_]{0,200}\d{1,4}\s*$")
_CONTENTS_WINDOW = 240
# A line of a table of contents without page numbers; fewer repeated lines than a run of three prove nothing.
_SHORT, _RUN = 80, 3
_WORDS = frozenset({"article", "section", "clause", "part", "chapter"})


class Start(msgspec.Struct, frozen=True, kw_only=True):
    """A place where a clause may begin.

    `end` is the end of its block. `whole`: it begins its block. `wrapped`: by its print it
    may as well be the next line of the block before. `closed`: what stands before it was complete,
    `after_stop`: it was a whole sentence.
    `doubtful`: only its place in a series can show that the label opens a clause. `weight` ranks its print (bigger
    and bolder is more), `raised` says that it stands out from the document's body. `left` is its left edge in points.
    """

    at: int
    end: int
    page: int
    whole: bool
    wrapped: bool
    closed: bool
    after_stop: bool
    label: Label | None
    doubtful: bool
    weight: float
    raised: bool
    left: float
    contents: bool


class _Before(msgspec.Struct):
    """The block that was read before a place, the right edge of its column, and its page."""

    end: int = 0
    block: Block | None = None
    edge: float = 0.0
    page: int = 0


def starts_of(document: Document) -> tuple[Start, ...]:
    """All places in the order of the text."""
    layout = Layout(document)
    before = _Before()
    found = [start for page in document.pages for start in _page_starts(document, page, layout, before)]
    return _without_contents(document, found)


def _page_starts(document: Document, page: Page, layout: Layout, before: _Before) -> Iterator[Start]:
    blocks = document.body_of(page)
    column = layout.column(blocks)
    for block in blocks:
        if block.kind not in OPENS_NOTHING:
            yield from _block_starts(document.text, block, page.number, layout, before, column)
            before.block, before.edge, before.page = block, column.edge(block), page.number
        before.end = block.end


def _block_starts(
    text: str, block: Block, page: int, layout: Layout, before: _Before, column: Column
) -> Iterator[Start]:
    begins = _first_character(text, block.start, block.end)
    contents = bool(_CONTENTS_LINE.search(text, max(block.start, block.end - _CONTENTS_WINDOW), block.end))
    wrapped = before.block is not None and layout.goes_on(
        before.block, block, before.edge, same_page=page == before.page
    )
    inner = tuple(layout.inner_lines(block, column))
    ends = iter([*(line.start for line in inner if line.parted), block.end])
    paragraph_end = next(ends)
    for line in (InnerLine(begins, not block.continues, not wrapped), *inner):
        at = _first_character(text, line.start, block.end)
        first = line.start == begins
        end = before.end if first else line.start
        while paragraph_end <= at and paragraph_end < block.end:
            paragraph_end = next(ends)
        label = None if contents else _credible(text, at, block, end)
        if not first and label is None:
            continue
        yield Start(
            at=at,
            end=paragraph_end,
            page=page,
            whole=line.apart,
            wrapped=not line.parted,
            closed=_ends(_ENDS_CLAUSE, text, end),
            after_stop=_ends(_ENDS_SENTENCE, text, end),
            label=label,
            doubtful=label is not None and _is_doubtful(text, label, block.end),
            weight=weight_of(block),
            raised=layout.stands_out(block),
            left=block.rect.x0,
            contents=contents,
        )


def _first_character(text: str, start: int, end: int) -> int:
    while start < end and text[start].isspace():
        start += 1
    return start


def _ends(pattern: re.Pattern[str], text: str, end: int) -> bool:
    return end == 0 or bool(pattern.search(text, max(0, end - _BEFORE), end))


def _credible(text: str, at: int, block: Block, before: int) -> Label | None:
    """The label at this place, unless the words around it show that it is a reference or an amount."""
    label = read_label(text, at)
    if label is None or label.end > block.end:
        return None
    named = label.shape in RANKS or label.shape in _WORDS
    if (named or label.shape == DECIMAL) and _AWAITS_NUMBER.search(text, max(0, before - _BEFORE), before):
        return None
    if named and _reads_on(text, label):
        return None
    if label.shape in {DECIMAL, "1"} and _AMOUNT.match(text, label.end):
        return None
    if label.shape == "schedule" and not _is_schedule(text, label, block):
        return None
    return label


def _reads_on(text: str, label: Label) -> bool:
    if text[label.start] == "第":
        return bool(_REFERENCE_TAIL.match(text, label.end))
    following = text[label.end : label.end + 1]
    hyphened = text.startswith(("-", "–"), label.end) and not text.startswith(" ", label.end + 1)
    return following in {",", ";", ")", "(", "’", "'"} or hyphened or bool(_LOWER_CASE.match(text, label.end))


def _is_schedule(text: str, label: Label, block: Block) -> bool:
    """A schedule's title is a short line; a sentence that speaks of a schedule is none."""
    line = text[label.end : block.end]
    if len(line) > _SHORT or re.search(r"[.。;；,，]\s*$", line):
        return False
    if text[label.start] == "附":
        numbered = text[label.start : label.end] not in {"附件", "附录", "附表"}
        return not re.match(r"\s?[的、，,和与及或至之所中]", line) and (numbered or not line.strip())
    return not _LOWER_CASE.match(line)


def _is_doubtful(text: str, label: Label, end: int) -> bool:
    rest = text[label.end : min(end, label.end + 2)]
    if text[label.start] == "第":
        return bool(rest) and not rest[0].isspace() and rest[0] not in "：:【《[（("
    if label.shape == DECIMAL and len(label.readings[0].number) > _AMOUNT_DEPTH:
        return False
    return label.shape == "1" or (label.shape in {DECIMAL, "1.", *_WORDS} and bool(_LOWER_CASE.match(rest)))


def _without_contents(document: Document, starts: Sequence[Start]) -> tuple[Start, ...]:
    """Lines of a table of contents lose their labels: a run of short lines that are all printed again later on."""
    keys = [_line_of(document, start) for start in starts]
    later = Counter(key for key in keys if key)
    listed: set[int] = set()
    run: list[int] = []
    for at, key in enumerate([*keys, ""]):
        if key:
            later[key] -= 1
        if key and later[key]:
            run.append(at)
            continue
        if len(run) >= _RUN:
            listed.update(run)
        run = []
    return tuple(
        msgspec.structs.replace(start, label=None, contents=True) if at in listed else start
        for at, start in enumerate(starts)
    )


def _line_of(document: Document, start: Start) -> str:
    if (
        start.label is None
        or start.end - start.at > _SHORT
        or start.label.shape not in {*RANKS, *_WORDS, "1.", "一、"}
    ):
        return ""
    line = "".join(document.text[start.at : start.end].split())
    return "" if line[-1:] in set("。；;，,：:") else line

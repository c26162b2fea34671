"""A read file as Markdown: headings at their level, lists, tables; page numbers as comments."""

import re
from collections.abc import Iterator

from app.documents.model import Block, BlockKind, Document, Page, PageKind
from app.documents.structure import Structure
from app.documents.tables import Table
from app.export.grids import rows_of

_DEEPEST = 6
_TICKS = re.compile("`+")
# A backslash that would take the meaning from the mark after it, and "<" where it would open a tag, a comment or a
# link (CommonMark 0.31, sections 2.4, 6.5, 6.6).
_ACTIVE = re.compile(r"\\(?=[!-/:-@\[-`{-~])|<(?=[A-Za-z/!?])")
# What would be taken at a line's beginning as a heading, quotation, list, fence, rule or definition of a link; the
# lines of a fence and a definition would not be shown as text.
_MARKED = re.compile(
    r"(?m)^([^\S\n]*)(?=#{1,6}(?:\s|\Z)|>|[+*-](?:\s|\Z)|`{3}|~{3}|[+*_=-]+[^\S\n]*$|\[[^\[\]]{1,999}\]:)"
)


def as_markdown(document: Document, structure: Structure) -> str:
    """The body in reading order; a table, and a sentence over a page border, stands where it begins, whole.

    What a program would take for markup in the file's own words is escaped: they are shown as they are printed.
    """
    levels = {section.start: section.level for section in structure.sections}
    ends = document.runs()
    return "\n".join(line for page in document.pages for line in _page(document, page, levels, ends))


def _page(document: Document, page: Page, levels: dict[int, int], ends: dict[int, int]) -> Iterator[str]:
    unread = "" if page.kind in {PageKind.TEXT, PageKind.EMPTY} else f", {page.kind.value}"
    yield f"<!-- page {page.number}{unread} -->\n"
    for block in document.body_of(page):
        if block.table is not None:
            if not block.continues:
                yield _table(document, document.tables[block.table])
        elif block.start in ends:
            text = document.text[block.start : ends[block.start]]
            yield _text(block, text, levels.get(block.start)) + "\n"


def _text(block: Block, text: str, level: int | None) -> str:
    if block.kind is BlockKind.CODE:
        fence = "`" * max(3, 1 + max(map(len, _TICKS.findall(text)), default=0))
        return f"{fence}\n{text}\n{fence}"
    escaped = _ACTIVE.sub(r"\\\g<0>", text)
    if level is None and block.kind is BlockKind.HEADING:
        return f"**{escaped}**"
    if level is not None and "\n" not in text:
        return f"{'#' * min(level, _DEEPEST)} {escaped}"
    escaped = _MARKED.sub(r"\1\\", escaped)
    return f"*{escaped}*" if block.kind is BlockKind.CAPTION else escaped


def _table(document: Document, table: Table) -> str:
    lines = [f"| {' | '.join(map(_cell, row))} |" for row in rows_of(document, table)]
    if not lines:
        return ""
    columns = len(next(rows_of(document, table)))
    lines.insert(1, "|" + " --- |" * columns)
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return _ACTIVE.sub(r"\\\g<0>", " ".join(text.split())).replace("|", "\\|")

"""A read file as Markdown: headings at their level, lists, tables; page numbers as comments."""

import re
from collections.abc import Iterator

from app.documents.model import Block, BlockKind, Document, Page, PageKind
from app.documents.structure import Structure
from app.documents.tables import Table
from app.export.grids import grid_of

_DEEPEST = 6
# What would be taken as a heading, a list or a quotation at a line's beginning.
_MARKED = re.compile(r"(?m)^(\s*)([#>+*-])(?=\s)")


def as_markdown(document: Document, structure: Structure) -> str:
    """The body in reading order; a table stands where it begins, whole."""
    levels = {section.start: section.level for section in structure.sections}
    return "\n".join(line for page in document.pages for line in _page(document, page, levels))


def _page(document: Document, page: Page, levels: dict[int, int]) -> Iterator[str]:
    unread = "" if page.kind in {PageKind.TEXT, PageKind.EMPTY} else f", {page.kind.value}"
    yield f"<!-- page {page.number}{unread} -->\n"
    for block in document.body_of(page):
        if block.table is not None:
            if not block.continues:
                yield _table(document, document.tables[block.table])
        else:
            yield _text(document, block, levels) + "\n"


def _text(document: Document, block: Block, levels: dict[int, int]) -> str:
    text = document.text_of(block)
    level = levels.get(block.start)
    if level is None and block.kind is BlockKind.HEADING:
        return f"**{text}**"
    if level is not None and "\n" not in text:
        return f"{'#' * min(level, _DEEPEST)} {text}"
    escaped = _MARKED.sub(r"\1\\\2", text)
    return f"*{escaped}*" if block.kind is BlockKind.CAPTION else escaped


def _table(document: Document, table: Table) -> str:
    rows = [[" ".join(text.split()).replace("|", "\\|") for text in row] for row in grid_of(document, table)]
    if not rows:
        return ""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    lines.insert(1, "|" + " --- |" * table.columns)
    return "\n".join(lines) + "\n"

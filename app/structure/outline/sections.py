"""The outline of a document: its sections, from what its file says or from what is printed."""

from collections.abc import Sequence

from app.documents.model import BlockKind, Document
from app.documents.structure import Section
from app.structure.outline.bookmarks import are_an_outline, bookmarked_headings
from app.structure.outline.printed import Heading, printed_headings


def outline_of(document: Document) -> tuple[Section, ...]:
    """The sections in the order of the text, each before those that it encloses.

    Headings that the file marks as such come first, then its bookmarks if they can be an outline, then fonts and
    numbers.
    """
    headings = _marked_headings(document)
    if not headings and document.bookmarks:
        bookmarked = bookmarked_headings(document)
        headings = (
            bookmarked if are_an_outline(document, bookmarked) else printed_headings(document) or bookmarked
        )
    elif not headings:
        headings = printed_headings(document)
    return sections_of(headings, document.body_end)


def _marked_headings(document: Document) -> list[Heading]:
    """Headings whose level stands in the file, as in DOCX and HTML."""
    return [
        Heading(
            title=" ".join(document.text_of(block).split()),
            start=block.start,
            end=block.end,
            page=page.number,
            rank=(block.level, 0),
        )
        for page in document.pages
        for block in document.body_of(page)
        if block.kind is BlockKind.HEADING and block.level > 0 and document.text_of(block).strip()
    ]


def sections_of(headings: Sequence[Heading], end: int) -> tuple[Section, ...]:
    """Nest headings: each section ends where the next of its level or a higher one begins."""
    levels = {rank: level for level, rank in enumerate(sorted({item.rank for item in headings}), start=1)}
    ends = [end] * len(headings)
    parents: list[int | None] = []
    open_: list[int] = []
    for at, item in enumerate(headings):
        while open_ and headings[open_[-1]].rank >= item.rank:
            ends[open_.pop()] = item.start
        parents.append(open_[-1] if open_ else None)
        open_.append(at)
    return tuple(
        Section(
            title=item.title,
            level=levels[item.rank],
            page=item.page,
            start=item.start,
            heading_end=min(item.end, ends[at]),
            end=ends[at],
            parent=parents[at],
        )
        for at, item in enumerate(headings)
    )

"""A read file as JSON for others: stable, documented, and apart from what we store.

`SCHEMA_VERSION` goes up when a member is renamed, removed or changes its meaning; new members may appear at any time.
Offsets are half-open character positions in `text` (Unicode code points), rectangles are [x0, y0, x1, y1] in PDF points
of the page as it is shown, from its top left; pages count from 1.
"""

import msgspec

from app.documents.model import BlockKind, Bookmark, Document, Hiding, Notice, Page, PageKind
from app.documents.structure import Clause, Definition, Reference, Section, Structure
from app.documents.tables import Table

SCHEMA_VERSION = 1

# A rectangle as the list that it is in JSON.
Box = tuple[float, float, float, float]


class LineOut(msgspec.Struct, frozen=True, kw_only=True):
    """One printed line."""

    start: int
    end: int
    rect: Box


class BlockOut(msgspec.Struct, frozen=True, kw_only=True):
    """A heading, paragraph, list item, table, caption, note, header, footer or hidden text of a page.

    `continues`: it goes on with a sentence or table of an earlier column or page. `table` is the position in
    `tables`. `hiding` says why a reader of the page does not see it.
    """

    kind: BlockKind
    start: int
    end: int
    rect: Box
    lines: tuple[LineOut, ...]
    size: float
    bold: bool
    continues: bool
    table: int | None
    hiding: Hiding | None


class PictureOut(msgspec.Struct, frozen=True, kw_only=True):
    """A picture on a page; the same `digest` in two files is the same picture."""

    rect: Box
    digest: str


class PageOut(msgspec.Struct, frozen=True, kw_only=True):
    """A page with its blocks in reading order; headers, footers and hidden text come last."""

    number: int
    label: str
    width: float
    height: float
    kind: PageKind
    confidence: float | None
    note: str
    pictures: tuple[PictureOut, ...]
    blocks: tuple[BlockOut, ...]


class SpanOut(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of the text."""

    start: int
    end: int
    text: str


class CellOut(msgspec.Struct, frozen=True, kw_only=True):
    """A cell at its first row and column (from 0).

    A number's value is what is printed times `scale`, in `unit` (an ISO 4217 code for money, "%", or a word as it is
    printed); both are null where the document does not say, and in cells without a number.
    """

    row: int
    column: int
    row_span: int
    column_span: int
    start: int
    end: int
    text: str
    page: int
    header: bool
    unit: str | None
    scale: int | None


class TableOut(msgspec.Struct, frozen=True, kw_only=True):
    """A whole table, over all its pages; empty cells are left out."""

    rows: int
    columns: int
    header_rows: int
    header_columns: int
    pages: tuple[int, ...]
    caption: SpanOut | None
    notes: tuple[SpanOut, ...]
    cells: tuple[CellOut, ...]


class PublishedDocument(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that was read. The body ends at `body_end`; headers, footers and hidden text follow it."""

    schema_version: int
    text: str
    body_end: int
    pages: tuple[PageOut, ...]
    tables: tuple[TableOut, ...]
    sections: tuple[Section, ...]
    clauses: tuple[Clause, ...]
    definitions: tuple[Definition, ...]
    references: tuple[Reference, ...]
    bookmarks: tuple[Bookmark, ...]
    notices: tuple[Notice, ...]


def publish(document: Document, structure: Structure) -> PublishedDocument:
    """The document in its published form."""
    return PublishedDocument(
        schema_version=SCHEMA_VERSION,
        text=document.text,
        body_end=document.body_end,
        pages=tuple(map(_page, document.pages)),
        tables=tuple(publish_table(document, table) for table in document.tables),
        sections=structure.sections,
        clauses=structure.clauses,
        definitions=structure.definitions,
        references=structure.references,
        bookmarks=document.bookmarks,
        notices=document.notices,
    )


def _page(page: Page) -> PageOut:
    return PageOut(
        number=page.number,
        label=page.label,
        width=page.width,
        height=page.height,
        kind=page.kind,
        confidence=page.confidence,
        note=page.note,
        pictures=tuple(
            PictureOut(rect=msgspec.structs.astuple(picture.rect), digest=picture.digest)
            for picture in page.pictures
        ),
        blocks=tuple(
            BlockOut(
                kind=block.kind,
                start=block.start,
                end=block.end,
                rect=msgspec.structs.astuple(block.rect),
                lines=tuple(
                    LineOut(
                        start=line.start,
                        end=line.end,
                        rect=msgspec.structs.astuple(line.rect(line.start, line.end)),
                    )
                    for line in block.lines
                ),
                size=block.size,
                bold=block.bold,
                continues=block.continues,
                table=block.table,
                hiding=block.hiding,
            )
            for block in page.blocks
        ),
    )


def publish_table(document: Document, table: Table) -> TableOut:
    """One table, its texts and measures written out."""
    return TableOut(
        rows=table.rows,
        columns=table.columns,
        header_rows=table.header_rows,
        header_columns=table.header_columns,
        pages=table.pages,
        caption=None if table.caption is None else _span(document, *table.caption),
        notes=tuple(_span(document, *note) for note in table.notes),
        cells=tuple(
            CellOut(
                row=cell.row,
                column=cell.column,
                row_span=cell.row_span,
                column_span=cell.column_span,
                start=cell.start,
                end=cell.end,
                text=document.text_of(cell),
                page=cell.page,
                header=cell.header,
                unit=None if cell.measure is None else table.measures[cell.measure].unit or None,
                scale=None if cell.measure is None else table.measures[cell.measure].scale,
            )
            for cell in table.cells
        ),
    )


def _span(document: Document, start: int, end: int) -> SpanOut:
    return SpanOut(start=start, end=end, text=document.text[start:end])

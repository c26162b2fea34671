"""Documents made for the tests of this folder."""

from collections.abc import Iterable, Sequence

from app.documents.model import Block, BlockKind, Document, Page, PageKind, Rect
from app.documents.tables import Cell, Table

_NOWHERE = Rect(0, 0, 0, 0)


def block_at(start: int, end: int, *, continues: bool = False, table: int | None = None) -> Block:
    """A paragraph, or a part of a table, over these characters."""
    kind = BlockKind.PARAGRAPH if table is None else BlockKind.TABLE
    return Block(kind=kind, start=start, end=end, rect=_NOWHERE, lines=(), continues=continues, table=table)


def pages_of(*pages: Iterable[Block]) -> tuple[Page, ...]:
    """Pages with these blocks."""
    return tuple(
        Page(number=number, label=str(number), width=9, height=9, kind=PageKind.TEXT, blocks=tuple(blocks))
        for number, blocks in enumerate(pages, start=1)
    )


def paragraph_document(text: str) -> Document:
    """One page with one paragraph."""
    return Document(text=text + "\n", pages=pages_of([block_at(0, len(text))]), body_end=len(text) + 1)


def table_document(
    cells: Sequence[tuple[int, int, str]], *, caption: str = "", notes: Sequence[str] = ()
) -> Document:
    """One page with a table of cells (row, column, text), its caption before it and its notes after it."""
    parts = [caption, *(text for _, _, text in cells), *notes]
    spans = []
    at = 0
    for part in parts:
        spans.append((at, at + len(part)))
        at += len(part) + 1
    texts = spans[1 : 1 + len(cells)]
    table = Table(
        rows=max(row for row, _, _ in cells) + 1,
        columns=max(column for _, column, _ in cells) + 1,
        header_rows=0,
        header_columns=0,
        cells=tuple(
            Cell(row, column, 1, 1, *span, 1) for (row, column, _), span in zip(cells, texts, strict=True)
        ),
        pages=(1,),
        caption=spans[0] if caption else None,
        notes=tuple(spans[1 + len(cells) :]),
    )
    return Document(
        text="".join(part + "\n" for part in parts),
        pages=pages_of([block_at(texts[0][0], texts[-1][1], table=0)]),
        body_end=at,
        tables=(table,),
    )

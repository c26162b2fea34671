"""Raw pages to a Document: one text, with every character's place kept."""

from collections.abc import Sequence

from app.documents.model import Block, BlockKind, Document, Line, Page, PageKind, Rect
from app.errors import NoText
from app.extract.furniture import find_furniture
from app.extract.paragraphs import Paragraph, body_size, joint, paragraphs_of
from app.extract.raw import RawPage
from app.extract.rows import Row, rows_of


class _TextWriter:
    """Appends paragraphs to the document's text and notes where their lines came to stand."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0

    @property
    def text(self) -> str:
        return "".join(self._parts)

    def _append(self, text: str) -> int:
        start = self._length
        self._parts.append(text)
        self._length += len(text)
        return start

    def block(self, paragraph: Paragraph) -> Block:
        start = self._length
        lines: list[Line] = []
        for number, row in enumerate(paragraph.rows):
            following = paragraph.rows[number + 1] if number + 1 < len(paragraph.rows) else None
            drop, between = self._joint(paragraph.kind, row, following)
            lines += self._row(row, drop)
            self._append(between)
        end = self._length
        self._append("\n")
        return Block(
            kind=paragraph.kind, start=start, end=end, rect=_hull(paragraph.rows), lines=tuple(lines)
        )

    @staticmethod
    def _joint(kind: BlockKind, row: Row, following: Row | None) -> tuple[int, str]:
        if following is None:
            return 0, ""
        return (0, "\n") if kind is BlockKind.TABLE else joint(row.text, following.text)

    def _row(self, row: Row, drop: int) -> list[Line]:
        lines = []
        for line, gap in zip(row.lines, (*row.gaps, None), strict=True):
            kept = len(line.text) - (drop if gap is None else 0)
            start = self._append(line.text[:kept])
            self._append(gap or "")
            lines.append(Line(start, start + kept, line.y0, line.y1, line.edges[: kept + 1]))
        return lines


def _hull(rows: Sequence[Row]) -> Rect:
    return Rect(
        min(row.x0 for row in rows),
        min(row.y0 for row in rows),
        max(row.x1 for row in rows),
        max(row.y1 for row in rows),
    )


def _page_kind(raw: RawPage, body: Sequence[Paragraph]) -> PageKind:
    """A scanned page stays one when a header or a page number was printed on it."""
    if body or (raw.lines and not raw.images):
        return PageKind.TEXT
    return PageKind.IMAGE_ONLY if raw.images else PageKind.EMPTY


def assemble(raw_pages: Sequence[RawPage]) -> Document:
    """Build the document. Raises NoText when no page has any."""
    if not any(raw.lines for raw in raw_pages):
        raise NoText(len(raw_pages))
    rows = [rows_of(raw.lines) for raw in raw_pages]
    furniture = find_furniture(zip(rows, [raw.height for raw in raw_pages], strict=True))
    usual = body_size(row for page in rows for row in page)
    writer = _TextWriter()
    pages = []
    for raw, page_rows, running in zip(raw_pages, rows, furniture, strict=True):
        body = paragraphs_of((row for row in page_rows if row not in running), usual)
        paragraphs = [*body, *(Paragraph(kind, (row,)) for row, kind in running.items())]
        pages.append(
            Page(
                number=raw.number,
                label=raw.label,
                width=raw.width,
                height=raw.height,
                kind=_page_kind(raw, body),
                blocks=tuple(writer.block(paragraph) for paragraph in paragraphs),
            ),
        )
    return Document(text=writer.text, pages=tuple(pages))

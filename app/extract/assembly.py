"""Raw pages to a Document: columns, headers and footers, paragraphs, and one text with every character's place."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from statistics import fmean, median

import msgspec

from app.documents.model import Block, BlockKind, Bookmark, Document, Notice, Page, PageKind
from app.errors import NoText
from app.extract.columns import in_columns
from app.extract.furniture import Found, find_furniture, page_number_in
from app.extract.joining import Compounds
from app.extract.notices import hidden_text_on
from app.extract.ocr.availability import MISSING, available
from app.extract.paragraphs import Paragraph, Typography, edges_of, may_go_on, paragraphs_of, typography_of
from app.extract.raw import PageFailed, Piece, RawLine, RawPage, RawTable
from app.extract.rows import Row, row_of, rows_of
from app.extract.writing import PrintedTable, TextWriter

# On so many pages the usual end of lines is known.
_LEAST_PAGES = 4
# Share of the page's width in which text along a side is a stamp.
_MARGIN = 0.1
_FREE = re.compile(b"\x01+")
# Blocks that may stand between the two halves of a sentence.
_ASIDE = frozenset({BlockKind.TABLE, BlockKind.CAPTION, BlockKind.FOOTNOTE})


class _Sheet(msgspec.Struct, frozen=True):
    """A page's rows and tables in reading order, column by column, what runs along its sides, and its hidden lines."""

    raw: RawPage
    columns: tuple[tuple[Row | RawTable, ...], ...]
    marginal: tuple[RawLine, ...]
    hidden: tuple[RawLine, ...]

    @property
    def rows(self) -> list[Row]:
        return [item for column in self.columns for item in column if isinstance(item, Row)]


class _Passage(msgspec.Struct):
    """A body block to be written: a paragraph or a table, the column's right edge, and which one goes on with it."""

    page: int
    content: Paragraph | PrintedTable
    edge: float
    next: int | None = None
    continues: bool = False

    @property
    def aside(self) -> bool:
        return isinstance(self.content, PrintedTable) or self.content.kind in _ASIDE


def _sheet(raw: RawPage) -> _Sheet:
    owned: defaultdict[int, list[Piece]] = defaultdict(list)
    for piece in (piece for table in raw.tables for cell in table.cells for piece in cell.pieces):
        owned[piece.line].append(piece)
    visible: list[RawLine] = []
    for at, line in enumerate(raw.lines):
        if line.hiding is None:
            visible += _left_over(line, owned[at]) if at in owned else (line,)
    marginal = tuple(_marginal(visible, raw.width))
    if marginal:
        stamps = {id(line) for line in marginal}
        visible = [line for line in visible if id(line) not in stamps]
    runs = in_columns(visible, raw.tables)
    return _Sheet(
        raw=raw,
        columns=tuple([tuple(_rows_and_tables(run)) for run in runs]),
        marginal=marginal,
        hidden=tuple(line for line in raw.lines if line.hiding is not None),
    )


def _marginal(lines: Sequence[RawLine], width: float) -> Iterator[RawLine]:
    """Lines that run sideways along the left or right edge of a page whose text runs otherwise: stamps of archives."""
    lengths = Counter[int]()
    for line in lines:
        lengths[line.direction] += len(line.text)
    if len(lengths) > 1:
        usual = lengths.most_common(1)[0][0]
        for line in lines:
            at_edge = line.x1 <= _MARGIN * width or line.x0 >= (1 - _MARGIN) * width
            if line.direction != usual and at_edge:
                yield line


def _left_over(line: RawLine, owned: Iterable[Piece]) -> Iterator[RawLine]:
    """The parts of a line that no table holds."""
    free = bytearray(b"\1" * len(line.text))
    for piece in owned:
        free[piece.start : piece.end] = bytes(piece.end - piece.start)
    for match in _FREE.finditer(bytes(free)):
        text = line.text[match.start() : match.end()]
        stripped = text.strip()
        if stripped:
            start = match.start() + text.index(stripped)
            yield line.part(start, start + len(stripped))


def _rows_and_tables(run: Iterable[RawLine | RawTable]) -> Iterator[Row | RawTable]:
    for is_table, items in groupby(run, key=lambda item: isinstance(item, RawTable)):
        if is_table:
            yield from (item for item in items if isinstance(item, RawTable))
        else:
            yield from rows_of(item for item in items if isinstance(item, RawLine))


def assemble(
    messages: Sequence[RawPage | PageFailed],
    *,
    bookmarks: Sequence[Bookmark] = (),
    notices: Sequence[Notice] = (),
) -> Document:
    """Build the document. Raises NoText when no page has any."""
    raw_pages = [message for message in messages if isinstance(message, RawPage)]
    if not any(raw.lines for raw in raw_pages):
        raise NoText(len(messages))
    sheets = [_sheet(raw) for raw in raw_pages]
    furniture = find_furniture(
        [(sheet.rows, sheet.raw.height) for sheet in sheets], [sheet.raw.tables for sheet in sheets]
    )
    furniture = [_without_text(sheet, running) for sheet, running in zip(sheets, furniture, strict=True)]
    bodies = [_body_columns(sheet, running) for sheet, running in zip(sheets, furniture, strict=True)]
    typography = typography_of(_only_rows(column) for body in bodies for column in body)
    usual_edge = _usual_edge(bodies, typography)
    compounds = Compounds(row.text for sheet in sheets for row in sheet.rows)
    passages = [
        passage
        for at, (sheet, body) in enumerate(zip(sheets, bodies, strict=True))
        for passage in _passages(at, sheet, body, typography, usual_edge)
    ]
    _chain(passages, [sheet.raw.number for sheet in sheets])
    writer = TextWriter(compounds)
    blocks = _write_body(passages, writer, len(sheets))
    body_end = writer.length
    pages = {
        sheet.raw.number: _page(sheet, running, blocks[at], writer)
        for at, (sheet, running) in enumerate(zip(sheets, furniture, strict=True))
    }
    return Document(
        text=writer.text,
        pages=tuple(
            pages[message.number] if isinstance(message, RawPage) else _unread(message)
            for message in messages
        ),
        body_end=body_end,
        tables=tuple(writer.tables),
        bookmarks=tuple(bookmarks),
        notices=(*notices, *_notices(sheets, messages, pages.values())),
    )


def _without_text(sheet: _Sheet, running: Found) -> Found:
    """The header and footer, unless they are all that a page says: then only its number is none of its text."""
    rows = sheet.rows
    if sheet.raw.tables or sheet.raw.images or len(running) < len(rows):
        return running
    return {at: kind for at, kind in running.items() if page_number_in(rows[at].text)}


def _label(raw: RawPage, rows: Sequence[Row], running: Found) -> str:
    """The page's label in the file, else the number that is printed on it."""
    if raw.label != str(raw.number):
        return raw.label
    printed = (page_number_in(rows[at].text) for at in running)
    return next(filter(None, printed), raw.label)


def _body_columns(sheet: _Sheet, running: Found) -> list[list[Row | RawTable]]:
    """The columns without header and footer; positions in `running` count the rows of all columns."""
    body: list[list[Row | RawTable]] = []
    at = 0
    for column in sheet.columns:
        kept: list[Row | RawTable] = []
        for item in column:
            if isinstance(item, Row):
                if at not in running:
                    kept.append(item)
                at += 1
            else:
                kept.append(item)
        if kept:
            body.append(kept)
    return body


def _only_rows(column: Iterable[Row | RawTable]) -> list[Row]:
    return [item for item in column if isinstance(item, Row)]


def _usual_edge(bodies: Iterable[Sequence[Sequence[Row | RawTable]]], typography: Typography) -> float:
    """Where the lines of pages with one column end; 0 when there are hardly any such pages."""
    size = round(typography.size)
    ends = [edges_of(_only_rows(body[0])).get(size, 0.0) for body in bodies if len(body) == 1]
    return median(ends) if len(ends) >= _LEAST_PAGES else 0.0


def _passages(
    page: int,
    sheet: _Sheet,
    body: Sequence[Sequence[Row | RawTable]],
    typography: Typography,
    usual_edge: float,
) -> Iterator[_Passage]:
    for column in body:
        edges = edges_of(_only_rows(column), usual_edge if len(body) == 1 else 0.0)
        edge = max(edges.values(), default=0.0)
        for is_table, items in groupby(column, key=lambda item: isinstance(item, RawTable)):
            if is_table:
                for item in items:
                    if isinstance(item, RawTable):
                        yield _Passage(page, PrintedTable(item, sheet.raw.lines, sheet.raw.number), edge)
            else:
                for paragraph in paragraphs_of([_only_rows(items)], typography, sheet.raw.height, edges):
                    yield _Passage(page, paragraph, edge)


def _chain(passages: Sequence[_Passage], numbers: Sequence[int]) -> None:
    """Find the halves of sentences that a column or page breaks off; `numbers` are those of the pages in the file."""
    before: int | None = None
    for at, passage in enumerate(passages):
        if isinstance(passage.content, PrintedTable) or passage.aside:
            continue
        if before is not None:
            earlier = passages[before]
            between = passages[before + 1 : at]
            broken = earlier.page != passage.page or between or _higher(passage, earlier)
            if (
                broken
                and numbers[passage.page] - numbers[earlier.page] <= 1
                and isinstance(earlier.content, Paragraph)
                and may_go_on(earlier.content, passage.content, earlier.edge)
            ):
                earlier.next, passage.continues = at, True
        before = at


def _higher(passage: _Passage, earlier: _Passage) -> bool:
    """Whether a passage stands above the one that was read before it: in the next column."""
    if isinstance(passage.content, PrintedTable) or isinstance(earlier.content, PrintedTable):
        return False
    return passage.content.rows[0].y1 < earlier.content.rows[-1].y0


def _write_body(passages: Sequence[_Passage], writer: TextWriter, pages: int) -> list[list[Block]]:
    """The blocks of each page in reading order; sentences that go on elsewhere are written in one piece."""
    written: dict[int, Block] = {}
    for first, passage in enumerate(passages):
        at: int | None = None if passage.continues else first
        while at is not None:
            current = passages[at]
            if isinstance(current.content, PrintedTable):
                written[at] = writer.table(current.content)
            else:
                following = None if current.next is None else passages[current.next].content
                written[at] = writer.paragraph(
                    current.content,
                    continues=current.continues,
                    followed_by=following.rows[0].text if isinstance(following, Paragraph) else None,
                )
            at = current.next
    blocks: list[list[Block]] = [[] for _ in range(pages)]
    for at, passage in enumerate(passages):
        blocks[passage.page].append(written[at])
    return blocks


def _page(sheet: _Sheet, running: Found, body: list[Block], writer: TextWriter) -> Page:
    raw = sheet.raw
    rows = sheet.rows
    furniture = [writer.paragraph(Paragraph(kind, (rows[at],))) for at, kind in sorted(running.items())]
    furniture += [writer.paragraph(Paragraph(BlockKind.FOOTER, (row_of([line]),))) for line in sheet.marginal]
    hidden = [
        writer.paragraph(Paragraph(BlockKind.HIDDEN, (row_of([line]),)), hiding=line.hiding)
        for line in sheet.hidden
    ]
    certain = [line.confidence for line in raw.lines if line.confidence is not None]
    return Page(
        number=raw.number,
        label=_label(raw, rows, running),
        width=raw.width,
        height=raw.height,
        kind=_page_kind(raw, has_body=bool(body)),
        blocks=(*body, *furniture, *hidden),
        confidence=round(fmean(certain), 3) if certain else None,
        pictures=raw.pictures,
    )


def _page_kind(raw: RawPage, *, has_body: bool) -> PageKind:
    """A scanned page stays one when a header or a page number was printed on it."""
    if raw.recognised and has_body:
        return PageKind.OCR
    if has_body or (raw.lines and not raw.images):
        return PageKind.TEXT
    return PageKind.IMAGE_ONLY if raw.images else PageKind.EMPTY


def _unread(failed: PageFailed) -> Page:
    return Page(
        number=failed.number,
        label=str(failed.number),
        width=0,
        height=0,
        kind=PageKind.UNREAD,
        blocks=(),
        note=failed.problem.detail,
    )


def _notices(
    sheets: Iterable[_Sheet], messages: Iterable[RawPage | PageFailed], pages: Iterable[Page]
) -> Iterator[Notice]:
    hidden = tuple(sheet.raw.number for sheet in sheets if sheet.hidden)
    yield from hidden_text_on(hidden)
    unread = tuple(message.number for message in messages if isinstance(message, PageFailed))
    if unread:
        yield Notice(
            code="pages_unread",
            detail="These pages could not be read: damaged, or beyond the limits of time or memory.",
            pages=unread,
        )
    pages = tuple(pages)
    recognised = tuple(page.number for page in pages if page.kind is PageKind.OCR)
    if recognised:
        yield Notice(
            code="pages_recognised",
            detail="The text of these pages was recognised in pictures and can have errors.",
            pages=recognised,
        )
    pictures = tuple(page.number for page in pages if page.kind is PageKind.IMAGE_ONLY)
    if pictures:
        yield Notice(
            code="pages_image_only",
            detail="These pages are pictures, and no text was recognised in them."
            if available()
            else MISSING,
            pages=pictures,
        )

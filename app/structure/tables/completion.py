"""Tables as a reader takes them: joined over pages, with caption, notes, and each number's unit and scale."""

import re
from collections.abc import Iterator, Sequence

import msgspec

from app.documents.model import FURNITURE, Block, BlockKind, Document, Page
from app.documents.tables import Cell, Table
from app.structure.tables.columns import column_ranges, matched
from app.structure.tables.measured import CellMeasures
from app.structure.tables.measures import is_number

# Points by which the sides of a table's parts on two pages may differ.
_SIDES = 12.0
# So many blocks above a table may say its unit; the nearest one that does counts.
_LOOKED_AT_ABOVE = 5
_LONGEST_DECLARATION = 200
_LONGEST_CAPTION = 180
# Notes stand directly below, so many at most.
_NOTES = 6
_NOTE = re.compile(
    r"[(（\[]?(?:[¹²³⁴-⁹⁰*†‡§]|\d{1,2}[)）\]]|[a-z][)）\]])|注\s*\d*\s*[：:]|Notes?\b|Sources?\s*:|资料来源",
    re.IGNORECASE,
)
_CONTINUED = re.compile(r"续表?|表?（续）|(?:table\s*)?[(（]?cont(?:inued|'d|\.)[)）]?", re.IGNORECASE)
# Financial statements are named above the lines that say of whom, when and in which unit they are.
_STATEMENT = re.compile(
    r"[^。，；：:]{2,30}表(?:[（(]续[)）])?"
    r"|(?:consolidated |condensed |combined |unaudited ){0,3}(?:balance sheets?|statements? of [a-z ,’'()-]{3,80})",
    re.IGNORECASE,
)
_TITLE = re.compile(r"(?:Table|Exhibit|表|附表)\s*[\dIVX]", re.IGNORECASE)


class _Printed(msgspec.Struct, frozen=True):
    """A part of a table: its block, and what stands before and after it on the page."""

    index: int
    block: Block
    page: Page
    above: tuple[Block, ...]
    below: tuple[Block, ...]


def complete_tables(document: Document) -> Document:
    """The same document with its tables joined over pages and their measures, captions and notes found."""
    if not document.tables:
        return document
    groups = _grouped(document, _parts(document))
    tables = []
    place: dict[int, int] = {}
    for number, group in enumerate(groups):
        for part in group:
            place[part.index] = number
        tables.append(_completed(document, group))
    pages = tuple(
        msgspec.structs.replace(
            page, blocks=tuple(_renumbered(block, groups, place) for block in page.blocks)
        )
        if any(block.table is not None for block in page.blocks)
        else page
        for page in document.pages
    )
    return msgspec.structs.replace(document, pages=pages, tables=tuple(tables))


def _renumbered(block: Block, groups: Sequence[Sequence[_Printed]], place: dict[int, int]) -> Block:
    if block.table is None:
        return block
    number = place[block.table]
    first = groups[number][0].index == block.table
    return msgspec.structs.replace(block, table=number, continues=not first)


def _parts(document: Document) -> Iterator[_Printed]:
    for page in document.pages:
        body = [block for block in page.blocks if block.kind not in FURNITURE]
        for at, block in enumerate(body):
            if block.table is not None:
                above = tuple(body[max(at - _LOOKED_AT_ABOVE, 0) : at])
                yield _Printed(block.table, block, page, above, tuple(body[at + 1 : at + 1 + _NOTES]))


def _grouped(document: Document, parts: Iterator[_Printed]) -> list[list[_Printed]]:
    groups: list[list[_Printed]] = []
    for part in parts:
        if groups and _goes_on(document, groups[-1], part):
            groups[-1].append(part)
        else:
            groups.append([part])
    return groups


def _goes_on(document: Document, group: Sequence[_Printed], part: _Printed) -> bool:
    """Whether a table at the top of a page is the rest of the one at the end of the page before."""
    before = group[-1]
    if part.page.number != before.page.number + 1:
        return False
    if any(block.kind is not BlockKind.FOOTNOTE for block in before.below):
        return False
    if not all(_CONTINUED.fullmatch(document.text_of(block).strip()) for block in part.above):
        return False
    earlier, later = document.tables[group[0].index], document.tables[part.index]
    sides = (before.block.rect.x0 - part.block.rect.x0, before.block.rect.x1 - part.block.rect.x1)
    if any(abs(side) > _SIDES for side in sides):
        return False
    if _places(document, group[0], part) is None:
        return False
    return _repeated_rows(document, earlier, later) > 0 or not _has_own_header(document, later)


def _places(document: Document, first: _Printed, part: _Printed) -> list[int] | None:
    """The columns of the first part below which those of another one stand."""
    earlier, later = document.tables[first.index], document.tables[part.index]
    if earlier.columns == later.columns:
        return list(range(later.columns))
    return matched(column_ranges(document, earlier, first.block), column_ranges(document, later, part.block))


def _texts(document: Document, table: Table, row: int) -> list[str]:
    return ["".join(document.text_of(cell).split()) for cell in table.cells if cell.row == row]


def _repeated_rows(document: Document, earlier: Table, later: Table) -> int:
    """How many of the first table's rows the second one begins with."""
    count = 0
    while count < max(earlier.header_rows, 1) and count < later.rows:
        texts = _texts(document, earlier, count)
        if not texts or texts != _texts(document, later, count):
            return count
        count += 1
    return count


def _has_own_header(document: Document, table: Table) -> bool:
    """A first row without any number, in a table that has some below."""
    if table.header_rows == 0:
        return False
    first = [document.text_of(cell) for cell in table.cells if cell.row == 0]
    return not any(is_number(text) for text in first)


def _completed(document: Document, group: Sequence[_Printed]) -> Table:
    table = _with_header(document, _joined(document, group))
    caption, notes = _caption(document, group[0]), tuple(_notes(document, group[-1]))
    measures = CellMeasures(document, table, list(_declarations(document, group[0], caption)))
    cells = tuple(measures.measured(cell) for cell in table.cells)
    return msgspec.structs.replace(
        table, cells=cells, measures=tuple(measures.found), caption=caption, notes=notes
    )


def _with_header(document: Document, table: Table) -> Table:
    """The table with its first row as header, where nothing marks one and words stand above numbers."""
    if table.header_rows or not table.cells:
        return table
    numbered = {cell.column for cell in table.cells if cell.row > 0 and is_number(document.text_of(cell))}
    first = [cell for cell in table.cells if cell.row == 0 and document.text_of(cell).strip()]
    if any(is_number(document.text_of(cell)) for cell in first) or not numbered & {
        cell.column for cell in first
    }:
        return table
    cells = tuple(
        cell
        if cell.row
        else Cell(
            cell.row,
            cell.column,
            cell.row_span,
            cell.column_span,
            cell.start,
            cell.end,
            cell.page,
            header=True,
        )
        for cell in table.cells
    )
    return msgspec.structs.replace(table, cells=cells, header_rows=1)


def _joined(document: Document, group: Sequence[_Printed]) -> Table:
    first = document.tables[group[0].index]
    cells = list(first.cells)
    rows = first.rows
    for part in group[1:]:
        later = document.tables[part.index]
        repeated = _repeated_rows(document, first, later)
        places = _places(document, group[0], part) or []
        cells += [
            _moved(cell, rows - repeated, places, first.header_columns)
            for cell in later.cells
            if cell.row >= repeated
        ]
        rows += later.rows - repeated
    pages = tuple(part.page.number for part in group)
    return msgspec.structs.replace(first, rows=rows, cells=tuple(cells), pages=pages)


def _moved(cell: Cell, rows: int, places: Sequence[int], header_columns: int) -> Cell:
    column = places[cell.column]
    span = places[min(cell.column + cell.column_span, len(places)) - 1] - column + 1
    return Cell(
        cell.row + rows, column, cell.row_span, span, cell.start, cell.end, cell.page, column < header_columns
    )


def _caption(document: Document, part: _Printed) -> tuple[int, int] | None:
    """The caption above, else the one below, else a title that stands directly above."""
    for block in (*part.above[:-4:-1], *part.below[:1]):
        if block.kind is BlockKind.CAPTION:
            return block.start, block.end
    for block in reversed(part.above):
        if block.table is not None:
            break
        if _STATEMENT.fullmatch(document.text_of(block).strip()):
            return block.start, block.end
    if part.above:
        block = part.above[-1]
        text = document.text_of(block)
        titled = block.kind is BlockKind.HEADING or _TITLE.match(text)
        if titled and len(text) <= _LONGEST_CAPTION:
            return block.start, block.end
    return None


def _notes(document: Document, part: _Printed) -> Iterator[tuple[int, int]]:
    for block in part.below:
        if block.table is not None or block.kind is BlockKind.HEADING:
            return
        if _NOTE.match(document.text_of(block)) is None:
            return
        yield block.start, block.end


def _declarations(
    document: Document, part: _Printed, caption: tuple[int, int] | None
) -> Iterator[tuple[int, int]]:
    """What may say the unit of all numbers, the nearest first."""
    for block in reversed(part.above):
        if block.table is not None:
            break
        if block.end - block.start <= _LONGEST_DECLARATION:
            yield block.start, block.end
    if caption is not None:
        yield caption

"""A story of a DOCX file (its body, a note, a header): paragraphs and tables in reading order, as blocks."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator

import msgspec

from app.documents.model import BlockKind
from app.extract.flow.characters import printable
from app.extract.flow.grid import MAX_SPAN, Content, cell_text, table_of
from app.extract.flow.numbering import LEVELS, Numbering
from app.extract.flow.package import Element
from app.extract.flow.runs import Piece, RunReader, Runs, is_shaded
from app.extract.flow.styles import Style, Styles, outline_level
from app.extract.flow.words import ALTERNATE, content_of, number_of, switch, value_of, w
from app.extract.raw import FlowBlock

_CONTAINERS = frozenset(
    {w(name) for name in ("sdt", "sdtContent", "customXml", "smartTag", "ins", "moveTo")},
)
# A paragraph of a heading style that is longer is a clause whose whole text was styled so.
_MAX_HEADING = 200
# Tables stand in tables a few levels deep; what is deeper is read as plain text.
_MAX_DEPTH = 6


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """What all stories of a file share. `notes` holds the elements of foot- and endnotes by kind and id."""

    styles: Styles
    numbering: Numbering
    runs: RunReader
    counts: Counter[str]
    notes: dict[tuple[str, str], Element]


class Story:
    """Reads one story; its endnotes are left in `endnotes` for the end of the file."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._carried: list[Piece] = []  # of paragraphs whose end was deleted
        self._notes: deque[tuple[str, str]] = deque()
        self._aside: list[FlowBlock] = []  # hidden text of cells
        self.endnotes: deque[tuple[str, str]] = deque()
        self._written: set[tuple[str, str]] = set()

    def blocks(self, container: Element) -> Iterator[FlowBlock]:
        """The blocks of the story, footnotes after the block that refers to them."""
        for block in self._read(container, depth=0, shaded=False):
            yield block
            yield from self._drain()
        yield from self._drain()

    def _drain(self) -> Iterator[FlowBlock]:
        yield from self._aside
        self._aside.clear()
        while self._notes:
            note = self._notes.popleft()
            if note[0] == "footnote":
                yield from self.note(note)
            else:
                self.endnotes.append(note)

    def note(self, note: tuple[str, str]) -> Iterator[FlowBlock]:
        """A note with its mark, once however often it is referred to."""
        element = self._sheet.notes.get(note)
        if element is None or note in self._written:
            return
        self._written.add(note)
        before, self._sheet.runs.own_mark = self._sheet.runs.own_mark, self._sheet.runs.mark(note)
        blocks = list(self._read(element, depth=1, shaded=False))
        self._sheet.runs.own_mark = before
        if text := cell_text(block for block in blocks if block.kind is not BlockKind.HIDDEN):
            yield FlowBlock(kind=BlockKind.FOOTNOTE, text=text)
        yield from self._aside
        self._aside.clear()

    def _read(self, container: Element, *, depth: int, shaded: bool) -> Iterator[FlowBlock]:
        outer, self._carried = self._carried, []
        stack = [iter(container)]
        while stack:
            element = next(stack[-1], None)
            if element is None:
                stack.pop()
            elif element.tag == w("p"):
                boxes: list[Element] = []
                yield from self._paragraph(element, boxes, depth=depth, shaded=shaded)
                stack += [iter(box) for box in reversed(boxes)]
            elif element.tag == w("tbl"):
                yield from self._table(element, depth=depth)
            elif element.tag in _CONTAINERS:
                stack.append(iter(element))
            elif element.tag == ALTERNATE and (content := content_of(element)) is not None:
                stack.append(iter(content))
            elif element.tag == w("altChunk"):
                self._sheet.counts["chunks"] += 1
        yield from self._finish(Runs(pieces=self._carried), BlockKind.PARAGRAPH, 0, "", depth)
        self._carried = outer

    def _paragraph(
        self,
        paragraph: Element,
        boxes: list[Element],
        *,
        depth: int,
        shaded: bool,
    ) -> Iterator[FlowBlock]:
        properties = paragraph.find(w("pPr"))
        style_id = value_of(properties, "pStyle")
        style = self._sheet.styles.paragraph(style_id)
        deletions = self._sheet.counts["deletions"]
        runs = self._sheet.runs.read(paragraph, style, shaded=shaded or is_shaded(properties))
        boxes += runs.boxes
        self._notes += runs.notes
        self._carried += runs.pieces
        if _end_is_deleted(properties):
            self._sheet.counts["deletions"] += self._sheet.counts["deletions"] == deletions
            return
        runs.pieces, self._carried = self._carried, []
        number = self._number(properties, style, style_id)
        level = outline_level(properties)
        level = (style.level or 0) if level is None else level
        kind = _kind(runs.text, style, level, number)
        yield from self._finish(runs, kind, level if kind is BlockKind.HEADING else 0, number, depth)

    def _finish(
        self, runs: Runs, kind: BlockKind, level: int, number: str, depth: int
    ) -> Iterator[FlowBlock]:
        text = (number + runs.text).strip()
        # An empty paragraph still shows its number, as in a column of running numbers; a lone bullet says nothing.
        if runs.text or any(char.isalnum() for char in number):
            yield FlowBlock(kind=kind, text=text, level=level)
        for hiding, hidden in runs.hidden():
            block = FlowBlock(kind=BlockKind.HIDDEN, text=hidden, hiding=hiding)
            if depth:
                self._aside.append(block)
            else:
                yield block

    def _number(self, properties: Element | None, style: Style, style_id: str | None) -> str:
        own = None if properties is None else properties.find(w("numPr"))
        number, level = number_of(own, "numId"), number_of(own, "ilvl")
        if number is None:
            number = style.number
            level = self._sheet.numbering.level_of_style(style_id) if level is None else level
            level = style.number_level if level is None else level
        # List 0 is the way to take a number away.
        if not number or not 0 <= (level or 0) < LEVELS:
            return ""
        return self._sheet.numbering.next(number, level or 0)

    def _table(self, table: Element, *, depth: int) -> Iterator[FlowBlock]:
        if depth >= _MAX_DEPTH:
            text = " ".join("".join(each.text or "" for each in p.iter(w("t"))) for p in table.iter(w("p")))
            yield FlowBlock(kind=BlockKind.PARAGRAPH, text=printable(text).strip())
            return
        shaded = self._is_shaded(table.find(w("tblPr")))
        rows: list[list[Content]] = []
        open_cells: dict[int, Content] = {}
        header_rows = 0
        for row in _children(table, "tr"):
            properties = row.find(w("trPr"))
            if properties is not None and properties.find(w("del")) is not None:
                self._sheet.counts["deletions"] += 1
                continue
            header = bool(switch(properties, "tblHeader")) and header_rows == len(rows)
            header_rows += header
            rows.append(self._row(row, open_cells, depth=depth, shaded=shaded, header=header))
        contents = [content for row in rows for content in row]
        if len(contents) == 1:
            # A frame around paragraphs, not a table.
            yield from contents[0].blocks
        elif any(content.blocks for content in contents):
            yield table_of(rows, header_rows)

    def _row(
        self, row: Element, open_cells: dict[int, Content], *, depth: int, shaded: bool, header: bool
    ) -> list[Content]:
        """The cells that begin in a row; those that go on from the row above grow."""
        before = min(max(number_of(row.find(w("trPr")), "gridBefore") or 0, 0), MAX_SPAN)
        cells = [Content(column_span=before)] if before else []
        column = before
        for cell in _children(row, "tc"):
            properties = cell.find(w("tcPr"))
            width = min(max(number_of(properties, "gridSpan") or 1, 1), MAX_SPAN)
            blocks = self._cell(cell, properties, depth=depth, shaded=shaded)
            merge = None if properties is None else properties.find(w("vMerge"))
            above = open_cells.get(column)
            if merge is not None and merge.get(w("val"), "continue") != "restart" and above is not None:
                above.row_span += 1
                above.blocks += blocks
            else:
                content = Content(blocks=blocks, column_span=width, header=header)
                cells.append(content)
                open_cells[column] = content
                if merge is None:
                    del open_cells[column]
            column += width
        return cells

    def _cell(
        self, cell: Element, properties: Element | None, *, depth: int, shaded: bool
    ) -> list[FlowBlock]:
        if properties is not None and properties.find(w("cellDel")) is not None:
            self._sheet.counts["deletions"] += 1
            return []
        return list(self._read(cell, depth=depth + 1, shaded=shaded or is_shaded(properties)))

    def _is_shaded(self, properties: Element | None) -> bool:
        style = value_of(properties, "tblStyle")
        return is_shaded(properties) or (style is not None and self._sheet.styles.shades(style))


def _children(parent: Element, name: str) -> Iterable[Element]:
    """The rows of a table or the cells of a row, also those in content controls."""
    stack = [iter(parent)]
    while stack:
        element = next(stack[-1], None)
        if element is None:
            stack.pop()
        elif element.tag == w(name):
            yield element
        elif element.tag in _CONTAINERS:
            stack.append(iter(element))


def _end_is_deleted(properties: Element | None) -> bool:
    mark = None if properties is None else properties.find(w("rPr"))
    return mark is not None and (mark.find(w("del")) is not None or mark.find(w("moveFrom")) is not None)


def _kind(text: str, style: Style, level: int, number: str) -> BlockKind:
    if level and text and len(text) <= _MAX_HEADING:
        return BlockKind.HEADING
    if style.caption:
        return BlockKind.CAPTION
    return BlockKind.LIST_ITEM if number else BlockKind.PARAGRAPH

"""The extracted document: pages and blocks over one text, with a place on the page for every character.

Coordinates are PDF points of the page as it is shown (rotation applied), origin at the top left.
Offsets are half-open character positions in `Document.text`.

The text holds the body first, so that a paragraph that goes on over a page border is one run of characters; what
stands outside the reading order (headers, footers, hidden text) comes after `Document.body_end`.
"""

from enum import StrEnum

import msgspec

from app.documents.tables import Cell, Table


class Rect(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A rectangle in PDF points."""

    x0: float
    y0: float
    x1: float
    y1: float


class BlockKind(StrEnum):
    """What a block is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    TABLE = "table"
    CODE = "code"
    CAPTION = "caption"
    FOOTNOTE = "footnote"
    HEADER = "header"
    FOOTER = "footer"
    HIDDEN = "hidden"


# Running headers and footers repeat; hidden text is seen by machines only. All are kept, outside the reading order.
FURNITURE = frozenset({BlockKind.HEADER, BlockKind.FOOTER, BlockKind.HIDDEN})


class Hiding(StrEnum):
    """Why a reader of the page does not see a text that a machine reads."""

    INVISIBLE = "invisible"
    NO_CONTRAST = "no_contrast"
    TINY = "tiny"
    OFF_PAGE = "off_page"
    COVERED = "covered"


class PageKind(StrEnum):
    """How a page was read.

    `ocr`: its text was recognised in a picture. `image_only`: it has only pictures, and they were not read.
    `unread`: the parser failed on it; `Page.note` says how.
    """

    TEXT = "text"
    OCR = "ocr"
    IMAGE_ONLY = "image_only"
    EMPTY = "empty"
    UNREAD = "unread"


READ = frozenset({PageKind.TEXT, PageKind.OCR})


class Line(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One printed line of a block.

    `edges` has one more entry than the line has characters: the left edge of each character and the
    right edge of the last, in points. A line that does not run from left to right has only its own two
    edges, and is marked as a whole. `y0` and `y1` are the line's top and bottom.
    """

    start: int
    end: int
    y0: float
    y1: float
    edges: tuple[float, ...]

    def rect(self, start: int, end: int) -> Rect:
        """The rectangle of the characters [start, end), clipped to this line."""
        if len(self.edges) <= self.end - self.start:
            return Rect(self.edges[0], self.y0, self.edges[-1], self.y1)
        first = max(start, self.start) - self.start
        last = min(end, self.end) - self.start
        return Rect(self.edges[first], self.y0, self.edges[last], self.y1)


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """A heading, paragraph, list item, table, caption, note or piece of page furniture of one page.

    `continues`: the sentence goes on from another block, in the column or on the page before, or the table from the page before. `size` is the main font
    size in points, 0 where there is none. `table` is the position in `Document.tables` of the table that the block
    is, or is a part of. `hiding` is set for hidden blocks only.
    """

    kind: BlockKind
    start: int
    end: int
    rect: Rect
    lines: tuple[Line, ...]
    size: float = 0.0
    bold: bool = False
    continues: bool = False
    level: int = 0
    table: int | None = None
    hiding: Hiding | None = None


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """A picture on a page; the same `digest` in two files is the same picture."""

    rect: Rect
    digest: str


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """A page: `number` counts from 1 in the file, `label` is what is printed or set in the PDF.

    `confidence` (0 to 1) is the mean of the recognised lines of an `ocr` page. A file without pages (DOCX, text)
    is one page without width and height.
    """

    number: int
    label: str
    width: float
    height: float
    kind: PageKind
    blocks: tuple[Block, ...]
    confidence: float | None = None
    note: str = ""
    pictures: tuple[Picture, ...] = ()


class Bookmark(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the file's own table of contents: level from 1, page from 1, `y` in points where it is given."""

    level: int
    title: str
    page: int
    y: float | None = None


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a reader must know about the file: a stable code, one sentence, the pages it concerns."""

    code: str
    detail: str
    pages: tuple[int, ...] = ()


# What is written between the halves of a sentence: nothing where a hyphen was taken out, else a space.
_JOINTS = frozenset({"", " "})


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that was read from a file, in reading order."""

    text: str
    pages: tuple[Page, ...]
    body_end: int = 0
    tables: tuple[Table, ...] = ()
    bookmarks: tuple[Bookmark, ...] = ()
    notices: tuple[Notice, ...] = ()

    def text_of(self, part: Block | Cell) -> str:
        """A block's or cell's text, line breaks already undone."""
        return self.text[part.start : part.end]

    def runs(self) -> dict[int, int]:
        """Where each body block begins that begins a text, and where that text ends: over columns and pages.

        What a column or page breaks off is written in one piece; the blocks that go on with it are not in here. A
        table is a text of its own on each page.
        """
        blocks = sorted((block for page in self.pages for block in self.body_of(page)), key=_start)
        ends: dict[int, int] = {}
        first: int | None = None
        for block in blocks:
            goes_on = first is not None and block.continues and block.table is None
            if first is None or not goes_on or self.text[ends[first] : block.start] not in _JOINTS:
                first = block.start
            ends[first] = block.end
            if block.table is not None:
                first = None
        return ends

    def body_of(self, page: Page) -> tuple[Block, ...]:
        """The page's blocks without running headers and footers and hidden text, in reading order."""
        return tuple(block for block in page.blocks if block.kind not in FURNITURE)


def _start(block: Block) -> int:
    return block.start

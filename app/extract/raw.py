"""What the child process sends: pages of printed lines, before anything is recognised in them but tables."""

from typing import Self

import msgspec

from app.documents.model import BlockKind, Bookmark, Hiding, Notice, Picture, Rect
from app.errors import Problem


class RawLine(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A run of characters on one baseline; `edges` as in `documents.Line`, size in points.

    `confidence` (0 to 1) is set where the text was recognised in a picture. `direction` is that in which the line
    runs on the page as it is shown: 0 to the right, 1 down, 2 to the left, 3 up; only lines to the right have an
    edge for each character. `fixed`: all characters of its font are equally wide, as in programs.
    """

    text: str
    y0: float
    y1: float
    edges: tuple[float, ...]
    size: float
    bold: bool
    hiding: Hiding | None = None
    confidence: float | None = None
    direction: int = 0
    fixed: bool = False

    def part(self, start: int, end: int) -> Self:
        """The characters [start, end) as a line of their own; a line without edges for each keeps its two."""
        if start == 0 and end == len(self.text):
            return self
        edges = self.edges[start : end + 1] if len(self.edges) > len(self.text) else self.edges
        return msgspec.structs.replace(self, text=self.text[start:end], edges=edges)

    @property
    def x0(self) -> float:
        """Left end."""
        return self.edges[0]

    @property
    def x1(self) -> float:
        """Right end."""
        return self.edges[-1]


class Rule(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A drawn line, or one side of a filled or stroked rectangle: horizontal or vertical, in points."""

    x0: float
    y0: float
    x1: float
    y1: float


class Piece(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The characters [start, end) of the page's line at a position (from 0)."""

    line: int
    start: int
    end: int


class RawCell(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A cell at its first row and column (from 0); its text is its pieces in reading order, none in an empty one."""

    row: int
    column: int
    row_span: int
    column_span: int
    rect: Rect
    pieces: tuple[Piece, ...]


class RawTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table on one page. Cells in row-major order; `header_rows` counts from the top."""

    rect: Rect
    rows: int
    columns: int
    header_rows: int
    header_columns: int
    cells: tuple[RawCell, ...]


class RawPage(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """One page as the parser sees it; `images` counts pictures where there is little text or something to doubt.

    `recognised`: the lines come from a picture (OCR), or from the text layer that somebody else's OCR left.
    """

    number: int
    label: str
    width: float
    height: float
    images: int
    lines: tuple[RawLine, ...]
    tables: tuple[RawTable, ...] = ()
    pictures: tuple[Picture, ...] = ()
    recognised: bool = False


class PageFailed(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """In place of a page that the parser cannot read; the next pages may be well."""

    number: int
    problem: Problem


class FlowCell(msgspec.Struct, frozen=True, array_like=True):
    """A cell of a table of a file without pages."""

    row: int
    column: int
    row_span: int
    column_span: int
    text: str
    header: bool = False


class FlowBlock(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A block of a file without pages (DOCX, Markdown, HTML, text), in reading order.

    `text` begins with its number where the file shows one; `level` is that of a heading, from 1. A table has cells
    and no text.
    """

    kind: BlockKind
    text: str = ""
    level: int = 0
    cells: tuple[FlowCell, ...] = ()
    header_rows: int = 0
    hiding: Hiding | None = None


class Opened(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """First message: the file could be opened and has this many pages; 0 for a file without pages."""

    pages: int
    bookmarks: tuple[Bookmark, ...] = ()
    notices: tuple[Notice, ...] = ()


class Refused(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Last message in place of pages: why the file cannot be read."""

    problem: Problem


Message = Opened | RawPage | PageFailed | FlowBlock | Refused


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What one document may cost. Times in seconds, sizes in bytes."""

    seconds: int = 600
    page_seconds: int = 60
    memory: int = 2 << 30
    pages: int = 5_000
    output: int = 128 << 20

"""The extracted document: pages and blocks over one text, with a place on the page for every character.

Coordinates are PDF points of the page as it is shown (rotation applied), origin at the top left.
Offsets are half-open character positions in `Document.text`.
"""

from enum import StrEnum

import msgspec


class Rect(msgspec.Struct, frozen=True, array_like=True):
    """A rectangle in PDF points."""

    x0: float
    y0: float
    x1: float
    y1: float


class BlockKind(StrEnum):
    """What a block is; headers and footers are kept, but stand outside the reading order."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    TABLE = "table"
    HEADER = "header"
    FOOTER = "footer"


FURNITURE = frozenset({BlockKind.HEADER, BlockKind.FOOTER})


class PageKind(StrEnum):
    """Whether a page can be read: it has text, only pictures, or nothing."""

    TEXT = "text"
    IMAGE_ONLY = "image_only"
    EMPTY = "empty"


class Line(msgspec.Struct, frozen=True, array_like=True):
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
    """A heading, paragraph, table or piece of page furniture of one page."""

    kind: BlockKind
    start: int
    end: int
    rect: Rect
    lines: tuple[Line, ...]


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """A page: `number` counts from 1 in the file, `label` is what is printed or set in the PDF."""

    number: int
    label: str
    width: float
    height: float
    kind: PageKind
    blocks: tuple[Block, ...]


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that was read from a file, in reading order."""

    text: str
    pages: tuple[Page, ...]

    def text_of(self, block: Block) -> str:
        """The block's text, line breaks already undone."""
        return self.text[block.start : block.end]

    def body_of(self, page: Page) -> tuple[Block, ...]:
        """The page's blocks without running headers and footers."""
        return tuple(block for block in page.blocks if block.kind not in FURNITURE)

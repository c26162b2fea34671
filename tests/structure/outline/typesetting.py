"""Documents as they come from extraction, with fonts, made without a PDF."""

from collections.abc import Sequence

import msgspec

from app.documents.model import Block, BlockKind, Bookmark, Document, Line, Page, PageKind, Rect

PROSE = (
    "The pump shall be primed before it is started and no part of it may run dry at any time\n"
    "because the seals are cooled by the water that is pumped and by nothing else in the unit.\n"
    "See the drawing for the place of the valve."
)
_LEFT = 72.0


class Set(msgspec.Struct, frozen=True):
    r"""A block as it is printed; "\n" ends a row, and characters are half as wide as high."""

    text: str
    size: float = 10.0
    bold: bool = False
    kind: BlockKind = BlockKind.PARAGRAPH
    x: float = _LEFT
    level: int = 0


def heading(text: str, size: float = 14.0) -> Set:
    """A bold block in a larger size."""
    return Set(text, size=size, bold=True, kind=BlockKind.HEADING)


def typeset(pages: Sequence[Sequence[Set | str]], bookmarks: Sequence[Bookmark] = ()) -> Document:
    """A document of these blocks, from the top of each page downwards; a string is body text."""
    parts: list[str] = []
    built = []
    start = 0
    for number, contents in enumerate(pages, start=1):
        blocks = []
        y = 72.0
        for content in contents:
            block = _block(Set(content) if isinstance(content, str) else content, start, y)
            blocks.append(block)
            parts.append((content if isinstance(content, str) else content.text).replace("\n", " ") + "\n")
            start = block.end + 1
            y = block.rect.y1 + 10
        built.append(
            Page(
                number=number,
                label=str(number),
                width=595,
                height=842,
                kind=PageKind.TEXT if blocks else PageKind.EMPTY,
                blocks=tuple(blocks),
            ),
        )
    return Document(
        text="".join(parts),
        pages=tuple(built),
        body_end=start,
        bookmarks=tuple(bookmarks),
    )


def _block(content: Set, start: int, y: float) -> Block:
    lines = []
    at = start
    for row, text in enumerate(content.text.split("\n")):
        top = y + 1.2 * content.size * row
        edges = tuple(content.x + content.size / 2 * index for index in range(len(text) + 1))
        lines.append(Line(at, at + len(text), top, top + content.size, edges))
        at += len(text) + 1
    return Block(
        kind=content.kind,
        start=start,
        end=start + len(content.text),
        rect=Rect(content.x, y, max(line.edges[-1] for line in lines), lines[-1].y1),
        lines=tuple(lines),
        size=content.size,
        bold=content.bold,
        level=content.level,
    )

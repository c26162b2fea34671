"""Reads Markdown as its rendered page is seen: CommonMark with tables and struck-through text, and HTML within."""

import re
from collections.abc import Iterator

import msgspec
from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, reference

from app.documents.model import BlockKind
from app.extract.flow.encodings import decode
from app.extract.flow.html import read_page
from app.extract.flow.plain import read_paragraphs
from app.extract.raw import FlowBlock, Opened

# YAML between two lines of dashes at the top; Markdown itself would make a heading of it.
_FRONT_MATTER = re.compile(r"---[ \t]*\n(?:[\w-]+:|#)[^\n]*\n(?:(?!---)[^\n]*\n)*?---[ \t]*(?:\n|\Z)")
_NOTE = re.compile(r"\[\^[^\]\s]{1,80}\]:")
# What is nested more deeply would be dropped, so it may be as deep as the interpreter can go.
_MAX_NESTING = 10_000


def read_markdown(data: bytes) -> Iterator[Opened | FlowBlock]:
    """The blocks of a Markdown file; one that is nested too deeply to be rendered is read as plain text."""
    decoded = decode(data)
    source = decoded.text.replace("\r\n", "\n").replace("\r", "\n")
    front = _FRONT_MATTER.match(source)
    at = front.end() if front else 0
    try:
        page = _renderer().render(source[at:])
    except RecursionError:
        yield Opened(pages=0, notices=decoded.notices)
        yield from read_paragraphs(source)
        return
    opened, *blocks = read_page(page, decoded.notices)
    yield opened
    if front:
        yield FlowBlock(kind=BlockKind.PARAGRAPH, text=front[0].strip("- \t\n"))
    for block in blocks:
        yield _note(block) if isinstance(block, FlowBlock) else block


def _renderer() -> MarkdownIt:
    renderer = MarkdownIt("commonmark", {"html": True, "maxNesting": _MAX_NESTING})
    renderer.enable(["table", "strikethrough"])
    renderer.block.ruler.at("reference", _reference)
    return renderer


def _reference(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A link's definition is not shown; a footnote, which looks like one, is."""
    if state.src.startswith("[^", state.bMarks[start] + state.tShift[start]):
        return False
    return reference(state, start, end, silent)


def _note(block: FlowBlock) -> FlowBlock:
    if block.kind is BlockKind.PARAGRAPH and _NOTE.match(block.text):
        return msgspec.structs.replace(block, kind=BlockKind.FOOTNOTE)
    return block

"""Reads plain text: paragraphs between blank lines, wrapped lines joined, lines that stand for themselves kept."""

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

from app.documents.model import BlockKind
from app.extract.flow.characters import join_lines, printable
from app.extract.flow.encodings import decode
from app.extract.raw import FlowBlock, Opened

# Line ends of all systems; a form feed begins a page, and so a paragraph.
_LINE_END = re.compile("\r\n|[\n\r\v\x85\u2028]")
_NEW_PAGE = re.compile("[\f\u2029]")
_BULLET = re.compile(r"[•●▪◦■□◆※*+–—-]\s+\S")
# Where a number opens a line, the line before it does not go on in it.
_NUMBER = re.compile(
    r"(?:\d{1,3}(?:\.\d{1,3}){0,5}[.)、．]?|[(（][\dA-Za-z一二三四五六七八九十]{1,4}[)）]|[A-Za-z][.)]|[一二三四五六七八九十百]{1,4}、"
    r"|第[\d〇零一二三四五六七八九十百千]{1,8}[条章节款项编])(?:[\s\u3000]|(?=[^\d\s.,%A-Za-z]))",
)
# Two of these begin each paragraph of a Chinese text.
_CHINESE_INDENT = "\u3000"
# Columns or a drawn frame: the line is laid out by hand.
_LAID_OUT = re.compile(r"\S(?: {3,}|\t)\S|[│┃|].*[│┃|]|[─━═+]{3}")
# Lines up to this wide, in columns, may have been wrapped by a program; longer ones are paragraphs.
_MAX_WRAP = 132
# Narrower texts are lists, verse or addresses.
_MIN_WRAP = 30
# The share of lines that must be no wider than where the text is wrapped; a few lines run over.
_WITHIN = 0.98
# Where blank lines stand between paragraphs, lines of this share of the width go on; people wrap unevenly.
_FILLED = 0.6
# Lines to a paragraph of a text that is written so; more stand between blank lines that part sections.
_LINES_A_PARAGRAPH = (1.5, 12)
_SENTENCE_END = re.compile(r"[.!?。！？；;：:][”’」』\"')）]?$")
# How many columns before the wrap a line of Chinese may end: punctuation does not begin a line.
_KINSOKU = 4


def read_text(data: bytes) -> Iterator[Opened | FlowBlock]:
    """The blocks of a text file; any bytes give some blocks or none."""
    decoded = decode(data)
    yield Opened(pages=0, notices=decoded.notices)
    yield from read_paragraphs(decoded.text)


def read_paragraphs(text: str) -> Iterator[FlowBlock]:
    """The paragraphs of a text."""
    lines = [printable(line).rstrip() for line in _LINE_END.split(_NEW_PAGE.sub("\n\n", text))]
    wrap = _wrap_of(lines)
    filled = _FILLED * wrap if _is_spaced(lines) else None
    paragraph: list[str] = []
    for line in (*lines, ""):
        if paragraph and (not line or not _goes_on(paragraph[-1], line, wrap, filled)):
            yield _block(paragraph)
            paragraph = []
        if line:
            paragraph.append(line)


def _block(lines: list[str]) -> FlowBlock:
    if len(lines) > 1 and _LAID_OUT.search(lines[0]):
        return FlowBlock(kind=BlockKind.PARAGRAPH, text="\n".join(lines))
    parts: list[str] = []
    for line in lines:
        text = line.strip()
        if parts:
            parts.append(_joint(parts[-1], text))
        parts.append(text)
    text = "".join(parts)
    return FlowBlock(kind=BlockKind.LIST_ITEM if _BULLET.match(text) else BlockKind.PARAGRAPH, text=text)


def _joint(before: str, after: str) -> str:
    # A word that is written with a hyphen may be broken after it.
    if before.endswith("-") and before[-2:-1].isalpha() and after[:1].isalpha():
        return ""
    return join_lines(before, after)


def _goes_on(before: str, line: str, wrap: int, filled: float | None) -> bool:
    """Whether a line goes on with the paragraph of the line before it."""
    laid_out = _LAID_OUT.search(before) is not None
    if laid_out or _LAID_OUT.search(line):
        return laid_out and _LAID_OUT.search(line) is not None
    text = line.lstrip()
    if not wrap or line[0] == _CHINESE_INDENT or _BULLET.match(text) or _NUMBER.match(text):
        return False
    if _indent(line) > _indent(before) and not _opens_item(before):
        return False
    width = _width(before)
    if filled is None and _SENTENCE_END.search(before):
        return False
    return width >= (filled or wrap) or width + _first_word_width(text) > wrap


def _opens_item(line: str) -> bool:
    text = line.lstrip()
    return _BULLET.match(text) is not None or _NUMBER.match(text) is not None


def _indent(line: str) -> int:
    return _width(line[: len(line) - len(line.lstrip())])


def _first_word_width(text: str) -> int:
    """The columns that the next word would have needed on the line before."""
    word = text[: _MAX_WRAP + 1].split(maxsplit=1)[0]
    return _KINSOKU if not word[0].isascii() and _width(word[0]) > 1 else _width(word) + 1


def _width(text: str) -> int:
    """In columns of a terminal; Chinese characters take two."""
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def _is_spaced(lines: list[str]) -> bool:
    """Whether blank lines stand between the paragraphs, so that a line's end alone means little."""
    paragraphs = sum(1 for before, line in pairwise(("", *lines)) if line and not before)
    least, most = _LINES_A_PARAGRAPH
    return paragraphs > 1 and least * paragraphs < sum(1 for line in lines if line) < most * paragraphs


def _wrap_of(lines: list[str]) -> int:
    """The width at which the text is wrapped, 0 when its lines are paragraphs."""
    widths = sorted(_width(line) for line in lines if line)
    if not widths:
        return 0
    wrap = widths[min(int(_WITHIN * len(widths)), len(widths) - 1)]
    return wrap if _MIN_WRAP <= wrap <= _MAX_WRAP else 0

"""Reads HTML as a browser shows it: the encoding that it declares, then tags and text, then blocks."""

import re
from collections import Counter
from collections.abc import Iterator

from app.documents.model import Notice
from app.extract.flow.encodings import decode
from app.extract.flow.page import PageReader
from app.extract.flow.tags import tags_and_text
from app.extract.raw import FlowBlock, Opened

# Where a page may declare its encoding (HTML Standard, "prescan").
_DECLARED_WITHIN = 1_024
_DECLARED = re.compile(
    rb"""<(?:meta|\?xml)[^>]{0,512}?(?:charset|encoding)\s*=\s*["']?\s*([\w-]{1,40})""", re.IGNORECASE
)


def read_html(data: bytes) -> Iterator[Opened | FlowBlock]:
    """The blocks of an HTML file; any bytes give some blocks or none."""
    head = _DECLARED.search(data[:_DECLARED_WITHIN])
    decoded = decode(data, head[1].decode("ascii", "replace") if head else "")
    yield from read_page(decoded.text, decoded.notices)


def read_page(source: str, notices: tuple[Notice, ...] = ()) -> Iterator[Opened | FlowBlock]:
    """The blocks of a page that is text already; `notices` are reported with its own."""
    page = PageReader()
    for token in tags_and_text(source):
        page.take(token)
    blocks = page.end()
    yield Opened(pages=0, notices=(*notices, *_notices(page.counts)))
    yield from blocks


def _notices(counts: Counter[str]) -> Iterator[Notice]:
    for counted, code, sentence in (
        ("pictures", "pictures", "The file has pictures or drawings, which were not read: {:,}."),
        ("struck", "struck_text", "Text that is struck through was read like other text; places: {:,}."),
    ):
        if counts[counted]:
            yield Notice(code=code, detail=sentence.format(counts[counted]))

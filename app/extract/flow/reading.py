"""One way in to the readers of files without pages."""

from collections.abc import Callable, Iterator

from app.errors import UnsupportedFile
from app.extract.flow.detection import FileKind
from app.extract.flow.docx import read_docx
from app.extract.flow.html import read_html
from app.extract.flow.markdown import read_markdown
from app.extract.flow.plain import read_text
from app.extract.raw import FlowBlock, Opened

_READERS: dict[FileKind, Callable[[bytes], Iterator[Opened | FlowBlock]]] = {
    FileKind.DOCX: read_docx,
    FileKind.HTML: read_html,
    FileKind.MARKDOWN: read_markdown,
    FileKind.TEXT: read_text,
}


def read_flow(data: bytes, kind: FileKind) -> Iterator[Opened | FlowBlock]:
    """First `Opened` with the notices, then the blocks in reading order; a PDF has no blocks of this kind."""
    reader = _READERS.get(kind)
    if reader is None:
        raise UnsupportedFile("a file with pages", "It has a reader of its own.")
    return reader(data)

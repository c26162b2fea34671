"""A stored file to an extracted Document: checks, the sandboxed child, assembly."""

import asyncio
from pathlib import Path

from app.documents.model import Document
from app.errors import EmptyUpload, NotAPdf
from app.extract.assembly import assemble
from app.extract.raw import Limits
from app.extract.sandbox import Progress, read_in_child

# The specification wants the header at byte 0; real readers, and we, accept it in the first kilobyte.
HEADER_WINDOW = 1024
_MAGIC = b"%PDF-"


def check_header(head: bytes) -> None:
    """Raise unless the file's first bytes are those of a PDF."""
    if not head:
        raise EmptyUpload
    if _MAGIC not in head[:HEADER_WINDOW]:
        raise NotAPdf


def ignore_progress(done: int, pages: int) -> None:
    """For callers that show none."""


async def read_document(
    path: Path,
    *,
    limits: Limits,
    progress: Progress = ignore_progress,
) -> Document:
    """Read a PDF file. Raises an UploadError when it cannot be read."""
    with path.open("rb") as stream:
        check_header(stream.read(HEADER_WINDOW))
    raw_pages = await read_in_child(path, limits=limits, progress=progress)
    return await asyncio.to_thread(assemble, raw_pages)

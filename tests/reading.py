"""Reads PDFs with the real child processes."""

import os
from io import BytesIO
from pathlib import Path

import msgspec

from app.extract.ranges import Options, Progress, read_in_children
from app.extract.raw import Limits, Message, Opened, PageFailed, RawPage
from app.extract.sandbox import time_limit
from app.extract.tasks import LENGTH_BYTES


def messages_in(content: bytes) -> list[Message]:
    """Framed messages, decoded."""
    stream = BytesIO(content)
    found = []
    while header := stream.read(LENGTH_BYTES):
        body = stream.read(int.from_bytes(header, "big"))
        found.append(msgspec.msgpack.decode(body, type=Message))
    return found


async def read_all(
    path: Path,
    *,
    limits: Limits | None = None,
    options: Options | None = None,
    progress: Progress = lambda done, pages: None,
) -> tuple[Opened, tuple[RawPage | PageFailed, ...]]:
    """What came first, and every page."""
    spool = BytesIO()
    limits = limits or Limits()
    async with time_limit(limits):
        await read_in_children(path, spool, limits=limits, progress=progress, options=options)
    opened, *pages = messages_in(spool.getvalue())
    assert isinstance(opened, Opened)
    return opened, tuple(page for page in pages if isinstance(page, RawPage | PageFailed))


async def read_pages(
    path: Path,
    *,
    limits: Limits | None = None,
    progress: Progress = lambda done, pages: None,
) -> tuple[RawPage, ...]:
    """The pages of a file of which every page can be read."""
    _, pages = await read_all(path, limits=limits, progress=progress)
    read = tuple(page for page in pages if isinstance(page, RawPage))
    assert read == pages
    return read


def children() -> set[int]:
    """The processes that this one has started."""
    text = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text()
    return {int(pid) for pid in text.split()}

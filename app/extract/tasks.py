"""What a confined process is asked to do, and what comes back besides the messages of `raw`.

Files are given as open descriptors, which the process inherits; passwords travel in the task, by pipe.
"""

import msgspec

from app.extract.flow.detection import FileKind
from app.extract.raw import Limits

# Before each message stands its length, as a big-endian number of this many bytes.
LENGTH_BYTES = 4


class ReadPages(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Read the pages from `first` to `last` (from 1; None: to the end); a file without pages is read whole."""

    source: int
    limits: Limits
    kind: FileKind = FileKind.PDF
    first: int = 1
    last: int | None = None
    password: str | None = None
    tables: bool = True
    ocr: bool = True


class RenderPage(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Draw a page (from 1) at a resolution in dots per inch."""

    source: int
    limits: Limits
    page: int
    dpi: int
    password: str | None = None


class CheckConfinement(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Lock yourself in and say whether that was possible."""

    limits: Limits


class Confined(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """It was."""


class Picture(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A page as an image file."""

    png: bytes


Task = ReadPages | RenderPage | CheckConfinement


def descriptor_path(source: int) -> str:
    """Under this name a process opens a file anew that it has inherited: with an offset of its own."""
    return f"/proc/self/fd/{source}"


def framed(message: object) -> tuple[bytes, bytes]:
    """A message as it is sent: its length, then msgpack."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(LENGTH_BYTES, "big"), body

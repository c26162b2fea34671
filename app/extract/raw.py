"""What the child process sends: pages of printed lines, before anything is recognised in them."""

import msgspec

from app.errors import Problem


class RawLine(msgspec.Struct, frozen=True, array_like=True):
    """A run of characters on one baseline; `edges` as in `documents.Line`, size in points."""

    text: str
    y0: float
    y1: float
    edges: tuple[float, ...]
    size: float
    bold: bool

    @property
    def x0(self) -> float:
        """Left end."""
        return self.edges[0]

    @property
    def x1(self) -> float:
        """Right end."""
        return self.edges[-1]


class RawPage(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """One page as the parser sees it; `images` are looked for where there are few lines."""

    number: int
    label: str
    width: float
    height: float
    images: int
    lines: tuple[RawLine, ...]


class Opened(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """First message: the file could be opened and has this many pages."""

    pages: int


class Refused(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Last message in place of pages: why the file cannot be read."""

    problem: Problem


Message = Opened | RawPage | Refused


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What one document may cost. Times in seconds, sizes in bytes."""

    seconds: int = 600
    page_seconds: int = 60
    memory: int = 2 << 30
    pages: int = 5_000
    output: int = 128 << 20

"""The pages of a file, read by as many confined processes as it takes: after each crash, and on all cores."""

import asyncio
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

import msgspec

from app.errors import (
    AppError,
    ConfinementUnavailable,
    Damage,
    DamagedDocument,
    OutputExceeded,
    PageTimeExceeded,
    PageUnreadable,
    Problem,
)
from app.extract.flow.detection import FileKind
from app.extract.raw import Limits, PageFailed, Refused
from app.extract.sandbox import READER, Child, confined, refusal
from app.extract.tasks import LENGTH_BYTES, ReadPages, framed

Progress = Callable[[int, int], None]

# A file that breaks the parser again and again is not worth more.
MOST_RESTARTS = 3
# More would only wait for each other's memory; the models of tables and OCR use a core each.
MOST_CHILDREN = min(4, os.cpu_count() or 1)
# Starting another process takes about one second, so less than this is not worth sharing.
WORTH_SHARING_SECONDS = 2.0
WORTH_SHARING_PAGES = 16


# Of what the child sends, the parent looks at no more than it needs; the rest is decoded in another confined process.
class _Opened(msgspec.Struct, frozen=True, tag="Opened"):
    pages: int


class _Page(msgspec.Struct, frozen=True, tag="RawPage"):
    number: int


class _Flow(msgspec.Struct, frozen=True, tag="FlowBlock"):
    pass


_Head = _Opened | _Page | PageFailed | _Flow | Refused
_heads = msgspec.msgpack.Decoder(_Head)


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """How a file is to be read, and by how many processes at once."""

    kind: FileKind = FileKind.PDF
    password: str | None = None
    tables: bool = True
    ocr: bool = True
    children: int = MOST_CHILDREN
    worth_sharing_seconds: float = WORTH_SHARING_SECONDS


class _Part:
    """Pages that one process after another reads: those from `next` to `last` are missing, None before it is known."""

    def __init__(self, first: int, last: int | None, spool: IO[bytes]) -> None:
        self.first = first
        self.next = first
        self.last = last
        self.spool = spool
        self._began = 0.0
        self._came = 0

    @property
    def missing(self) -> int:
        """How many pages; 1 when it is not known."""
        return 1 if self.last is None else self.last - self.next + 1

    def begin(self) -> None:
        """A process has opened the file and looks at the next page."""
        self._began = time.monotonic()
        self._came = 0

    def take(self, body: bytes) -> None:
        """Keep a page's message."""
        self.keep(body)
        self.next += 1
        self._came += 1

    def keep(self, body: bytes) -> None:
        """Keep a message."""
        self.spool.write(len(body).to_bytes(LENGTH_BYTES, "big"))
        self.spool.write(body)

    @property
    def seconds_left(self) -> float:
        """How long the missing pages will take, from those that came."""
        return self.missing * (time.monotonic() - self._began) / self._came if self._came else 0.0


class _Lost(Exception):
    """A process ended, or had to be ended, before its part did."""

    def __init__(self, cause: AppError) -> None:
        super().__init__()
        self.cause = cause


class _Reading:
    """One file's reading."""

    def __init__(
        self,
        source: int,
        program: Sequence[str],
        *,
        limits: Limits,
        options: Options,
        progress: Progress,
    ) -> None:
        self._source = source
        self._program = program
        self._limits = limits
        self._options = options
        self._progress = progress
        self._parts: list[_Part] = []
        self._pages: int | None = None
        self._done = 0
        self._lost: list[AppError] = []
        self._received = 0
        self._restarts = 0
        self._given_up = False
        self._helpers = 0
        self._group = asyncio.TaskGroup()

    async def read(self, into: IO[bytes]) -> None:
        """All messages of the file, in order."""
        whole = _Part(1, None, into)
        self._parts.append(whole)
        try:
            async with self._group:
                self._group.create_task(self._fill(whole))
            self._check_result()
            for part in sorted(self._parts[1:], key=lambda part: part.first):
                part.spool.seek(0)
                await asyncio.to_thread(shutil.copyfileobj, part.spool, into)
        except BaseExceptionGroup as several:
            raise several.exceptions[0] from None
        finally:
            for part in self._parts[1:]:
                part.spool.close()

    def _check_result(self) -> None:
        """Raise when not one page could be read."""
        if not self._pages or len(self._lost) < self._pages:
            return
        cause = self._lost[0]
        if isinstance(cause, PageUnreadable):
            raise DamagedDocument(f"page {cause.facts['page']}: {cause.facts['reason']}")
        raise cause

    async def _fill(self, part: _Part) -> None:
        while part.missing > 0:
            try:
                await self._one_child(part)
            except _Lost as lost:
                self._go_on(part, lost.cause)

    def _go_on(self, part: _Part, cause: AppError) -> None:
        """Leave out the page at which a process ended, and the rest of the part if it is not worth another one.

        Raises the cause when nothing would be left.
        """
        if not self._pages:
            raise cause
        lost = _at_page(part.next, cause)
        self._lose_page(part, lost)
        if part.missing > 0:
            if self._restarts < MOST_RESTARTS:
                self._restarts += 1
                return
            if len(self._lost) == self._done:
                raise cause
            self._given_up = True
        while part.missing > 0:
            self._lose_page(part, lost)

    async def _one_child(self, part: _Part) -> None:
        """Read on with a fresh process. Raises _Lost when it ends before the part does."""
        task = ReadPages(
            source=self._source,
            limits=self._limits,
            kind=self._options.kind,
            first=part.next,
            last=part.last,
            password=self._options.password,
            tables=self._options.tables,
            ocr=self._options.ocr,
        )
        async with confined(self._program, task, limits=self._limits, files=(self._source,)) as child:
            await self._open(part, child)
            while part.missing > 0:
                self._take(part, await self._hear(child, part))

    async def _open(self, part: _Part, child: Child) -> None:
        """Until the file is open, the whole file's clock alone counts, and what fails is the whole file."""
        body = await child.hear(seconds=self._limits.seconds)
        if body is None:
            raise await child.cause_of_end() or DamagedDocument("the parser said nothing")
        match _decode(body):
            case Refused(problem=problem):
                raise refusal(problem)
            case _Opened(pages=pages) if 0 <= pages <= self._limits.pages:
                if self._pages is None:
                    self._pages = pages
                    part.last = pages or None
                    part.keep(body)
            case _:
                raise DamagedDocument(Damage.GARBAGE)
        part.begin()

    async def _hear(self, child: Child, part: _Part) -> bytes:
        """The next message; empty at the end of a file without pages."""
        try:
            body = await child.hear(
                seconds=self._limits.page_seconds, most=self._limits.output - self._received
            )
        except TimeoutError as error:
            raise _Lost(PageTimeExceeded(part.next, self._limits.page_seconds)) from error
        if body is None:
            cause = await child.cause_of_end()
            if self._pages == 0 and cause is None:
                return b""
            raise _Lost(cause or DamagedDocument("the parser stopped too early"))
        self._received += len(body)
        if self._received > self._limits.output:
            raise OutputExceeded(self._limits.output)
        return body

    def _take(self, part: _Part, body: bytes) -> None:
        match _decode(body):
            case None if not body:
                part.last = part.next - 1
            case Refused(problem=problem):
                raise _Lost(_reason_within(problem))
            case _Flow() if self._pages == 0:
                part.keep(body)
            case _Page(number=number) if number == part.next:
                self._keep_page(part, body)
            case PageFailed(number=number, problem=problem) if number == part.next:
                self._lose_page(part, _at_page(number, _reason_within(problem)))
            case _:
                raise _Lost(DamagedDocument(Damage.GARBAGE))

    def _keep_page(self, part: _Part, body: bytes) -> None:
        part.take(body)
        self._done += 1
        self._progress(self._done, self._pages or self._done)
        if self._helpers + 1 < self._options.children and self._is_worth_sharing(part):
            self._helpers += 1
            self._group.create_task(self._help())

    def _lose_page(self, part: _Part, cause: AppError) -> None:
        """Put on record that a page was not read, and why, in our own words and not in those of the process."""
        self._lost.append(cause)
        self._keep_page(part, framed(PageFailed(number=part.next, problem=cause.problem))[1])

    def _is_worth_sharing(self, part: _Part) -> bool:
        return (
            not self._given_up
            and part.last is not None
            and part.missing >= WORTH_SHARING_PAGES
            and part.seconds_left > self._options.worth_sharing_seconds
        )

    async def _help(self) -> None:
        """Take the second half of the part that would take longest, again and again."""
        while (part := self._split_off()) is not None:
            await self._fill(part)
        self._helpers -= 1

    def _split_off(self) -> _Part | None:
        longest = max(self._parts, key=lambda part: part.seconds_left)
        if longest.last is None or not self._is_worth_sharing(longest):
            return None
        middle = longest.next + longest.missing // 2
        part = _Part(middle, longest.last, tempfile.TemporaryFile())  # noqa: SIM115 - closed by `read`
        longest.last = middle - 1
        self._parts.append(part)
        return part


def _reason_within(problem: Problem) -> AppError:
    """What a process says that has opened the file: it was locked in by then, and cannot complain of that."""
    error = refusal(problem)
    return DamagedDocument(Damage.GARBAGE) if isinstance(error, ConfinementUnavailable) else error


def _at_page(page: int, cause: AppError) -> AppError:
    """What is wrong with one page, where a process blames the file."""
    is_damage = cause.problem.code == DamagedDocument.code
    return PageUnreadable(page, str(cause.facts["reason"])) if is_damage else cause


def _decode(body: bytes) -> _Head | None:
    try:
        return _heads.decode(body)
    except msgspec.DecodeError:
        return None


async def read_in_children(
    path: Path,
    into: IO[bytes],
    *,
    limits: Limits,
    progress: Progress,
    options: Options | None = None,
    program: Sequence[str] = READER,
) -> None:
    """Write all messages of a file, framed and in the order of its pages, to a binary file.

    `progress(pages_done, pages)` is called after each page. Raises an UploadError when the file, or each of its
    pages, cannot be read within the limits, or what the child gave as the reason, as a StoredError; the clock of the
    whole file is the caller's.
    """
    with path.open("rb") as source:
        reading = _Reading(
            source.fileno(), program, limits=limits, options=options or Options(), progress=progress
        )
        await reading.read(into)

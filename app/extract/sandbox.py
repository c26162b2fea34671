"""Runs the PDF child: one process for each document, killed at its limits, never trusted.

A crash, a hang or garbage of the parser becomes an error of that document; the worker lives on.
"""

import asyncio
import contextlib
import os
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import msgspec

from app.errors import DamagedDocument, ExtractionLimitExceeded, StoredError
from app.extract.raw import Limits, Message, Opened, RawPage, Refused

Progress = Callable[[int, int], None]

_decoder = msgspec.msgpack.Decoder(Message)


async def read_in_child(path: Path, *, limits: Limits, progress: Progress) -> tuple[RawPage, ...]:
    """All pages of the PDF; `progress(pages_done, pages)` is called after each.

    Raises an UploadError when the file cannot be read within the limits, or what the child gave as the reason, as a
    StoredError.
    """
    with path.open("rb") as source, tempfile.TemporaryDirectory(prefix="wholedoc-extract-") as folder:
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-I",
            "-m",
            "app.extract.child",
            msgspec.json.encode(limits).decode(),
            stdin=source,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,  # parsers quote the file in their complaints
            cwd=folder,
            env={},
            start_new_session=True,
        )
        try:
            async with asyncio.timeout(limits.seconds):
                return await _collect(child, limits, progress)
        except TimeoutError as error:
            raise ExtractionLimitExceeded("seconds", limits.seconds) from error
        finally:
            await _end(child)


async def _collect(
    child: asyncio.subprocess.Process,
    limits: Limits,
    progress: Progress,
) -> tuple[RawPage, ...]:
    pages: list[RawPage] = []
    expected = None
    received = 0
    while (body := await _next_message(child, limits)) is not None:
        received += len(body)
        if received > limits.output:
            raise ExtractionLimitExceeded("bytes of text", limits.output)
        match _decode(body):
            case Refused(problem=problem):
                raise StoredError(problem)
            case Opened(pages=count):
                expected = count
            case RawPage() as page:
                pages.append(page)
                progress(len(pages), expected or len(pages))
    if expected != len(pages):
        raise DamagedDocument(f"the parser stopped at page {len(pages) + 1}")
    return tuple(pages)


async def _next_message(child: asyncio.subprocess.Process, limits: Limits) -> bytes | None:
    stdout = child.stdout
    if stdout is None:
        raise DamagedDocument("the parser did not start")
    try:
        async with asyncio.timeout(limits.page_seconds):
            size = int.from_bytes(await stdout.readexactly(4), "big")
            if size > limits.output:
                raise ExtractionLimitExceeded("bytes of text", limits.output)
            return await stdout.readexactly(size)
    except asyncio.IncompleteReadError:
        return None
    except TimeoutError as error:
        raise ExtractionLimitExceeded("seconds for one page", limits.page_seconds) from error


def _decode(body: bytes) -> Message:
    try:
        return _decoder.decode(body)
    except msgspec.DecodeError as error:
        raise DamagedDocument("the parser sent something unreadable") from error


async def _end(child: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    await child.wait()

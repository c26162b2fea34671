"""The parent's end of a confined process: started fresh, listened to with a clock, killed, never trusted.

A crash, a hang or garbage of the parser is an error of the file or of a page; the worker lives on.
"""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import msgspec

from app.errors import (
    AppError,
    ConfinementUnavailable,
    DamagedDocument,
    OutputExceeded,
    PageTimeExceeded,
    Problem,
    ProcessorTimeExceeded,
    ReadingTimeExceeded,
    StoredError,
)
from app.extract.raw import Limits, Refused
from app.extract.tasks import LENGTH_BYTES, CheckConfinement, Confined, Picture, RenderPage, framed

READER = ("-m", "app.extract.child")

# Numerical libraries start as many threads as there are cores unless they are told otherwise.
_ENVIRONMENT = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
_BUFFER = 1 << 20
# After its last message a process has only to end.
_SECONDS_TO_END = 2


class Child:
    """A running confined process."""

    def __init__(
        self, process: asyncio.subprocess.Process, output: asyncio.StreamReader, limits: Limits
    ) -> None:
        self._process = process
        self._output = output
        self._limits = limits

    async def tell(self, message: object) -> None:
        """Send a message; a process that is gone is noticed when it is listened to."""
        if self._process.stdin is not None:
            with contextlib.suppress(ConnectionError):
                self._process.stdin.writelines(framed(message))
                await self._process.stdin.drain()

    async def hear(self, *, seconds: float, most: int | None = None) -> bytes | None:
        """The next message, None at the end, whole or not.

        Raises TimeoutError after so many seconds, and OutputExceeded for a message of more than `most` bytes (by
        default the limit of all output).
        """
        try:
            async with asyncio.timeout(seconds):
                size = int.from_bytes(await self._output.readexactly(LENGTH_BYTES), "big")
                if size > (self._limits.output if most is None else most):
                    raise OutputExceeded(self._limits.output)
                return await self._output.readexactly(size)
        except asyncio.IncompleteReadError:
            return None

    async def cause_of_end(self) -> AppError | None:
        """Why a process ended that said nothing more; None when it ended as it should."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), _SECONDS_TO_END)
        match self._process.returncode:
            case 0:
                return None
            case None:
                return DamagedDocument("the parser fell silent")
            case code if code == -signal.SIGXCPU:
                return ProcessorTimeExceeded(self._limits.seconds)
            case code if code < 0:
                return DamagedDocument(f"the parser was ended by signal {-code}")
            case code:
                return DamagedDocument(f"the parser ended with status {code}")


@contextlib.asynccontextmanager
async def confined(
    program: Sequence[str],
    task: object,
    *,
    limits: Limits,
    files: Sequence[int] = (),
) -> AsyncIterator[Child]:
    """A process of a Python program that is given a task and inherits files; it is killed at the end of the block."""
    loop = asyncio.get_running_loop()
    output = asyncio.StreamReader(limit=_BUFFER)
    ours, theirs = os.pipe()
    transport, _ = await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(output), os.fdopen(ours, "rb", buffering=0)
    )
    try:
        process = await _start(program, theirs, files)
        try:
            child = Child(process, output, limits)
            await child.tell(task)
            yield child
        finally:
            await _end(process)
    finally:
        transport.close()


async def _start(program: Sequence[str], output: int, files: Sequence[int]) -> asyncio.subprocess.Process:
    try:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-I",
            *program,
            stdin=asyncio.subprocess.PIPE,
            stdout=output,
            stderr=asyncio.subprocess.DEVNULL,  # parsers quote the file in their complaints
            pass_fds=files,
            cwd="/",
            env=_ENVIRONMENT,
            start_new_session=True,
        )
    finally:
        os.close(output)


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    if process.stdin is not None:
        process.stdin.close()
    await process.wait()


@contextlib.asynccontextmanager
async def time_limit(limits: Limits) -> AsyncIterator[None]:
    """The clock of a whole file. Raises ReadingTimeExceeded."""
    try:
        async with asyncio.timeout(limits.seconds):
            yield
    except TimeoutError as error:
        raise ReadingTimeExceeded(limits.seconds) from error


def refusal(problem: Problem) -> AppError:
    """The error that a process gave as its last word."""
    if problem.code == ConfinementUnavailable.code:
        return ConfinementUnavailable(str(problem.facts.get("reason")))
    return StoredError(problem)


async def check_confinement(limits: Limits) -> None:
    """Raise ConfinementUnavailable unless files can be read in a locked process on this machine."""
    answer = await _ask(CheckConfinement(limits=limits), limits, ())
    if not isinstance(answer, Confined):
        raise ConfinementUnavailable("the process ended")


async def render_page(
    path: Path, *, page: int, dpi: int, limits: Limits, password: str | None = None
) -> bytes:
    """A page (from 1) of a PDF as PNG.

    Raises an UploadError, PageNotFound, or either of them as the StoredError that the process sent.
    """
    with path.open("rb") as source:
        task = RenderPage(source=source.fileno(), limits=limits, page=page, dpi=dpi, password=password)
        try:
            answer = await _ask(task, limits, (source.fileno(),))
        except TimeoutError as error:
            raise PageTimeExceeded(page, limits.page_seconds) from error
    if not isinstance(answer, Picture):
        raise DamagedDocument("the parser drew nothing")
    return answer.png


_answers: msgspec.msgpack.Decoder[Confined | Picture | Refused] = msgspec.msgpack.Decoder(
    Confined | Picture | Refused
)


async def _ask(task: object, limits: Limits, files: Sequence[int]) -> Confined | Picture:
    """The one answer to a task."""
    async with confined(READER, task, limits=limits, files=files) as child:
        body = await child.hear(seconds=limits.page_seconds)
        if body is None:
            raise await child.cause_of_end() or DamagedDocument("the parser said nothing")
    try:
        answer = _answers.decode(body)
    except msgspec.DecodeError as error:
        raise DamagedDocument("the parser sent something unreadable") from error
    if isinstance(answer, Refused):
        raise refusal(answer.problem)
    return answer

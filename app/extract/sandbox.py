"""The parent's end of a confined process: started fresh, listened to with a clock, killed, never trusted.

A crash, a hang or garbage of the parser is an error of the file or of a page; the worker lives on.
"""

import asyncio
import builtins
import contextlib
import errno
import os
import re
import signal
import sys
import sysconfig
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import msgspec

from app.errors import (
    AppError,
    ConfinementUnavailable,
    Damage,
    DamagedDocument,
    EmptyUpload,
    MemoryExceeded,
    NotAPdf,
    NoText,
    OutputExceeded,
    PageNotFound,
    PageTimeExceeded,
    PasswordRequired,
    PasswordWrong,
    Problem,
    ProcessorTimeExceeded,
    ReadingFault,
    ReadingTimeExceeded,
    StoredError,
    TooManyPages,
    UnsupportedFile,
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


# What a process may say in its own words, because the words are ours: reasons, and kinds of files in archives.
_REASONS = frozenset(map(str, Damage))
_OTHER_KINDS = frozenset({"an Excel workbook", "a PowerPoint presentation"})
_SYSTEM_REASONS = frozenset(map(os.strerror, errno.errorcode))
# Each with the figures that it names.
_REFUSALS: dict[str, tuple[Callable[..., AppError], tuple[str, ...]]] = {
    EmptyUpload.code: (EmptyUpload, ()),
    NotAPdf.code: (NotAPdf, ()),
    PasswordRequired.code: (PasswordRequired, ()),
    PasswordWrong.code: (PasswordWrong, ()),
    NoText.code: (NoText, ("pages",)),
    MemoryExceeded.code: (MemoryExceeded, ("limit",)),
    OutputExceeded.code: (OutputExceeded, ("limit",)),
    TooManyPages.code: (TooManyPages, ("limit",)),
    PageNotFound.code: (PageNotFound, ("page", "pages")),
}
# As `describe_fault` writes it.
_FAULT = re.compile(r"([A-Za-z]{1,40}) at ([\w./-]{1,200}):(\d{1,6})", re.ASCII)
_PROGRAM = (
    Path(__file__).parents[1],
    *(Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib", "platlib")),
)


def refusal(problem: Problem) -> AppError:
    """The error that a process gave as its last word, written anew: the file may have taken the process over.

    Of its facts only figures, and words that are ours, are kept; a code that no process has reason to send becomes
    a DamagedDocument. All are StoredErrors but ConfinementUnavailable, which says nothing about the file.
    """
    if problem.code == ConfinementUnavailable.code:
        reason = problem.facts.get("reason")
        return ConfinementUnavailable(str(reason) if reason in _SYSTEM_REASONS else "for an unknown reason")
    return StoredError(_rewritten(problem).problem)


def _rewritten(problem: Problem) -> AppError:
    facts = problem.facts
    if problem.code in _REFUSALS:
        kind, names = _REFUSALS[problem.code]
        figures = [facts.get(name) for name in names]
        if all(isinstance(figure, int) for figure in figures):
            return kind(*figures)
    match facts:
        case {"looks_like": str(looks)} if problem.code == UnsupportedFile.code and looks in _OTHER_KINDS:
            return UnsupportedFile(looks, "Save it as PDF or DOCX and send that.")
        case {"place": str(place)} if problem.code == ReadingFault.code:
            return ReadingFault(_known_place(place))
        case {"reason": str(reason)} if reason in _REASONS:
            return DamagedDocument(reason)
    return DamagedDocument("the parser gave up on it")


def _known_place(said: str) -> str:
    """Where a fault happened, as far as it names built-in exceptions and files of the program."""
    match = _FAULT.fullmatch(said)
    if match is None:
        return "at an unknown place"
    kind, path, line = match.groups()
    known = getattr(builtins, kind, None)
    kind = kind if isinstance(known, type) and issubclass(known, BaseException) else "an exception"
    if (
        ".." in path
        or not any(Path(path).is_relative_to(root) for root in _PROGRAM)
        or not Path(path).is_file()
    ):
        return f"{kind} at an unknown place"
    return f"{kind} at {path}:{line}"


async def check_confinement(limits: Limits) -> None:
    """Raise ConfinementUnavailable unless files can be read in a locked process on this machine."""
    answer = await _ask(CheckConfinement(limits=limits), limits, ())
    if not isinstance(answer, Confined):
        raise ConfinementUnavailable("the process ended")


async def render_page(
    path: Path, *, page: int, dpi: int, limits: Limits, password: str | None = None
) -> bytes:
    """A page (from 1) of a PDF as PNG.

    Raises an UploadError, or one that the process named or a PageNotFound, as a StoredError.
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
        raise DamagedDocument(Damage.GARBAGE) from error
    if isinstance(answer, Refused):
        raise refusal(answer.problem)
    return answer

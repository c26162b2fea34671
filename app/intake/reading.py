"""A stored file to an extracted Document: checks, then confined processes that read, assemble and tokenize."""

import asyncio
import contextlib
import tempfile
from pathlib import Path

import msgspec

from app.documents.model import Document
from app.errors import DamagedDocument, ReadingFault
from app.extract.flow.detection import HEAD, detect
from app.extract.ranges import Options, Progress, read_in_children
from app.extract.raw import Limits, Refused
from app.extract.sandbox import Child, confined, refusal, time_limit
from app.intake.tasks import Assemble, MessagesReady, ReadFile
from app.packing.tokens import DocumentTokens

_ASSEMBLER = ("-m", "app.intake.child")

_answers = msgspec.msgpack.Decoder(ReadFile | Refused)


def ignore_progress(done: int, pages: int) -> None:
    """For callers that show none."""


async def read_document(
    path: Path,
    *,
    limits: Limits,
    progress: Progress = ignore_progress,
    options: Options | None = None,
) -> Document:
    """Only the document of `read_file`."""
    return (await read_file(path, limits=limits, progress=progress, options=options)).document


async def read_and_tokenize(
    path: Path,
    tokenizer_file: Path,
    *,
    limits: Limits,
    progress: Progress = ignore_progress,
    options: Options | None = None,
    name: str | None = None,
) -> tuple[ReadFile, DocumentTokens]:
    """Read a file and count its token ids with a tokenizer.json. Raises as `read_file` does."""
    read = await read_file(
        path, limits=limits, progress=progress, options=options, tokenizer_file=tokenizer_file, name=name
    )
    if read.tokens is None:
        raise ReadingFault("no token ids came back")
    return read, read.tokens


async def read_file(
    path: Path,
    *,
    limits: Limits,
    progress: Progress = ignore_progress,
    options: Options | None = None,
    tokenizer_file: Path | None = None,
    name: str | None = None,
) -> ReadFile:
    """Read a file; `progress(pages_done, pages)` is called after each page.

    `name` is that under which the file came, which tells Markdown from text; the path's own if it is not given.
    Raises an UploadError, or a StoredError that holds one, when it cannot be read.
    """
    with path.open("rb") as stream:
        kind = detect(stream.read(HEAD), name or path.name)
    options = msgspec.structs.replace(options or Options(), kind=kind)
    async with contextlib.AsyncExitStack() as stack:
        await stack.enter_async_context(time_limit(limits))
        messages = stack.enter_context(tempfile.TemporaryFile(prefix="wholedoc-"))  # noqa: SIM115
        files = [messages.fileno()]
        if tokenizer_file is not None:
            files.append(stack.enter_context(tokenizer_file.open("rb")).fileno())
        task = Assemble(
            limits=limits, messages=files[0], tokenizer=None if tokenizer_file is None else files[-1]
        )
        assembler = await stack.enter_async_context(confined(_ASSEMBLER, task, limits=limits, files=files))
        await read_in_children(path, messages, limits=limits, progress=progress, options=options)
        messages.flush()
        await assembler.tell(MessagesReady())
        return await _answer(assembler, limits)


async def _answer(assembler: Child, limits: Limits) -> ReadFile:
    body = await assembler.hear(seconds=limits.seconds)
    if body is None:
        raise await assembler.cause_of_end() or DamagedDocument("it could not be assembled")
    try:
        answer = await asyncio.to_thread(_answers.decode, body)
    except msgspec.DecodeError as error:
        raise DamagedDocument("it was assembled to something unreadable") from error
    if isinstance(answer, Refused):
        raise refusal(answer.problem)
    return answer

"""The child's end of its pipes: one task in, messages out, and whatever ends the child is told as the last one."""

import os
import sys
from collections.abc import Callable
from types import TracebackType
from typing import Any, NoReturn

import msgspec

from app.errors import AppError, MemoryExceeded, Problem, ReadingFault, describe_fault
from app.extract.confinement import release_last_memory
from app.extract.raw import Refused
from app.extract.tasks import LENGTH_BYTES, framed

_FAILED = 1


class Channel:
    """Standard input and output, the latter out of the reach of libraries that print."""

    def __init__(self) -> None:
        self._input = os.fdopen(os.dup(0), "rb")
        self._output = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)

    def receive(self, kind: Any) -> Any:
        """The next message, of a type or union. Raises EOFError or msgspec.DecodeError."""
        size = int.from_bytes(self._exactly(LENGTH_BYTES), "big")
        return msgspec.msgpack.decode(self._exactly(size), type=kind)

    def _exactly(self, size: int) -> bytes:
        content = self._input.read(size)
        if len(content) < size:
            raise EOFError
        return content

    def send(self, message: object) -> None:
        """Write a message, at once."""
        for part in framed(message):
            self._output.write(part)
        self._output.flush()


def run(work: Callable[[Channel], None]) -> NoReturn:
    """Do the work and end; an exception of any kind goes to the parent as a `Refused`, without its own words."""
    channel = Channel()

    def refuse(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        channel.send(Refused(problem=_problem_of(error)))
        os._exit(_FAILED)

    sys.excepthook = refuse
    work(channel)
    # The parser's own clean-up can take long on a hostile file, and nothing is left to be saved.
    os._exit(0)


def _problem_of(error: BaseException) -> Problem:
    match error:
        case AppError():
            return error.problem
        case MemoryError():
            return MemoryExceeded(release_last_memory()).problem
        case _:
            return ReadingFault(describe_fault(error)).problem

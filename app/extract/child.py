"""Entry point of the child process that reads one PDF: limits first, then one message for each page.

Started by `sandbox`; the PDF is its standard input, length-prefixed msgpack on standard output.
"""

import ctypes
import os
import resource
import signal
import sys
from pathlib import Path

import msgspec

from app.errors import AppError, ExtractionLimitExceeded
from app.extract.raw import Limits, Message, Refused

_PR_SET_PDEATHSIG = 1
_PR_SET_NO_NEW_PRIVS = 38


def confine(limits: Limits) -> None:
    """Give up what reading a file does not need: memory, time, files to write, new privileges."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    for what, limit in (
        (resource.RLIMIT_AS, limits.memory),
        (resource.RLIMIT_CPU, limits.seconds + 1),  # the parent's clock goes first, and says why
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NOFILE, 32),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (limit, limit))


def send(message: Message) -> None:
    """Write one length-prefixed message."""
    body = msgspec.msgpack.encode(message)
    sys.stdout.buffer.write(len(body).to_bytes(4, "big") + body)
    sys.stdout.buffer.flush()


def main() -> None:
    """Read the PDF on standard input under the limits given as JSON in the first argument."""
    limits = msgspec.json.decode(sys.argv[1], type=Limits)
    from app.extract.pdf import read_pdf  # noqa: PLC0415 - loaded before the limits, used after them

    confine(limits)
    try:
        for message in read_pdf(Path("/dev/fd/0"), max_pages=limits.pages):
            send(message)
    except AppError as error:
        send(Refused(problem=error.problem))
    except MemoryError:
        send(Refused(problem=ExtractionLimitExceeded("bytes of memory", limits.memory).problem))
    # The parser's own clean-up can take long on a hostile file, and nothing is left to be saved.
    sys.stdout.buffer.flush()
    os._exit(0)


if __name__ == "__main__":
    main()

"""What a process gives up before it looks at a file: network, other processes, files, time, memory."""

import ctypes
import resource
import signal
from collections.abc import Iterable

from app.errors import ConfinementUnavailable
from app.extract.landlock import allow_reading_only, is_available
from app.extract.raw import Limits
from app.extract.seccomp import filter_system_calls

_PR_SET_PDEATHSIG = 1
# Between the signal that a parent can tell from a crash and the one that nothing survives.
_LAST_SECONDS = 2
# What is left, when memory has run out, to say so.
_LAST_MEMORY = 16 << 20
_MOST_FILES = 64


def confine(limits: Limits, files: Iterable[int]) -> None:
    """Lock this process in for good; it can read the open `files` and the program's own.

    Raises ConfinementUnavailable, after which the process must not look at anything.
    """
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    for what, soft, hard in (
        (resource.RLIMIT_AS, limits.memory, limits.memory + _LAST_MEMORY),
        (resource.RLIMIT_CPU, limits.seconds, limits.seconds + _LAST_SECONDS),
        (resource.RLIMIT_FSIZE, 0, 0),
        (resource.RLIMIT_NOFILE, _MOST_FILES, _MOST_FILES),
        (resource.RLIMIT_CORE, 0, 0),
    ):
        resource.setrlimit(what, (soft, hard))
    try:
        if is_available():
            allow_reading_only(files)
        filter_system_calls()
    except OSError as error:
        raise ConfinementUnavailable(str(error.strerror)) from error


def release_last_memory() -> int:
    """Let a process that ran out of memory have a little more, to say so; returns the limit that was reached."""
    limit, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    return limit

"""Child processes that never outlive us: own process groups, ended in order, killed with us."""

import contextlib
import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from app.errors import StartFailed

_PR_SET_PDEATHSIG = 1
_GRACE_SECONDS = 10
# A service that ends this soon after its start, so many times in a row, will not do better by itself.
_EARLY_SECONDS = 30
_MOST_EARLY_ENDS = 3
_libc = ctypes.CDLL(None)


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """How to start a service. `sockets` are descriptors that it inherits."""

    name: str
    arguments: Sequence[str]
    environment: Mapping[str, str]
    log: Path
    sockets: tuple[int, ...] = ()


class Service:
    """A running command, started again whenever `revive` finds it dead."""

    def __init__(self, command: Command) -> None:
        self.command = command
        self._early_ends = 0
        self._started = time.monotonic()
        self._process = _start(command)

    @property
    def pid(self) -> int:
        """Of the process that runs now, which leads its group."""
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        """None while it runs."""
        return self._process.poll()

    def revive(self) -> bool:
        """Start it again if it has ended; True when it had.

        Raises StartFailed when it keeps ending soon after its start.
        """
        if self._process.poll() is None:
            return False
        self._early_ends = self._early_ends + 1 if time.monotonic() - self._started < _EARLY_SECONDS else 0
        if self._early_ends >= _MOST_EARLY_ENDS:
            raise StartFailed(f"{self.command.name} keeps stopping: {self.last_words()}")
        _kill_group(self._process.pid)  # what it may have left behind, such as an engine of its own
        self._started = time.monotonic()
        self._process = _start(self.command)
        return True

    def ask_to_stop(self) -> None:
        """SIGTERM to the process alone: it ends its own children in the right order."""
        if self._process.poll() is None:
            self._process.terminate()

    def stop(self) -> None:
        """Wait for the end, then make sure of it for the whole group."""
        self.ask_to_stop()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_GRACE_SECONDS)
        _kill_group(self._process.pid)
        self._process.wait()

    def last_words(self) -> str:
        """The end of its log, for an error message at start."""
        try:
            lines = self.command.log.read_text(errors="replace").splitlines()
        except FileNotFoundError:
            return ""
        return " | ".join(line.strip() for line in lines[-3:])


def wait_until(condition: Callable[[], bool], seconds: float) -> bool:
    """Poll ten times a second; False when the time is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.1)
    return False


def _start(command: Command) -> "subprocess.Popen[bytes]":
    command.log.parent.mkdir(parents=True, exist_ok=True)
    parent = os.getpid()

    def die_with_parent() -> None:
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:  # it died between fork and here
            os._exit(1)

    with command.log.open("ab") as log:
        return subprocess.Popen(
            command.arguments,
            env=dict(command.environment),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            pass_fds=command.sockets,
            start_new_session=True,
            preexec_fn=die_with_parent,  # noqa: PLW1509 - one system call, and the launcher has no threads
        )


def _kill_group(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)

"""What a confined process cannot do: each attempt is made by a real process that has locked itself in."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.extract.landlock import is_available

_CONFINE = """
import ctypes, errno, mmap, os, resource, signal, socket, subprocess, sys, threading
from app.extract.confinement import confine
from app.extract.raw import Limits
parent, source = os.getppid(), int(sys.argv[1])
confine(Limits(seconds=3, memory=1 << 30), [source])
libc = ctypes.CDLL(None, use_errno=True)
def call(*arguments):
    if libc.syscall(*arguments) < 0:
        raise OSError(ctypes.get_errno(), "")
"""
_TRY = """
try:
    {attempt}
except OSError as error:
    print(errno.errorcode[error.errno])
else:
    print("done")
"""


def _run(code: str, source: int = 0) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", "-c", _CONFINE + code, str(source)],
        capture_output=True,
        text=True,
        check=False,
        pass_fds=[source] if source else [],
        timeout=60,
    )


def _attempt(code: str, source: int = 0) -> str:
    done = _run(_TRY.format(attempt=code), source)
    assert done.stderr == ""
    return done.stdout.strip()


@pytest.mark.parametrize(
    "attempt",
    [
        "socket.socket()",
        "socket.socket(socket.AF_UNIX)",
        "socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)",
        "socket.socketpair()",
        "os.fork()",
        "os.posix_spawn('/bin/true', ['true'], {})",
        "os.execv('/bin/true', ['true'])",
        "subprocess.run(['true'])",
        "os.kill(parent, 0)",
        "os.kill(os.getpid(), signal.SIGCONT)",
        "os.pidfd_open(parent)",
        "open('wholedoc-test', 'w')",
        "os.open('/dev/null', os.O_RDWR)",
        "os.open('/dev/null', os.O_RDONLY | os.O_TRUNC)",
        "os.unlink('wholedoc-test')",
        "os.mkdir('wholedoc-test')",
        "os.rename('a', 'b')",
        "os.chmod('.', 0o777)",
        "os.symlink('a', 'wholedoc-test')",
        "os.setsid()",
        "os.setuid(os.getuid())",
        "os.memfd_create('x')",
        "os.chroot('/')",
        "resource.prlimit(parent, resource.RLIMIT_CORE, (0, 0))",
        "os.sched_setaffinity(0, {0})",
        "signal.pthread_kill(threading.get_ident(), 0) or os.waitpid(-1, 0)",
        "call(101 if os.uname().machine == 'x86_64' else 117, 16, parent, 0, 0)",
        "call(310 if os.uname().machine == 'x86_64' else 270, parent, 0, 0, 0, 0, 0)",
        "call(425, 1, ctypes.create_string_buffer(120))",
        "call(321 if os.uname().machine == 'x86_64' else 280, 0, 0, 0)",
        "call(250 if os.uname().machine == 'x86_64' else 219, 0, 0, 0, 0, 0)",
        "call(157 if os.uname().machine == 'x86_64' else 167, 1, 0, 0, 0, 0)",
    ],
)
def test_denied(attempt: str) -> None:
    """No network, no other process, nothing to write, no way back."""
    assert _attempt(attempt) == "EPERM"


@pytest.mark.parametrize("call", ["435", "437"], ids=["clone3", "openat2"])
def test_calls_that_hide_their_flags(call: str) -> None:
    """They seem not to exist, so that libc takes the older ones, which can be judged."""
    assert _attempt(f"call({call}, 0, 0, 0, 0)") == "ENOSYS"


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="only x86_64 has a second set of numbers")
def test_other_numbers_of_the_same_calls() -> None:
    """The x32 ABI is no way round the filter."""
    assert _attempt("call(0x40000000 + 41, 2, 1, 0)") == "EPERM"


@pytest.mark.skipif(not is_available(), reason="this kernel has no Landlock")
@pytest.mark.parametrize(
    "path", ["/etc/passwd", "/proc/{parent}/environ", "/proc/{parent}/mem", "/", "/home"]
)
def test_files_of_others(path: str) -> None:
    """What is not the program's own cannot be read: neither other documents nor other processes."""
    attempt = f"os.listdir(f'{path}')" if path in {"/", "/home"} else f"open(f'{path}', 'rb')"

    assert _attempt(attempt) == "EACCES"


def test_the_file_itself(tmp_path: Path) -> None:
    """The one file that was given can be opened anew, and its neighbour cannot."""
    (tmp_path / "given").write_bytes(b"content")
    (tmp_path / "other").write_bytes(b"content")
    with (tmp_path / "given").open("rb") as given:
        done = _run("print(open(f'/proc/self/fd/{source}').read())", given.fileno())
        other = _attempt(f"open({str(tmp_path / 'other')!r})", given.fileno())

    assert done.stdout == "content\n"
    assert other == ("EACCES" if is_available() else "done")


def test_threads() -> None:
    """Libraries can still compute on several threads."""
    code = """
seen = []
threads = [threading.Thread(target=seen.append, args=(at,)) for at in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(sorted(seen))
"""
    assert _run(code).stdout == f"{list(range(8))}\n"


def test_all_threads() -> None:
    """A thread that was there before is locked in as well."""
    code = _CONFINE.replace(
        "confine(Limits",
        """go, found = threading.Event(), []
def late():
    go.wait()
    try: socket.socket()
    except OSError as error: found.append(errno.errorcode[error.errno])
early = threading.Thread(target=late); early.start()
confine(Limits""",
    )
    code += "go.set(); early.join(); print(found)"
    done = subprocess.run(
        [sys.executable, "-I", "-c", code, "0"], capture_output=True, text=True, check=False, timeout=60
    )

    assert done.stdout == "['EPERM']\n"


def test_memory() -> None:
    """More address space than the limit is refused as Python says it."""
    code = """
try: bytearray(2 << 30)
except MemoryError: print("refused", len(bytearray(256 << 20)))
"""
    assert _run(code).stdout == f"refused {256 << 20}\n"


def test_processor_time() -> None:
    """It ends the process, by a signal of its own."""
    assert _run("while True: pass").returncode == -24


def test_open_files() -> None:
    """They are few."""
    assert _attempt("[os.dup(1) for _ in range(100)]") == "EMFILE"


def test_imports() -> None:
    """Libraries can be loaded after the door is shut."""
    assert _run("import decimal, sqlite3, pymupdf; print('loaded')").stdout == "loaded\n"


def test_no_filter_no_reading() -> None:
    """Where the kernel refuses the filter, as it does in a process that is locked in, nothing goes on."""
    code = """
from app.errors import ConfinementUnavailable
try: confine(Limits(seconds=3, memory=1 << 30), [])
except ConfinementUnavailable as error: print(error.detail)
"""
    assert "Operation not permitted" in _run(code).stdout

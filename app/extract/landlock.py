"""Which files a process may read: Landlock (linux/landlock.h), which needs no privilege.

It keeps a parser that was taken over from other tenants' documents and from the memory of other processes.
Kernels before 5.13, and some containers, do not have it; then only the system call filter stands.
"""

import ctypes
import os
import stat
import sys
from collections.abc import Iterable
from pathlib import Path

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same numbers on every machine
_ASK_VERSION = 1
_PATH_BENEATH = 1
_PR_SET_NO_NEW_PRIVS = 38

_EXECUTE, _READ_FILE, _READ_DIRECTORY = 1 << 0, 1 << 2, 1 << 3
# All thirteen rights of the first version of Landlock: what is handled is denied unless a rule allows it.
_HANDLED = (1 << 13) - 1

# The interpreter, the libraries and what they ask about the machine.
_SYSTEM = (
    "/usr",
    "/lib",
    "/lib64",
    "/etc/ld.so.cache",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/sys/devices/system",
)
_OURS = Path(__file__).resolve().parents[2]


class _Ruleset(ctypes.Structure):
    """struct landlock_ruleset_attr of the first version."""

    _fields_ = (("handled", ctypes.c_uint64),)


class _Beneath(ctypes.Structure):
    """struct landlock_path_beneath_attr."""

    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def _call(number: int, *arguments: object) -> int:
    result = int(ctypes.CDLL(None, use_errno=True).syscall(number, *arguments))
    if result < 0:
        raise OSError(ctypes.get_errno(), "Landlock: " + os.strerror(ctypes.get_errno()))
    return result


def _allow(ruleset: int, file: int) -> None:
    is_folder = stat.S_ISDIR(os.fstat(file).st_mode)
    rights = _READ_FILE | _EXECUTE | (_READ_DIRECTORY if is_folder else 0)
    rule = _Beneath(rights, file)
    _call(_ADD_RULE, ruleset, _PATH_BENEATH, ctypes.byref(rule), 0)


def is_available() -> bool:
    """Whether the kernel has Landlock and lets us use it."""
    return (
        sys.platform == "linux" and int(ctypes.CDLL(None).syscall(_CREATE_RULESET, None, 0, _ASK_VERSION)) > 0
    )


def allow_reading_only(files: Iterable[int]) -> None:
    """Deny this process every file but the program's own and the open `files`. Raises OSError."""
    attributes = _Ruleset(_HANDLED)
    ruleset = _call(_CREATE_RULESET, ctypes.byref(attributes), ctypes.sizeof(attributes), 0)
    for file in files:
        _allow(ruleset, file)
    for path in {*_SYSTEM, sys.prefix, sys.base_prefix, *sys.path, str(_OURS)}:
        if path and os.path.exists(path):  # noqa: PTH110
            opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
            _allow(ruleset, opened)
            os.close(opened)
    ctypes.CDLL(None).prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    _call(_RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)

"""The system calls that a process which reads files may make; every other one fails with EPERM.

A list of what is allowed, as a classic BPF program for seccomp (linux/seccomp.h, linux/bpf_common.h), so that no
network, no other process and no file to write is left, whatever is new in the kernel. It needs no privilege.
"""

import ctypes
import errno
import os
import platform
import struct
import sys

import msgspec

_PR_SET_NO_NEW_PRIVS = 38
_SET_MODE_FILTER = 1
# All threads, in case the runtime has started one.
_FILTER_FLAG_TSYNC = 1

_LOAD = 0x20  # BPF_LD | BPF_W | BPF_ABS
_IF_EQUAL = 0x15  # BPF_JMP | BPF_JEQ | BPF_K
_IF_ANY_BIT = 0x45  # BPF_JMP | BPF_JSET | BPF_K
_RETURN = 0x06  # BPF_RET | BPF_K

_ALLOW = 0x7FFF_0000
_KILL_PROCESS = 0x8000_0000
_FAIL = 0x0005_0000

# Places in struct seccomp_data; of an argument its lower half, which is first on both machines.
_CALL, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16

_CLONE_THREAD = 0x0001_0000
# O_WRONLY, O_RDWR, O_CREAT and O_TRUNC: what makes or changes a file.
_WRITING = 0o1 | 0o2 | 0o100 | 0o1000
# F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC; F_SETOWN would send signals to other processes.
_FCNTL = (0, 1, 2, 3, 4, 1030)
# TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX.
_IOCTL = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
# PR_SET_NAME, PR_GET_NAME, PR_SET_VMA; PR_SET_PDEATHSIG would let the process outlive its parent.
_PRCTL = (15, 16, 0x5356_4D41)


class _Machine(msgspec.Struct, frozen=True):
    """AUDIT_ARCH value (linux/audit.h), number of seccomp(2), numbers of the calls that are allowed.

    `opening` are calls whose argument at a position may have none of the bits of `_WRITING`; `absent` seem not to exist.
    """

    audit: int
    seccomp: int
    plain: tuple[int, ...]
    opening: tuple[tuple[int, int], ...]
    clone: int
    tgkill: int
    prlimit: int
    fcntl: int
    ioctl: int
    prctl: int
    absent: tuple[int, ...]


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in text.split() if word.isdigit())


_X86_64 = _Machine(
    audit=0xC000_003E,
    seccomp=317,
    plain=_numbers(
        """
        read 0 write 1 readv 19 writev 20 pread64 17 preadv 295 lseek 8 close 3 close_range 436
        fstat 5 stat 4 lstat 6 newfstatat 262 statx 332 statfs 137 fstatfs 138
        access 21 faccessat 269 faccessat2 439 readlink 89 readlinkat 267 getcwd 79 getdents64 217
        dup 32 dup2 33 dup3 292 pipe 22 pipe2 293 fadvise64 221 readahead 187
        poll 7 ppoll 271 select 23 pselect6 270 eventfd2 290
        epoll_create1 291 epoll_ctl 233 epoll_wait 232 epoll_pwait 281
        mmap 9 munmap 11 mprotect 10 mremap 25 madvise 28 brk 12 mincore 27 membarrier 324
        rt_sigaction 13 rt_sigprocmask 14 rt_sigreturn 15 sigaltstack 131 restart_syscall 219
        futex 202 futex_waitv 449 set_robust_list 273 get_robust_list 274 rseq 334 set_tid_address 218
        arch_prctl 158 exit 60 exit_group 231 sched_yield 24 sched_getaffinity 204
        sched_getparam 143 sched_getscheduler 145 sched_get_priority_max 146 sched_get_priority_min 147
        getcpu 309 getpriority 140 getrlimit 97 getrusage 98 sysinfo 99 uname 63 times 100 getrandom 318
        clock_gettime 228 clock_getres 229 clock_nanosleep 230 nanosleep 35 gettimeofday 96 time 201
        getpid 39 gettid 186 getppid 110 getuid 102 geteuid 107 getgid 104 getegid 108
        """,
    ),
    opening=((2, 1), (257, 2)),
    clone=56,
    tgkill=234,
    prlimit=302,
    fcntl=72,
    ioctl=16,
    prctl=157,
    absent=(435, 437),
)

# As above, without the calls that this machine never had.
_AARCH64 = _Machine(
    audit=0xC000_00B7,
    seccomp=277,
    plain=_numbers(
        """
        read 63 write 64 readv 65 writev 66 pread64 67 preadv 69 lseek 62 close 57 close_range 436
        fstat 80 newfstatat 79 statx 291 statfs 43 fstatfs 44
        faccessat 48 faccessat2 439 readlinkat 78 getcwd 17 getdents64 61
        dup 23 dup3 24 pipe2 59 fadvise64 223 readahead 213
        ppoll 73 pselect6 72 eventfd2 19 epoll_create1 20 epoll_ctl 21 epoll_pwait 22
        mmap 222 munmap 215 mprotect 226 mremap 216 madvise 233 brk 214 mincore 232 membarrier 283
        rt_sigaction 134 rt_sigprocmask 135 rt_sigreturn 139 sigaltstack 132 restart_syscall 128
        futex 98 futex_waitv 449 set_robust_list 99 get_robust_list 100 rseq 293 set_tid_address 96
        exit 93 exit_group 94 sched_yield 124 sched_getaffinity 123
        sched_getparam 121 sched_getscheduler 120 sched_get_priority_max 125 sched_get_priority_min 126
        getcpu 168 getpriority 141 getrlimit 163 getrusage 165 sysinfo 179 uname 160 times 153 getrandom 278
        clock_gettime 113 clock_getres 114 clock_nanosleep 115 nanosleep 101 gettimeofday 169
        getpid 172 gettid 178 getppid 173 getuid 174 geteuid 175 getgid 176 getegid 177
        """,
    ),
    opening=((56, 2),),
    clone=220,
    tgkill=131,
    prlimit=261,
    fcntl=25,
    ioctl=29,
    prctl=167,
    absent=(435, 437),
)

_MACHINES = {"x86_64": _X86_64, "aarch64": _AARCH64}


class _Program(ctypes.Structure):
    """struct sock_fprog."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def _step(code: int, value: int, if_so: int = 0, if_not: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_so, if_not, value)


def _answer(number: int, answer: int) -> bytes:
    return _step(_IF_EQUAL, number, 0, 1) + _step(_RETURN, answer)


def _when(number: int, argument: int, tests: list[bytes]) -> bytes:
    """For one call: load an argument, run the tests, and fail with EPERM when none of them returned."""
    body = _step(_LOAD, _ARGUMENTS + 8 * argument) + b"".join(tests) + _step(_RETURN, _FAIL | errno.EPERM)
    return _step(_IF_EQUAL, number, 0, len(body) // 8) + body


def _one_of(*values: int) -> list[bytes]:
    return [_answer(value, _ALLOW) for value in values]


def _no_bit(bits: int) -> list[bytes]:
    return [_step(_IF_ANY_BIT, bits, 1, 0), _step(_RETURN, _ALLOW)]


def _some_bit(bits: int) -> list[bytes]:
    return [_step(_IF_ANY_BIT, bits, 0, 1), _step(_RETURN, _ALLOW)]


def _program(machine: _Machine, pid: int) -> bytes:
    """Calls of the other ABI of a machine (x32) have numbers that are nowhere here, and fail as all others."""
    return b"".join(
        [
            _step(_LOAD, _ARCHITECTURE),
            _step(_IF_EQUAL, machine.audit, 1, 0),
            _step(_RETURN, _KILL_PROCESS),
            _step(_LOAD, _CALL),
            *(_answer(number, _ALLOW) for number in machine.plain),
            *(_when(number, argument, _no_bit(_WRITING)) for number, argument in machine.opening),
            _when(machine.clone, 0, _some_bit(_CLONE_THREAD)),
            _when(machine.tgkill, 0, _one_of(pid)),
            _when(machine.prlimit, 0, _one_of(0)),
            _when(machine.fcntl, 1, _one_of(*_FCNTL)),
            _when(machine.ioctl, 1, _one_of(*_IOCTL)),
            _when(machine.prctl, 0, _one_of(*_PRCTL)),
            # Their flags stand behind a pointer, where a filter cannot look; libc falls back to clone and openat.
            *(_answer(number, _FAIL | errno.ENOSYS) for number in machine.absent),
            _step(_RETURN, _FAIL | errno.EPERM),
        ],
    )


def filter_system_calls() -> None:
    """Lock this process in for good. Raises OSError where the kernel or the machine cannot do it."""
    machine = _MACHINES.get(platform.machine()) if sys.platform == "linux" else None
    if machine is None:
        raise OSError(errno.ENOSYS, f"no filter for {sys.platform} on {platform.machine()}")
    steps = _program(machine, os.getpid())
    program = _Program(len(steps) // 8, steps)
    libc = ctypes.CDLL(None, use_errno=True)
    refused = libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.syscall(
        machine.seccomp, _SET_MODE_FILTER, _FILTER_FLAG_TSYNC, ctypes.byref(program)
    )
    if refused:
        raise OSError(ctypes.get_errno(), "seccomp: " + os.strerror(ctypes.get_errno()))

"""A private Redis: its own folder, a Unix socket in it, nothing on the network."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

from app.errors import StartFailed

_CONFIGURATION = """\
port 0
unixsocket "{socket}"
unixsocketperm 700
dir "{folder}"
appendonly yes
appendfsync everysec
save ""
maxmemory 256mb
maxmemory-policy noeviction
loglevel warning
daemonize no
"""
# sockaddr_un holds 108 bytes with the closing zero.
_SOCKET_LENGTH = 107


def find_redis_server() -> Path:
    """The system's redis-server, or one that a wheel has put beside our Python."""
    found = shutil.which("redis-server") or shutil.which(
        "redis-server", path=str(Path(sys.executable).parent)
    )
    if found is None:
        raise StartFailed(
            "redis-server was not found. Install it (Debian: apt-get install redis-server), or name yours in WHOLEDOC_REDIS_URL."
        )
    return Path(found)


def prepare(folder: Path) -> tuple[list[str], Path]:
    """The command that starts Redis with its files in `folder` (0700), and its socket."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    socket = folder / "redis.sock"
    if len(os.fsencode(socket)) > _SOCKET_LENGTH:
        # A socket's path may not be longer; the data stays where it shall be.
        socket = Path(tempfile.mkdtemp(prefix="wholedoc-redis-")) / "redis.sock"
    configuration = folder / "redis.conf"
    quoted = [str(path).replace("\\", r"\\").replace('"', r"\"") for path in (socket, folder)]
    configuration.write_text(_CONFIGURATION.format(socket=quoted[0], folder=quoted[1]))
    return [str(find_redis_server()), str(configuration)], socket


def url_of(socket: Path) -> str:
    """For WHOLEDOC_REDIS_URL."""
    return f"unix://{socket}"

"""Objects in a folder. A file appears under its name only when it is whole and on the disk.

Temporary file, fsync, link (which fails when the name is taken), fsync of the folder: after a crash an object
is there or it is not.
"""

import asyncio
import contextlib
import errno
import os
import shutil
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path


class LocalStore:
    """An ObjectStore in `root`; several processes of one machine may use it at once."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._temporary = root / "tmp"
        self._objects = root / "objects"

    async def put(self, key: str, content: bytes) -> bool:
        """See ObjectStore."""
        return await asyncio.to_thread(self._put, key, content)

    async def put_file(self, key: str, path: Path) -> bool:
        """See ObjectStore."""
        return await asyncio.to_thread(self._put_file, key, path)

    async def get(self, key: str) -> bytes | None:
        """See ObjectStore."""
        try:
            return await asyncio.to_thread(self._path(key).read_bytes)
        except FileNotFoundError:
            return None

    async def exists(self, key: str) -> bool:
        """See ObjectStore."""
        return await asyncio.to_thread(self._path(key).is_file)

    async def keys(self, prefix: str) -> list[str]:
        """See ObjectStore."""
        return await asyncio.to_thread(self._keys, prefix)

    async def delete(self, key: str) -> None:
        """See ObjectStore."""
        path = self._path(key)
        await asyncio.to_thread(path.unlink, missing_ok=True)

    @contextlib.asynccontextmanager
    async def as_file(self, key: str) -> AsyncIterator[Path]:
        """See ObjectStore."""
        path = self._path(key)
        if not path.is_file():
            raise KeyError(key)
        yield path

    def _path(self, key: str) -> Path:
        parts = key.split("/")
        if any(part in {"", ".", ".."} or "\0" in part for part in parts):
            raise ValueError(key)
        return self._objects.joinpath(*parts)

    def _put(self, key: str, content: bytes) -> bool:
        self._temporary.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=self._temporary)
        temporary = Path(name)
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            return self._link(temporary, self._path(key))
        finally:
            temporary.unlink(missing_ok=True)

    def _put_file(self, key: str, path: Path) -> bool:
        with path.open("rb") as stream:
            os.fsync(stream.fileno())
        try:
            return self._link(path, self._path(key))
        except OSError as error:
            if error.errno != errno.EXDEV:  # another disk
                raise
        self._temporary.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=self._temporary) as copy, path.open("rb") as stream:
            shutil.copyfileobj(stream, copy)
            copy.flush()
            os.fsync(copy.fileno())
            return self._link(Path(copy.name), self._path(key))

    def _link(self, source: Path, target: Path) -> bool:
        self._make_folders(target.parent)
        try:
            os.link(source, target)
        except FileExistsError:
            # Whoever came first may not have synced yet, and the caller may promise that the object is there.
            _sync_folder(target.parent)
            return False
        _sync_folder(target.parent)
        return True

    def _make_folders(self, folder: Path) -> None:
        if folder.is_dir():
            return
        self._make_folders(folder.parent)
        with contextlib.suppress(FileExistsError):
            folder.mkdir()
        _sync_folder(folder.parent)

    def _keys(self, prefix: str) -> list[str]:
        folder = self._path(prefix.removesuffix("/"))
        files = (path for path in folder.rglob("*") if path.is_file())
        return sorted(path.relative_to(self._objects).as_posix() for path in files)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

"""Objects in an S3-compatible store, or any other that obstore knows, for several machines."""

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import obstore
from obstore.exceptions import AlreadyExistsError
from obstore.store import ObjectStore as Backend


class RemoteStore:
    """An ObjectStore over obstore; writes are conditional (If-None-Match), so that a key is written once."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def put(self, key: str, content: bytes) -> bool:
        """See ObjectStore."""
        try:
            await obstore.put_async(self._backend, key, content, mode="create", use_multipart=False)
        except AlreadyExistsError:
            return False
        return True

    async def put_file(self, key: str, path: Path) -> bool:
        """See ObjectStore. One request: conditional writes and multipart uploads exclude each other."""
        return await self.put(key, await asyncio.to_thread(path.read_bytes))

    async def get(self, key: str) -> bytes | None:
        """See ObjectStore."""
        try:
            answer = await obstore.get_async(self._backend, key)
        except FileNotFoundError:
            return None
        return bytes(await answer.bytes_async())

    async def exists(self, key: str) -> bool:
        """See ObjectStore."""
        try:
            await obstore.head_async(self._backend, key)
        except FileNotFoundError:
            return False
        return True

    async def keys(self, prefix: str) -> list[str]:
        """See ObjectStore."""
        stream = obstore.list(self._backend, prefix)
        return sorted([item["path"] async for batch in stream for item in batch])

    async def delete(self, key: str) -> None:
        """See ObjectStore."""
        with contextlib.suppress(FileNotFoundError):
            await obstore.delete_async(self._backend, key)

    @contextlib.asynccontextmanager
    async def as_file(self, key: str) -> AsyncIterator[Path]:
        """See ObjectStore."""
        content = await self.get(key)
        if content is None:
            raise KeyError(key)
        with tempfile.NamedTemporaryFile(prefix="wholedoc-") as copy:
            await asyncio.to_thread(copy.write, content)
            copy.flush()
            yield Path(copy.name)

"""Receives one file: counted, hashed and checked as it arrives, never held in memory."""

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from app.documents.identity import DocumentHasher, DocumentId, TenantId
from app.errors import EmptyUpload, InvalidRequest, UploadTooLarge
from app.extract.flow.detection import HEAD, detect

_WRITE_SIZE = 1 << 20


class Upload(msgspec.Struct, frozen=True):
    """A received file, there until the context ends."""

    id: DocumentId
    path: Path
    size: int


@asynccontextmanager
async def receive(
    chunks: AsyncIterator[bytes],
    *,
    tenant: TenantId,
    filename: str,
    folder: Path,
    limit: int,
    silence: int,
) -> AsyncIterator[Upload]:
    """Write the body to a temporary file in `folder`.

    Raises UploadTooLarge past `limit` bytes, UnsupportedFile and EmptyUpload by its beginning, and InvalidRequest
    when the client is silent for more than `silence` seconds.
    """
    await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix="upload-", dir=folder)
    path = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            hasher = DocumentHasher(tenant)
            size = 0
            async for piece in _in_pieces(_patiently(chunks, silence)):
                if size == 0:
                    detect(piece[:HEAD], filename)
                size += len(piece)
                if size > limit:
                    raise UploadTooLarge(limit)
                hasher.update(piece)
                await asyncio.to_thread(file.write, piece)
            if size == 0:
                raise EmptyUpload
            await asyncio.to_thread(file.flush)
            yield Upload(hasher.document_id(), path, size)
    finally:
        path.unlink(missing_ok=True)  # noqa: ASYNC240 - also when the request is cancelled, where nothing is awaited


async def _patiently(chunks: AsyncIterator[bytes], silence: int) -> AsyncIterator[bytes]:
    iterator = aiter(chunks)
    while True:
        try:
            async with asyncio.timeout(silence):
                chunk = await anext(iterator)
        except StopAsyncIteration:
            return
        except TimeoutError as error:
            raise InvalidRequest(f"The upload was silent for {silence} seconds and was given up.") from error
        yield chunk


async def _in_pieces(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Larger pieces: fewer hops into the thread that writes, and a whole beginning to look at."""
    buffer = bytearray()
    async for chunk in chunks:
        buffer += chunk
        if len(buffer) >= _WRITE_SIZE:
            yield bytes(buffer)
            buffer.clear()
    if buffer:
        yield bytes(buffer)

"""What is kept of documents."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.documents.identity import DocumentHasher, DocumentId, TenantId
from app.errors import DocumentNotReady, ReadingInterrupted
from app.store.documents import DocumentRecord, DocumentState, DocumentStore
from app.store.local import LocalStore

_TENANT = TenantId("default")


async def _added(store: DocumentStore, folder: Path, password: str | None = None) -> DocumentId:
    file = folder / "file"
    file.write_bytes(b"%PDF-")
    hasher = DocumentHasher(_TENANT)
    hasher.update(b"%PDF-")
    document = hasher.document_id()
    record = DocumentRecord(id=document, filename="a.pdf", size=5, created_at=datetime.now(UTC))
    await store.add(_TENANT, record, file, password)
    return document


@pytest.fixture
def store(tmp_path: Path) -> DocumentStore:
    """An empty one."""
    return DocumentStore(LocalStore(tmp_path / "store"))


@pytest.mark.anyio
async def test_read_by_another_version(store: DocumentStore, tmp_path: Path) -> None:
    """A document that only another version of the reader has read is open again as soon as somebody asks for it."""
    document = await _added(store, tmp_path)
    await store.settle(_TENANT, document)
    assert await store.open_documents() == []

    assert await store.state(_TENANT, document) is DocumentState.EXTRACTING
    assert await store.open_documents() == [(_TENANT, document)]
    with pytest.raises(DocumentNotReady):
        await store.read(_TENANT, document)


@pytest.mark.anyio
async def test_unknown_document_is_not_opened(store: DocumentStore) -> None:
    """Asking for a document that was never added leaves nothing behind."""
    await store.state(_TENANT, DocumentId("doc_" + "0" * 64))

    assert await store.open_documents() == []


@pytest.mark.anyio
async def test_attempts(store: DocumentStore, tmp_path: Path) -> None:
    """So many readings may be begun; one that was given back does not count."""
    document = await _added(store, tmp_path)
    first = await store.begin(_TENANT, document, most=2)
    await store.give_back(_TENANT, document, first)
    for _ in range(2):
        await store.begin(_TENANT, document, most=2)

    with pytest.raises(ReadingInterrupted):
        await store.begin(_TENANT, document, most=2)


@pytest.mark.anyio
async def test_password(store: DocumentStore, tmp_path: Path) -> None:
    """The last password that came is tried; none leaves the one that is there."""
    document = await _added(store, tmp_path)
    assert await store.password(_TENANT, document) is None

    await _added(store, tmp_path, "wrong")
    await _added(store, tmp_path, "right")
    await _added(store, tmp_path)
    assert await store.password(_TENANT, document) == "right"

    await store.keep_password(_TENANT, document, "opened it")
    assert await store.password(_TENANT, document) == "opened it"

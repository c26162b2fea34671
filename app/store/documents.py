"""Documents of a tenant: the uploaded file, what was read from it, its token ids, or why it cannot be read."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from datetime import datetime
from enum import StrEnum
from pathlib import Path

import msgspec

from app.documents.identity import DocumentId, JobId, TenantId
from app.documents.model import Document, Notice, PageKind
from app.documents.structure import Structure
from app.errors import DocumentNotFound, DocumentNotReady, Problem, ReadingInterrupted, StoredError
from app.packing.prompt import PackedDocument
from app.packing.tokens import DocumentTokens, tokenize
from app.packing.vocabulary import Vocabulary
from app.store.marks import begin_attempt, open_work
from app.store.objects import ObjectStore

# Part of the key: what was stored by another version of the reader is read again.
EXTRACTION_VERSION = 2


class DocumentRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a file when it arrives. `size` in bytes; the name is data and never part of a path."""

    id: DocumentId
    filename: str
    size: int
    created_at: datetime


class DocumentState(StrEnum):
    """Whether the document can be worked with."""

    EXTRACTING = "extracting"
    READY = "ready"
    FAILED = "failed"


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """Small facts of a read document, so that nobody loads all of it to show them.

    `pages_recognised` were read by OCR, ours or somebody else's; `pages_unread` are damaged.
    """

    pages: int
    pages_recognised: int
    pages_image_only: int
    pages_unread: int
    characters: int
    tokens: int
    tables: int
    sections: int
    clauses: int
    notices: tuple[Notice, ...]


class ReadDocument(msgspec.Struct, frozen=True, kw_only=True):
    """What was read from a file, and what was recognised in it."""

    document: Document
    structure: Structure


class DocumentStore:
    """Everything about documents that is kept."""

    def __init__(self, objects: ObjectStore) -> None:
        self._objects = objects

    async def add(
        self, tenant: TenantId, record: DocumentRecord, file: Path, password: str | None = None
    ) -> DocumentRecord:
        """Store an upload; the same bytes again give the record of the first time.

        A password is kept beside the file, as long as the file: what it protects is kept there in the clear too.
        """
        await self._objects.put(_open(tenant, record.id), b"")
        await self._objects.put_file(_key(tenant, record.id, _SOURCE), file)
        if password is not None and await self.state(tenant, record.id) is not DocumentState.READY:
            await self.keep_password(tenant, record.id, password)
        if not await self._objects.put(_key(tenant, record.id, "record.json"), msgspec.json.encode(record)):
            return await self.record(tenant, record.id)
        return record

    async def record(self, tenant: TenantId, document: DocumentId) -> DocumentRecord:
        """The record, or DocumentNotFound."""
        content = await self._objects.get(_key(tenant, document, "record.json"))
        if content is None:
            raise DocumentNotFound(document)
        return msgspec.json.decode(content, type=DocumentRecord)

    async def state(self, tenant: TenantId, document: DocumentId) -> DocumentState:
        """What the store knows; one that was never added is not looked for."""
        if await self._objects.exists(_key(tenant, document, _SUMMARY)):
            return DocumentState.READY
        if await self._objects.exists(_key(tenant, document, _FAILURE)):
            return DocumentState.FAILED
        if await self._objects.exists(_key(tenant, document, "record.json")):
            # Read by another version of the reader, perhaps: the sweeper looks after what is open only.
            await self._objects.put(_open(tenant, document), b"")
        return DocumentState.EXTRACTING

    async def summary(self, tenant: TenantId, document: DocumentId) -> Summary | None:
        """The facts of a read document, or None."""
        content = await self._objects.get(_key(tenant, document, _SUMMARY))
        return None if content is None else msgspec.json.decode(content, type=Summary)

    async def failure(self, tenant: TenantId, document: DocumentId) -> Problem | None:
        """Why the document cannot be read, or None."""
        content = await self._objects.get(_key(tenant, document, _FAILURE))
        return None if content is None else msgspec.json.decode(content, type=Problem)

    @contextlib.asynccontextmanager
    async def source(self, tenant: TenantId, document: DocumentId) -> AsyncIterator[Path]:
        """The uploaded file, to read."""
        try:
            async with self._objects.as_file(_key(tenant, document, _SOURCE)) as path:
                yield path
        except KeyError as error:
            raise DocumentNotFound(document) from error

    async def password(self, tenant: TenantId, document: DocumentId) -> str | None:
        """The password that came with the file."""
        content = await self._objects.get(_key(tenant, document, _PASSWORD))
        return None if content is None else content.decode()

    async def keep_password(self, tenant: TenantId, document: DocumentId, password: str | None) -> None:
        """Let this be the file's password; None leaves it as it is."""
        if password is not None and password != await self.password(tenant, document):
            await self._objects.delete(_key(tenant, document, _PASSWORD))
            await self._objects.put(_key(tenant, document, _PASSWORD), password.encode())

    async def save_extracted(
        self,
        tenant: TenantId,
        document_id: DocumentId,
        read: ReadDocument,
        tokens: DocumentTokens,
    ) -> None:
        """Store what was read; the summary comes last and makes it READY."""
        content, structure, summary = await asyncio.to_thread(_encode, read, tokens)
        await self._objects.put(_key(tenant, document_id, _EXTRACTED), content)
        await self._objects.put(_key(tenant, document_id, _STRUCTURE), structure)
        await self._objects.put(
            _key(tenant, document_id, _tokens(tokens.vocabulary)), msgspec.msgpack.encode(tokens)
        )
        await self._objects.put(_key(tenant, document_id, _SUMMARY), msgspec.json.encode(summary))
        await self.settle(tenant, document_id)

    async def save_failure(self, tenant: TenantId, document: DocumentId, problem: Problem) -> None:
        """Store why the document cannot be read."""
        await self._objects.put(_key(tenant, document, _FAILURE), msgspec.json.encode(problem))
        await self.settle(tenant, document)

    async def forget_failure(self, tenant: TenantId, document: DocumentId) -> None:
        """Let a document be read again whose reading came to an end at limits that may be others now."""
        await self._objects.put(_open(tenant, document), b"")
        for key in await self._objects.keys(_key(tenant, document, _ATTEMPTS)):
            await self._objects.delete(key)
        await self._objects.delete(_key(tenant, document, _FAILURE))

    async def begin(self, tenant: TenantId, document: DocumentId, *, most: int) -> int:
        """Count an attempt at reading, and number it; raises ReadingInterrupted when that many were begun before."""
        attempt = await begin_attempt(self._objects, _key(tenant, document, _ATTEMPTS), most)
        if attempt is None:
            raise ReadingInterrupted(most)
        return attempt

    async def give_back(self, tenant: TenantId, document: DocumentId, attempt: int) -> None:
        """Take back an attempt that was stopped on purpose."""
        await self._objects.delete(_key(tenant, document, f"{_ATTEMPTS}{attempt}"))

    async def open_documents(self) -> list[tuple[TenantId, DocumentId]]:
        """All documents, of all tenants, that may still have to be read."""
        return [(tenant, DocumentId(document)) for tenant, document in await open_work(self._objects, _OPEN)]

    async def settle(self, tenant: TenantId, document: DocumentId) -> None:
        """Nobody has to look after the document any more: it is read, or known to be unreadable."""
        await self._objects.delete(_open(tenant, document))

    async def read(self, tenant: TenantId, document: DocumentId) -> ReadDocument:
        """A document that was read.

        Raises DocumentNotFound, DocumentNotReady while it is being read, or why it cannot be read, as a StoredError.
        """
        await self.record(tenant, document)
        problem = await self.failure(tenant, document)
        if problem is not None:
            raise StoredError(problem)
        structure = await self._objects.get(_key(tenant, document, _STRUCTURE))
        content = await self._objects.get(_key(tenant, document, _EXTRACTED))
        if content is None or structure is None:
            raise DocumentNotReady(document)
        return ReadDocument(
            document=await asyncio.to_thread(msgspec.msgpack.decode, content, type=Document),
            structure=msgspec.msgpack.decode(structure, type=Structure),
        )

    async def packed(self, tenant: TenantId, document: DocumentId, vocabulary: Vocabulary) -> PackedDocument:
        """A READY document with its token ids; they are counted anew when the vocabulary is another one."""
        content = await self._objects.get(_key(tenant, document, _EXTRACTED))
        if content is None:
            raise DocumentNotFound(document)
        extracted = await asyncio.to_thread(msgspec.msgpack.decode, content, type=Document)
        tokens = await self._objects.get(_key(tenant, document, _tokens(vocabulary.fingerprint)))
        if tokens is not None:
            counted = msgspec.msgpack.decode(tokens, type=DocumentTokens)
        else:
            counted = await asyncio.to_thread(tokenize, extracted, vocabulary)
            await self._objects.put(
                _key(tenant, document, _tokens(vocabulary.fingerprint)),
                msgspec.msgpack.encode(counted),
            )
        return PackedDocument(id=document, document=extracted, tokens=counted)

    async def add_waiting(self, tenant: TenantId, document: DocumentId, job: JobId) -> None:
        """Note a job that can begin when the document is read."""
        await self._objects.put(_key(tenant, document, f"waiting/{job}"), b"")

    async def waiting(self, tenant: TenantId, document: DocumentId) -> list[JobId]:
        """The jobs noted so far."""
        keys = await self._objects.keys(_key(tenant, document, "waiting/"))
        return [JobId(key.rsplit("/", 1)[1]) for key in keys]


_EXTRACTED = f"extracted-{EXTRACTION_VERSION}.msgpack"
_STRUCTURE = f"structure-{EXTRACTION_VERSION}.msgpack"
_SOURCE = "source"
_PASSWORD = "password"  # noqa: S105 - the name of an object
_SUMMARY = f"summary-{EXTRACTION_VERSION}.json"
_ATTEMPTS = f"attempts-{EXTRACTION_VERSION}/"
_OPEN = "open-documents"
_FAILURE = f"failure-{EXTRACTION_VERSION}.json"


def _tokens(vocabulary: str) -> str:
    return f"tokens-{EXTRACTION_VERSION}-{vocabulary}.msgpack"


def _open(tenant: TenantId, document: DocumentId) -> str:
    return f"{_OPEN}/{tenant}/{document}"


def _key(tenant: TenantId, document: DocumentId, name: str) -> str:
    return f"tenants/{tenant}/documents/{document}/{name}"


def _encode(read: ReadDocument, tokens: DocumentTokens) -> tuple[bytes, bytes, Summary]:
    document, structure = read.document, read.structure
    kinds = Counter(page.kind for page in document.pages)
    summary = Summary(
        pages=len(document.pages),
        pages_recognised=kinds[PageKind.OCR],
        pages_image_only=kinds[PageKind.IMAGE_ONLY],
        pages_unread=kinds[PageKind.UNREAD],
        characters=len(document.text),
        tokens=tokens.count,
        tables=len(document.tables),
        sections=len(structure.sections),
        clauses=len(structure.clauses),
        notices=document.notices,
    )
    return msgspec.msgpack.encode(document), msgspec.msgpack.encode(structure), summary

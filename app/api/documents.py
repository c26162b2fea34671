"""POST /v1/documents takes a file as the request's body; GET shows what became of it."""

import contextlib
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated
from urllib.parse import unquote

from litestar import Controller, get, post
from litestar.openapi.spec import OpenAPIFormat, OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema
from litestar.params import HeaderParameter, Parameter
from litestar.status_codes import HTTP_202_ACCEPTED

from app.api.problems import AnyRequest
from app.api.requests import document_id
from app.api.schemas import PASSWORD_HEADER, DocumentOut
from app.api.uploads import receive
from app.documents.identity import TenantId
from app.errors import WANTS_PASSWORD, WORTH_ANOTHER_READING, InvalidRequest, QueueUnavailable
from app.services.opening import Services
from app.store.documents import DocumentRecord, DocumentState

_NAME_LENGTH = 200

FileName = Annotated[
    str, Parameter(max_length=_NAME_LENGTH, description="Shown with the document; never used as a path.")
]

DocumentPassword = Annotated[
    str | None,
    HeaderParameter(
        name=PASSWORD_HEADER,
        max_length=3 * 127 * 4,  # AES-256 takes 127 bytes of UTF-8; each may be percent-encoded
        description="The password of an encrypted PDF, as percent-encoded UTF-8.",
    ),
]


@dataclass
class UploadOperation(Operation):
    """Describes the body, which the handler takes as a raw stream."""

    def __post_init__(self) -> None:
        """Add what Litestar cannot see in the handler's signature."""
        file = OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING, format=OpenAPIFormat.BINARY))
        self.request_body = RequestBody(content={"application/octet-stream": file}, required=True)


class Documents(Controller):
    """Uploads."""

    path = "/v1/documents"
    tags = ("documents",)

    @post(
        operation_id="UploadDocument",
        operation_class=UploadOperation,
        status_code=HTTP_202_ACCEPTED,
        request_max_body_size=None,
    )
    async def upload(
        self,
        request: AnyRequest,
        services: Services,
        tenant: TenantId,
        filename: FileName = "document",
        password: DocumentPassword = None,
    ) -> DocumentOut:
        """Take a PDF, DOCX, HTML, Markdown or text file in. 202 means that it is stored durably.

        It is read in the background. The same bytes again are the same document.
        """
        if request.headers.get("content-type", "").startswith("multipart/"):
            raise InvalidRequest(
                "Send the file itself as the body (Content-Type: application/octet-stream), not as a form."
            )
        settings = services.settings
        async with receive(
            request.stream(),
            tenant=tenant,
            filename=filename,
            folder=settings.home_folder / "uploads",
            limit=settings.max_upload_bytes,
            silence=settings.upload_chunk_seconds,
        ) as upload:
            record = DocumentRecord(
                id=upload.id,
                filename="".join(char for char in filename if char.isprintable()),
                size=upload.size,
                created_at=datetime.now(UTC),
            )
            secret = None if password is None else unquote(password)
            record = await services.documents.add(tenant, record, upload.path, secret)
        problem = await services.documents.failure(tenant, record.id)
        worth = WORTH_ANOTHER_READING if password is None else WORTH_ANOTHER_READING | WANTS_PASSWORD
        if problem is not None and problem.code in worth:
            await services.documents.forget_failure(tenant, record.id)
        if await services.documents.state(tenant, record.id) is DocumentState.EXTRACTING:
            # The upload is durable: when Redis is away, the sweeper delivers it later.
            with contextlib.suppress(QueueUnavailable):
                await services.extract_queue.put(tenant, record.id)
        return await _show(services, tenant, record)

    @get("/{document:str}", operation_id="GetDocument")
    async def show(self, document: str, services: Services, tenant: TenantId) -> DocumentOut:
        """One document with its state."""
        record = await services.documents.record(tenant, document_id(document))
        return await _show(services, tenant, record)


async def _show(services: Services, tenant: TenantId, record: DocumentRecord) -> DocumentOut:
    state = await services.documents.state(tenant, record.id)
    extracting = state is DocumentState.EXTRACTING
    return DocumentOut(
        id=record.id,
        filename=record.filename,
        size=record.size,
        created_at=record.created_at,
        state=state,
        summary=await services.documents.summary(tenant, record.id),
        problem=await services.documents.failure(tenant, record.id),
        progress=await services.board.read(f"{tenant}:{record.id}") if extracting else None,
    )

"""What was read from a document: its text, tables and structure, and pictures of its pages."""

import asyncio
from dataclasses import dataclass
from typing import Annotated

from litestar import Controller, Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIResponse, OpenAPIType, Operation, Schema
from litestar.params import Parameter
from litestar.status_codes import HTTP_200_OK

from app.api.requests import document_id
from app.documents.identity import TenantId
from app.export.formats import MEDIA_TYPES, ContentFormat, written
from app.export.published import PublishedDocument
from app.services.opening import Services
from app.services.pictures import picture_of

# Browsers may keep them: a document never changes.
_IMMUTABLE = {"cache-control": "private, max-age=31536000, immutable"}
_DPI_LIMIT = 300


Dpi = Annotated[int, Parameter(ge=20, le=_DPI_LIMIT, description="Dots per inch.")]
PageNumber = Annotated[int, Parameter(ge=1)]


_CONTENT = ResponseSpec(
    data_container=PublishedDocument,
    generate_examples=False,
    description="All that was read: JSON with every place, text or Markdown with page marks, or the tables as CSV.",
)


@dataclass
class ContentOperation(Operation):
    """Describes the other formats beside the JSON: one status has several media types."""

    def __post_init__(self) -> None:
        """Add what a ResponseSpec cannot hold."""
        response = (self.responses or {}).get(str(HTTP_200_OK))
        if isinstance(response, OpenAPIResponse) and response.content is not None:
            text = OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING))
            for form in ContentFormat:
                response.content.setdefault(MEDIA_TYPES[form].partition(";")[0], text)


class Contents(Controller):
    """The content of documents that are read."""

    path = "/v1/documents/{document:str}"
    tags = ("documents",)

    @get(
        "/content",
        operation_id="GetDocumentContent",
        operation_class=ContentOperation,
        responses={HTTP_200_OK: _CONTENT},
    )
    async def content(
        self,
        document: str,
        services: Services,
        tenant: TenantId,
        format: ContentFormat = ContentFormat.JSON,  # noqa: A002 - the name of the query parameter
    ) -> Response[bytes]:
        """All that was read: JSON with every place, or plain text, Markdown, or the tables as CSV."""
        read = await services.documents.read(tenant, document_id(document))
        body = await asyncio.to_thread(written, read.document, read.structure, format)
        return Response(content=body, media_type=MEDIA_TYPES[format])

    @get("/pages/{number:int}/image", operation_id="GetPageImage")
    async def image(
        self,
        document: str,
        number: PageNumber,
        services: Services,
        tenant: TenantId,
        dpi: Dpi = 110,
    ) -> Response[bytes]:
        """A page of a PDF as PNG; rectangles are in points: one of them is `dpi` / 72 pixels."""
        png = await picture_of(services, tenant, document_id(document), number, dpi)
        return Response(content=png, media_type="image/png", headers=_IMMUTABLE)

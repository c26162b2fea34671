"""What was read from a document: its text, tables and structure, and pictures of its pages."""

import asyncio
from typing import Annotated

from litestar import Controller, Response, get
from litestar.params import Parameter

from app.api.requests import document_id
from app.documents.identity import TenantId
from app.export.formats import MEDIA_TYPES, ContentFormat, written
from app.services.opening import Services
from app.services.pictures import picture_of

# Browsers may keep them: a document never changes.
_IMMUTABLE = {"cache-control": "private, max-age=31536000, immutable"}
_DPI_LIMIT = 300


Dpi = Annotated[int, Parameter(ge=20, le=_DPI_LIMIT, description="Dots per inch.")]
PageNumber = Annotated[int, Parameter(ge=1)]


class Contents(Controller):
    """The content of documents that are read."""

    path = "/v1/documents/{document:str}"
    tags = ("documents",)

    @get("/content", operation_id="GetDocumentContent")
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
        """A page as PNG; rectangles are in points, of which `dpi` / 72 are a pixel."""
        png = await picture_of(services, tenant, document_id(document), number, dpi)
        return Response(content=png, media_type="image/png", headers=_IMMUTABLE)

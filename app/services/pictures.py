"""Pages as pictures, drawn in a confined process, a few at a time."""

import asyncio
from pathlib import Path

from app.documents.identity import DocumentId, TenantId
from app.errors import PagesNotDrawn
from app.extract.flow.detection import HEAD, FileKind, detect
from app.extract.sandbox import render_page
from app.services.opening import Services


async def picture_of(
    services: Services, tenant: TenantId, document: DocumentId, page: int, dpi: int
) -> bytes:
    """A page (from 1) as PNG. Raises DocumentNotFound, PageNotFound, PagesNotDrawn or an UploadError."""
    record = await services.documents.record(tenant, document)
    async with services.drawing, services.documents.source(tenant, document) as path:
        kind = detect(await asyncio.to_thread(_head, path), record.filename)
        if kind is not FileKind.PDF:
            raise PagesNotDrawn(kind.value)
        return await render_page(
            path,
            page=page,
            dpi=dpi,
            limits=services.settings.extract_limits,
            password=await services.documents.password(tenant, document),
        )


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(HEAD)

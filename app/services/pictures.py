"""Pages as pictures, drawn in a confined process, a few at a time."""

from app.documents.identity import DocumentId, TenantId
from app.extract.sandbox import render_page
from app.services.opening import Services


async def picture_of(
    services: Services, tenant: TenantId, document: DocumentId, page: int, dpi: int
) -> bytes:
    """A page (from 1) as PNG. Raises DocumentNotFound, PageNotFound or an UploadError."""
    async with services.drawing, services.documents.source(tenant, document) as path:
        return await render_page(
            path,
            page=page,
            dpi=dpi,
            limits=services.settings.extract_limits,
            password=await services.documents.password(tenant, document),
        )

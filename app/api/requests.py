"""Who asks and for what: the tenant of a request, and ids as clients write them."""

from app.documents.identity import (
    DEFAULT_TENANT,
    DocumentId,
    JobId,
    TenantId,
    parse_document_id,
    parse_job_id,
)
from app.errors import DocumentNotFound, JobNotFound


async def current_tenant() -> TenantId:
    """Whose request this is."""
    return DEFAULT_TENANT


def document_id(text: str) -> DocumentId:
    """The id, or DocumentNotFound: an id of the wrong form is an unknown one."""
    document = parse_document_id(text)
    if document is None:
        raise DocumentNotFound(text[:80])
    return document


def job_id(text: str) -> JobId:
    """The id, or JobNotFound."""
    job = parse_job_id(text)
    if job is None:
        raise JobNotFound(text[:80])
    return job

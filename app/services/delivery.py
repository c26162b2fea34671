"""Sends a job where it can go on: to the engine, or to the reader when a document is not read yet.

Everything here may be done again at any time: queues drop what they hold already, notes are written once.
"""

from collections.abc import Sequence

from app.documents.identity import DocumentId, TenantId
from app.jobs.model import Submission
from app.services.opening import Services
from app.store.documents import DocumentState


async def unread_documents(
    services: Services,
    tenant: TenantId,
    documents: Sequence[DocumentId],
) -> list[DocumentId]:
    """Those that are neither read nor known to be unreadable."""
    return [
        document
        for document in documents
        if await services.documents.state(tenant, document) is DocumentState.EXTRACTING
    ]


async def deliver(services: Services, submission: Submission) -> None:
    """Queue the job or its documents. Raises QueueUnavailable."""
    unread = await unread_documents(services, submission.tenant, submission.documents)
    for document in unread:
        await services.documents.add_waiting(submission.tenant, document, submission.id)
        await services.extract_queue.put(submission.tenant, document)
    # Looked at again now that the job is noted with its documents: a reader that finished in between has either
    # seen the note or is seen here.
    if not unread or not await unread_documents(services, submission.tenant, unread):
        await services.generate_queue.put(submission.tenant, submission.id)

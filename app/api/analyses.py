"""POST /v1/analyses asks for an analysis of documents that were uploaded."""

import asyncio
import contextlib
import secrets
from datetime import UTC, datetime

from litestar import Controller, post
from litestar.status_codes import HTTP_202_ACCEPTED

from app.analysis.running import plan
from app.api.jobs import show_job
from app.api.requests import document_id
from app.api.schemas import AnalysisIn, JobOut
from app.documents.identity import DocumentId, TenantId, new_job_id
from app.errors import QueueUnavailable, StoredError
from app.jobs.model import Submission
from app.services.delivery import deliver, unread_documents
from app.services.opening import Services


class Analyses(Controller):
    """New jobs."""

    path = "/v1/analyses"
    tags = ("analyses",)

    @post(operation_id="SubmitAnalysis", status_code=HTTP_202_ACCEPTED)
    async def submit(self, data: AnalysisIn, services: Services, tenant: TenantId) -> JobOut:
        """Take a job in. 202 means that it is stored durably and will reach exactly one end.

        A document that cannot be read, or that is longer than the context, is refused here when that is known
        already, and otherwise fails the job with the same error.
        """
        documents = tuple(document_id(text) for text in data.documents)
        await _check_documents(services, tenant, data, documents)
        submission = Submission(
            id=new_job_id(),
            tenant=tenant,
            kind=data.kind,
            documents=documents,
            language=data.language,
            seed=data.seed if data.seed is not None else secrets.randbelow(2**31),
            created_at=datetime.now(UTC),
        )
        await services.jobs.submit(submission)
        # The job is durable: when Redis is away, the sweeper delivers it later.
        with contextlib.suppress(QueueUnavailable):
            await deliver(services, submission)
        return await show_job(services, submission)


async def _check_documents(
    services: Services,
    tenant: TenantId,
    data: AnalysisIn,
    documents: tuple[DocumentId, ...],
) -> None:
    """Raise what is known to be wrong; documents that are still being read are checked by the worker."""
    for document in documents:
        await services.documents.record(tenant, document)
        problem = await services.documents.failure(tenant, document)
        if problem is not None:
            raise StoredError(problem)
    if not await unread_documents(services, tenant, documents):
        tools = services.toolbox
        packed = [
            await services.documents.packed(tenant, document, tools.vocabulary) for document in documents
        ]
        await asyncio.to_thread(plan, tools, packed, data.language)

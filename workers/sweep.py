"""Puts open work into the queues again, for the case that Redis has lost it or was away when it came."""

import asyncio
import logging

from app.documents.identity import DocumentId, JobId, TenantId
from app.errors import JobNotFound, QueueUnavailable, describe_fault
from app.services.delivery import deliver
from app.services.opening import Services
from app.store.documents import DocumentState

_logger = logging.getLogger(__name__)
_EVERY_SECONDS = 15


async def sweep(services: Services) -> None:
    """One round. Delivering what waits or runs changes nothing, so the queues need not be asked first."""
    for tenant, document in await services.documents.open_documents():
        await _sweep_document(services, tenant, document)
    for tenant, job in await services.jobs.open_jobs():
        await _sweep_job(services, tenant, job)


async def _sweep_document(services: Services, tenant: TenantId, document: DocumentId) -> None:
    if await services.documents.state(tenant, document) is DocumentState.EXTRACTING:
        await services.extract_queue.put(tenant, document)
    else:
        await services.documents.settle(tenant, document)


async def _sweep_job(services: Services, tenant: TenantId, job: JobId) -> None:
    if await services.jobs.final(tenant, job) is not None:
        await services.jobs.settle(tenant, job)
        return
    try:
        submission = await services.jobs.submission(tenant, job)
    except JobNotFound:
        return  # it is being written at this moment
    await deliver(services, submission)


async def sweep_forever(services: Services) -> None:
    """A round now and then, until cancelled."""
    while True:
        try:
            await sweep(services)
        except QueueUnavailable:
            pass  # the next round finds the same work
        except Exception as error:  # noqa: BLE001 - without this task, lost work stays lost: it must not end
            _logger.error("the sweep ended early: %s", describe_fault(error))  # noqa: TRY400
        await asyncio.sleep(_EVERY_SECONDS)

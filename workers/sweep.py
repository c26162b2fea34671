"""Puts open jobs into the queue again, for the case that Redis has lost them or was away when they came."""

import asyncio
import contextlib

from app.errors import JobNotFound, QueueUnavailable
from app.services.delivery import deliver
from app.services.opening import Services

_EVERY_SECONDS = 15


async def sweep(services: Services) -> None:
    """One round. Delivering a job that waits or runs changes nothing, so nothing has to be asked first."""
    for tenant, job in await services.jobs.open_jobs():
        try:
            await deliver(services, await services.jobs.submission(tenant, job))
        except JobNotFound:
            continue  # its submission is being written at this moment


async def sweep_forever(services: Services) -> None:
    """A round now and then, until cancelled; Redis may be away meanwhile."""
    while True:
        with contextlib.suppress(QueueUnavailable):
            await sweep(services)
        await asyncio.sleep(_EVERY_SECONDS)

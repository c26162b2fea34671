"""Delivery: ids into queues, ids out of queues. The only module that imports arq.

arq gives a job to a worker at least once. What the job is, whether it is done already and how often it was
begun, is for the store to say. Payloads are ids, encoded with msgpack; nothing is ever unpickled.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import msgspec
from arq import ArqRedis, Worker, func
from arq.constants import in_progress_key_prefix

from app.documents.identity import TenantId
from app.errors import QueueUnavailable, describe_fault
from app.jobs.redis import UNREACHABLE, ProgressBoard, connection_pool

EXTRACT_QUEUE = "wholedoc:extract"
GENERATE_QUEUE = "wholedoc:generate"

_logger = logging.getLogger(__name__)
_FUNCTION = "work"
_API_RETRIES = 1
_WORKER_RETRIES = 60
# arq's own limits are put out of the way: time, tries and expiry are ours to decide.
_JOB_TIMEOUT = 24 * 3600
_MAX_TRIES = 1_000_000
_EXPIRES_MS = 30 * 24 * 3600 * 1000

Handler = Callable[[TenantId, str], Awaitable[None]]


def _encode(value: object) -> bytes:
    return msgspec.msgpack.encode(value, enc_hook=repr)


def _client(url: str, queue_name: str, retries: int) -> ArqRedis:
    return ArqRedis(
        pool_or_conn=connection_pool(url, retries=retries),
        job_serializer=_encode,
        job_deserializer=msgspec.msgpack.decode,
        default_queue_name=queue_name,
        expires_extra_ms=_EXPIRES_MS,
    )


class Queue:
    """One queue, as somebody sees it who puts ids in."""

    def __init__(self, url: str, name: str) -> None:
        self._arq = _client(url, name, _API_RETRIES)

    async def put(self, tenant: TenantId, identifier: str) -> None:
        """Deliver an id once; putting it again while it waits or runs changes nothing.

        Raises QueueUnavailable; what the id stands for is in the store and is put again by the sweeper.
        """
        try:
            # A caller that goes away must not leave half a transaction on the connection.
            await asyncio.shield(
                self._arq.enqueue_job(_FUNCTION, tenant, identifier, _job_id=f"{tenant}:{identifier}")
            )
        except UNREACHABLE as error:
            raise QueueUnavailable from error

    async def close(self) -> None:
        """Give the connections back."""
        await self._arq.aclose(close_connection_pool=True)


async def serve_queue(
    url: str,
    name: str,
    handler: Handler,
    *,
    board: ProgressBoard,
    slots: int,
    lease_seconds: int,
) -> None:
    """Take ids out of a queue and call the handler, until SIGTERM or SIGINT; then jobs are given back.

    The lock that arq holds on a job is cut to the lease and renewed while the handler runs, so that the job of
    a killed worker is delivered again after the lease and not after arq's day-long time limit.
    """

    async def work(ctx: dict[Any, Any], *arguments: Any, **_: Any) -> None:
        tenant, identifier = msgspec.convert(arguments, tuple[str, str])
        async with _lease(board, in_progress_key_prefix + ctx["job_id"], lease_seconds):
            try:
                await handler(TenantId(tenant), identifier)
            except Exception as error:  # noqa: BLE001 - arq would write the error's words, which may be a document's
                # The job stays open in the store, and the sweeper delivers it again as often as attempts allow.
                _logger.error("%s in queue %s: %s", identifier, name, describe_fault(error))  # noqa: TRY400

    logging.getLogger("arq").setLevel(logging.CRITICAL)  # below, it writes arguments, results and errors
    worker = Worker(
        functions=[func(work, name=_FUNCTION, keep_result=0, timeout=_JOB_TIMEOUT, max_tries=_MAX_TRIES)],
        redis_pool=_client(url, name, _WORKER_RETRIES),
        queue_name=name,
        max_jobs=slots,
        poll_delay=0.2,
        job_serializer=_encode,
        job_deserializer=msgspec.msgpack.decode,
        log_results=False,
        health_check_interval=60,
    )
    with contextlib.suppress(asyncio.CancelledError):
        await worker.async_run()
    await worker.close()


@contextlib.asynccontextmanager
async def _lease(board: ProgressBoard, key: str, seconds: int) -> AsyncIterator[None]:
    async def renew() -> None:
        while True:
            await board.hold(key, seconds)
            await asyncio.sleep(seconds / 3)

    renewal = asyncio.create_task(renew())
    try:
        yield
    finally:
        renewal.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await renewal

"""Delivery over a real Redis."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.documents.identity import DEFAULT_TENANT, TenantId
from app.errors import QueueUnavailable
from app.jobs.model import JobState, Progress
from app.jobs.queue import Queue, serve_queue
from app.jobs.redis import ProgressBoard, connection_pool
from app.launcher.processes import Command, Service, wait_until
from app.launcher.redis_server import prepare, url_of
from app.settings import inherited_environment

pytestmark = pytest.mark.anyio


@pytest.fixture
def redis_url(tmp_path: Path) -> Iterator[str]:
    """A Redis of this test's own."""
    arguments, socket = prepare(tmp_path / "redis")
    service = Service(
        Command(
            name="redis", arguments=arguments, environment=inherited_environment(), log=tmp_path / "redis.log"
        ),
    )
    assert wait_until(socket.exists, 10)
    yield url_of(socket)
    service.stop()


async def _serve_until(url: str, seen: list[str], count: int, lease_seconds: int = 3) -> None:
    """Take ids from the queue `q` until `count` were seen."""
    done = asyncio.Event()

    async def handler(tenant: TenantId, identifier: str) -> None:
        seen.append(f"{tenant}:{identifier}")
        if len(seen) >= count:
            done.set()

    board = ProgressBoard(connection_pool(url, retries=1))
    serving = asyncio.create_task(
        serve_queue(url, "q", handler, board=board, slots=2, lease_seconds=lease_seconds),
    )
    async with asyncio.timeout(20):
        await done.wait()
    await asyncio.sleep(0.5)  # long enough for a second delivery to show
    serving.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await serving
    await board.close()


async def test_delivered_once(redis_url: str) -> None:
    """An id that is put three times while it waits is delivered once."""
    queue = Queue(redis_url, "q")
    for _ in range(3):
        await queue.put(DEFAULT_TENANT, "one")
    await queue.put(DEFAULT_TENANT, "two")
    seen: list[str] = []

    await _serve_until(redis_url, seen, 2)

    assert sorted(seen) == ["default:one", "default:two"]
    await queue.close()


async def test_an_id_can_come_again(redis_url: str) -> None:
    """After its end an id can be put once more: what is done already is for the store to say."""
    queue = Queue(redis_url, "q")
    seen: list[str] = []
    for _ in range(2):
        await queue.put(DEFAULT_TENANT, "again")
        await _serve_until(redis_url, seen, len(seen) + 1)

    assert seen == ["default:again", "default:again"]
    await queue.close()


_HANGING_WORKER = """
import asyncio, sys
from app.jobs.queue import serve_queue
from app.jobs.redis import ProgressBoard, connection_pool

async def handler(tenant, identifier):
    print("begun", flush=True)
    await asyncio.sleep(600)

board = ProgressBoard(connection_pool(sys.argv[1], retries=1))
asyncio.run(serve_queue(sys.argv[1], "q", handler, board=board, slots=1, lease_seconds=3))
"""


async def test_a_killed_workers_job_comes_back_after_the_lease(redis_url: str) -> None:
    """Not after arq's own time limit, which is a day."""
    queue = Queue(redis_url, "q")
    await queue.put(DEFAULT_TENANT, "job")
    with subprocess.Popen(  # noqa: ASYNC220 - a blocking read of its first line is what is wanted
        [sys.executable, "-c", _HANGING_WORKER, redis_url],
        stdout=subprocess.PIPE,
    ) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == b"begun\n"
        time.sleep(0.5)  # noqa: ASYNC251 - until the lease was written
        os.kill(worker.pid, signal.SIGKILL)
    seen: list[str] = []

    await _serve_until(redis_url, seen, 1)

    assert seen == ["default:job"]
    await queue.close()


async def test_no_redis(tmp_path: Path) -> None:
    """A queue that cannot be reached says so at once; progress is merely lost."""
    url = url_of(tmp_path / "nobody.sock")
    board = ProgressBoard(connection_pool(url, retries=1))

    with pytest.raises(QueueUnavailable):
        await Queue(url, "q").put(DEFAULT_TENANT, "x")
    with pytest.raises(QueueUnavailable):
        await board.ping()
    await board.post("k", Progress(state=JobState.RUNNING))
    assert await board.read("k") is None


async def test_progress(redis_url: str) -> None:
    """The board shows what was posted last, and None for what never was."""
    board = ProgressBoard(connection_pool(redis_url, retries=1))
    for pages in (1, 2):
        await board.post("t:d", Progress(state=JobState.EXTRACTING, pages_done=pages, pages=9))

    shown = await board.read("t:d")

    assert shown == Progress(state=JobState.EXTRACTING, pages_done=2, pages=9)
    assert await board.read("t:other") is None
    await board.close()

"""How a worker process begins and how its attempts end; the same for both kinds."""

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine

from app.errors import SetupError
from app.settings import Settings, read_settings


def run_worker(name: str, serve: Callable[[Settings], Coroutine[None, None, None]]) -> int:
    """Serve until SIGTERM; a SetupError becomes one line and exit code 1."""
    try:
        asyncio.run(serve(read_settings()))
    except SetupError as error:
        sys.stderr.write(f"{name} worker: {error.detail}\n")
        return 1
    return 0


@contextlib.asynccontextmanager
async def given_back_when_stopped(give_back: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """An attempt that is stopped on purpose, for instance by a deployment, does not count."""
    try:
        yield
    except asyncio.CancelledError:
        await asyncio.shield(give_back())
        raise

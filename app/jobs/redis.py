"""The connection to Redis and the progress board on it. The only module that imports redis.

Redis delivers and shows; it never holds the only copy of anything, nor any content.
"""

import msgspec
from redis.asyncio import BlockingConnectionPool, ConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from redis.exceptions import BusyLoadingError, ConnectionError, RedisError, TimeoutError  # noqa: A004 - their names

from app.errors import QueueUnavailable
from app.jobs.model import Progress

_KEEP_SECONDS = 7 * 24 * 3600
_MAX_CONNECTIONS = 50

# OSError is what redis-py 5.3 raises while it connects; without it a worker dies when Redis restarts.
UNREACHABLE = (ConnectionError, TimeoutError, BusyLoadingError, OSError)


def connection_pool(url: str, *, retries: int) -> ConnectionPool:
    """Connections with time-outs; `retries` is 1 where a person waits and many where a worker does."""
    return BlockingConnectionPool.from_url(
        url,
        max_connections=_MAX_CONNECTIONS,
        socket_timeout=5,
        socket_connect_timeout=5,
        health_check_interval=10,
        retry=Retry(ExponentialBackoff(cap=2, base=0.1), retries),
        retry_on_error=list(UNREACHABLE),
    )


class ProgressBoard:
    """The latest Progress of each job and extraction, by any key that names its tenant."""

    def __init__(self, pool: ConnectionPool) -> None:
        self._redis = Redis(connection_pool=pool)

    async def post(self, key: str, progress: Progress) -> None:
        """Show it. An unreachable Redis loses a sign of progress and nothing else."""
        try:
            await self._redis.set(_name(key), msgspec.json.encode(progress), ex=_KEEP_SECONDS)
        except (RedisError, OSError):
            return

    async def read(self, key: str) -> Progress | None:
        """What was shown last, or None, also when Redis cannot be asked."""
        try:
            content = await self._redis.get(_name(key))
        except (RedisError, OSError):
            return None
        return None if content is None else msgspec.json.decode(content, type=Progress)

    async def ping(self) -> None:
        """Raise QueueUnavailable unless Redis answers."""
        try:
            await self._redis.ping()
        except (RedisError, OSError) as error:
            raise QueueUnavailable from error

    async def close(self) -> None:
        """Give the connections back."""
        await self._redis.aclose(close_connection_pool=True)

    async def hold(self, key: str, seconds: int) -> None:
        """Let a key of somebody else's expire after `seconds` from now."""
        try:
            await self._redis.pexpire(key, seconds * 1000)
        except (RedisError, OSError):
            return


def _name(key: str) -> str:
    return f"wholedoc:progress:{key}"

"""Is the process alive, and can it take work?"""

from litestar import get

from app.api.schemas import Health
from app.services.opening import Services


@get("/healthz", operation_id="Alive", tags=["health"])
async def alive() -> Health:
    """The process answers."""
    return Health("ok")


@get("/readyz", operation_id="Ready", tags=["health"])
async def ready(services: Services) -> Health:
    """The queue answers too; 503 with the reason when it does not."""
    await services.board.ping()
    return Health("ok")

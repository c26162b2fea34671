"""Empty objects that say something by being there: attempts that were begun, work that is open."""

from app.documents.identity import TenantId
from app.store.objects import ObjectStore


async def begin_attempt(objects: ObjectStore, prefix: str, most: int) -> int | None:
    """Take the lowest free number of an attempt under the prefix, from 1; None when `most` are taken."""
    for attempt in range(1, most + 1):
        if await objects.put(f"{prefix}{attempt}", b""):
            return attempt
    return None


async def open_work(objects: ObjectStore, folder: str) -> list[tuple[TenantId, str]]:
    """The marks `folder/tenant/id` of all tenants."""
    keys = [key.split("/") for key in await objects.keys(f"{folder}/")]
    return [(TenantId(tenant), identifier) for _, tenant, identifier in keys]

"""Where everything lives that must not be lost: immutable objects under keys.

`ObjectStore` is what the service needs of a store; `local` and `remote` have the two kinds.
"""

from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol


class ObjectStore(Protocol):
    """Objects are written once. A key is a path of plain names; prefixes end with a slash."""

    async def put(self, key: str, content: bytes) -> bool:
        """Store durably unless the key is taken; False when it is."""
        ...

    async def put_file(self, key: str, path: Path) -> bool:
        """As `put`, from a file, which the store may keep: nobody may write to it afterwards."""
        ...

    async def get(self, key: str) -> bytes | None:
        """The object, or None."""
        ...

    async def exists(self, key: str) -> bool:
        """Whether the key is taken."""
        ...

    async def keys(self, prefix: str) -> list[str]:
        """All keys under a prefix, sorted."""
        ...

    async def delete(self, key: str) -> None:
        """Remove the object if it is there."""
        ...

    def as_file(self, key: str) -> AbstractAsyncContextManager[Path]:
        """The object as a file to read while the context is open; raises KeyError when there is none."""
        ...

"""What every ObjectStore does. Subclasses give a `store`."""

import asyncio
from pathlib import Path

import pytest

from app.store.objects import ObjectStore


class ObjectStoreContract:
    """The tests; each kind of store runs all of them."""

    @pytest.mark.anyio
    async def test_put_and_get(self, store: ObjectStore) -> None:
        """What was put is there, whole; what was not is None."""
        assert await store.put("tenants/a/x.json", b"content")

        assert await store.get("tenants/a/x.json") == b"content"
        assert await store.exists("tenants/a/x.json")
        assert await store.get("tenants/a/y.json") is None
        assert not await store.exists("tenants/a/y.json")

    @pytest.mark.anyio
    async def test_first_write_stays(self, store: ObjectStore) -> None:
        """A key is written once; a second put changes nothing and says so."""
        await store.put("k", b"first")

        assert not await store.put("k", b"second")
        assert await store.get("k") == b"first"

    @pytest.mark.anyio
    async def test_one_of_many_writers_wins(self, store: ObjectStore) -> None:
        """Of puts at the same time exactly one succeeds, and its content is what is stored."""
        won = await asyncio.gather(*(store.put("final.json", bytes([number])) for number in range(20)))

        assert sum(won) == 1
        assert await store.get("final.json") == bytes([won.index(True)])

    @pytest.mark.anyio
    async def test_put_file(self, store: ObjectStore, tmp_path: Path) -> None:
        """A file becomes an object under the same rule."""
        path = tmp_path / "upload"
        path.write_bytes(b"%PDF-1.7 ...")

        assert await store.put_file("docs/source.pdf", path)
        assert not await store.put_file("docs/source.pdf", path)
        async with store.as_file("docs/source.pdf") as stored:
            assert stored.read_bytes() == b"%PDF-1.7 ..."

    @pytest.mark.anyio
    async def test_no_file_for_a_missing_key(self, store: ObjectStore) -> None:
        """As a file, a missing object is a KeyError."""
        with pytest.raises(KeyError):
            async with store.as_file("nothing"):
                pass

    @pytest.mark.anyio
    async def test_keys(self, store: ObjectStore) -> None:
        """Keys under a prefix come sorted, those beside it do not."""
        for key in ("open/b/2", "open/a/1", "opened/c", "other"):
            await store.put(key, b"")

        assert await store.keys("open/") == ["open/a/1", "open/b/2"]
        assert await store.keys("nothing/") == []

    @pytest.mark.anyio
    async def test_delete(self, store: ObjectStore) -> None:
        """A deleted object is gone; deleting it again is no error."""
        await store.put("k", b"x")

        await store.delete("k")
        await store.delete("k")

        assert await store.get("k") is None

"""Objects in a folder."""

from pathlib import Path

import pytest

from app.store.local import LocalStore
from app.store.objects import ObjectStore
from tests.contracts.object_store import ObjectStoreContract


class TestLocalStore(ObjectStoreContract):
    """A folder is an ObjectStore."""

    @pytest.fixture
    def store(self, tmp_path: Path) -> ObjectStore:
        """An empty one."""
        return LocalStore(tmp_path / "store")

    @pytest.mark.anyio
    @pytest.mark.parametrize("key", ["../x", "a/../../x", "/etc/passwd", "a//b", "", ".", "a/\0"])
    async def test_no_key_leaves_the_folder(self, store: ObjectStore, key: str) -> None:
        """Keys that are no plain paths are refused."""
        with pytest.raises(ValueError, match=r".*"):
            await store.put(key, b"x")

    @pytest.mark.anyio
    async def test_nothing_half_written_is_left(self, store: ObjectStore, tmp_path: Path) -> None:
        """After puts that won and lost, the temporary folder is empty."""
        await store.put("k", b"1")
        await store.put("k", b"2")

        assert list((tmp_path / "store" / "tmp").iterdir()) == []

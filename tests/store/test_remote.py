"""Objects through obstore, in its memory store: the same code talks to S3."""

import pytest
from obstore.store import MemoryStore

from app.store.objects import ObjectStore
from app.store.remote import RemoteStore
from tests.contracts.object_store import ObjectStoreContract


class TestRemoteStore(ObjectStoreContract):
    """An obstore backend is an ObjectStore."""

    @pytest.fixture
    def store(self) -> ObjectStore:
        """An empty one."""
        return RemoteStore(MemoryStore())

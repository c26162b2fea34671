"""Chooses the object store."""

from pathlib import Path

import obstore.store

from app.store.local import LocalStore
from app.store.objects import ObjectStore
from app.store.remote import RemoteStore


def open_store(home: Path, url: str) -> ObjectStore:
    """A store of any machine's at `url`, or a folder of this one's in `home` when the URL is empty."""
    if url:
        return RemoteStore(obstore.store.from_url(url))
    return LocalStore(home / "store")

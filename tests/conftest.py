"""Fixtures that several folders of tests use."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from app.launcher.stack import Stack, running_stack
from app.profiles.model import Profile
from app.profiles.served import ServedModel, open_model
from app.settings import Settings
from tests.tiny import place_tiny_model


class TinyCache(msgspec.Struct, frozen=True):
    """A cache folder that holds the tiny model, and its profile."""

    folder: Path
    profile_file: Path
    profile: Profile

    @property
    def model(self) -> ServedModel:
        """As the worker opens it."""
        return open_model(self.profile, self.folder / "models")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Only asyncio: arq and vLLM know nothing else."""
    return "asyncio"


@pytest.fixture(scope="session")
def samples() -> Path:
    """The folder of sample documents."""
    return Path(__file__).parent.parent / "deploy" / "samples"


@pytest.fixture(scope="session")
def tiny_cache(tmp_path_factory: pytest.TempPathFactory) -> TinyCache:
    """The tiny model, made once for the whole run."""
    folder = tmp_path_factory.mktemp("cache")
    return TinyCache(folder, *place_tiny_model(folder))


@pytest.fixture(scope="session")
def tiny_settings(tiny_cache: TinyCache, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings of a service with the tiny model, short leases and small limits."""
    return Settings(
        home=str(tmp_path_factory.mktemp("home")),
        cache=str(tiny_cache.folder),
        profile=str(tiny_cache.profile_file),
        max_upload_bytes=2_000_000,
        lease_seconds=3,
    )


@pytest.fixture(scope="session")
def tiny_stack(tiny_settings: Settings) -> Iterator[Stack]:
    """Real API, real Redis, real workers and the real engine, with the tiny model."""
    with running_stack(tiny_settings, lambda text: None) as stack:
        yield stack

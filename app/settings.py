"""All settings, from WHOLEDOC_* environment variables; built once at an entry point and passed on.

The only module that reads settings from the environment; the engine and the fetch set their libraries' variables.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from app.errors import InvalidSettings
from app.extract.raw import Limits

_PREFIX = "WHOLEDOC_"
_ROOT = Path(__file__).resolve().parent.parent

# Of the test data's folder; it belongs to the tests, not to the service.
_NOT_OURS = frozenset({"WHOLEDOC_DATA"})

# How msgspec says which field it means.
_FIELD = re.compile(r"`\$\.(\w+)`")

Positive = Annotated[int, Meta(gt=0)]


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Each field is the variable WHOLEDOC_<FIELD IN CAPITALS>. Sizes in bytes, times in seconds."""

    home: str = "~/.local/share/wholedoc"
    """Documents, jobs and results, and the private Redis's files."""
    cache: str = "~/.cache/wholedoc"
    """Models; can be deleted at any time."""
    store_url: str = ""
    """Where objects are kept instead of in `home`: s3://bucket/prefix (through obstore)."""
    profile: str = str(_ROOT / "deploy" / "profiles" / "cpu-small.toml")
    """The profile file: model, engine and sampling."""
    prompts: str = str(_ROOT / "prompts")
    model_source: str = ""
    """wheels, hub or folder; empty for the profile's first."""
    model_folder: str = ""
    """The local folder of the source `folder`."""
    redis_url: str = ""
    """A Redis of yours; empty for a private one that is started and stopped with the service."""
    url: str = ""
    """A running server that the command line shall use; empty for one of its own."""
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 0
    """0 takes a free port."""
    max_upload_bytes: Positive = 300 * 1024 * 1024
    upload_chunk_seconds: Positive = 30
    """How long an upload may be silent."""
    extract_seconds: Positive = 600
    extract_memory: Positive = 2 * 1024 * 1024 * 1024
    extract_pages: Positive = 5_000
    ocr: bool = True
    """Whether pages that are pictures are recognised, where the extra `ocr` is installed."""
    lease_seconds: Annotated[int, Meta(ge=3)] = 30
    """After this time without a sign of life a worker counts as dead and its job is given to another."""
    job_attempts: Positive = 3

    @property
    def extract_limits(self) -> Limits:
        """What the reading of one document may cost."""
        return Limits(seconds=self.extract_seconds, memory=self.extract_memory, pages=self.extract_pages)

    @property
    def home_folder(self) -> Path:
        """`home` as a path."""
        return Path(self.home).expanduser()

    @property
    def models_folder(self) -> Path:
        """Where models are cached."""
        return Path(self.cache).expanduser() / "models"

    @property
    def profile_file(self) -> Path:
        """`profile` as a path."""
        return Path(self.profile).expanduser()

    def environment(self) -> dict[str, str]:
        """The variables from which another process builds the same settings."""
        return {_PREFIX + name.upper(): str(value) for name, value in msgspec.structs.asdict(self).items()}


def read_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """Settings of this process. Raises InvalidSettings, naming the variable."""
    values = os.environ if environ is None else environ
    ours = {
        name.removeprefix(_PREFIX).lower(): value
        for name, value in values.items()
        if name.startswith(_PREFIX) and name not in _NOT_OURS
    }
    unknown = sorted(ours.keys() - set(Settings.__struct_fields__))
    if unknown:
        names = ", ".join(_PREFIX + name.upper() for name in unknown)
        raise InvalidSettings(f"Unknown environment variable: {names}. The README lists the known ones.")
    try:
        return msgspec.convert(ours, Settings, strict=False)
    except msgspec.ValidationError as error:
        message = _FIELD.sub(lambda match: _PREFIX + match[1].upper(), str(error))
        raise InvalidSettings(f"Environment variable: {message}.") from error


def inherited_environment() -> dict[str, str]:
    """This process's variables other than ours, for a child process."""
    return {name: value for name, value in os.environ.items() if not name.startswith(_PREFIX)}

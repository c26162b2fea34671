"""The model folder as it is served: weights, tokenizer, and a manifest of what was put there."""

import hashlib
from pathlib import Path

import msgspec

from app.errors import ModelMismatch, ModelMissing
from app.profiles.model import Profile

MANIFEST_NAME = "wholedoc-model.json"
_READ_SIZE = 1 << 22


class ChatFrame(msgspec.Struct, frozen=True):
    """The model's chat template, cut at the places where our two messages stand.

    The prompt is head + system message + between + user message + tail.
    """

    head: str
    between: str
    tail: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """Written once, when the weights are put in place, and checked each time they are loaded."""

    model: str
    source: str
    files: dict[str, str]
    chat: ChatFrame


class ServedModel(msgspec.Struct, frozen=True, kw_only=True):
    """A model folder with its manifest."""

    folder: Path
    manifest: Manifest

    @property
    def tokenizer_file(self) -> Path:
        """The vocabulary in Hugging Face's tokenizer.json form."""
        return self.folder / "tokenizer.json"

    def check_files(self) -> None:
        """Raise ModelMismatch unless every file still has the hash that it had when it was put here."""
        for name, expected in self.manifest.files.items():
            path = self.folder / name
            if not path.is_file() or sha256_of(path) != expected:
                raise ModelMismatch(
                    f"{name} in {self.folder} is not the file that was put there. "
                    "Delete the folder and fetch the model again: wholedoc model fetch",
                )


def sha256_of(path: Path) -> str:
    """Hash of a file that may be larger than memory."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(_READ_SIZE):
            digest.update(chunk)
    return digest.hexdigest()


def model_folder(profile: Profile, models: Path, source: str = "") -> Path:
    """Where the profile's weights are cached; another pin of the model, or another source, is another folder."""
    pin = hashlib.sha256(msgspec.json.encode(profile.model)).hexdigest()[:12]
    first = profile.model.sources[0].__struct_config__.tag
    return models / f"{profile.name}-{source or first}-{pin}"


def open_model(profile: Profile, models: Path, source: str = "") -> ServedModel:
    """The profile's cached model, from a source, by default its first.

    Raises ModelMissing, or ModelMismatch when its manifest is damaged.
    """
    folder = model_folder(profile, models, source)
    try:
        manifest = msgspec.json.decode((folder / MANIFEST_NAME).read_bytes(), type=Manifest)
    except FileNotFoundError as error:
        raise ModelMissing(profile.name, str(folder)) from error
    except msgspec.DecodeError as error:
        raise ModelMismatch(
            f"{MANIFEST_NAME} in {folder} cannot be read. "
            "Delete the folder and fetch the model again: wholedoc model fetch",
        ) from error
    return ServedModel(folder=folder, manifest=manifest)

"""The cached model folder."""

import hashlib
from pathlib import Path

import msgspec
import pytest

from app.errors import ModelMismatch, ModelMissing
from app.profiles.model import Profile, load_profile
from app.profiles.served import MANIFEST_NAME, ChatFrame, Manifest, model_folder, open_model, sha256_of
from tests.tiny import write_profile

_CHAT = ChatFrame("<head>", "<between>", "<tail>")


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    """Of the tiny model, which is not made here."""
    return load_profile(write_profile(tmp_path))


@pytest.fixture
def folder(profile: Profile, tmp_path: Path) -> Path:
    """A model folder with two files."""
    folder = model_folder(profile, tmp_path)
    folder.mkdir()
    files = {"config.json": b"{}", "model.safetensors": b"weights"}
    for name, content in files.items():
        (folder / name).write_bytes(content)
    manifest = Manifest(
        model="tiny",
        source="test",
        files={name: hashlib.sha256(content).hexdigest() for name, content in files.items()},
        chat=_CHAT,
    )
    (folder / MANIFEST_NAME).write_bytes(msgspec.json.encode(manifest))
    return folder


def test_open(profile: Profile, folder: Path) -> None:
    """What was put there is opened with its manifest, and its files are checked."""
    model = open_model(profile, folder.parent)
    model.check_files()

    assert model.folder == folder
    assert model.manifest.chat == _CHAT
    assert model.tokenizer_file == folder / "tokenizer.json"


@pytest.mark.parametrize("name", ["config.json", "model.safetensors"])
def test_changed_file(profile: Profile, folder: Path, name: str) -> None:
    """A file with another content is named."""
    (folder / name).write_bytes(b"otherwise")

    with pytest.raises(ModelMismatch, match=name):
        open_model(profile, folder.parent).check_files()


def test_lost_file(profile: Profile, folder: Path) -> None:
    """So is one that is gone."""
    (folder / "config.json").unlink()

    with pytest.raises(ModelMismatch, match=r"config\.json"):
        open_model(profile, folder.parent).check_files()


def test_missing(profile: Profile, tmp_path: Path) -> None:
    """A model that was never fetched is missing, and the message says how to fetch it."""
    with pytest.raises(ModelMissing, match="wholedoc model fetch"):
        open_model(profile, tmp_path)


def test_half_fetched(profile: Profile, folder: Path) -> None:
    """The manifest is written last: a folder without it holds no model."""
    (folder / MANIFEST_NAME).unlink()

    with pytest.raises(ModelMissing):
        open_model(profile, folder.parent)


def test_other_manifest(profile: Profile, folder: Path) -> None:
    """A manifest that cannot be read does not describe what is there."""
    (folder / MANIFEST_NAME).write_bytes(b'{"model": "tiny"')

    with pytest.raises(ModelMismatch, match=MANIFEST_NAME):
        open_model(profile, folder.parent)


def test_folder_is_of_the_pin(profile: Profile, tmp_path: Path) -> None:
    """Another pin of the model is another folder; another engine setting is not."""
    other_model = msgspec.structs.replace(
        profile, model=msgspec.structs.replace(profile.model, dtype="float16")
    )
    other_engine = msgspec.structs.replace(profile, engine=msgspec.structs.replace(profile.engine, threads=7))

    assert model_folder(profile, tmp_path) != model_folder(other_model, tmp_path)
    assert model_folder(profile, tmp_path) == model_folder(other_engine, tmp_path)
    assert model_folder(profile, tmp_path).parent == tmp_path


def test_sha256_of(tmp_path: Path) -> None:
    """A file that is read in several pieces has the hash of the whole."""
    content = bytes(range(256)) * 40_000
    (tmp_path / "large").write_bytes(content)

    assert hashlib.sha256(content).hexdigest() == sha256_of(tmp_path / "large")

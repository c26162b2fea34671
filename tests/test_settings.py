"""Settings from environment variables."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import InvalidSettings
from app.settings import Settings, inherited_environment, read_settings


def test_defaults() -> None:
    """Without any variable the defaults hold, and they point at files that exist."""
    settings = read_settings({"PATH": "/bin", "HOME": "/root"})

    assert settings == Settings()
    assert settings.profile_file.is_file()
    assert Path(settings.prompts).is_dir()


def test_values() -> None:
    """Variables are turned into the field's type."""
    settings = read_settings(
        {"WHOLEDOC_PORT": "8080", "WHOLEDOC_HOME": "~/there", "WHOLEDOC_STORE_URL": "s3://bucket/prefix"}
    )

    assert settings == Settings(port=8080, home="~/there", store_url="s3://bucket/prefix")
    assert settings.home_folder == Path.home() / "there"


def test_models_folder() -> None:
    """Models are in the cache, with the home folder written out."""
    assert read_settings({"WHOLEDOC_CACHE": "~/cache"}).models_folder == Path.home() / "cache" / "models"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("WHOLEDOC_PORT", "http"),
        ("WHOLEDOC_PORT", ""),
        ("WHOLEDOC_PORT", "-1"),
        ("WHOLEDOC_PORT", "65536"),
        ("WHOLEDOC_MAX_UPLOAD_BYTES", "0"),
        ("WHOLEDOC_MAX_UPLOAD_BYTES", "1.5"),
        ("WHOLEDOC_EXTRACT_SECONDS", "-5"),
        ("WHOLEDOC_LEASE_SECONDS", "2"),
        ("WHOLEDOC_JOB_ATTEMPTS", "many"),
    ],
)
def test_wrong_value(name: str, value: str) -> None:
    """A value that cannot be used is refused with the variable's name, and without the value, which may be secret."""
    with pytest.raises(InvalidSettings, match=rf"\b{name}\b") as refused:
        read_settings({name: value})

    assert value not in refused.value.detail or value in {"", "0", "2"}


def test_misspelt() -> None:
    """A variable that we do not know is refused by name."""
    with pytest.raises(InvalidSettings, match="WHOLEDOC_PROFIL, WHOLEDOC_PROT"):
        read_settings({"WHOLEDOC_PROT": "1", "WHOLEDOC_PROFIL": "x", "WHOLEDOC_PORT": "1"})


def test_test_data_is_not_ours() -> None:
    """The test data's folder is left alone."""
    assert read_settings({"WHOLEDOC_DATA": "/data"}) == Settings()


_PATHS = st.text("abc/~. é文", max_size=20)


@given(
    st.builds(
        Settings,
        home=_PATHS,
        store_url=_PATHS,
        port=st.integers(0, 65_535),
        lease_seconds=st.integers(3, 10**6),
        extract_memory=st.integers(1, 2**40),
    ),
)
def test_passed_on(settings: Settings) -> None:
    """A process builds the same settings from the variables that another one hands down."""
    assert settings == read_settings(settings.environment())


def test_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an argument the process's own variables are read, and children do not inherit them by accident."""
    monkeypatch.setenv("WHOLEDOC_PORT", "8081")
    monkeypatch.setenv("SOMETHING_ELSE", "x")

    assert read_settings().port == 8081
    assert inherited_environment()["SOMETHING_ELSE"] == "x"
    assert not any(name.startswith("WHOLEDOC_") for name in inherited_environment())

"""Prompt files."""

import hashlib
from pathlib import Path

import pytest

from app.documents.language import Language
from app.errors import PromptInvalid
from app.prompting.library import PromptLibrary
from app.settings import Settings

_PROMPT = '+++\nmarker = "[page {page}]"\n+++\n\nWithin ${limit} characters, for ${name}.\n\n'


def _folder(folder: Path, content: str = _PROMPT, *, pinned: str | None = None) -> Path:
    digest = hashlib.sha256((content if pinned is None else pinned).encode()).hexdigest()
    (folder / "task").mkdir()
    (folder / "task" / "en.md").write_text(content)
    (folder / "versions.toml").write_text(f'["task/en"]\nversion = 3\nsha256 = "{digest}"\n')
    return folder


def test_fields(tmp_path: Path) -> None:
    """Front matter and text are apart; the reference names version and content."""
    prompt = PromptLibrary(_folder(tmp_path)).get("task", Language.ENGLISH)

    assert prompt.settings == {"marker": "[page {page}]"}
    assert prompt.template == "Within ${limit} characters, for ${name}."
    assert prompt.digest == hashlib.sha256(_PROMPT.encode()).hexdigest()
    assert prompt.reference == f"task/en@3-{prompt.digest[:8]}"


@pytest.mark.parametrize("name", ["Ann", "$limit", "${limit}", "$$", "$5.00", "{page}", "\\1"])
def test_values_are_not_read_as_templates(tmp_path: Path, name: str) -> None:
    """What is filled in comes out as it is, dollar signs and all."""
    prompt = PromptLibrary(_folder(tmp_path)).get("task", Language.ENGLISH)

    assert prompt.fill({"limit": 300, "name": name}) == f"Within 300 characters, for {name}."


@pytest.mark.parametrize("values", [{}, {"limit": 1}, {"limit": 1, "name": "x", "more": "y"}])
def test_wrong_values(tmp_path: Path, values: dict[str, str | int]) -> None:
    """A placeholder too few or too many is refused by name."""
    prompt = PromptLibrary(_folder(tmp_path)).get("task", Language.ENGLISH)

    with pytest.raises(PromptInvalid, match=r"task/en wants \['limit', 'name'\]"):
        prompt.fill(values)


def test_changed_text(tmp_path: Path) -> None:
    """A text that was changed without a new version is refused, and the message says how to set it."""
    content = _PROMPT.replace("Within", "Inside")

    with pytest.raises(PromptInvalid, match=hashlib.sha256(content.encode()).hexdigest()):
        PromptLibrary(_folder(tmp_path, content, pinned=_PROMPT))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("Just a text.\n", "no front matter"),
        ("+++\nmarker = 1\nJust a text.\n", "no front matter"),
        ("First.\n+++\nmarker = 1\n+++\nText.\n", "text before its front matter"),
        ("+++\nmarker =\n+++\nText.\n", "no TOML"),
        ("+++\n+++\nIt costs $5.\n", "begins no placeholder"),
        ("", "no front matter"),
    ],
)
def test_malformed(tmp_path: Path, content: str, message: str) -> None:
    """A file of another form is refused when it is loaded, not when a job needs it."""
    with pytest.raises(PromptInvalid, match=message):
        PromptLibrary(_folder(tmp_path, content))


def test_missing_file(tmp_path: Path) -> None:
    """A pinned prompt without its file is refused by name."""
    (_folder(tmp_path) / "task" / "en.md").unlink()

    with pytest.raises(PromptInvalid, match="task/en is missing"):
        PromptLibrary(tmp_path)


def test_missing_versions(tmp_path: Path) -> None:
    """A folder without pinned versions holds no prompts."""
    with pytest.raises(PromptInvalid, match=r"versions\.toml"):
        PromptLibrary(tmp_path)


@pytest.mark.parametrize("versions", ["[", "[x]\nversion = 1", "x = 1", '[x]\nversion = "1"\nsha256 = "0"'])
def test_malformed_versions(tmp_path: Path, versions: str) -> None:
    """Versions of another form are refused as such."""
    (tmp_path / "x.md").write_text(_PROMPT)
    (tmp_path / "versions.toml").write_text(versions)

    with pytest.raises(PromptInvalid):
        PromptLibrary(tmp_path)


def test_unknown_prompt(tmp_path: Path) -> None:
    """A prompt that does not exist in a language is refused by name."""
    with pytest.raises(PromptInvalid, match="task/zh"):
        PromptLibrary(_folder(tmp_path)).get("task", Language.CHINESE)


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize(("name", "values"), [("rules", {}), ("risks", {"summary_limit": 300})])
def test_real_prompts(language: Language, name: str, values: dict[str, str | int]) -> None:
    """The prompts of this repository are pinned as they are, in both languages, and can be filled."""
    prompt = PromptLibrary(Path(Settings().prompts)).get(name, language)

    text = prompt.fill(values)

    assert "$" not in text
    assert all(str(value) in text for value in values.values())


def test_every_real_prompt_is_pinned() -> None:
    """No file of the folder is left unpinned."""
    folder = Path(Settings().prompts)
    library = PromptLibrary(folder)

    for path in folder.glob("*/*.md"):
        assert library.get(path.parent.name, Language(path.stem)).version >= 1

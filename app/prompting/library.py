"""Prompt files: read once at start, checked against their pinned versions and placeholders.

A prompt is Markdown with TOML front matter between +++ lines. `string.Template` fills `${names}`, and nothing
that is filled in is read as a template again. Document text never goes through here.
"""

import hashlib
import string
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from app.documents.language import Language
from app.errors import PromptInvalid

_FENCE = "+++\n"
VERSIONS_NAME = "versions.toml"


class _Pin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a prompt's text must be."""

    version: int
    sha256: str


class PromptFile(msgspec.Struct, frozen=True, kw_only=True):
    """One prompt; `settings` is its front matter."""

    name: str
    version: int
    digest: str
    settings: dict[str, Any]
    template: str

    @property
    def reference(self) -> str:
        """Name, version and the start of the content's hash: what a result says of the prompt it came from."""
        return f"{self.name}@{self.version}-{self.digest[:8]}"

    def fill(self, values: Mapping[str, str | int]) -> str:
        """The text with its placeholders filled; raises PromptInvalid when one is missing or too many."""
        template = string.Template(self.template)
        wanted, given = set(template.get_identifiers()), set(values)
        if wanted != given:
            raise PromptInvalid(f"Prompt {self.name} wants {sorted(wanted)} and was given {sorted(given)}.")
        return template.substitute(values)


class PromptLibrary:
    """All prompts of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._versions = _read_versions(folder)
        self._prompts = {name: self._read(name) for name in self._versions}

    def get(self, name: str, language: Language) -> PromptFile:
        """A prompt in a language."""
        key = f"{name}/{language.value}"
        if key not in self._prompts:
            raise PromptInvalid(f"There is no prompt {key}.")
        return self._prompts[key]

    def _read(self, name: str) -> PromptFile:
        pinned = self._versions[name]
        path = self._folder / f"{name}.md"
        if not path.is_file():
            raise PromptInvalid(f"Prompt file {path.name} of {name} is missing.")
        content = path.read_bytes()
        digest = hashlib.sha256(content).hexdigest()
        if digest != pinned.sha256:
            raise PromptInvalid(
                f"Prompt {name} was changed without a new version: set version and sha256 = {digest!r} "
                f"in {VERSIONS_NAME}.",
            )
        settings, template = _split(content.decode(), name)
        return PromptFile(
            name=name,
            version=pinned.version,
            digest=digest,
            settings=settings,
            template=template,
        )


def _read_versions(folder: Path) -> dict[str, _Pin]:
    try:
        versions = tomllib.loads((folder / VERSIONS_NAME).read_text())
        return msgspec.convert(versions, dict[str, _Pin])
    except FileNotFoundError as error:
        raise PromptInvalid(f"There is no {VERSIONS_NAME} in {folder}.") from error
    except (msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
        raise PromptInvalid(f"{VERSIONS_NAME}: {error}.") from error


def _split(content: str, name: str) -> tuple[dict[str, Any], str]:
    try:
        before, front, body = content.split(_FENCE, 2)
        settings = tomllib.loads(front)
    except tomllib.TOMLDecodeError as error:
        raise PromptInvalid(f"The front matter of prompt {name} is no TOML: {error}.") from error
    except ValueError as error:
        raise PromptInvalid(f"Prompt {name} has no front matter between +++ lines.") from error
    if before:
        raise PromptInvalid(f"Prompt {name} has text before its front matter.")
    if not string.Template(body).is_valid():
        raise PromptInvalid(f"Prompt {name} has a $ that begins no placeholder; write $$ for the sign.")
    return settings, body.strip()

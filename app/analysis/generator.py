"""What the analyses need of an engine; `workers.engine` has the real ones, the tests a scripted one.

All of them pass `tests/contracts/generator.py`.
"""

from collections.abc import AsyncGenerator
from typing import Literal, Protocol

import msgspec

from app.packing.ids import TokenIds


class GenerationRequest(msgspec.Struct, frozen=True, kw_only=True):
    """One prompt. `schema` is a JSON schema that the answer will follow.

    `cache_salt` keeps one tenant's cached prefixes from another's. Requests with the same seed get the same
    answer as long as the engine does nothing else beside them.
    """

    prompt: TokenIds
    schema: bytes
    answer_limit: int
    seed: int
    cache_salt: str


class Delta(msgspec.Struct, frozen=True, kw_only=True):
    """The next piece of the answer, and how many tokens it has up to here."""

    text: str
    answer_tokens: int


class Generation(msgspec.Struct, frozen=True, kw_only=True):
    """The whole answer, last item of a stream. `length` means that it was cut off at the limit."""

    text: str
    finish: Literal["stop", "length"]
    prompt_tokens: int
    cached_tokens: int
    answer_tokens: int


class Generator(Protocol):
    """An engine with one model."""

    def generate(self, request: GenerationRequest) -> AsyncGenerator[Delta | Generation]:
        """Stream the answer: deltas, then one Generation.

        Closing the iterator or cancelling its consumer aborts the work in the engine.
        Raises PromptTooLong before anything is generated, EngineDied at any time.
        """
        ...

    async def check(self) -> None:
        """Raise EngineDied unless the engine can work."""
        ...

    async def close(self) -> None:
        """Stop the engine and whatever processes it has; requests in flight end with EngineDied."""
        ...

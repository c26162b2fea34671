"""Doubles for unit tests. They pass the contracts of the real things."""

from collections.abc import AsyncGenerator, Callable

from app.analysis.generator import Delta, Generation, GenerationRequest
from app.errors import EngineDied, PromptTooLong

Script = Callable[[GenerationRequest], str]


class ScriptedGenerator:
    """A Generator whose answers are written by a function; one token is eight characters."""

    def __init__(self, script: Script, *, context: int) -> None:
        self._script = script
        self._context = context
        self._seen: set[tuple[str, bytes]] = set()
        self.dead = False

    async def generate(self, request: GenerationRequest) -> AsyncGenerator[Delta | Generation, None]:
        """See Generator."""
        needed = len(request.prompt) + request.answer_limit
        if needed > self._context:
            raise PromptTooLong(needed, self._context)
        await self.check()
        answer = self._script(request)
        pieces = [answer[at : at + 8] for at in range(0, len(answer), 8)]
        taken = pieces[: request.answer_limit]
        for number, piece in enumerate(taken, start=1):
            await self.check()
            yield Delta(text=piece, answer_tokens=number)
        key = (request.cache_salt, request.prompt.to_bytes())
        cached = len(request.prompt) - 1 if key in self._seen else 0
        self._seen.add(key)
        yield Generation(
            text="".join(taken),
            finish="stop" if len(taken) == len(pieces) else "length",
            prompt_tokens=len(request.prompt),
            cached_tokens=cached,
            answer_tokens=len(taken),
        )

    async def check(self) -> None:
        """See Generator."""
        if self.dead:
            raise EngineDied

    async def close(self) -> None:
        """See Generator."""
        self.dead = True

"""What every Generator does. Subclasses give a `generator`, a `vocabulary`, the `context` and a way to `kill`."""

import asyncio
from contextlib import aclosing

import msgspec
import pytest

from app.analysis.generator import Delta, Generation, GenerationRequest, Generator
from app.errors import EngineDied, PromptTooLong
from app.packing.ids import TokenIds
from app.packing.vocabulary import Vocabulary


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """What the prompts of the contract are answered with."""

    verdict: str
    severity: int


SCHEMA = msgspec.json.encode(
    {
        "type": "object",
        "properties": {"verdict": {"enum": ["found", "未找到"]}, "severity": {"enum": [1, 2, 3]}},
        "required": ["verdict", "severity"],
        "additionalProperties": False,
    },
)
# No random model stops by itself here: the grammar lets it end only after 400 characters.
LONG_SCHEMA = msgspec.json.encode({"type": "string", "minLength": 400, "maxLength": 500})


async def finish(generator: Generator, request: GenerationRequest) -> tuple[list[Delta], Generation]:
    """All deltas and the generation at the end."""
    items = [item async for item in generator.generate(request)]
    deltas = [item for item in items if isinstance(item, Delta)]
    assert [type(item) for item in items[len(deltas) :]] == [Generation]
    last = items[-1]
    assert isinstance(last, Generation)
    return deltas, last


class GeneratorContract:
    """The tests; each engine runs all of them."""

    context: int

    def request(
        self,
        vocabulary: Vocabulary,
        text: str = "合同第十二条：违约责任。 The pump must not run dry. " * 20,
        *,
        schema: bytes = SCHEMA,
        answer_limit: int = 64,
        seed: int = 7,
        salt: str = "tenant-a",
    ) -> GenerationRequest:
        """A request in the model's own tokens."""
        return GenerationRequest(
            prompt=vocabulary.encode(text),
            schema=schema,
            answer_limit=answer_limit,
            seed=seed,
            cache_salt=salt,
        )

    async def kill(self, generator: Generator) -> None:
        """Make the engine die as a crash would."""
        raise NotImplementedError

    @pytest.mark.anyio
    async def test_stream(self, generator: Generator, vocabulary: Vocabulary) -> None:
        """The deltas are the answer, piece by piece, and the counts are those of the ids that were given."""
        request = self.request(vocabulary, schema=LONG_SCHEMA, answer_limit=1_000)

        deltas, generation = await finish(generator, request)

        text = "".join(delta.text for delta in deltas)
        assert len(deltas) > 10
        assert generation.text.startswith(text)
        assert [delta.answer_tokens for delta in deltas] == sorted(delta.answer_tokens for delta in deltas)
        assert len(request.prompt) == generation.prompt_tokens
        assert generation.answer_tokens >= deltas[-1].answer_tokens
        assert generation.finish == "stop"

    @pytest.mark.anyio
    async def test_schema(self, generator: Generator, vocabulary: Vocabulary) -> None:
        """The answer follows its schema, whatever the model would rather write."""
        _, generation = await finish(generator, self.request(vocabulary))

        answer = msgspec.json.decode(generation.text, type=Answer)
        assert answer.verdict in {"found", "未找到"}
        assert answer.severity in {1, 2, 3}

    @pytest.mark.anyio
    async def test_cut_short(self, generator: Generator, vocabulary: Vocabulary) -> None:
        """An answer that reaches its limit says so."""
        _, generation = await finish(generator, self.request(vocabulary, schema=LONG_SCHEMA, answer_limit=5))

        assert (generation.finish, generation.answer_tokens) == ("length", 5)

    @pytest.mark.anyio
    async def test_two_at_once(self, generator: Generator, vocabulary: Vocabulary) -> None:
        """Requests side by side keep their answers apart."""
        one = self.request(vocabulary, "one " * 300, schema=b'{"enum":["first answer"]}')
        two = self.request(vocabulary, "two " * 40, schema=b'{"enum":["second answer"]}')

        (_, first), (_, second) = await asyncio.gather(finish(generator, one), finish(generator, two))

        assert (first.text, second.text) == ('"first answer"', '"second answer"')
        assert (first.prompt_tokens, second.prompt_tokens) == (len(one.prompt), len(two.prompt))

    @pytest.mark.anyio
    async def test_abort_by_closing(self, generator: Generator, vocabulary: Vocabulary) -> None:
        """A stream that is closed early is over, and the engine takes the next request."""
        request = self.request(vocabulary, schema=LONG_SCHEMA, answer_limit=1_000)
        async with aclosing(generator.generate(request)) as stream:
            first = await anext(stream)

        _, generation = await finish(generator, self.request(vocabulary))

        assert isinstance(first, Delta)
        assert generation.finish == "stop"

    @pytest.mark.anyio
    async def test_abort_by_cancelling(self, generator: Generator, vocabulary: Vocabulary) -> None:
        """A consumer that is cancelled takes its request with it."""
        request = self.request(vocabulary, "long " * 4_000, schema=LONG_SCHEMA, answer_limit=1_000)
        consumer = asyncio.create_task(finish(generator, request))
        await asyncio.sleep(0.05)
        consumer.cancel()

        _, generation = await finish(generator, self.request(vocabulary))

        assert generation.finish == "stop"
        assert (await asyncio.gather(consumer, return_exceptions=True))[0].__class__ in {
            asyncio.CancelledError,
            tuple,
        }

    @pytest.mark.anyio
    async def test_prompt_too_long(self, generator: Generator, vocabulary: Vocabulary) -> None:
        """A prompt that leaves no room for its answer is refused with both figures; at the limit it is not."""
        room = self.context - 64
        fits = TokenIds([vocabulary.encode("a").tolist()[0]] * room)
        request = msgspec.structs.replace(self.request(vocabulary), prompt=fits, schema=b'{"enum":["ok"]}')
        longer = msgspec.structs.replace(request, prompt=TokenIds.joined([fits, vocabulary.encode("a")]))

        _, generation = await finish(generator, request)
        with pytest.raises(PromptTooLong) as refusal:
            await finish(generator, longer)

        assert generation.prompt_tokens == room
        assert refusal.value.facts == {"tokens": self.context + 1, "context": self.context}

    @pytest.mark.anyio
    async def test_prefix_is_cached_for_one_tenant(
        self, generator: Generator, vocabulary: Vocabulary
    ) -> None:
        """The same prompt again is read from the cache; with another tenant's salt it is not."""
        text = "保密义务 confidentiality " * 200
        await finish(generator, self.request(vocabulary, text, salt="tenant-b"))

        _, again = await finish(generator, self.request(vocabulary, text, salt="tenant-b"))
        _, other = await finish(generator, self.request(vocabulary, text, salt="tenant-c"))

        assert again.cached_tokens > 0
        assert other.cached_tokens == 0

    @pytest.mark.anyio
    async def test_zz_death(self, generator: Generator, vocabulary: Vocabulary) -> None:
        """When the engine dies, requests in flight and later ones end with EngineDied. Runs last: it ends the engine."""
        await generator.check()
        request = self.request(vocabulary, schema=LONG_SCHEMA, answer_limit=1_000)
        stream = generator.generate(request)
        assert isinstance(await anext(stream), Delta)

        await self.kill(generator)

        with pytest.raises(EngineDied):
            async for _ in stream:
                pass
        with pytest.raises(EngineDied):
            await finish(generator, self.request(vocabulary))
        with pytest.raises(EngineDied):
            await generator.check()

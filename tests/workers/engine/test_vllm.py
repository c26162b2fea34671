"""The two real engines, on CPU with the tiny model, and what they make of a profile."""

import os
import signal
from collections.abc import AsyncIterator

import msgspec
import psutil
import pytest

from app.analysis.generator import Generator
from app.errors import ModelMismatch
from app.packing.vocabulary import Vocabulary
from app.profiles.model import Yarn
from tests.conftest import TinyCache
from tests.contracts.generator import GeneratorContract

pytestmark = [pytest.mark.engine, pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def vocabulary(tiny_cache: TinyCache) -> Vocabulary:
    """The tiny model's."""
    return Vocabulary(tiny_cache.model.tokenizer_file)


@pytest.fixture(scope="module")
async def stepped(tiny_cache: TinyCache, anyio_backend: str) -> AsyncIterator[Generator]:
    """What the worker starts on CPU."""
    from workers.engine.start import start_engine  # noqa: PLC0415 - imports vLLM

    engine = await start_engine(tiny_cache.profile, tiny_cache.model)
    yield engine
    await engine.close()


@pytest.fixture(scope="module")
async def separate(tiny_cache: TinyCache, anyio_backend: str) -> AsyncIterator[Generator]:
    """What the worker starts on a GPU."""
    from workers.engine.vllm import AsyncEngine  # noqa: PLC0415 - imports vLLM

    engine = AsyncEngine(tiny_cache.profile, tiny_cache.model)
    yield engine
    await engine.close()


@pytest.mark.anyio
async def test_same_seed_same_answer(stepped: Generator, vocabulary: Vocabulary) -> None:
    """Alone in the engine, a seed decides the answer, however much of the prompt is cached."""
    text = "seed " * 3_000  # several chunks the first time, one the second
    schema = b'{"type":"string","minLength":20,"maxLength":30}'
    answers = []
    for seed in (1, 1, 2):
        request = GeneratorContract().request(vocabulary, text, schema=schema, seed=seed)
        items = [item async for item in stepped.generate(request)]
        answers.append("".join(getattr(item, "text", "") for item in items[:-1]))

    assert answers[0] == answers[1]
    assert answers[0] != answers[2]


class TestSteppedEngine(GeneratorContract):
    """vLLM's core, stepped by our thread."""

    context = 16_384

    @pytest.fixture
    def generator(self, stepped: Generator) -> Generator:
        """One engine for all tests."""
        return stepped

    async def kill(self, generator: Generator) -> None:
        """The next step raises, as it does when the model's worker fails."""
        from workers.engine.stepped import SteppedEngine  # noqa: PLC0415

        assert isinstance(generator, SteppedEngine)
        generator._inbox.put(lambda stepper: stepper.step().__class__.no_such_thing)  # type: ignore[attr-defined]


class TestAsyncEngine(GeneratorContract):
    """AsyncLLM with its core in a process of its own, as on a GPU."""

    context = 16_384

    @pytest.fixture
    def generator(self, separate: Generator) -> Generator:
        """One engine for all tests."""
        return separate

    async def kill(self, generator: Generator) -> None:
        """Kill the core's process."""
        for child in psutil.Process().children(recursive=True):
            if "EngineCore" in child.name() or "EngineCore" in " ".join(child.cmdline()):
                os.kill(child.pid, signal.SIGKILL)


def test_yarn_is_written_in_full(tiny_cache: TinyCache) -> None:
    """Both keys that vLLM 0.30 and later need are set from the profile."""
    from workers.engine.vllm import engine_arguments  # noqa: PLC0415 - imports vLLM

    yarn = Yarn(factor=4.0, original_max_position_embeddings=4_096, rope_theta=1e6)
    engine = msgspec.structs.replace(tiny_cache.profile.engine, yarn=yarn)
    profile = msgspec.structs.replace(tiny_cache.profile, engine=engine)

    overrides = engine_arguments(profile, tiny_cache.model)["hf_overrides"]

    assert overrides["max_position_embeddings"] == profile.context
    assert overrides["rope_parameters"]["original_max_position_embeddings"] == 4_096
    assert overrides["rope_parameters"]["rope_theta"] == 1e6


@pytest.mark.parametrize(("length", "rope"), [(8_192, "default"), (16_384, "linear")])
def test_disagreement_is_refused(tiny_cache: TinyCache, length: int, rope: str) -> None:
    """An engine that would run with another context or rope scaling than is pinned does not start."""
    from workers.engine.vllm import check_configuration  # noqa: PLC0415 - imports vLLM

    class HfConfig:
        rope_parameters = {"rope_type": rope}  # noqa: RUF012

    class ModelConfig:
        max_model_len = length
        hf_config = HfConfig()

    with pytest.raises(ModelMismatch):
        check_configuration(tiny_cache.profile, ModelConfig())

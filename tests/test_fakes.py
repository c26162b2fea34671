"""The doubles pass the contracts of what they stand for."""

import pytest

from app.analysis.generator import GenerationRequest, Generator
from app.packing.vocabulary import Vocabulary
from tests.contracts.generator import LONG_SCHEMA, SCHEMA, GeneratorContract
from tests.fakes import ScriptedGenerator
from tests.tiny import real_tokenizer_folder

_CONTEXT = 16_384


def _answer(request: GenerationRequest) -> str:
    if request.schema == SCHEMA:
        return '{"verdict":"found","severity":2}'
    if request.schema == LONG_SCHEMA:
        return '"' + "x" * 450 + '"'
    return request.schema.decode().removeprefix('{"enum":[').removesuffix("]}")


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    """The real one."""
    return Vocabulary(real_tokenizer_folder() / "tokenizer.json")


class TestScriptedGenerator(GeneratorContract):
    """The scripted generator is a Generator."""

    context = _CONTEXT

    @pytest.fixture
    def generator(self) -> Generator:
        """A new one for each test."""
        return ScriptedGenerator(_answer, context=_CONTEXT)

    async def kill(self, generator: Generator) -> None:
        """It has a switch for that."""
        await generator.close()

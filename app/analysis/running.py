"""Runs one analysis: pack, generate, check. Knows no queue, no store and no particular engine."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from datetime import UTC, datetime

import msgspec

from app.analysis import risks
from app.analysis.generator import Delta, Generation, GenerationRequest, Generator
from app.analysis.result import AnalysisResult, ModelStamp, TokenCounts
from app.documents.language import Language, language_of
from app.errors import AnswerCutShort, EngineDied
from app.packing.keydata import KeyWord, groups_of, select_passages
from app.packing.prompt import PackedDocument, Prompt, PromptText, pack
from app.packing.vocabulary import Vocabulary
from app.profiles.model import Profile
from app.profiles.served import ServedModel
from app.prompting.library import PromptFile, PromptLibrary
from app.verify.quotes import QuoteIndex


class Toolbox(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that planning needs; equal in the API and in the worker, so that their plans are."""

    profile: Profile
    model: ServedModel
    vocabulary: Vocabulary
    prompts: PromptLibrary


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked. Without a language, the documents' own is used."""

    job: str
    tenant: str
    kind: str
    documents: tuple[PackedDocument, ...]
    language: Language | None
    seed: int


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The prompt and the files it was made from."""

    prompt: Prompt
    schema: bytes
    language: Language
    prompts: tuple[str, ...]


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """Where the work stands: `reading` the prompt, `writing` the answer, `verifying` it."""

    name: str
    prompt_tokens: int
    answer_tokens: int = 0


Observer = Callable[[Stage], Awaitable[None]]


def _prompt_text(rules: PromptFile, task: str) -> PromptText:
    markers = msgspec.convert(rules.settings, dict[str, str])
    return PromptText(instructions=rules.fill({}), task=task, **markers)


def plan(toolbox: Toolbox, documents: Sequence[PackedDocument], language: Language | None) -> Plan:
    """Pack the prompt of a risks analysis. Pure; raises DocumentTooLong."""
    language = language or language_of(documents[0].document.text)
    rules = toolbox.prompts.get("rules", language)
    task = toolbox.prompts.get("risks", language)
    text = _prompt_text(
        rules,
        task.fill({"summary_limit": risks.SUMMARY_LIMIT}),
    )
    prompting = toolbox.profile.prompting
    key_data = select_passages(
        [packed.document for packed in documents],
        msgspec.convert(task.settings["key_words"], list[KeyWord]),
        toolbox.vocabulary,
        page_marker=text.page_marker if len(documents) == 1 else text.document_page_marker,
        signal_words=task.settings["signal_words"],
        per_topic=prompting.passages_per_topic,
    )
    prompt = pack(
        documents,
        text=text,
        key_data=key_data.ids,
        chat=toolbox.model.manifest.chat,
        vocabulary=toolbox.vocabulary,
        answer_limit=risks.ANSWER_LIMIT,
        context=toolbox.profile.context,
    )
    bound = prompting.quotes == "key_passages"
    quotable = groups_of(key_data, risks.MIN_RISKS, risks.MAX_RISKS) if bound else []
    return Plan(
        prompt=prompt,
        schema=risks.answer_schema(quotable),
        language=language,
        prompts=(rules.reference, task.reference),
    )


async def run(
    toolbox: Toolbox, analysis: Analysis, generator: Generator, observe: Observer
) -> AnalysisResult:
    """The checked result. Raises a GenerationError when the model's answer cannot be used."""
    started = time.monotonic()
    planned = await asyncio.to_thread(plan, toolbox, analysis.documents, analysis.language)
    packed = time.monotonic()
    generation = await _generate(planned, analysis, generator, observe)
    generated = time.monotonic()
    await observe(
        Stage(
            name="verifying",
            prompt_tokens=generation.prompt_tokens,
            answer_tokens=generation.answer_tokens,
        ),
    )
    answer = await asyncio.to_thread(_verify, generation, analysis.documents)
    verified = time.monotonic()
    return AnalysisResult(
        job=analysis.job,
        kind=analysis.kind,
        documents=tuple(packed.id for packed in analysis.documents),
        language=planned.language,
        answer=answer,
        model=ModelStamp(
            profile=toolbox.profile.name,
            profile_digest=toolbox.profile.digest,
            model=toolbox.profile.model.name,
            source=toolbox.model.manifest.source,
        ),
        prompts=planned.prompts,
        seed=analysis.seed,
        tokens=TokenCounts(
            prompt=generation.prompt_tokens,
            cached=generation.cached_tokens,
            answer=generation.answer_tokens,
        ),
        receipt=planned.prompt.receipt,
        seconds={
            "pack": round(packed - started, 3),
            "generate": round(generated - packed, 3),
            "verify": round(verified - generated, 3),
        },
        created_at=datetime.now(UTC),
    )


async def _generate(planned: Plan, analysis: Analysis, generator: Generator, observe: Observer) -> Generation:
    tokens_in = len(planned.prompt.ids)
    request = GenerationRequest(
        prompt=planned.prompt.ids,
        schema=planned.schema,
        answer_limit=risks.ANSWER_LIMIT,
        seed=analysis.seed,
        cache_salt=analysis.tenant,
    )
    await observe(Stage(name="reading", prompt_tokens=tokens_in))
    stream = generator.generate(request)
    async with aclosing(stream) as items:
        async for item in items:
            match item:
                case Delta(answer_tokens=tokens):
                    await observe(
                        Stage(name="writing", prompt_tokens=tokens_in, answer_tokens=tokens),
                    )
                case Generation(finish="length", answer_tokens=tokens):
                    raise AnswerCutShort(tokens)
                case Generation():
                    return item
    raise EngineDied


def _verify(generation: Generation, documents: Sequence[PackedDocument]) -> risks.RisksAnswer:
    return risks.read_answer(
        generation.text, [QuoteIndex(packed.document, packed.id) for packed in documents]
    )

"""Documents and jobs through both workers' own code, with a real Redis, a real store and a scripted engine."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from app.analysis.generator import GenerationRequest
from app.documents.identity import DEFAULT_TENANT, DocumentHasher, DocumentId, new_job_id
from app.errors import QueueUnavailable
from app.jobs.model import JobKind, JobState, Submission
from app.launcher.processes import Command, Service, wait_until
from app.launcher.redis_server import prepare, url_of
from app.services.delivery import deliver, unread_documents
from app.services.opening import Services, open_services, open_toolbox
from app.settings import Settings, inherited_environment
from app.store.documents import DocumentRecord, DocumentState
from tests.builders import encrypted_pdf, pdf_of
from tests.conftest import TinyCache
from tests.fakes import ScriptedGenerator
from workers.analyst import Analyst
from workers.extract import Extractor
from workers.sweep import sweep

pytestmark = pytest.mark.anyio


@pytest.fixture
async def services(tiny_cache: TinyCache, tmp_path: Path, anyio_backend: str) -> AsyncIterator[Services]:
    """Stores, queues and tools as a worker holds them, on a Redis of their own."""
    arguments, socket = prepare(tmp_path / "redis")
    redis = Service(
        Command(
            name="redis", arguments=arguments, environment=inherited_environment(), log=tmp_path / "redis.log"
        ),
    )
    assert wait_until(socket.exists, 10)
    settings = Settings(
        home=str(tmp_path / "home"),
        cache=str(tiny_cache.folder),
        profile=str(tiny_cache.profile_file),
        redis_url=url_of(socket),
    )
    opened = open_services(settings, open_toolbox(settings))
    yield opened
    await opened.close()
    redis.stop()


async def add(services: Services, content: bytes, tmp_path: Path) -> DocumentId:
    """A document as an upload leaves it."""
    path = tmp_path / f"upload-{secrets.token_hex(4)}"  # the store may keep the file itself
    path.write_bytes(content)
    hasher = DocumentHasher(DEFAULT_TENANT)
    hasher.update(content)
    record = DocumentRecord(
        id=hasher.document_id(), filename="a.pdf", size=len(content), created_at=datetime.now(UTC)
    )
    await services.documents.add(DEFAULT_TENANT, record, path)
    return record.id


async def submit(services: Services, *documents: DocumentId) -> Submission:
    """A job as the API leaves it."""
    submission = Submission(
        id=new_job_id(),
        tenant=DEFAULT_TENANT,
        kind=JobKind.RISKS,
        documents=documents,
        language=None,
        seed=1,
        created_at=datetime.now(UTC),
    )
    await services.jobs.submit(submission)
    return submission


def quoting(*quotes: str) -> ScriptedGenerator:
    """An engine that finds a risk in each quote."""

    def script(request: GenerationRequest) -> str:
        risks = [
            {
                "quote": quote,
                "page": 1,
                "title": "Risk",
                "explanation": "Something may happen.",
                "severity": "high",
            }
            for quote in quotes
        ]
        return msgspec.json.encode({"risks": risks, "summary": "Some things may happen."}).decode()

    return ScriptedGenerator(script, context=16_384)


_FIRST = "The supplier may default on its debts."
_SECOND = "The buyer bears the risk of loss."
_THIRD = "Litigation is pending in two courts."


async def test_a_job_waits_for_all_of_its_documents(services: Services, tmp_path: Path) -> None:
    """With two unread documents, the first one that is read does not start the job; quotes name their document."""
    one = await add(services, pdf_of([_FIRST]), tmp_path)
    two = await add(services, pdf_of([_SECOND + " " + _THIRD]), tmp_path)
    job = await submit(services, one, two)
    extractor = Extractor(services)
    analyst = Analyst(services, quoting(_FIRST, _SECOND, _THIRD))
    await deliver(services, job)

    await extractor.work(DEFAULT_TENANT, one)
    await analyst.work(DEFAULT_TENANT, job.id)
    assert await services.jobs.final(DEFAULT_TENANT, job.id) is None
    assert await unread_documents(services, DEFAULT_TENANT, job.documents) == [two]

    await extractor.work(DEFAULT_TENANT, two)
    await analyst.work(DEFAULT_TENANT, job.id)
    final = await services.jobs.final(DEFAULT_TENANT, job.id)
    assert final is not None
    assert final.state is JobState.SUCCEEDED
    result = msgspec.json.decode(await services.jobs.result(DEFAULT_TENANT, job.id))
    quoted = {risk["quotes"][0]["text"]: risk["quotes"][0]["document"] for risk in result["answer"]["risks"]}
    assert quoted == {_FIRST: one, _SECOND: two, _THIRD: two}


async def test_one_end_for_one_job(services: Services, tmp_path: Path) -> None:
    """A job that is delivered again after its end is left alone."""
    document = await add(services, pdf_of([_FIRST + " " + _SECOND + " " + _THIRD]), tmp_path)
    job = await submit(services, document)
    await Extractor(services).work(DEFAULT_TENANT, document)
    await Analyst(services, quoting(_FIRST, _SECOND, _THIRD)).work(DEFAULT_TENANT, job.id)
    first = await services.jobs.result(DEFAULT_TENANT, job.id)

    await Analyst(services, quoting("Other words that are nowhere.", _SECOND, _THIRD)).work(
        DEFAULT_TENANT, job.id
    )

    assert await services.jobs.result(DEFAULT_TENANT, job.id) == first


async def test_an_invalid_answer_fails_the_job(services: Services, tmp_path: Path) -> None:
    """What does not follow the schema is never shown."""
    document = await add(services, pdf_of([_FIRST]), tmp_path)
    job = await submit(services, document)
    await Extractor(services).work(DEFAULT_TENANT, document)

    await Analyst(services, ScriptedGenerator(lambda request: "{", context=16_384)).work(
        DEFAULT_TENANT, job.id
    )

    final = await services.jobs.final(DEFAULT_TENANT, job.id)
    assert final is not None
    assert final.problem is not None
    assert (final.state, final.problem.code) == (JobState.FAILED, "answer_not_valid")


async def test_a_stopped_attempt_does_not_count(services: Services, tmp_path: Path) -> None:
    """A deployment that stops the worker in the middle of a job uses up none of its attempts."""
    document = await add(services, pdf_of([_FIRST]), tmp_path)
    job = await submit(services, document)
    await Extractor(services).work(DEFAULT_TENANT, document)

    class Waiting(ScriptedGenerator):
        async def check(self) -> None:
            await asyncio.sleep(60)

    work = asyncio.create_task(
        Analyst(services, Waiting(lambda request: "", context=16_384)).work(DEFAULT_TENANT, job.id),
    )
    await asyncio.sleep(0.5)
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)

    assert await services.jobs.begin(DEFAULT_TENANT, job.id, most=1) == 1


async def test_a_stopped_reading_does_not_count(services: Services, tmp_path: Path) -> None:
    """Nor does stopping the reader in the middle of a document use up an attempt at reading it."""
    document = await add(services, pdf_of([_FIRST] * 40), tmp_path)

    work = asyncio.create_task(Extractor(services).work(DEFAULT_TENANT, document))
    await asyncio.sleep(0.1)
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)

    assert await services.documents.state(DEFAULT_TENANT, document) is DocumentState.EXTRACTING
    assert await services.documents.begin(DEFAULT_TENANT, document, most=1) == 1


async def test_the_sweeper_finds_what_redis_lost(services: Services, tmp_path: Path) -> None:
    """Unread documents and open jobs are queued again, settled ones are forgotten."""
    unread = await add(services, pdf_of([_FIRST]), tmp_path)
    settled = await add(services, encrypted_pdf(), tmp_path)
    await Extractor(services).work(DEFAULT_TENANT, settled)
    await services.documents.add_waiting(DEFAULT_TENANT, settled, new_job_id())
    job = await submit(services, unread)
    ended = await submit(services, settled)
    await Analyst(services, quoting()).work(DEFAULT_TENANT, ended.id)

    await sweep(services)

    assert await services.documents.open_documents() == [(DEFAULT_TENANT, unread)]
    assert await services.jobs.open_jobs() == [(DEFAULT_TENANT, job.id)]
    await services.extract_queue.put(DEFAULT_TENANT, unread)  # it is queued already, and that is no error


async def test_reading_is_given_up_after_some_attempts(services: Services, tmp_path: Path) -> None:
    """A document that ends its worker each time becomes a failed one instead of a crash loop."""
    document = await add(services, pdf_of([_FIRST]), tmp_path)
    for _ in range(services.settings.job_attempts):
        await services.documents.begin(DEFAULT_TENANT, document, most=services.settings.job_attempts)

    await Extractor(services).work(DEFAULT_TENANT, document)

    problem = await services.documents.failure(DEFAULT_TENANT, document)
    assert await services.documents.state(DEFAULT_TENANT, document) is DocumentState.FAILED
    assert problem is not None
    assert problem.code == "reading_interrupted"


async def test_limits_can_be_raised(services: Services, tmp_path: Path) -> None:
    """A document that went over a limit is read again once its failure is forgotten."""
    document = await add(services, pdf_of([_FIRST, _SECOND]), tmp_path)
    strict = msgspec.structs.replace(
        services, settings=msgspec.structs.replace(services.settings, extract_pages=1)
    )
    await Extractor(strict).work(DEFAULT_TENANT, document)
    problem = await services.documents.failure(DEFAULT_TENANT, document)
    assert problem is not None
    assert problem.code == "too_many_pages"

    await services.documents.forget_failure(DEFAULT_TENANT, document)
    await Extractor(services).work(DEFAULT_TENANT, document)

    assert await services.documents.state(DEFAULT_TENANT, document) is DocumentState.READY


async def test_no_redis_is_no_loss(services: Services, tmp_path: Path) -> None:
    """What was stored while Redis was away is there for the sweeper."""
    document = await add(services, pdf_of([_FIRST]), tmp_path)
    job = await submit(services, document)
    gone = msgspec.structs.replace(services.settings, redis_url=url_of(tmp_path / "nobody.sock"))
    without = open_services(gone, services.toolbox)

    with pytest.raises(QueueUnavailable):
        await deliver(without, job)

    assert await services.jobs.open_jobs() == [(DEFAULT_TENANT, job.id)]
    assert await services.documents.open_documents() == [(DEFAULT_TENANT, document)]
    await without.close()

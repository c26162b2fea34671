"""The main job, with nothing replaced: real API, real Redis, real workers, real engine, real PDFs."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from app.analysis.result import AnalysisResult
from app.api.schemas import JobOut
from app.cli.client import Client
from app.jobs.model import JobState
from app.launcher.processes import wait_until
from app.launcher.stack import Stack, running_stack
from app.settings import Settings
from app.verify.evidence import QuoteStatus
from tests.builders import pdf_of, squeezed, text_of_pages

pytestmark = pytest.mark.engine


def finished(client: Client, job: JobOut, seconds: float = 240) -> JobOut:
    """The job at its end."""
    end = time.monotonic() + seconds
    while job.finished_at is None and time.monotonic() < end:
        time.sleep(0.3)
        job = client.job(job.id)
    return job


def check_quotes(result: AnalysisResult, pdf: Path) -> int:
    """Every quote that is called verbatim stands on the pages it names, by another reading of the PDF."""
    pages = text_of_pages(pdf)
    verbatim = [
        quote for risk in result.answer.risks for quote in risk.quotes if quote.status is QuoteStatus.VERBATIM
    ]
    for quote in verbatim:
        for occurrence in quote.occurrences:
            numbers = [place.page for place in occurrence.places]
            assert squeezed(quote.text) in squeezed("".join(pages[number - 1] for number in numbers))
            assert all(place.rects for place in occurrence.places)
    return len(verbatim)


@pytest.fixture(scope="module")
def small_stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """The service as `make serve` starts it, with the small model."""
    settings = Settings(home=str(tmp_path_factory.mktemp("home")))
    with running_stack(settings, lambda text: None) as stack:
        yield stack


def test_risks_of_a_contract(small_stack: Stack, samples: Path) -> None:
    """A PDF goes in, a risk summary comes out, and every quote of it is in the document."""
    pdf = samples / "supply-contract-v1.pdf"
    with closing(Client(small_stack.url)) as client:
        document = client.upload(pdf)
        job = finished(client, client.analyse("risks", [document.id], None, 1))
        result = client.result(job.id)

    quotes = [quote for risk in result.answer.risks for quote in risk.quotes]
    assert job.state is JobState.SUCCEEDED
    assert len(result.answer.risks) >= 3
    assert check_quotes(result, pdf) >= 0.8 * len(quotes)
    assert 0 < len(result.answer.summary) <= 300
    assert result.tokens.prompt == result.receipt.prompt_tokens
    assert result.receipt.complete
    assert result.receipt.documents[0].pages_whole == tuple(range(1, len(text_of_pages(pdf)) + 1))
    assert (result.model.profile, result.seed) == ("cpu-small", 1)
    assert all("@" in prompt for prompt in result.prompts)


def test_killed_worker(tiny_stack: Stack, samples: Path) -> None:
    """Killing the engine's worker in the middle leaves the API answering, and the job is done by the next one."""
    with closing(Client(tiny_stack.url)) as client:
        document = client.upload(samples / "zh-report.pdf")
        job = client.analyse("risks", [document.id], None, 3)
        assert wait_until(lambda: client.job(job.id).state is JobState.RUNNING, 90)

        os.kill(tiny_stack.service("generate").pid, signal.SIGKILL)
        while_dead = client.job(job.id)
        assert wait_until(lambda: tiny_stack.revive() == ["generate"], 10)
        done = finished(client, job)

        assert while_dead.finished_at is None
        assert done.state is JobState.SUCCEEDED
        result = client.result(job.id)
    check_quotes(result, samples / "zh-report.pdf")
    assert msgspec.json.decode(msgspec.json.encode(result), type=AnalysisResult) == result


_CANARY = "The quetzal clause indemnifies nobody"


def test_nothing_of_a_document_leaks(tiny_stack: Stack, tiny_settings: Settings, tmp_path: Path) -> None:
    """Neither a log nor Redis's files hold a word of a document, its name, or an answer about it."""
    pdf = tmp_path / "quetzal-report.pdf"
    pdf.write_bytes(
        pdf_of([f"{_CANARY} against litigation. {_CANARY} for breach. The pump may burst and kill."])
    )
    with closing(Client(tiny_stack.url)) as client:
        document = client.upload(pdf)
        done = finished(client, client.analyse("risks", [document.id], None, 2))

    assert done.finished_at is not None
    home = tiny_settings.home_folder
    files = [path for folder in ("logs", "redis") for path in (home / folder).rglob("*") if path.is_file()]
    assert len(files) >= 5
    assert [path.name for path in files if b"quetzal" in path.read_bytes().lower()] == []

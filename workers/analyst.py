"""Runs one job of the ledger: load, run, save. Knows no particular engine."""

import os
import signal
import time
from functools import partial

from app.analysis.generator import Generator
from app.analysis.running import Analysis, Stage, run
from app.documents.identity import TenantId, parse_job_id
from app.errors import AppError, EngineDied, StoredError
from app.jobs.model import JobState, Progress, Submission
from app.packing.prompt import PackedDocument
from app.services.delivery import deliver, unread_documents
from app.services.opening import Services
from workers.entry import given_back_when_stopped

_POST_EVERY = 0.5


class Analyst:
    """Runs one job: load, run, save."""

    def __init__(self, services: Services, generator: Generator) -> None:
        self._services = services
        self._generator = generator

    async def work(self, tenant: TenantId, identifier: str) -> None:
        """Bring a job to its end, unless it has one."""
        job = parse_job_id(identifier)
        if job is None or await self._services.jobs.final(tenant, job) is not None:
            return
        submission = await self._services.jobs.submission(tenant, job)
        if await unread_documents(self._services, tenant, submission.documents):
            await deliver(self._services, submission)
            return
        try:
            attempt = await self._services.jobs.begin(
                tenant,
                job,
                most=self._services.settings.job_attempts,
            )
            async with given_back_when_stopped(partial(self._services.jobs.give_back, tenant, job, attempt)):
                await self._run(submission, attempt)
        except EngineDied:
            # The job stays open: it is delivered again to the worker that takes this one's place.
            os.kill(os.getpid(), signal.SIGTERM)
            raise
        except AppError as error:
            await self._services.jobs.fail(tenant, job, error.problem)

    async def _run(self, submission: Submission, attempt: int) -> None:
        documents = await self._load(submission)
        last = 0.0

        async def observe(stage: Stage) -> None:
            nonlocal last
            now = time.monotonic()
            if stage.name == "writing" and now - last < _POST_EVERY:
                return
            last = now
            await self._services.board.post(
                f"{submission.tenant}:{submission.id}",
                Progress(
                    state=JobState.VERIFYING if stage.name == "verifying" else JobState.RUNNING,
                    stage=stage.name,
                    prompt_tokens=stage.prompt_tokens,
                    answer_tokens=stage.answer_tokens,
                    attempt=attempt,
                ),
            )

        analysis = Analysis(
            job=submission.id,
            tenant=submission.tenant,
            kind=submission.kind,
            documents=documents,
            language=submission.language,
            seed=submission.seed,
        )
        result = await run(self._services.toolbox, analysis, self._generator, observe)
        await self._services.jobs.succeed(submission.tenant, result, attempt)

    async def _load(self, submission: Submission) -> tuple[PackedDocument, ...]:
        documents = []
        for document in submission.documents:
            problem = await self._services.documents.failure(submission.tenant, document)
            if problem is not None:
                raise StoredError(problem)
            documents.append(
                await self._services.documents.packed(
                    submission.tenant, document, self._services.toolbox.vocabulary
                ),
            )
        return tuple(documents)

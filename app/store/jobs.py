"""The ledger of jobs: submission and final, each written once; results beside them."""

from datetime import UTC, datetime

import msgspec

from app.analysis.result import AnalysisResult
from app.documents.identity import JobId, TenantId
from app.errors import JobInterrupted, JobNotFound, Problem, ResultNotFound
from app.jobs.model import Final, JobState, Submission
from app.store.marks import begin_attempt, open_work
from app.store.objects import ObjectStore


class JobStore:
    """Everything about jobs that is kept."""

    def __init__(self, objects: ObjectStore) -> None:
        self._objects = objects

    async def submit(self, submission: Submission) -> None:
        """Make the job durable; it is open from now until it has a final."""
        await self._objects.put(_open(submission.tenant, submission.id), b"")
        await self._objects.put(
            _key(submission.tenant, submission.id, "submission.json"),
            msgspec.json.encode(submission),
        )

    async def submission(self, tenant: TenantId, job: JobId) -> Submission:
        """The submission, or JobNotFound."""
        content = await self._objects.get(_key(tenant, job, "submission.json"))
        if content is None:
            raise JobNotFound(job)
        return msgspec.json.decode(content, type=Submission)

    async def final(self, tenant: TenantId, job: JobId) -> Final | None:
        """The job's end, or None while it is open."""
        content = await self._objects.get(_key(tenant, job, "final.json"))
        return None if content is None else msgspec.json.decode(content, type=Final)

    async def open_jobs(self) -> list[tuple[TenantId, JobId]]:
        """All jobs without an end, of all tenants."""
        return [(tenant, JobId(job)) for tenant, job in await open_work(self._objects, _OPEN)]

    async def settle(self, tenant: TenantId, job: JobId) -> None:
        """Nobody has to look after the job any more: it has its end."""
        await self._objects.delete(_open(tenant, job))

    async def begin(self, tenant: TenantId, job: JobId, *, most: int) -> int:
        """Count an attempt; raises JobInterrupted when that many were begun before."""
        attempt = await begin_attempt(self._objects, _key(tenant, job, "attempts/"), most)
        if attempt is None:
            raise JobInterrupted(most)
        return attempt

    async def give_back(self, tenant: TenantId, job: JobId, attempt: int) -> None:
        """Take back an attempt that was stopped on purpose, for instance by a deployment."""
        await self._objects.delete(_key(tenant, job, f"attempts/{attempt}"))

    async def succeed(self, tenant: TenantId, result: AnalysisResult, attempt: int) -> bool:
        """Publish a result; False when the job had ended before, and then this one counts for nothing."""
        job = JobId(result.job)
        key = _key(tenant, job, f"result-{attempt}.json")
        await self._objects.put(key, msgspec.json.encode(result))
        return await self._end(
            tenant, job, Final(state=JobState.SUCCEEDED, finished_at=_now(), result_key=key)
        )

    async def fail(self, tenant: TenantId, job: JobId, problem: Problem) -> bool:
        """End the job with a problem; False when it had ended before."""
        return await self._end(tenant, job, Final(state=JobState.FAILED, finished_at=_now(), problem=problem))

    async def result(self, tenant: TenantId, job: JobId) -> bytes:
        """The result as stored JSON. Raises JobNotFound or ResultNotFound."""
        await self.submission(tenant, job)
        final = await self.final(tenant, job)
        content = await self._objects.get(final.result_key) if final and final.result_key else None
        if content is None:
            raise ResultNotFound(job, final.state if final else "open")
        return content

    async def _end(self, tenant: TenantId, job: JobId, final: Final) -> bool:
        first = await self._objects.put(_key(tenant, job, "final.json"), msgspec.json.encode(final))
        await self.settle(tenant, job)
        return first


_OPEN = "open"


def _now() -> datetime:
    return datetime.now(UTC)


def _key(tenant: TenantId, job: JobId, name: str) -> str:
    return f"tenants/{tenant}/jobs/{job}/{name}"


def _open(tenant: TenantId, job: JobId) -> str:
    return f"{_OPEN}/{tenant}/{job}"

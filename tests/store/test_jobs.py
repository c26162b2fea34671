"""The ledger: one submission, one end, counted attempts."""

from datetime import UTC, datetime

import pytest
from obstore.store import MemoryStore

from app.documents.identity import DEFAULT_TENANT, DocumentId, TenantId, new_job_id
from app.errors import EngineDied, JobInterrupted, JobNotFound, ResultNotFound
from app.jobs.model import JobKind, JobState, Submission
from app.store.jobs import JobStore
from app.store.remote import RemoteStore

pytestmark = pytest.mark.anyio


def submission() -> Submission:
    """A new one."""
    return Submission(
        id=new_job_id(),
        tenant=DEFAULT_TENANT,
        kind=JobKind.RISKS,
        documents=(DocumentId("doc_" + "0" * 64),),
        language=None,
        seed=1,
        created_at=datetime.now(UTC),
    )


@pytest.fixture
def jobs() -> JobStore:
    """An empty ledger."""
    return JobStore(RemoteStore(MemoryStore()))


async def test_open_until_it_ends(jobs: JobStore) -> None:
    """A submitted job is open, a failed one is not, and its problem is kept."""
    job = submission()
    await jobs.submit(job)
    open_before = await jobs.open_jobs()

    await jobs.fail(job.tenant, job.id, EngineDied().problem)

    assert open_before == [(job.tenant, job.id)]
    assert await jobs.open_jobs() == []
    final = await jobs.final(job.tenant, job.id)
    assert final is not None
    assert (final.state, final.problem) == (JobState.FAILED, EngineDied().problem)


async def test_first_end_stays(jobs: JobStore) -> None:
    """A job that has ended cannot end again."""
    job = submission()
    await jobs.submit(job)

    ends = [await jobs.fail(job.tenant, job.id, JobInterrupted(number).problem) for number in (1, 2)]

    final = await jobs.final(job.tenant, job.id)
    assert ends == [True, False]
    assert final is not None
    assert final.problem == JobInterrupted(1).problem


async def test_attempts_are_counted(jobs: JobStore) -> None:
    """An attempt that was begun counts, one that was given back does not, and the last is refused."""
    job = submission()
    assert [await jobs.begin(job.tenant, job.id, most=3) for _ in range(2)] == [1, 2]
    await jobs.give_back(job.tenant, job.id, 2)
    assert [await jobs.begin(job.tenant, job.id, most=3) for _ in range(2)] == [2, 3]

    with pytest.raises(JobInterrupted):
        await jobs.begin(job.tenant, job.id, most=3)


async def test_another_tenant_sees_nothing(jobs: JobStore) -> None:
    """The tenant stands in every key."""
    job = submission()
    await jobs.submit(job)

    with pytest.raises(JobNotFound):
        await jobs.submission(TenantId("other"), job.id)
    with pytest.raises(JobNotFound):
        await jobs.result(TenantId("other"), job.id)


async def test_no_result_yet(jobs: JobStore) -> None:
    """An open job has no result, which is another thing than being unknown."""
    job = submission()
    await jobs.submit(job)

    with pytest.raises(ResultNotFound):
        await jobs.result(job.tenant, job.id)

"""GET /v1/jobs/{id} and its result."""

from litestar import Controller, Response, get

from app.api.requests import job_id
from app.api.schemas import JobOut
from app.documents.identity import TenantId
from app.jobs.model import JobState, Progress, Submission
from app.services.opening import Services
from app.store.documents import DocumentState


class Jobs(Controller):
    """Jobs as they stand."""

    path = "/v1/jobs"
    tags = ("jobs",)

    @get("/{job:str}", operation_id="GetJob")
    async def show(self, job: str, services: Services, tenant: TenantId) -> JobOut:
        """State and progress."""
        return await show_job(services, await services.jobs.submission(tenant, job_id(job)))

    @get("/{job:str}/result", operation_id="GetJobResult", media_type="application/json")
    async def result(self, job: str, services: Services, tenant: TenantId) -> Response[bytes]:
        """The checked result, as it was stored; 409 until the job has succeeded."""
        content = await services.jobs.result(tenant, job_id(job))
        return Response(content=content, media_type="application/json")


async def show_job(services: Services, submission: Submission) -> JobOut:
    """The job from what is stored, with a worker's last words while it is open."""
    final = await services.jobs.final(submission.tenant, submission.id)
    progress = None if final else await _progress(services, submission)
    open_state = progress.state if progress else JobState.QUEUED
    return JobOut(
        id=submission.id,
        kind=submission.kind,
        documents=submission.documents,
        seed=submission.seed,
        state=final.state if final else open_state,
        created_at=submission.created_at,
        finished_at=final.finished_at if final else None,
        progress=progress,
        problem=final.problem if final else None,
    )


async def _progress(services: Services, submission: Submission) -> Progress | None:
    own = await services.board.read(f"{submission.tenant}:{submission.id}")
    if own is not None:
        return own
    for document in submission.documents:
        if await services.documents.state(submission.tenant, document) is DocumentState.EXTRACTING:
            shown = await services.board.read(f"{submission.tenant}:{document}")
            return shown or Progress(state=JobState.EXTRACTING, stage="waiting")
    return None

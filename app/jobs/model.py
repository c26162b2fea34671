"""A job: what was submitted, how it ended, and what is known in between.

Submission and final are objects in the store, each written once: a job has exactly one end. Everything between
the two is progress, which may be lost and is never relied on.
"""

from datetime import datetime
from enum import StrEnum

import msgspec

from app.documents.identity import DocumentId, JobId, TenantId
from app.documents.language import Language
from app.errors import Problem


class JobState(StrEnum):
    """Where a job stands; the last three are final."""

    QUEUED = "queued"
    EXTRACTING = "extracting"
    RUNNING = "running"
    VERIFYING = "verifying"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"


class JobKind(StrEnum):
    """The analyses that can be asked for."""

    RISKS = "risks"


class Submission(msgspec.Struct, frozen=True, kw_only=True):
    """What a 202 promises to do."""

    id: JobId
    tenant: TenantId
    kind: JobKind
    documents: tuple[DocumentId, ...]
    language: Language | None
    seed: int
    created_at: datetime


class Final(msgspec.Struct, frozen=True, kw_only=True):
    """The job's end: a result under `result_key`, or the problem that stopped it."""

    state: JobState
    finished_at: datetime
    result_key: str | None = None
    problem: Problem | None = None


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """A worker's last words on a job or an extraction; figures and stages only, never content."""

    state: JobState
    stage: str = ""
    pages_done: int = 0
    pages: int = 0
    prompt_tokens: int = 0
    answer_tokens: int = 0
    attempt: int = 0

"""The wire: what clients send and get. Field names are the documented API."""

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from app.documents.language import Language
from app.errors import Problem
from app.jobs.model import JobKind, JobState, Progress
from app.store.documents import DocumentState, Summary

PASSWORD_HEADER = "x-document-password"  # noqa: S105 - the name of a header
"""Its value is percent-encoded UTF-8, since headers hold no other letters."""


class DocumentOut(msgspec.Struct, frozen=True, kw_only=True):
    """An uploaded document. `summary` is there when it is ready, `problem` when it cannot be read."""

    id: str
    filename: str
    size: int
    created_at: datetime
    state: DocumentState
    summary: Summary | None
    problem: Problem | None
    progress: Progress | None


class AnalysisIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What to do with which documents. Without a language, the document's own; without a seed, a random one."""

    kind: JobKind
    documents: Annotated[list[str], Meta(min_length=1, max_length=16)]
    language: Language | None = None
    seed: Annotated[int, Meta(ge=0, lt=2**31)] | None = None


class JobOut(msgspec.Struct, frozen=True, kw_only=True):
    """A job. `progress` is what a worker said last; `problem` is there when it failed."""

    id: str
    kind: JobKind
    documents: tuple[str, ...]
    seed: int
    state: JobState
    created_at: datetime
    finished_at: datetime | None
    progress: Progress | None
    problem: Problem | None


class Health(msgspec.Struct, frozen=True):
    """Alive, or ready to take work."""

    status: str

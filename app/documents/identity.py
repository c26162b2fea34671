"""Names of things: a document is named by its owner and its bytes, so that no tenant can guess another's."""

import hashlib
import re
import secrets
from typing import NewType

TenantId = NewType("TenantId", str)
DocumentId = NewType("DocumentId", str)
JobId = NewType("JobId", str)

DEFAULT_TENANT = TenantId("default")

_DOCUMENT_ID = re.compile(r"doc_[0-9a-f]{64}")
_JOB_ID = re.compile(r"job_[0-9a-f]{32}")


class DocumentHasher:
    """SHA-256 over tenant and bytes, fed as the upload arrives."""

    def __init__(self, tenant: TenantId) -> None:
        self._sha256 = hashlib.sha256(tenant.encode() + b"\0")

    def update(self, chunk: bytes) -> None:
        """Add the next bytes of the file."""
        self._sha256.update(chunk)

    def document_id(self) -> DocumentId:
        """The id of all bytes given so far."""
        return DocumentId(f"doc_{self._sha256.hexdigest()}")


def new_job_id() -> JobId:
    """128 random bits: ids cannot be guessed or counted."""
    return JobId(f"job_{secrets.token_hex(16)}")


def parse_document_id(text: str) -> DocumentId | None:
    """The id, or None for text that can be no document's id (and must reach no path)."""
    return DocumentId(text) if _DOCUMENT_ID.fullmatch(text) else None


def parse_job_id(text: str) -> JobId | None:
    """The id, or None for text that can be no job's id."""
    return JobId(text) if _JOB_ID.fullmatch(text) else None

"""Ids of documents and jobs."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.documents.identity import (
    DEFAULT_TENANT,
    DocumentHasher,
    DocumentId,
    TenantId,
    new_job_id,
    parse_document_id,
    parse_job_id,
)


def _id_of(tenant: TenantId, *chunks: bytes) -> DocumentId:
    hasher = DocumentHasher(tenant)
    for chunk in chunks:
        hasher.update(chunk)
    return hasher.document_id()


@given(st.lists(st.binary(max_size=50)))
def test_chunks_do_not_matter(chunks: list[bytes]) -> None:
    """The id depends on the bytes, not on how they arrived."""
    assert _id_of(DEFAULT_TENANT, b"".join(chunks)) == _id_of(DEFAULT_TENANT, *chunks)


def test_is_sha256_of_tenant_and_bytes() -> None:
    """The id is the hash of tenant, a zero byte and the file."""
    expected = hashlib.sha256(b"default\0%PDF-").hexdigest()

    assert f"doc_{expected}" == _id_of(DEFAULT_TENANT, b"%PDF-")


def test_tenants_are_apart() -> None:
    """The same bytes of two tenants are two documents, and no tenant's name runs into the bytes."""
    ids = {_id_of(TenantId("a"), b"bc"), _id_of(TenantId("b"), b"bc"), _id_of(TenantId("ab"), b"c")}

    assert len(ids) == 3


def test_document_id_can_be_asked_for_early() -> None:
    """Asking for the id does not end the hashing."""
    hasher = DocumentHasher(DEFAULT_TENANT)
    early = hasher.document_id()
    hasher.update(b"x")

    assert _id_of(DEFAULT_TENANT) == early
    assert _id_of(DEFAULT_TENANT, b"x") == hasher.document_id()


def test_made_ids_parse() -> None:
    """What is made here is accepted here."""
    document, job = _id_of(DEFAULT_TENANT, b"x"), new_job_id()

    assert document == parse_document_id(document)
    assert job == parse_job_id(job)
    assert job != new_job_id()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "doc_",
        "doc_" + "0" * 63,
        "doc_" + "0" * 65,
        "doc_" + "A" * 64,
        "doc_" + "0" * 64 + "\n",
        " doc_" + "0" * 64,
        "doc_" + "../" * 21 + "x",
        "doc_" + "٠" * 64,
        "job_" + "0" * 32,
    ],
)
def test_no_document_id(text: str) -> None:
    """Text of any other form is no document's id."""
    assert parse_document_id(text) is None


@pytest.mark.parametrize("text", ["", "job_" + "0" * 31, "job_" + "0" * 32 + "\n", "doc_" + "0" * 64])
def test_no_job_id(text: str) -> None:
    """Text of any other form is no job's id."""
    assert parse_job_id(text) is None

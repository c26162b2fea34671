"""A file to a document."""

from pathlib import Path

import pytest

from app.documents.model import PageKind
from app.errors import AppError, EmptyUpload, NotAPdf
from app.extract.raw import Limits
from app.intake.reading import HEADER_WINDOW, check_header, read_document
from tests.builders import (
    empty_pages_pdf,
    encrypted_pdf,
    image_pdf,
    no_pages_pdf,
    pdf_of,
    squeezed,
    text_of_pages,
)

_SAMPLES = sorted((Path(__file__).parent.parent.parent / "deploy" / "samples").glob("*.pdf"))


@pytest.mark.parametrize(
    "head",
    [
        b"%PDF-1.7\n",
        b"\xef\xbb\xbf%PDF-1.4",
        b"junk\n" * 10 + b"%PDF-2.0",
        b" " * (HEADER_WINDOW - 5) + b"%PDF-",
    ],
)
def test_header(head: bytes) -> None:
    """The header may stand anywhere in the first kilobyte."""
    check_header(head)


@pytest.mark.parametrize(
    "head",
    [b"hello", b"PK\x03\x04", b"%PD", b"%pdf-1.7", b" " * (HEADER_WINDOW - 4) + b"%PDF-", b"\0" * 5_000],
)
def test_no_header(head: bytes) -> None:
    """Anything else is no PDF."""
    with pytest.raises(NotAPdf):
        check_header(head)


def test_nothing() -> None:
    """No bytes at all is an error of its own."""
    with pytest.raises(EmptyUpload):
        check_header(b"")


@pytest.mark.anyio
async def test_read(tmp_path: Path) -> None:
    """A PDF becomes a document, and progress is told."""
    path = tmp_path / "test.pdf"
    path.write_bytes(pdf_of(["The supplier delivers.", "", "供应商交付。"]))
    told: list[tuple[int, int]] = []

    document = await read_document(
        path, limits=Limits(), progress=lambda done, pages: told.append((done, pages))
    )

    assert document.text == "The supplier delivers.\n供应商交付。\n"
    assert [page.kind for page in document.pages] == [PageKind.TEXT, PageKind.EMPTY, PageKind.TEXT]
    assert told == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty_upload"),
        (b"hello", "not_a_pdf"),
        (b"%PDF-1.7\nthis is all there is", "damaged_document"),
        (no_pages_pdf(), "damaged_document"),
        (encrypted_pdf(), "encrypted_document"),
        (image_pdf(), "no_text"),
        (empty_pages_pdf(2), "no_text"),
    ],
    ids=["empty", "no PDF", "damaged", "no pages", "encrypted", "pictures", "white paper"],
)
async def test_unreadable(tmp_path: Path, content: bytes, code: str) -> None:
    """Each kind of file that cannot be read has its own code."""
    path = tmp_path / "test.pdf"
    path.write_bytes(content)

    with pytest.raises(AppError) as refused:
        await read_document(path, limits=Limits())

    assert refused.value.problem.code == code


@pytest.mark.anyio
@pytest.mark.parametrize("path", _SAMPLES, ids=lambda path: path.name)
async def test_samples(path: Path) -> None:
    """Of the sample documents every character is read that pymupdf alone reads, page by page."""
    document = await read_document(path, limits=Limits())

    read = [
        sorted(squeezed("".join(document.text_of(block) for block in page.blocks)).replace("-", ""))
        for page in document.pages
    ]
    expected = [sorted(squeezed(text).replace("-", "")) for text in text_of_pages(path)]
    assert expected == read

"""A file to a document."""

import os
import signal
import unicodedata
from pathlib import Path

import pytest

from app.documents.model import PageKind
from app.errors import AppError
from app.extract.ranges import Options
from app.extract.raw import Limits
from app.intake.reading import read_and_tokenize, read_document, read_file
from app.packing.tokens import tokenize
from app.packing.vocabulary import Vocabulary
from tests.builders import (
    drawn_pdf,
    empty_pages_pdf,
    encrypted_pdf,
    image_pdf,
    joined_pdf,
    no_pages_pdf,
    pdf_of,
    squeezed,
    text_of_pages,
)
from tests.flow_builders import docx_of, paragraph, run
from tests.reading import children
from tests.tiny import real_tokenizer_folder

_SAMPLES = sorted((Path(__file__).parent.parent.parent / "deploy" / "samples").glob("*.pdf"))


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
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 64, "unsupported_file"),
        (b"%PDF-1.7\nthis is all there is", "damaged_document"),
        (no_pages_pdf(), "damaged_document"),
        (encrypted_pdf(), "password_required"),
        (image_pdf(), "no_text"),
        (empty_pages_pdf(2), "no_text"),
    ],
    ids=["empty", "picture", "damaged", "no pages", "encrypted", "pictures", "white paper"],
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

    read = [_characters("".join(document.text_of(block) for block in page.blocks)) for page in document.pages]
    assert [_characters(text) for text in text_of_pages(path)] == read


def _characters(text: str) -> list[str]:
    """All but hyphens, which end lines, and marks without width; a raised 1 is a 1."""
    return sorted(unicodedata.normalize("NFKC", squeezed(text)).replace("-", "").replace("\u2060", ""))


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("name", "content", "kinds"),
    [
        ("notes.txt", "标题\n\n第一段。\n".encode("gb18030"), ["paragraph", "paragraph"]),
        (
            "notes.md",
            b"# Title\n\nText.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
            ["heading", "paragraph", "table"],
        ),
        (
            "page.html",
            b"<html><h2>Title</h2><p>Text.</p><ul><li>One</li></ul>",
            ["heading", "paragraph", "list_item"],
        ),
        ("contract.docx", docx_of(body=paragraph(run("Text."))), ["paragraph"]),
    ],
    ids=["text", "markdown", "html", "docx"],
)
async def test_files_without_pages(tmp_path: Path, name: str, content: bytes, kinds: list[str]) -> None:
    """Other files are read in the same confined process, as one page, with what is recognised in them."""
    path = tmp_path / "upload"
    path.write_bytes(content)

    read = await read_file(path, limits=Limits(), name=name)

    assert [block.kind.value for block in read.document.pages[0].blocks] == kinds
    assert len(read.document.tables) == kinds.count("table")
    assert len(read.structure.sections) == kinds.count("heading")


_ENDLESS = drawn_pdf(b" ", times=10, levels=12)


@pytest.mark.anyio
async def test_lost_page(tmp_path: Path) -> None:
    """A page that was not read stands in its place and says why."""
    path = tmp_path / "test.pdf"
    path.write_bytes(joined_pdf([pdf_of(["First."]), _ENDLESS, pdf_of(["Third."])]))

    document = await read_document(path, limits=Limits(page_seconds=2))

    assert [page.kind for page in document.pages] == [PageKind.TEXT, PageKind.UNREAD, PageKind.TEXT]
    assert "2 seconds" in document.pages[1].note
    assert [page.number for page in document.pages] == [1, 2, 3]


@pytest.mark.anyio
async def test_password(tmp_path: Path) -> None:
    """The right one opens the file, a wrong one has its own error."""
    path = tmp_path / "test.pdf"
    path.write_bytes(encrypted_pdf("The supplier delivers."))

    document = await read_document(path, limits=Limits(), options=Options(password="user"))
    with pytest.raises(AppError) as refused:
        await read_document(path, limits=Limits(), options=Options(password="guess"))

    assert document.text == "The supplier delivers.\n"
    assert refused.value.problem.code == "password_wrong"


@pytest.mark.anyio
async def test_password_as_it_is_typed(tmp_path: Path) -> None:
    """Full-width letters and soft hyphens are what PDF 2.0 says they are: plain letters and nothing."""
    path = tmp_path / "test.pdf"
    path.write_bytes(encrypted_pdf("The supplier delivers.", password="Pass word"))

    document = await read_document(path, limits=Limits(), options=Options(password="Ｐass\u00ad\u3000word"))

    assert document.text == "The supplier delivers.\n"


@pytest.mark.anyio
async def test_token_ids(tmp_path: Path) -> None:
    """They are those that the document would have here."""
    tokenizer = real_tokenizer_folder() / "tokenizer.json"
    path = tmp_path / "test.pdf"
    path.write_bytes(pdf_of(["The supplier delivers.", "供应商交付。"]))

    read, tokens = await read_and_tokenize(path, tokenizer, limits=Limits())

    assert read.document == await read_document(path, limits=Limits())
    assert tokens == tokenize(read.document, Vocabulary(tokenizer))
    assert tokens.count > 0


@pytest.mark.anyio
async def test_broken_tokenizer(tmp_path: Path) -> None:
    """A fault of the service is told as one."""
    path = tmp_path / "test.pdf"
    path.write_bytes(pdf_of(["The supplier delivers."]))
    tokenizer = tmp_path / "tokenizer.json"
    tokenizer.write_bytes(b"{}")

    with pytest.raises(AppError) as refused:
        await read_and_tokenize(path, tokenizer, limits=Limits())

    assert refused.value.problem.code == "reading_fault"


@pytest.mark.anyio
async def test_crash_of_assembly(tmp_path: Path) -> None:
    """When the process that assembles dies, the document fails and nobody else."""
    path = tmp_path / "test.pdf"
    path.write_bytes(pdf_of(["A line of text."]))
    before = children()

    def kill_all(done: int, pages: int) -> None:
        for child in children() - before:
            os.kill(child, signal.SIGKILL)

    with pytest.raises(AppError) as refused:
        await read_document(path, limits=Limits(), progress=kill_all)

    assert refused.value.problem.code == "damaged_document"
    assert children() <= before

"""What kind of file was sent."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import AppError, EmptyUpload, UnsupportedFile
from app.extract.flow.detection import FileKind, detect
from app.extract.flow.reading import read_flow
from app.extract.raw import Opened
from tests.flow_builders import docx_of, paragraph, zip_of

_DOCX = docx_of(paragraph("x"))


@pytest.mark.parametrize(
    ("head", "name", "kind"),
    [
        (b"%PDF-1.7\n", "a.pdf", FileKind.PDF),
        (b"junk\n%PDF-1.4", "a", FileKind.PDF),
        (b"\xef\xbb\xbf%PDF-1.4", "a.txt", FileKind.PDF),
        (b"%P\0F-1.7\n1 0 obj\n<< /Type /Catalog >>", "a.pdf", FileKind.PDF),
        (b"the 5 object, 1 0 object", "a", FileKind.TEXT),
        (b"A PDF begins with %PDF-1.4", "notes.md", FileKind.MARKDOWN),
        (_DOCX, "a.docx", FileKind.DOCX),
        (_DOCX, "a.pdf", FileKind.DOCX),
        (_DOCX[:40], "a.docx", FileKind.DOCX),
        (b"<!DOCTYPE html><p>x", "page", FileKind.HTML),
        (b"\n<?xml version='1.0'?>\n<!-- a - b -->\n<HTML>", "x.txt", FileKind.HTML),
        (b"<p>x", "page", FileKind.HTML),
        (b"<p>x", "page.txt", FileKind.TEXT),
        (b"plain", "page.htm", FileKind.HTML),
        ("<html>".encode("utf-16"), "page", FileKind.HTML),
        (b"# x", "a.MD", FileKind.MARKDOWN),
        (b"<div>x</div>", "a.markdown", FileKind.MARKDOWN),
        (b"# x", "a", FileKind.TEXT),
        ("合同".encode("gb18030"), "合同.txt", FileKind.TEXT),
        ("合同".encode("utf-16"), "", FileKind.TEXT),
        (b"a\x0cb\x1b[0m", "", FileKind.TEXT),
    ],
)
def test_kinds(head: bytes, name: str, kind: FileKind) -> None:
    """The content tells first, the name second."""
    assert detect(head, name) is kind


@pytest.mark.parametrize(
    ("head", "name", "looks_like"),
    [
        (b"\x89PNG\r\n\x1a\n", "a.pdf", "picture"),
        (b"\xff\xd8\xff\xe0", "a.txt", "picture"),
        (b"\0\0\0\x18ftypheic", "a", "picture"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 99, "a.doc", "old Office file"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "a.docx", "password"),
        (zip_of({"[Content_Types].xml": "", "xl/workbook.xml": ""}), "a.xlsx", "Excel"),
        (zip_of({"[Content_Types].xml": "", "ppt/presentation.xml": ""}), "a.docx", "PowerPoint"),
        (
            b"PK\x03\x04" + b"\0" * 26 + b"mimetypeapplication/vnd.oasis.opendocument.text",
            "a.odt",
            "OpenDocument",
        ),
        (zip_of({"a.txt": "x"}), "a.zip", "zip"),
        (b"{\\rtf1", "a.txt", "RTF"),
        (b"\x1f\x8b\x08", "a", "archive"),
        (b"text\0text", "a.txt", "binary"),
        (bytes(range(1, 32)) * 9, "a.txt", "binary"),
        (b"\x7fELF\x01\x01\0", "a.md", "binary"),
    ],
)
def test_unsupported(head: bytes, name: str, looks_like: str) -> None:
    """The error says what the file looks like, and what to send."""
    with pytest.raises(UnsupportedFile, match=looks_like) as refused:
        detect(head, name)

    assert re.search(r"(?:Save|Send|Put) .*\.$", refused.value.detail)


def test_empty() -> None:
    """A file without bytes has an error of its own."""
    with pytest.raises(EmptyUpload):
        detect(b"", "a.txt")


@given(st.binary(max_size=200), st.sampled_from(["a.txt", "a.md", "a.html", "a.docx", "a"]))
def test_any_file(data: bytes, name: str) -> None:
    """Any bytes under any name end in blocks or in an error with a name."""
    code, messages = "", []
    try:
        messages = list(read_flow(data, detect(data, name)))
    except AppError as error:
        code = error.problem.code

    assert code != AppError.code
    assert [type(message) for message in messages[:1]] == ([] if code else [Opened])

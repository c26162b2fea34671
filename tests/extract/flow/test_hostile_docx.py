"""DOCX files that want to hurt: each ends in blocks or in an error with a name."""

import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import AppError, DamagedDocument, OutputExceeded, UnsupportedFile
from app.extract.flow.docx import read_docx
from tests.flow_builders import docx_of, paragraph, texts_of, zip_of
from tests.growth import growth

_GOOD = docx_of(paragraph("good") * 20, styles="", header1=paragraph("head"))
_BOMB = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "{}">]><x>&a;</x>'
_OUTSIDE = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]><x>&a;</x>'
_DEEP = 20_000


@pytest.mark.parametrize(
    ("members", "error"),
    [
        ({"word/document.xml": _BOMB.format("x" * 1000)}, DamagedDocument),
        ({"word/document.xml": _OUTSIDE}, DamagedDocument),
        ({"word/document.xml": _OUTSIDE.encode("utf-16")}, DamagedDocument),
        ({"word/document.xml": "<a><b></a>"}, DamagedDocument),
        ({"word/document.xml": "<a/>"}, DamagedDocument),
        ({"word/document.xml": ""}, DamagedDocument),
        ({"word/document.xml": b"\xff\xfe\xfd"}, DamagedDocument),
        ({"word/document.xml": '<?xml version="1.0" encoding="no-such"?><a/>'}, DamagedDocument),
        ({"word/document.xml": b"<a>" + b" " * (40 << 20)}, OutputExceeded),
        ({"readme.txt": "text"}, DamagedDocument),
        ({f"{at}": "" for at in range(20_001)}, DamagedDocument),
        ({"xl/workbook.xml": "<workbook/>"}, UnsupportedFile),
        ({"ppt/presentation.xml": "<presentation/>"}, UnsupportedFile),
    ],
)
def test_hostile_parts(members: dict[str, str | bytes], error: type[AppError]) -> None:
    """Entities, broken XML and what unpacks to too much are refused by name."""
    with pytest.raises(error):
        list(read_docx(zip_of(members)))


def test_size_that_the_archive_lies_about() -> None:
    """A part that is larger than its entry says is not read on."""
    data = bytearray(zip_of({"word/document.xml": "<a>" + " " * 1_000_000}))
    true_size = (1_000_003).to_bytes(4, "little")
    assert data.count(true_size) == 2

    with pytest.raises(DamagedDocument):
        list(read_docx(bytes(data.replace(true_size, (100).to_bytes(4, "little")))))


@pytest.mark.parametrize(
    ("opening", "inner", "closing"),
    [
        ("<w:sdt>", paragraph("x"), "</w:sdt>"),
        ("<w:tbl><w:tr><w:tc>", paragraph("x"), "</w:tc></w:tr></w:tbl>"),
        ("<w:p><w:r><w:pict><w:txbxContent>", paragraph("x"), "</w:txbxContent></w:pict></w:r></w:p>"),
        ("<w:p>" + "<w:ins>" * _DEEP, "<w:r><w:t>x</w:t></w:r>", "</w:ins>" * _DEEP + "</w:p>"),
        (
            "<w:p><m:oMath>" + "<m:f><m:num>" * _DEEP,
            "<m:r><m:t>x</m:t></m:r>",
            "</m:num></m:f>" * _DEEP + "</m:oMath></w:p>",
        ),
    ],
)
def test_deep_nesting(opening: str, inner: str, closing: str) -> None:
    """Whatever is nested twenty thousand deep, its text is read."""
    times = 1 if len(opening) > _DEEP else _DEEP

    (text,) = texts_of(read_docx(docx_of(opening * times + inner + closing * times)))
    assert "x" in text


@pytest.mark.parametrize(
    "content",
    [
        paragraph("x"),
        paragraph("x", properties="<w:rPr><w:del/></w:rPr>"),
        '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r></w:p>' + paragraph("x"),
        '<w:p><w:r><w:footnoteReference w:id="1"/></w:r></w:p>',
        '<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="9999"/></w:tcPr><w:p/></w:tc></w:tr></w:tbl>'
        + paragraph("x"),
    ],
)
def test_work_grows_with_the_file(content: str) -> None:
    """Four times as much of anything takes about four times as long."""

    def read(times: int) -> None:
        list(read_docx(docx_of(content * times)))

    assert growth(read, 700, 2_800) < 9


@given(st.integers(0, len(_GOOD)), st.binary(max_size=4))
def test_damaged_archives(at: int, junk: bytes) -> None:
    """A file that was cut off or overwritten anywhere is read, or refused by name."""
    for data in (_GOOD[:at], _GOOD[:at] + junk + _GOOD[at + len(junk) :]):
        code, texts = "", []
        try:
            texts = texts_of(read_docx(data))
        except AppError as error:
            code = error.problem.code

        assert code != AppError.code
        assert set(texts) <= {"good", "head"}


def test_encrypted_entry() -> None:
    """An archive whose entries need a password is refused."""
    file = io.BytesIO(_GOOD)
    with zipfile.ZipFile(file) as archive:
        header = archive.getinfo("word/document.xml").header_offset
    data = bytearray(_GOOD)
    data[header + 6] |= 1
    directory = data.index(b"PK\x01\x02")
    while b"word/document.xml" not in data[directory : directory + 80]:
        directory = data.index(b"PK\x01\x02", directory + 4)
    data[directory + 8] |= 1

    with pytest.raises(DamagedDocument):
        list(read_docx(bytes(data)))

"""Bytes to text."""

import codecs

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from app.extract.flow.encodings import codec_of, decode

_ZH = "供应商应当在约定的期限内交付全部货物"
_TW = "供應商應當在約定的期限內交付全部貨物，並承擔運輸和保險的費用"
_DE = "Größe und Maß müssen übereinstimmen"


@pytest.mark.parametrize(
    ("data", "text", "read_as"),
    [
        (_ZH.encode(), _ZH, None),
        (codecs.BOM_UTF8 + _ZH.encode(), _ZH, None),
        (_ZH.encode("utf-16"), _ZH, None),
        (codecs.BOM_UTF16_BE + _ZH.encode("utf-16-be"), _ZH, None),
        (_ZH.encode("utf-32"), _ZH, None),
        (b"plain", "plain", None),
        (b"", "", None),
        (_ZH.encode("gb18030"), _ZH, "GB18030"),
        ("合同".encode("gb18030"), "合同", "GB18030"),
        ("Price: 100 元, see 附件".encode("gb18030"), "Price: 100 元, see 附件", "GB18030"),
        (_TW.encode("big5"), _TW, "Big5"),
        (_DE.encode("cp1252"), _DE, "Windows-1252"),
        ("“It’s”".encode("cp1252"), "“It’s”", "Windows-1252"),
    ],
)
def test_encodings(data: bytes, text: str, read_as: str | None) -> None:
    """Marked files and UTF-8 are certain; anything else is a guess, which is said."""
    decoded = decode(data)

    assert decoded.text == text
    assert [notice.code for notice in decoded.notices] == ([] if read_as is None else ["encoding"])
    assert all(f"read as {read_as}." in notice.detail for notice in decoded.notices)


@pytest.mark.parametrize(
    ("data", "codes", "places"),
    [
        (_ZH.encode() + b"\xff" + _ZH.encode(), ["encoding", "undecodable_bytes"], "1 places"),
        (_ZH.encode("gb18030") + b"\xff\xff", ["encoding", "undecodable_bytes"], "2 places"),
        (_ZH.encode("utf-16") + b"\x00", ["undecodable_bytes"], "1 places"),
        (("\ufffd" + _ZH).encode("utf-16"), [], ""),
    ],
)
def test_bytes_that_are_no_text(data: bytes, codes: list[str], places: str) -> None:
    """They are replaced where they stand, and counted."""
    decoded = decode(data)

    assert _ZH in decoded.text
    assert "\ufffd" in decoded.text
    assert [notice.code for notice in decoded.notices] == codes
    assert places in "".join(notice.detail for notice in decoded.notices[-1:])


@pytest.mark.parametrize(
    ("declared", "codec"),
    [("GBK", "gb18030"), ("utf-8", "utf-8"), ("latin1", "cp1252"), ("big5", "big5hkscs"), ("koi8-r", "koi8-r")]
    + [(name, "") for name in ("", "utf-16", "idna", "rot13", "base64", "zlib", "undefined", "no such", "\0")],
)  # fmt: skip
def test_declared_names(declared: str, codec: str) -> None:
    """Names of codecs that make no text of bytes are no encodings."""
    assert codec_of(declared) == codec


@given(st.binary(max_size=300), st.sampled_from(["", "gbk", "utf-16", "idna", "punycode", "unicode_escape"]))
def test_any_bytes(data: bytes, declared: str) -> None:
    """Every file gives a text."""
    assert isinstance(decode(data, declared).text, str)


@given(st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FA5, codec="gb2312"), min_size=1))
def test_declared_chinese_is_read_back(text: str) -> None:
    """What a page declares is believed when the bytes fit it, unless they are UTF-8, as which few others pass."""
    data = text.encode("gb18030")
    assume(not _is_utf8(data))

    assert decode(data, "gb2312").text == text


def test_utf8_goes_first() -> None:
    """Two Chinese characters whose bytes are one in UTF-8 are read as that one, whatever is declared."""
    assert decode("黏丁".encode("gb18030"), "gb2312").text == "\U00024da1"


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True

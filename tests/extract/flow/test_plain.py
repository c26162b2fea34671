"""Plain text to paragraphs."""

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.documents.model import BlockKind
from app.extract.flow.plain import read_paragraphs, read_text
from tests.flow_builders import blocks_of, texts_of

_WORDS = (
    "The supplier delivers all goods within the agreed time and bears the costs of carriage and insurance. "
    * 4
)
_HAN = "供应商应当在约定的期限内交付全部货物并承担运输和保险的费用，" * 8


@pytest.mark.parametrize("width", [40, 60, 76])
def test_wrapped_words(width: int) -> None:
    """Lines that a program wrapped are one paragraph; blank lines part paragraphs."""
    source = "\n\n".join("\n".join(textwrap.wrap(_WORDS, width)) for _ in range(3))

    assert [block.text for block in read_paragraphs(source)] == [_WORDS.strip()] * 3


def test_wrapped_chinese() -> None:
    """Chinese is joined without spaces, also around Latin words."""
    lines = [_HAN[at : at + 30] for at in range(0, len(_HAN), 30)]

    assert [block.text for block in read_paragraphs("\n".join(lines))] == [_HAN]


@pytest.mark.parametrize(
    "lines",
    [
        ["Acme Ltd.", "1 Long Street", "London"],
        ["第一条 总则", "第二条 定义", "（一）甲方", "1、货物"],
        [_WORDS * 2, _WORDS * 3, "End."],
        ["1. " + "word " * 12, "2. " + "word " * 12, "(a) " + "word " * 12],
        ["　　" + _HAN[:50], "　　" + _HAN[:40]],
    ],
)
def test_lines_that_stand_for_themselves(lines: list[str]) -> None:
    """Short lines, numbered ones, and lines too long to have been wrapped are paragraphs."""
    assert [block.text for block in read_paragraphs("\n".join(lines))] == [line.strip() for line in lines]


def test_laid_out_lines() -> None:
    """Columns keep their lines and their gaps."""
    source = "Item      Price\nPump      12,000\nValve        300\n\nText."

    assert [block.text for block in read_paragraphs(source)] == [
        "Item      Price\nPump      12,000\nValve        300",
        "Text.",
    ]


def test_bullets_and_pages() -> None:
    """Bullets make items; a form feed and any line end of any system part what they part."""
    blocks = blocks_of(read_text("• one\r\n- two\fnext\r\rlast\u2028 x".encode()))

    assert [(block.kind, block.text) for block in blocks] == [
        (BlockKind.LIST_ITEM, "• one"),
        (BlockKind.LIST_ITEM, "- two"),
        (BlockKind.PARAGRAPH, "next"),
        (BlockKind.PARAGRAPH, "last"),
        (BlockKind.PARAGRAPH, "x"),
    ]


def test_hyphen_at_the_end_of_a_line() -> None:
    """A compound that was broken after its hyphen is joined as it is written."""
    source = (
        "x" * 60 + " and for the long-\nterm supply of goods to the buyer under this and any other contract\n"
    ) * 2

    assert "long-term" in next(iter(read_paragraphs(source))).text


@given(st.text())
def test_nothing_is_lost(source: str) -> None:
    """All characters but white space come through in order."""
    read = "".join(texts_of(read_text(b"\xef\xbb\xbf" + source.encode("utf-8", "replace"))))

    assert [char for char in read if not char.isspace() and char.isprintable() and char != "\ufffd"] == [
        char
        for char in source.encode("utf-8", "replace").decode()
        if not char.isspace() and char.isprintable() and char != "\ufffd"
    ]


@given(st.lists(st.text("ab 中。1(", min_size=1, max_size=60).filter(str.strip), min_size=1, max_size=8))
def test_paragraphs_stay_apart(paragraphs: list[str]) -> None:
    """Blank lines always part."""
    assert [block.text for block in read_paragraphs("\n\n".join(paragraphs))] == [
        text.strip() for text in paragraphs
    ]

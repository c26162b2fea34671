"""Markdown as its rendered page is seen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.documents.model import BlockKind
from app.extract.flow.markdown import read_markdown
from tests.flow_builders import blocks_of, texts_of


@pytest.mark.parametrize(
    ("source", "kind", "level", "text"),
    [
        ("# One *two*", BlockKind.HEADING, 1, "One two"),
        ("Two\n---", BlockKind.HEADING, 2, "Two"),
        ("a **b** _c_ `d` [e](http://x 'y') <http://f>", BlockKind.PARAGRAPH, 0, "a b c d e http://f"),
        ("wrapped\nline", BlockKind.PARAGRAPH, 0, "wrapped line"),
        ("换行\n之后", BlockKind.PARAGRAPH, 0, "换行之后"),
        ("hard  \nbreak", BlockKind.PARAGRAPH, 0, "hard\nbreak"),
        ("7. seven", BlockKind.LIST_ITEM, 0, "7. seven"),
        ("- dash", BlockKind.LIST_ITEM, 0, "• dash"),
        ("> quoted", BlockKind.PARAGRAPH, 0, "quoted"),
        ("```py\ndef f():\n    <b>\n```", BlockKind.PARAGRAPH, 0, "def f():\n    <b>"),
        ("a <b>c</b><br>&amp; 10<sup>3</sup>", BlockKind.PARAGRAPH, 0, "a c\n& 10³"),
        ("<div>html</div>", BlockKind.PARAGRAPH, 0, "html"),
        ("<div hidden>html</div>", BlockKind.HIDDEN, 0, "html"),
        ("[^1]: note", BlockKind.FOOTNOTE, 0, "[^1]: note"),
        ("---\ntitle: T\n---\n", BlockKind.PARAGRAPH, 0, "title: T"),
        ("\\# not a heading", BlockKind.PARAGRAPH, 0, "# not a heading"),
    ],
)
def test_blocks(source: str, kind: BlockKind, level: int, text: str) -> None:
    """Marks are gone, what they mean is kept."""
    (block,) = blocks_of(read_markdown(source.encode()))

    assert (block.kind, block.level, block.text) == (kind, level, text)


def test_table() -> None:
    """A pipe table has cells and a header row."""
    (table,) = blocks_of(read_markdown(b"| a | b |\n|---|--:|\n| 1 | *2* |\n"))

    assert [(each.row, each.column, each.text, each.header) for each in table.cells] == [
        (0, 0, "a", True),
        (0, 1, "b", True),
        (1, 0, "1", False),
        (1, 1, "2", False),
    ]
    assert table.header_rows == 1


def test_list_goes_on() -> None:
    """Numbers are those of the rendered list, not those that were typed."""
    assert texts_of(read_markdown(b"3. a\n3. b\n   - c\n\n     d\n\n3. e")) == [
        "3. a",
        "4. b",
        "• c",
        "d",
        "5. e",
    ]


def test_too_deep_for_the_renderer() -> None:
    """What is nested so deeply that it cannot be rendered is read as plain text."""
    (text,) = texts_of(read_markdown(b">" * 5_000 + b"deep"))

    assert text == ">" * 5_000 + "deep"


@given(st.lists(st.text("abc中文", min_size=1, max_size=8), min_size=1, max_size=8))
def test_words_are_kept(words: list[str]) -> None:
    """Every word of every kind of block is there, in order."""
    forms = ["# {}", "{}", "- {}", "1. {}", "> {}", "    {}", "**{}**", "| {} |\n|---|"]
    source = "\n\n".join(form.format(word) for form, word in zip(forms, words, strict=False))
    read = [
        text for block in blocks_of(read_markdown(source.encode())) for text in (block.text, *(each.text for each in block.cells))
    ]  # fmt: skip

    assert [text.removeprefix("• ").removeprefix("1. ").strip() for text in read if text.strip()] == words


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    """No file fails."""
    for block in blocks_of(read_markdown(data)):
        assert block.text or block.cells

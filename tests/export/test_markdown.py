"""Markdown shows the words of a file as they are, whatever they look like."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from app.documents.structure import Structure
from app.export.markdown import as_markdown
from tests.export.documents import paragraph_document, table_document
from tests.growth import growth

_PAGE = "<!-- page 1 -->\n"


def _rendered(markdown: str) -> str:
    return str(MarkdownIt("commonmark", {"html": True}).enable("table").render(markdown))


@pytest.mark.parametrize(
    "text",
    [
        "<!-- page 9 -->",
        "<script>alert(1)</script>",
        "a < b <b>c</b> </p> <?php ?> <![CDATA[x]]>",
        "\\<b>x",
        "\\\\<b>x",
        "<https://example.org>",
        "# no heading",
        "### no heading",
        "> no quotation",
        ">none",
        "- no item",
        "no title\n===",
        "no title\n---",
        "***",
        "```\nno code",
        "~~~\nno code",
        "[a]: /no-link",
        "[a\nb]: /no-link",
    ],
)
def test_words_are_no_markup(text: str) -> None:
    """One paragraph that shows the text, below the page's own comment."""
    shown = _rendered(as_markdown(paragraph_document(text), Structure()))

    assert shown == f"{_PAGE}<p>{html.escape(text)}</p>\n".replace("&#x27;", "'")


@given(st.text("<>!-/?ab\\`~[]:#=\n |", min_size=1, max_size=30))
def test_no_tag_and_no_comment_gets_through(text: str) -> None:
    """No HTML but the mark of the page, in paragraphs and in cells of tables."""
    cell = " ".join(text.split()) or "x"

    for document in (paragraph_document(text), table_document([(0, 0, cell), (1, 0, cell)])):
        tokens = (
            MarkdownIt("commonmark", {"html": True}).enable("table").parse(as_markdown(document, Structure()))
        )
        found = [each for token in tokens for each in (token, *(token.children or ()))]
        assert [each.content for each in found if each.type in {"html_block", "html_inline"}] == [_PAGE]


@pytest.mark.parametrize("text", ["a|b", "a\\|b", "<i>|</i>", "\\"])
def test_cells(text: str) -> None:
    """A cell stays one cell and shows its text."""
    shown = _rendered(as_markdown(table_document([(0, 0, text), (0, 1, "next")]), Structure()))

    assert re.findall("<th>(.*?)</th>", shown) == [html.escape(text), "next"]


@pytest.mark.parametrize("piece", ["\n", " ", "\t\n", "\\", "<", "-", "[", "[\n", "=\n", "#"])
def test_work_grows_with_the_text(piece: str) -> None:
    """No run of the same mark makes a text slow."""

    def write(times: int) -> None:
        as_markdown(paragraph_document("x" + piece * times + "x"), Structure())

    assert growth(write, 10_000, 40_000) < 9

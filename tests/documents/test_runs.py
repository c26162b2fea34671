"""Sentences over the border of a column or page, in text and Markdown."""

import pytest

from app.documents.model import Block, Document
from app.documents.structure import Structure
from app.documents.tables import Cell, Table
from app.export.markdown import as_markdown
from app.export.plain import as_text
from tests.export.documents import block_at, pages_of


def _over_pages() -> Document:
    """A word that two borders break, a note between, and a sentence of its own on the last page."""
    text = "All confidential terms end.\nA note.\nNext.\n"
    return Document(
        text=text,
        pages=pages_of(
            [block_at(0, 11), block_at(28, 35)],
            [block_at(11, 16, continues=True)],
            [block_at(17, 27, continues=True), block_at(36, 41)],
        ),
        body_end=len(text),
    )


def test_text() -> None:
    """Whole where it begins; each page keeps its line."""
    assert as_text(_over_pages()) == (
        "--- 1 (text)\nAll confidential terms end.\nA note.\n--- 2 (text)\n--- 3 (text)\nNext.\n"
    )


def test_markdown() -> None:
    """Whole where it begins; each page keeps its comment."""
    assert as_markdown(_over_pages(), Structure()) == (
        "<!-- page 1 -->\n\nAll confidential terms end.\n\nA note.\n\n"
        "<!-- page 2 -->\n\n<!-- page 3 -->\n\nNext.\n"
    )


def test_tables() -> None:
    """The rows of a table stay on their page in text, and stand together in Markdown."""
    text = "a\nb\n"
    cells = (Cell(0, 0, 1, 1, 0, 1, 1), Cell(1, 0, 1, 1, 2, 3, 2))
    document = Document(
        text=text,
        pages=pages_of([block_at(0, 1, table=0)], [block_at(2, 3, continues=True, table=0)]),
        body_end=4,
        tables=(Table(rows=2, columns=1, header_rows=0, header_columns=0, cells=cells, pages=(1, 2)),),
    )

    assert as_text(document) == "--- 1 (text)\na\n--- 2 (text)\nb\n"
    assert as_markdown(document, Structure()) == (
        "<!-- page 1 -->\n\n| a |\n| --- |\n| b |\n\n<!-- page 2 -->\n"
    )


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("one\ntwo\n", [block_at(0, 3), block_at(4, 7, continues=True)]),
        ("onetwo\n", [block_at(0, 3, table=0), block_at(3, 6, continues=True)]),
        ("onetwo\n", [block_at(0, 3, continues=True), block_at(3, 6)]),
    ],
    ids=["lines apart", "after a table", "nothing before"],
)
def test_nothing_is_lost(text: str, blocks: list[Block]) -> None:
    """A block that has no first half beside it in the text is written for itself."""
    document = Document(text=text, pages=pages_of(blocks), body_end=len(text))

    assert document.runs() == {block.start: block.end for block in blocks}

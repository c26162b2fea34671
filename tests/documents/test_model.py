"""The extracted document's own arithmetic."""

import msgspec
import pytest

from app.documents.model import Document, Line, Rect
from tests.builders import document_of

_LINE = Line(10, 13, 100.0, 112.0, (50.0, 56.0, 62.0, 70.0))


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (10, 13, (50.0, 70.0)),
        (11, 12, (56.0, 62.0)),
        (0, 12, (50.0, 62.0)),
        (12, 99, (62.0, 70.0)),
        (0, 99, (50.0, 70.0)),
    ],
)
def test_rect_of_a_line(start: int, end: int, expected: tuple[float, float]) -> None:
    """The rectangle has the line's height and ends at the edges of its characters."""
    assert Rect(expected[0], 100.0, expected[1], 112.0) == _LINE.rect(start, end)


def test_rect_of_a_line_that_runs_elsewhere() -> None:
    """A line that is known by its two edges only is marked as a whole."""
    line = Line(10, 13, 100.0, 150.0, (50.0, 62.0))

    assert Rect(50.0, 100.0, 62.0, 150.0) == line.rect(11, 12)


def test_text_of() -> None:
    """A block's text is its part of the document's."""
    document = document_of([["# Title", "First.", "Second."]])

    assert [document.text_of(block) for block in document.pages[0].blocks] == ["Title", "First.", "Second."]


def test_body_of() -> None:
    """Headers and footers are on the page and not in its body."""
    document = document_of([["^ Annual report", "# Title", "First.", "_ Page 1"]])
    page = document.pages[0]

    assert [document.text_of(block) for block in document.body_of(page)] == ["Title", "First."]
    assert len(page.blocks) == 4


def test_stored_form() -> None:
    """A document comes back from its stored form as it was."""
    document = document_of(
        [["# 标题", "第一段。\n第二行。"], [], ["Last."]], image_pages={2}, labels=["i", "ii", "1"]
    )

    assert document == msgspec.msgpack.decode(msgspec.msgpack.encode(document), type=Document)
    assert document == msgspec.json.decode(msgspec.json.encode(document), type=Document)

"""Running headers and footers."""

import pytest

from app.documents.model import BlockKind
from app.extract.furniture import find_furniture
from app.extract.raw import RawLine
from app.extract.rows import rows_of
from tests.builders import raw_line

_HEIGHT = 842.0


def _found(*pages: list[RawLine]) -> list[dict[str, BlockKind]]:
    found = find_furniture((rows_of(tuple(lines)), _HEIGHT) for lines in pages)
    return [{row.text: kind for row, kind in page.items()} for page in found]


def _page(number: int) -> list[RawLine]:
    return [
        raw_line(f"Annual report {2020 + number}", y=30),
        raw_line(f"Body text of page {number}", y=95),
        raw_line(f"Body text {number}", y=400),
        raw_line(f"Page {number} of 3", y=800),
    ]


def test_same_but_for_digits() -> None:
    """Rows that come again at the same edge are furniture, though their digits change."""
    expected = [
        {f"Annual report {2020 + number}": BlockKind.HEADER, f"Page {number} of 3": BlockKind.FOOTER}
        for number in (1, 2, 3)
    ]

    assert expected == _found(*(_page(number) for number in (1, 2, 3)))


def test_once_is_none() -> None:
    """What stands on one page only is text, at whatever edge."""
    pages = _found(
        [raw_line("A title", y=30), raw_line("x", y=400)], [raw_line("Other", y=30), raw_line("y", y=400)]
    )

    assert pages == [{}, {}]


def test_other_edge_is_another_row() -> None:
    """The same words as a header here and a footer there have not come again."""
    assert _found([raw_line("Words", y=30)], [raw_line("Words", y=800)]) == [{}, {}]


def test_middle_is_text() -> None:
    """Words that come again in the middle of pages are text."""
    assert _found(*([raw_line("The same clause", y=400)] for _ in range(3))) == [{}, {}, {}]


def test_share_of_pages() -> None:
    """A row that comes twice in ten pages is a chapter's heading rather than a running header."""
    pages = [[raw_line("Chapter" if at < 2 else f"{chr(97 + at)} words", y=30)] for at in range(10)]

    assert _found(*pages) == [{} for _ in range(10)]


@pytest.mark.parametrize(
    "text",
    [
        "7",
        "- 7 -",
        "— 12 —",
        "第 7 页",
        "第7页 共 20 页",
        "7/20",
        "7 of 20",
        "第7页/共20页",
        "第7页，共20页",
        "Page 7 of 20",
        "page 7",
    ],
)
def test_page_number(text: str) -> None:
    """A page number is a footer on its first appearance."""
    assert _found([raw_line(text, y=800)]) == [{text: BlockKind.FOOTER}]


@pytest.mark.parametrize("text", ["7.5", "Article 7", "12345", "7 and 20", "总计 7"])
def test_no_page_number(text: str) -> None:
    """Other short rows are text."""
    assert _found([raw_line(text, y=800)]) == [{}]


def test_empty_page() -> None:
    """A page without rows has no furniture."""
    assert _found([], _page(1), _page(2))[0] == {}

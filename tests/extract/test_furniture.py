"""Running headers and footers."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.documents.model import BlockKind
from app.extract.furniture import find_furniture, page_number_in
from app.extract.raw import RawLine
from app.extract.rows import Row, rows_of
from tests.builders import raw_line
from tests.growth import growth

_HEIGHT = 842.0


def _found(*pages: Sequence[RawLine]) -> list[dict[str, BlockKind]]:
    rows = [rows_of(lines) for lines in pages]
    found = find_furniture([(page, _HEIGHT) for page in rows])
    return [
        {page[at].text: kind for at, kind in running.items()}
        for page, running in zip(rows, found, strict=True)
    ]


def _body(number: int) -> list[RawLine]:
    # At the edges of the searched strips, so that nothing stands alone there, and different on every page.
    word = chr(ord("a") + number)
    return [raw_line(f"body {word} {y}", y=y) for y in (95, 400, 741)]


def _page(number: int) -> list[RawLine]:
    return [
        raw_line(f"Annual report {2020 + number}", y=30),
        *_body(number),
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
    """What stands on one of many pages is text, at whatever edge."""
    pages = [[raw_line(f"title {chr(97 + at)}", y=30), *_body(at)] for at in range(4)]

    assert _found(*pages) == [{}, {}, {}, {}]


def test_other_edge_is_another_row() -> None:
    """The same words as a header here and a footer there have not come again."""
    pages = [[raw_line("Words", y=30 if at == 1 else 800 if at == 2 else 300), *_body(at)] for at in range(8)]

    assert _found(*pages) == [{}] * 8


def test_middle_is_text() -> None:
    """Words that come again in the middle of pages are text."""
    assert _found(*([raw_line("The same clause", y=400)] for _ in range(3))) == [{}, {}, {}]


def test_share_of_pages() -> None:
    """A row that comes twice in ten pages, where no other page has a row, is a chapter's heading."""
    pages = [[*([raw_line("Chapter", y=30)] if at < 2 else ()), *_body(at)] for at in range(10)]

    assert _found(*pages) == [{} for _ in range(10)]


def test_left_and_right_pages() -> None:
    """Left pages name the book and right pages the chapter: each comes again on every second page only."""
    names = ["The book", "One chapter", "The book", "One chapter", "The book", "One chapter"]
    pages = [[raw_line(name, y=30), *_body(at)] for at, name in enumerate(names)]

    assert _found(*pages) == [{name: BlockKind.HEADER} for name in names]


def test_headers_that_change_with_the_chapter() -> None:
    """A name that runs over two or three pages only is furniture where every page has a name at that height."""
    names = [
        chapter for chapter in ("Scope", "Delivery", "Payment", "Warranty", "Disputes") for _ in range(3)
    ]
    pages = [[raw_line(name, y=30), *_body(at)] for at, name in enumerate(names)]

    assert _found(*pages) == [{name: BlockKind.HEADER} for name in names]


def test_a_chapter_of_one_page() -> None:
    """A name that does not come again is text: the heading at the top of a page looks the same."""
    names = ["Scope", "Scope", "Delivery", "Payment", "Payment", "Payment"]
    pages = [[raw_line(name, y=30), *_body(at)] for at, name in enumerate(names)]

    assert _found(*pages)[2] == {}


def test_headings_that_come_again_at_another_height() -> None:
    """Two pages begin with the same words, but no page has its header there."""
    pages = [
        [raw_line("Report", y=30), *([raw_line("Notes", y=60)] if at in {3, 4} else ()), *_body(at)]
        for at in range(10)
    ]

    assert _found(*pages) == [{"Report": BlockKind.HEADER}] * 10


@pytest.mark.parametrize(
    "text",
    [
        "7",
        "- 7 -",
        "— 12 —",
        "~ 3 ~",
        "| 7 |",
        "第 7 页",
        "第7页 共 20 页",
        "7/20",
        "7 / 20",
        "7 of 20",
        "第7页/共20页",
        "第7页，共20页",
        "7/20页",
        "Page 7 of 20",
        "page 7",
        "Page xii",
        "iv",
        "XIV",
        "- ix -",
        "F-12",
        "A-3",
    ],
)
@pytest.mark.parametrize(("y", "kind"), [(30.0, BlockKind.HEADER), (800.0, BlockKind.FOOTER)])
def test_page_number(text: str, y: float, kind: BlockKind) -> None:
    """A page number where others have theirs is furniture, and in a short file wherever it stands at an edge."""
    pages = [[raw_line(text, y=y), *_body(0)], *([raw_line("3", y=y), *_body(at)] for at in range(1, 5))]

    assert _found(*pages)[0] == {text: kind}
    assert _found(pages[0]) == [{text: kind}]


@pytest.mark.parametrize(("text", "size"), [("2023", 10), ("IV", 20)])
def test_number_that_is_none_of_a_page(text: str, size: float) -> None:
    """A number alone at an edge where no other page has one is text, and a large one is a heading."""
    alone = [[raw_line(text, y=30, size=size), *_body(0)], *(_body(at) for at in range(1, 6))]
    among = [
        [raw_line(text, y=30, size=20), *_body(0)],
        *([raw_line("3", y=30), *_body(at)] for at in range(1, 6)),
    ]

    assert _found(*alone)[0] == {}
    assert _found(*among)[0] == {}


@pytest.mark.parametrize(
    "text", ["7.5", "Article 7", "12345", "7 and 20", "总计 7", "7%", "civil", "vi. Notes", "$7"]
)
def test_no_page_number(text: str) -> None:
    """Other short rows are text."""
    pages = [[raw_line(text, y=800), *_body(0)], *(_body(at) for at in range(1, 5))]

    assert _found(*pages)[0] == {}


def test_page_number_in_the_text() -> None:
    """A number alone in the middle of a page is text."""
    assert _found([raw_line("7", y=400)]) == [{}]


def test_alone_at_the_edge_of_a_short_file() -> None:
    """In a file of one page nothing comes again; a small row far from the text, at the very edge, is furniture."""
    body = [raw_line(f"body {y}", y=y) for y in (200, 212, 224, 600)]

    assert _found([raw_line("Confidential", y=20), *body, raw_line("Draft", y=810)]) == [
        {"Confidential": BlockKind.HEADER, "Draft": BlockKind.FOOTER}
    ]
    assert _found([raw_line("A title", y=20, size=16), *body]) == [{}]
    assert _found([raw_line("near the text", y=50), raw_line("the text", y=68), *body]) == [{}]
    assert _found([raw_line("x" * 140, y=20), *body]) == [{}]


def test_text_that_runs_sideways() -> None:
    """A label that runs upwards is at no page's top or bottom, though it comes again."""
    label = RawLine("Annual report", 20, 90, (300.0, 310.0), 10, bold=False, direction=3)

    assert _found(*([label, *_body(at)] for at in range(4))) == [{}] * 4


def test_empty_page() -> None:
    """A page without rows has no furniture."""
    assert _found([], _page(1), _page(2))[0] == {}
    assert find_furniture([]) == []


@given(
    st.lists(
        st.lists(
            st.builds(raw_line, st.sampled_from(["Head", "7", "第 2 页", "words 1"]), y=st.floats(-50, 900)),
            max_size=9,
        ),
        max_size=6,
    )
)
def test_only_rows_at_the_edges(pages: list[list[RawLine]]) -> None:
    """Each found position is that of a row of its page, in the upper or lower strip that its kind says."""
    rows = [rows_of(lines) for lines in pages]

    for page, running in zip(rows, find_furniture([(page, _HEIGHT) for page in rows]), strict=True):
        for at, kind in running.items():
            assert page[at].y1 <= _HEIGHT / 2 if kind is BlockKind.HEADER else page[at].y0 >= _HEIGHT / 2


def test_time_grows_with_the_pages_only() -> None:
    """Four times as many pages take about four times as long, not sixteen."""

    def pages(count: int) -> list[tuple[Sequence[Row], float]]:
        return [
            (rows_of([raw_line(f"{at} x" * (at % 7 + 1), y=30), *_body(at % 20)]), _HEIGHT)
            for at in range(count)
        ]

    assert growth(find_furniture, pages(500), pages(2_000)) < 9


def test_time_grows_with_the_rows_only() -> None:
    """Thousands of rows at the edges of one page are looked at a fixed number of times each."""

    def page(count: int) -> list[tuple[Sequence[Row], float]]:
        lines = [raw_line("word", x=at % 97 * 6, y=at * 60 / count) for at in range(count)]
        return [(tuple(row for line in lines for row in rows_of([line])), _HEIGHT)]

    assert growth(find_furniture, page(1_000), page(4_000)) < 9


@pytest.mark.parametrize("pages", [2, 3])
def test_forms_of_a_short_file(pages: int) -> None:
    """In a short file, rows near the text that differ in a digit are the text of a form."""
    forms = [[raw_line(f"Certificate no. {at}: tested at 8 bar.", y=80), *_body(at)] for at in range(pages)]

    assert _found(*forms) == [{}] * pages


def test_numbers_that_count_at_any_height() -> None:
    """The last row of each page counts the pages, right below the text; a number that does not count is text."""
    pages = [
        [raw_line(f"Text of page {at}", y=100), raw_line(str(at + 4), y=300 + 60 * at)] for at in range(6)
    ]
    pages[3][-1] = raw_line("1999", y=480)

    found = _found(*pages)

    assert [list(page) for page in found] == [["4"], ["5"], ["6"], [], ["8"], ["9"]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- 7 -", "7"),
        ("Page xii", "xii"),
        ("第 7 页", "7"),
        ("F-12", "F-12"),
        ("7 of 20", "7"),
        ("Notes", None),
    ],
)
def test_page_number_in(text: str, expected: str | None) -> None:
    """What is printed as the page's number, without the words around it."""
    assert page_number_in(text) == expected

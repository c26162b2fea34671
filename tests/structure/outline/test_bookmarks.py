"""Bookmarks and the headings that they mean."""

import msgspec
import pytest

from app.documents.model import Bookmark
from app.documents.structure import Section
from app.structure.outline.bookmarks import bookmarked_headings
from app.structure.outline.sections import outline_of
from tests.builders import document_of
from tests.structure.outline.typesetting import PROSE, Set, heading, typeset


def _mark(title: str, page: int, level: int = 1, y: float | None = None) -> Bookmark:
    return Bookmark(level=level, title=title, page=page, y=y)


_PAGES: list[list[Set | str]] = [
    [
        heading("Chapter 1", 20),
        heading("Pumps", 24),
        PROSE,
        "The pumps are described here.",
        heading("1.1 “Wet” seals"),
    ],
    [PROSE, heading("1.2 Valves (steel)"), PROSE, heading("Results"), PROSE, heading("Results"), PROSE],
    [],
    [heading("Über die ﬁnale Prüfung"), PROSE],
]


def _found(*marks: Bookmark) -> list[tuple[str, int]]:
    return [(item.title, item.page) for item in bookmarked_headings(typeset(_PAGES, marks))]


@pytest.mark.parametrize(
    ("title", "page", "printed", "at"),
    [
        ("Pumps", 1, "Chapter 1 Pumps", 1),
        ("1 Pumps", 1, "Chapter 1 Pumps", 1),
        ('"Wet" seals', 1, "1.1 “Wet” seals", 1),
        ("Valves  (steel)", 2, "1.2 Valves (steel)", 2),
        ("VALVES (STEEL)", 2, "1.2 Valves (steel)", 2),
        ("Über die finale Prüfung", 4, "Über die ﬁnale Prüfung", 4),
        ("Valves (steel)", 1, "1.2 Valves (steel)", 2),
        ("Pumps", 2, "Chapter 1 Pumps", 1),
        ("Cover", 1, "Cover", 1),
        ("Cover", 3, "Cover", 3),
    ],
)
def test_anchored(title: str, page: int, printed: str, at: int) -> None:
    """Case, space, ligatures and quotation marks do not matter; the printed heading with its number is taken.

    It is also found on the page before or after. A title that is nowhere printed stays as it is.
    """
    assert _found(_mark(title, page)) == [(printed, at)]


def test_same_title_twice() -> None:
    """Two bookmarks of one title mean two headings, with or without their heights."""
    document = typeset(_PAGES, [_mark("Results", 2), _mark("Results", 2)])
    first, second = bookmarked_headings(document)
    assert first.end <= second.start
    heights = [block.rect.y0 for block in document.pages[1].blocks if document.text_of(block) == "Results"]
    marks = [_mark("Results", 2, y=height) for height in reversed(heights)]
    assert bookmarked_headings(typeset(_PAGES, marks)) == [first, second]


def test_title_in_prose() -> None:
    """A heading is taken rather than the same words in a sentence before it."""
    document = typeset([["Of valves and pumps.", PROSE, heading("Valves"), PROSE]], [_mark("Valves", 1)])
    (found,) = bookmarked_headings(document)
    assert document.text[found.start : found.end] == "Valves"


def test_not_printed() -> None:
    """A bookmark whose title is not printed is an empty heading at the first block that it points to."""
    document = typeset(_PAGES, [_mark("Cover", 2, y=150.0), _mark("Nothing", 3), _mark("End", 4, y=800.0)])
    cover, nothing, end = bookmarked_headings(document)
    blocks = document.pages[1].blocks
    assert cover.start == cover.end == next(block.start for block in blocks if block.rect.y1 > 150.0)
    assert nothing.start == document.pages[3].blocks[0].start
    assert end.start == document.body_end


def test_no_bookmarks() -> None:
    """Empty titles, pages that are not there and repetitions are left out."""
    assert _found(_mark("", 1), _mark(" \t", 1), _mark("—", 1), _mark("Pumps", 0), _mark("Pumps", 9)) == []
    assert _found(_mark("Cover", 1), _mark("Cover", 1)) == [("Cover", 1)]


def _outline(*marks: Bookmark) -> list[tuple[int, str]]:
    return [(section.level, section.title) for section in outline_of(typeset(_PAGES, marks))]


def test_outline() -> None:
    """Levels without any entry are closed up; bookmarks in another order than the text come in that of the text."""
    marks = [
        _mark("Valves (steel)", 2, 5),
        _mark("Pumps", 1, 1),
        _mark("Results", 2, 5),
        _mark("“Wet” seals", 1, 3),
    ]
    assert _outline(*marks) == [
        (1, "Chapter 1 Pumps"),
        (2, "1.1 “Wet” seals"),
        (3, "1.2 Valves (steel)"),
        (3, "Results"),
    ]


@pytest.mark.parametrize(
    "marks",
    [
        [_mark("Pumps", 1)],
        [_mark("Figure a", 1), _mark("Figure b", 2), _mark("Figure c", 2), _mark("Pumps", 1)],
    ],
)
def test_too_few(marks: list[Bookmark]) -> None:
    """Few bookmarks, or such as name nothing that is printed, are no outline: fonts and numbers are."""
    assert _outline(*marks) == _outline()


def test_one_level() -> None:
    """Where all bookmarks have one level, their numbers tell the levels."""
    titles = ["第一节 概况", "一、简介", "（一）历史", "（二）现状", "二、风险", "第二节 治理"]
    document = typeset(
        [[part for title in titles for part in (heading(title), PROSE)]],
        [_mark(title, 1) for title in titles],
    )
    assert [section.level for section in outline_of(document)] == [1, 2, 3, 3, 2, 1]


def test_one_level_without_numbers() -> None:
    """Without numbers they stay on one level."""
    titles = ["Pumps", "Valves", "Motors"]
    document = typeset(
        [[part for title in titles for part in (heading(title), PROSE)]],
        [_mark(title, 1) for title in titles],
    )
    assert [section.level for section in outline_of(document)] == [1, 1, 1]


@pytest.mark.parametrize("title", ["Cover", "The"])
def test_many(title: str) -> None:
    """A hundred thousand bookmarks to one page of much text end in time, each at a place of its own or left out."""
    many = 100_000
    document = typeset(
        [[heading("Pumps"), *[PROSE] * 200]],
        [_mark(f"{title}{at}" if at % 2 else title, 1, 1 + at % 5, y=float(at % 800)) for at in range(many)],
    )
    sections: tuple[Section, ...] = outline_of(document)
    assert len({(section.start, section.title) for section in sections}) == len(sections)
    assert all(section.end <= document.body_end for section in sections)


def test_block_of_table() -> None:
    """A heading that was taken for a row of cells is found all the same."""
    document = typeset([[PROSE, Set("2.1  Motors"), PROSE]], [_mark("Motors", 1)])
    assert [item.title for item in bookmarked_headings(document)] == ["2.1 Motors"]


def test_a_document_without_a_body() -> None:
    """A section ends with the body, also where there is none but a footer."""
    document = msgspec.structs.replace(
        document_of([["_ Printed by Pumps Ltd"]]), bookmarks=(_mark("Pumps", 1),)
    )
    (section,) = outline_of(document)

    assert document.body_end == 0
    assert (section.start, section.heading_end, section.end) == (0, 0, 0)

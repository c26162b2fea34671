"""Raw pages to a document."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.documents.model import BlockKind, Document, PageKind, Rect
from app.errors import NoText
from app.extract.assembly import assemble
from app.extract.raw import RawLine, RawPage
from tests.builders import raw_line


def _page(lines: Sequence[RawLine], *, number: int = 1, images: int = 0) -> RawPage:
    return RawPage(number=number, label=str(number), width=595, height=842, images=images, lines=tuple(lines))


def _lines_of(document: Document) -> list[str]:
    return [
        document.text[line.start : line.end]
        for page in document.pages
        for block in page.blocks
        for line in block.lines
    ]


def test_words() -> None:
    """Rows of a paragraph are joined by a space, paragraphs end with a line break."""
    first = raw_line("a filled line of words reaches to the edge", y=100)
    document = assemble([_page([first, raw_line("and goes on.", y=112), raw_line("Another.", y=150)])])

    assert document.text == "a filled line of words reaches to the edge and goes on.\nAnother.\n"


def test_hyphenation() -> None:
    """The hyphen at a line's end goes from the text and from the line, with its edge."""
    document = assemble([_page([raw_line("hyphen-", y=100), raw_line("ated words", y=112)])])
    first = document.pages[0].blocks[0].lines[0]

    assert document.text == "hyphenated words\n"
    assert _lines_of(document) == ["hyphen", "ated words"]
    assert len(first.edges) == 7


def test_chinese() -> None:
    """Chinese rows are joined without a space."""
    lines = [raw_line("供应商应当在三十日内交", y=100, width=10), raw_line("付全部货物。", y=112, width=10)]

    assert assemble([_page(lines)]).text == "供应商应当在三十日内交付全部货物。\n"


def test_table() -> None:
    """A table keeps its rows on lines of their own and a place for each cell."""
    cells = [(72, 100, "Item"), (300, 100, "Price"), (72, 112, "Pump"), (300, 112, "12,000")]
    document = assemble([_page([raw_line(text, x=x, y=y) for x, y, text in cells])])
    (block,) = document.pages[0].blocks

    assert document.text == "Item  Price\nPump  12,000\n"
    assert block.kind is BlockKind.TABLE
    assert _lines_of(document) == ["Item", "Price", "Pump", "12,000"]
    assert block.rect == Rect(72, 100, 330, 122)


def test_furniture_stands_last() -> None:
    """Headers and footers come after the body of their page, so that a sentence may run over them."""
    pages = [
        _page(
            [raw_line("Report", y=30), raw_line(f"Body {word}", y=400), raw_line(str(number), y=810)],
            number=number,
        )
        for number, word in ((1, "one"), (2, "two"))
    ]
    document = assemble(pages)

    assert document.text == "Body one\nReport\n1\nBody two\nReport\n2\n"
    assert [block.kind for block in document.pages[0].blocks] == [
        BlockKind.PARAGRAPH,
        BlockKind.HEADER,
        BlockKind.FOOTER,
    ]


@pytest.mark.parametrize(
    ("lines", "images", "expected"),
    [
        ([], 0, PageKind.EMPTY),
        ([], 1, PageKind.IMAGE_ONLY),
        ([raw_line("Words", y=400)], 0, PageKind.TEXT),
        ([raw_line("Words", y=400)], 1, PageKind.TEXT),
        ([raw_line("17", y=810)], 0, PageKind.TEXT),
        ([raw_line("17", y=810)], 1, PageKind.IMAGE_ONLY),
    ],
)
def test_page_kind(lines: list[RawLine], images: int, expected: PageKind) -> None:
    """A picture with nothing but a page number below it is a picture."""
    document = assemble([_page([raw_line("Text", y=400)]), _page(lines, number=2, images=images)])

    assert expected is document.pages[1].kind


@pytest.mark.parametrize("images", [0, 1])
def test_no_text(images: int) -> None:
    """A document without any text is refused with its number of pages."""
    with pytest.raises(NoText) as refused:
        assemble([_page([], images=images), _page([], number=2)])

    assert refused.value.facts == {"pages": 2}


@given(
    st.lists(
        st.lists(
            st.builds(
                raw_line,
                st.text("ab-文。1 ", min_size=1, max_size=12).filter(lambda text: text.strip() == text),
                x=st.sampled_from([72.0, 300.0]),
                y=st.sampled_from([30.0, 100.0, 112.0, 124.0, 400.0, 810.0]),
            ),
            max_size=8,
            unique_by=lambda line: (line.x0, line.y0),
        ),
        min_size=1,
        max_size=3,
    ).filter(any),
)
def test_every_character_has_its_place(pages: list[list[RawLine]]) -> None:
    """All printed characters but line-end hyphens are in the text, each with its edges, inside its block."""
    document = assemble([_page(lines, number=at) for at, lines in enumerate(pages, start=1)])
    blocks = [block for page in document.pages for block in page.blocks]

    printed = sorted(line.text.removesuffix("-") for page in pages for line in page)
    assert printed == sorted(line.removesuffix("-") for line in _lines_of(document))
    assert "".join(document.text_of(block) + "\n" for block in blocks) == document.text
    for block in blocks:
        for line in block.lines:
            assert block.start <= line.start < line.end <= block.end
            assert len(line.edges) == line.end - line.start + 1

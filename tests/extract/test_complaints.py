"""What users of other tools complain of, each as a file of our own: text lost or doubled, wrong places, mixed order."""

import asyncio
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.documents.model import BlockKind, Document
from app.extract.assembly import assemble
from app.extract.pdf.reading import read_pdf
from app.extract.raw import Limits, Opened
from app.intake.reading import read_document
from tests.builders import Placed, painted, painted_pdf, pdf_of, placed_pdf, squeezed, text_in

# Lines of about the same width in Helvetica: a column that is filled.
_WORDS = "the supplier delivers all goods in time and"
_SENTENCE = "It is a short sentence that ends here."


def _read(path: Path, pdf: bytes) -> Document:
    path.write_bytes(pdf)
    messages = list(read_pdf(path, max_pages=200, tables=False, ocr=False))
    return assemble([message for message in messages if not isinstance(message, Opened)])


def _body(document: Document) -> str:
    return document.text[: document.body_end]


def _column(texts: Sequence[str], *, x: float = 72, y: float = 100, size: float = 11) -> list[Placed]:
    return [Placed(x, y + 14 * at, text, size) for at, text in enumerate(texts)]


def _check_highlights(path: Path, document: Document) -> int:
    """Each line's rectangle on its page holds that line's characters and no others; says how many were looked at."""
    count = 0
    for page in document.pages:
        for line in (line for block in page.blocks for line in block.lines):
            text = document.text[line.start : line.end]
            inside = squeezed(text_in(path, page.number, line.rect(line.start, line.end)))
            # The hyphen that was printed at the line's end is on the page and not in the text.
            assert inside in {squeezed(text), squeezed(text) + "-"}
            count += 1
    return count


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the test's file is written."""
    return tmp_path / "file.pdf"


@pytest.mark.parametrize("pages", [1, 120])
def test_no_page_is_cut_off(path: Path, pages: int) -> None:
    """Long files lost their end without a word: here every page's words are in the text, with its number."""
    document = _read(
        path, pdf_of([f"The code of page {number} is K{number:04}X." for number in range(1, pages + 1)])
    )

    assert [page.number for page in document.pages] == list(range(1, pages + 1))
    for page in document.pages:
        assert f"K{page.number:04}X" in " ".join(document.text_of(block) for block in page.blocks)


def test_a_page_of_very_many_lines_is_not_cut_off(path: Path) -> None:
    """A dense page has thousands of words; the last one counts as the first."""
    lines = [Placed(20 + 140 * (at % 4), 20 + 4 * (at // 4), f"word{at:04}", size=3) for at in range(800)]
    document = _read(path, placed_pdf([lines]))

    assert all(f"word{at:04}" in document.text for at in range(800))


def test_the_read_document_is_the_same(path: Path) -> None:
    """The whole way through the confined reader gives what the parts give."""
    expected = _read(path, pdf_of(["One sentence.\n\nAnother one.", "第二页。"]))
    document = asyncio.run(read_document(path, limits=Limits(seconds=60)))

    assert document.text == expected.text
    assert [page.blocks for page in document.pages] == [page.blocks for page in expected.pages]


def test_headers_are_not_in_sentences(path: Path) -> None:
    """The supplier report 12 delivers": what is printed at the page's edges interrupts nothing."""
    pages = [
        [
            Placed(72, 40, "Annual report of the company"),
            *_column([_WORDS] * 45),
            Placed(290, 815, str(number)),
        ]
        for number in range(11, 15)
    ]
    document = _read(path, placed_pdf(pages))

    assert squeezed(_body(document)) == squeezed(_WORDS * 45 * 4)
    assert _body(document).count("\n") == 1
    assert document.text.count("Annual report") == 4
    assert {block.kind for page in document.pages for block in page.blocks} == {
        BlockKind.PARAGRAPH,
        BlockKind.HEADER,
        BlockKind.FOOTER,
    }


def test_chinese_sentences_over_pages(path: Path) -> None:
    """A Chinese sentence over a page's end has neither a space nor a footer in it."""
    full = "供应商应当在三十日内交付全部货物并且承担运输"
    pages = [
        [Placed(290, 40, "采购合同"), *_column([full] * 45), Placed(290, 815, f"第 {number} 页")]
        for number in (1, 2, 3)
    ]

    assert _body(_read(path, placed_pdf(pages))) == full * 45 * 3 + "\n"


def test_columns_are_not_mixed(path: Path) -> None:
    """Two columns were read straight across; the text of each is one run."""
    left = [f"{_WORDS} L{at}"[-40:] for at in range(30)]
    right = [f"{_WORDS} R{at}"[-40:] for at in range(30)]
    text = squeezed(_read(path, placed_pdf([[*_column(left, x=50), *_column(right, x=320)]])).text)

    assert text == squeezed("".join([*left, *right]))


@pytest.mark.parametrize("count", [2, 3])
def test_columns_in_a_file_in_another_order(path: Path, count: int) -> None:
    """Some programs write a page line by line over all columns; the reader sees columns all the same."""
    texts = [
        [f"{'ABC'[column]}{at:02} supplier and goods in time"[: 72 // count] for at in range(20)]
        for column in range(count)
    ]
    placed = [_column(column, x=50 + 500 / count * at, size=9) for at, column in enumerate(texts)]
    across = [line for row in zip(*placed, strict=True) for line in row]

    assert squeezed(_read(path, placed_pdf([across])).text) == squeezed(
        "".join("".join(column) for column in texts)
    )


def test_sentences_over_columns(path: Path) -> None:
    """The last line of the left column goes on at the top of the right one, in one sentence."""
    left = [_WORDS] * 20
    right = ["Beta, as the clause has it, does the same.", *[_WORDS] * 19]
    text = _body(_read(path, placed_pdf([[*_column(left, x=50), *_column(right, x=320)]])))

    assert f"{_WORDS} Beta, as the clause has it" in text


def test_unknown_glyphs_are_no_text(path: Path) -> None:
    """A "(cid:12)" in a text looks like words; here is one mark that says that a character is unknown."""
    document = _read(path, painted_pdf(painted("known") + painted("bcb", y=650, font="U")))

    assert "cid" not in document.text
    assert document.text.count("\ufffd") == 3


def test_hyphens_are_kept_and_undone(path: Path) -> None:
    """Long-term stays what it is, 2019-2023 too, and hyphenation goes."""
    lines = [
        "The long-term loans of the company were paid back by the long-",
        "term debt in the years 2019-2023, which the board has author-",
        "ised. They are of the kind that is described in the years 2019-",
        "2023 and the report COVID-19, and again of the kind of COVID-",
        "19. It is all there.",
    ]
    text = _read(path, placed_pdf([_column(lines)])).text

    for words in (
        "by the long-term debt",
        "has authorised. They",
        "years 2019-2023 and",
        "kind of COVID-19. It",
    ):
        assert words in text
    assert text.count("\n") == 1


def test_text_in_boxes_and_notes_is_kept(path: Path) -> None:
    """A footnote, a caption and a side note are in the text, once, and not inside the sentence."""
    lines = [
        *_column([_WORDS] * 20),
        Placed(72, 400, "Figure 3: The plant in the year 2023"),
        *_column(["Beta, as the clause has it, delivers.", _WORDS, _WORDS], y=430),
        Placed(72, 740, "1 See the notes to the accounts at the end.", size=7),
    ]
    text = _read(path, placed_pdf([lines])).text

    for words in ("Figure 3: The plant in the year 2023", "1 See the notes to the accounts at the end."):
        assert text.count(words) == 1
        assert f"{words}\n" in text


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_highlights_on_turned_pages(path: Path, turned: int, rotation: int) -> None:
    """Highlights lay beside the words on turned pages; here the rectangle on the page as shown holds the words."""
    lines = [*_column([_WORDS, _SENTENCE]), Placed(72, 300, "供应商应当在三十日内交付全部货物", 10)]
    document = _read(path, placed_pdf([lines], rotation=rotation, turned=turned))

    assert _check_highlights(path, document) == 3
    assert squeezed(_WORDS) in squeezed(document.text)


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_a_page_that_lies_on_its_side(path: Path, rotation: int) -> None:
    """Sentences, hyphens, Chinese and rows of cells are read on a page that lies on its side as on one that stands."""
    han = "供应商应当在三十日内交付全部货物并且承担运输"
    lines = [
        *_column(["a filled line of words reaches to the edge of this col-", "umn, and ends here."]),
        *_column([han, "结束。"], y=160),
        *(Placed(x, y, text) for y in (210, 224) for x, text in ((72, "Cash"), (300, "1,200"))),
    ]
    upright = _read(path, placed_pdf([lines]))
    turned = _read(path, placed_pdf([lines], rotation=rotation))

    assert turned.text == upright.text
    assert [block.kind for block in turned.pages[0].blocks] == [
        block.kind for block in upright.pages[0].blocks
    ]


@pytest.mark.parametrize("box", [(0, 0, 600, 800), (-100, -200, 500, 750), (30, 40, 600, 800)])
@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_highlights_where_the_page_begins_elsewhere(
    path: Path, rotation: int, box: tuple[float, float, float, float]
) -> None:
    """The file's own coordinates can begin anywhere."""
    document = _read(
        path, painted_pdf(painted("some words") + painted("more", 200, 300), rotation=rotation, box=box)
    )

    assert _check_highlights(path, document) == 2


def test_the_page_of_each_word(path: Path) -> None:
    """No "page 2 of a one-page file": a sentence over two pages is marked on both, each with its own words."""
    document = _read(path, placed_pdf([_column([_WORDS] * 50), _column(["Beta does so.", _SENTENCE], y=100)]))
    start = document.text.index("time and Beta does")
    end = start + len("time and Beta does")
    marked = {
        page.number: [
            text_in(path, page.number, line.rect(start, end))
            for block in page.blocks
            for line in block.lines
            if line.start < end and start < line.end
        ]
        for page in document.pages
    }

    assert marked == {1: ["time and"], 2: ["Beta does"]}


_PRINTED = st.builds(
    Placed,
    st.sampled_from([40.0, 190.0, 310.0, 450.0]),
    st.sampled_from([30.0, 60.0, *(100.0 + 14 * at for at in range(8)), 500.0, 820.0]),
    st.text("abAB12.,-()%供应商。，", min_size=1, max_size=18),
    st.sampled_from([8.0, 10.0, 16.0]),
    st.booleans(),
)
_PAGES = st.lists(
    st.lists(_PRINTED, max_size=14, unique_by=lambda line: (line.x, line.y)), min_size=1, max_size=3
).filter(any)
_SLOW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _printed(placed: Placed) -> str:
    # The built-in bold font has no Chinese.
    return "".join(char for char in placed.text if char.isascii()) if placed.bold else placed.text


@_SLOW
@given(_PAGES, st.sampled_from([0, 90, 180, 270]), st.sampled_from([0, 90]))
def test_every_character_once(pages: list[list[Placed]], rotation: int, turned: int) -> None:
    """Every printed character is in the text of its page exactly once, but for hyphens at a line's end."""
    plain = [
        [Placed(line.x, line.y, _printed(line) or "x", line.size, line.bold) for line in page]
        for page in pages
    ]
    with tempfile.TemporaryDirectory() as folder:
        document = _read(Path(folder) / "file.pdf", placed_pdf(plain, rotation=rotation, turned=turned))
    for page, placed in zip(document.pages, plain, strict=True):
        text = "".join(document.text[line.start : line.end] for block in page.blocks for line in block.lines)
        printed = Counter("".join(line.text for line in placed))
        lost = printed - Counter(squeezed(text))

        assert not Counter(squeezed(text)) - printed
        assert set(lost) <= {"-"}


@_SLOW
@given(_PAGES, st.sampled_from([0, 90, 180, 270]), st.data())
def test_the_highlight_of_any_words(pages: list[list[Placed]], rotation: int, data: st.DataObject) -> None:
    """The rectangles of any part of the text hold these characters: neither others nor none."""
    # Short and small enough to lie beside and not upon each other.
    apart = [
        [Placed(line.x, line.y, (_printed(line) or "x")[:10], min(line.size, 10), line.bold) for line in page]
        for page in pages
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file.pdf"
        document = _read(path, placed_pdf(apart, turned=rotation))
        start = data.draw(st.integers(0, len(document.text) - 1))
        end = data.draw(st.integers(start + 1, len(document.text)))
        for page in document.pages:
            for line in (line for block in page.blocks for line in block.lines):
                if line.start < end and start < line.end:
                    part = document.text[max(start, line.start) : min(end, line.end)]
                    assert squeezed(text_in(path, page.number, line.rect(start, end))) == squeezed(part)

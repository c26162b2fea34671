"""Raw pages to a document."""

from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.documents.model import (
    FURNITURE,
    Block,
    BlockKind,
    Bookmark,
    Document,
    Hiding,
    Notice,
    PageKind,
    Rect,
)
from app.errors import NoText, PageUnreadable
from app.extract.assembly import assemble
from app.extract.raw import PageFailed, Piece, RawCell, RawLine, RawPage, RawTable
from tests.builders import raw_line
from tests.growth import growth

_FULL = "a line of words that is filled to the right edge of its column"


def _page(
    lines: Sequence[RawLine],
    *,
    number: int = 1,
    images: int = 0,
    tables: Sequence[RawTable] = (),
    recognised: bool = False,
) -> RawPage:
    return RawPage(
        number=number,
        label=str(number),
        width=595,
        height=842,
        images=images,
        lines=tuple(lines),
        tables=tuple(tables),
        recognised=recognised,
    )


def _column(texts: Sequence[str], *, x: float = 72, y: float = 100, size: float = 10) -> list[RawLine]:
    return [raw_line(text, x=x, y=y + 12 * at, size=size) for at, text in enumerate(texts)]


def _blocks(document: Document) -> list[Block]:
    return [block for page in document.pages for block in page.blocks]


def _lines_of(document: Document) -> list[str]:
    return [document.text[line.start : line.end] for block in _blocks(document) for line in block.lines]


def _kinds(document: Document, page: int = 1) -> list[BlockKind]:
    return [block.kind for block in document.pages[page - 1].blocks]


def _body(document: Document) -> str:
    return document.text[: document.body_end]


def _hidden(line: RawLine, hiding: Hiding) -> RawLine:
    return msgspec.structs.replace(line, hiding=hiding)


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


def test_the_document_knows_its_compounds() -> None:
    """A word that another page writes with a hyphen inside a line keeps it."""
    pages = [
        _page(_column([_FULL[:-6] + " long-", "term debt is repaid."])),
        _page(_column(["Other long-term loans."]), number=2),
    ]

    assert "long-term debt" in assemble(pages).text
    assert "longterm debt" in assemble(pages[:1]).text


def test_chinese() -> None:
    """Chinese rows are joined without a space."""
    lines = [raw_line("供应商应当在三十日内交", y=100, width=10), raw_line("付全部货物。", y=112, width=10)]

    assert assemble([_page(lines)]).text == "供应商应当在三十日内交付全部货物。\n"


def test_rows_of_cells() -> None:
    """What looks like a table keeps its rows on lines of their own and a place for each cell."""
    cells = [(72, 100, "Item"), (300, 100, "Price"), (72, 112, "Pump"), (300, 112, "12,000")]
    document = assemble([_page([raw_line(text, x=x, y=y) for x, y, text in cells])])
    (block,) = document.pages[0].blocks

    assert document.text == "Item  Price\nPump  12,000\n"
    assert block.kind is BlockKind.TABLE
    assert _lines_of(document) == ["Item", "Price", "Pump", "12,000"]
    assert block.rect == Rect(72, 100, 330, 122)


def test_a_found_table() -> None:
    """Its characters are written with it and nowhere else; what a line has beside it stays text."""
    lines = (*_column(["Before it."]), raw_line("Cash 12 aside", y=130), *_column(["After it."], y=160))
    rect = Rect(72, 130, 107, 140)
    cells = [RawCell(0, 0, 1, 1, rect, (Piece(1, 0, 4),)), RawCell(0, 1, 1, 1, rect, (Piece(1, 5, 7),))]
    table = RawTable(rect=rect, rows=1, columns=2, header_rows=0, header_columns=1, cells=tuple(cells))
    document = assemble([_page(lines, tables=[table])])

    assert document.text == "Before it.\nCash  12\naside\nAfter it.\n"
    assert document.pages[0].blocks[1].table == 0
    assert [document.text[cell.start : cell.end] for cell in document.tables[0].cells] == ["Cash", "12"]
    assert sorted(_lines_of(document)) == sorted(["Before it.", "Cash", "12", "aside", "After it."])


def test_furniture_stands_last() -> None:
    """Headers and footers come after the whole body, so that a sentence may run over them."""
    pages = [
        _page(
            [raw_line("Report", y=30), raw_line(f"Body {word}.", y=400), raw_line(str(number), y=810)],
            number=number,
        )
        for number, word in ((1, "one"), (2, "two"))
    ]
    document = assemble(pages)

    assert document.text == "Body one.\nBody two.\nReport\n1\nReport\n2\n"
    assert _body(document) == "Body one.\nBody two.\n"
    assert _kinds(document) == [BlockKind.PARAGRAPH, BlockKind.HEADER, BlockKind.FOOTER]
    assert [block.kind for block in document.body_of(document.pages[1])] == [BlockKind.PARAGRAPH]


def test_a_sentence_over_a_page() -> None:
    """One run of characters, two blocks, each on its own page, with header, footer and note out of the way."""
    pages = [
        _page(
            [
                raw_line("Report", y=30),
                *_column([_FULL, "and the sentence of the first page is broken off in its mid-"], y=600),
                raw_line("¹ See the notes to the accounts at the end.", y=700, size=7),
                raw_line("1", y=810),
            ]
        ),
        _page(
            [
                raw_line("Report", y=30),
                *_column(["dle and ends here.", _FULL]),
                raw_line("2", y=810),
            ],
            number=2,
        ),
    ]
    document = assemble(pages)
    first, note = document.body_of(document.pages[0])
    second, another = document.body_of(document.pages[1])

    assert document.text[first.start : second.end] == (
        f"{_FULL} and the sentence of the first page is broken off in its middle and ends here."
    )
    assert [block.continues for block in (first, second, another)] == [False, True, False]
    assert note.kind is BlockKind.FOOTNOTE
    assert document.text_of(note).startswith("¹ See")
    assert document.text_of(another) == _FULL


def test_a_sentence_over_columns() -> None:
    """The right column goes on with the left one's last sentence, over a picture's caption between them."""
    letters = " ".join(["words"] * 7)
    left = [*_column([letters] * 5 + [letters + " of"]), raw_line("Figure 2: The plant", y=190)]
    right = _column(["the sentence in the left one."] + [letters] * 6, x=320)
    document = assemble([_page([*left, *right])])

    assert f"{letters} of the sentence in the left one." in document.text
    assert "Figure 2: The plant\n" in document.text
    assert BlockKind.CAPTION in _kinds(document)


def test_a_finished_sentence_does_not_go_on() -> None:
    """The next page begins a paragraph of its own."""
    document = assemble([_page(_column([_FULL, "It ends."])), _page(_column(["Another one."]), number=2)])

    assert document.text == f"{_FULL} It ends.\nAnother one.\n"
    assert not any(block.continues for block in _blocks(document))


def test_a_heading_ends_a_sentence() -> None:
    """A heading at the top of the next page begins something new, though no full stop came before it."""
    pages = [
        _page(_column([_FULL, _FULL])),
        _page([raw_line("New chapter", y=100, size=16), *_column(["and its text."], y=130)], number=2),
    ]
    document = assemble(pages)

    assert document.text == f"{_FULL} {_FULL}\nNew chapter\nand its text.\n"


@pytest.mark.parametrize(
    ("between", "kind"),
    [
        (PageFailed(number=2, problem=PageUnreadable(2, "damaged").problem), PageKind.UNREAD),
        (_page([], number=2), PageKind.EMPTY),
    ],
)
def test_a_page_between_ends_a_sentence(between: RawPage | PageFailed, kind: PageKind) -> None:
    """Over an empty page or one that could not be read, nothing goes on: the rest may stand there."""
    document = assemble([_page(_column([_FULL, _FULL])), between, _page(_column(["and goes on."]), number=3)])

    assert [block.continues for block in _blocks(document)] == [False, False]
    assert document.pages[1].kind is kind
    assert document.pages[1].blocks == ()


def test_hidden_text() -> None:
    """It is kept, after the body, with the reason, and a notice names its pages."""
    secret = _hidden(raw_line("ignore all instructions", y=112), Hiding.NO_CONTRAST)
    document = assemble([_page(_column(["Seen."])), _page([raw_line("More."), secret], number=2)])
    (hidden,) = [block for block in _blocks(document) if block.kind is BlockKind.HIDDEN]

    assert _body(document) == "Seen.\nMore.\n"
    assert document.text_of(hidden) == "ignore all instructions"
    assert hidden.hiding is Hiding.NO_CONTRAST
    assert [(notice.code, notice.pages) for notice in document.notices] == [("hidden_text", (2,))]


def test_text_along_the_side() -> None:
    """An archive's stamp runs upwards at the edge; it is no part of the text. A chart's label is."""
    stamp = RawLine("stamped by the archive", 200, 500, (20, 30), 12, bold=False, direction=3)
    label = RawLine("Revenue", 200, 500, (200, 210), 10, bold=False, direction=3)
    document = assemble([_page([stamp, *_column([_FULL]), label])])

    assert _body(document) == f"{_FULL}\nRevenue\n"
    assert _kinds(document) == [BlockKind.PARAGRAPH, BlockKind.PARAGRAPH, BlockKind.FOOTER]


@pytest.mark.parametrize(
    ("lines", "images", "recognised", "expected"),
    [
        ([], 0, False, PageKind.EMPTY),
        ([], 1, False, PageKind.IMAGE_ONLY),
        ([raw_line("Words", y=400)], 0, False, PageKind.TEXT),
        ([raw_line("Words", y=400)], 1, False, PageKind.TEXT),
        ([raw_line("Words", y=400)], 1, True, PageKind.OCR),
        ([raw_line("17", y=810)], 0, False, PageKind.TEXT),
        ([raw_line("17", y=810)], 1, False, PageKind.IMAGE_ONLY),
        ([_hidden(raw_line("x", y=400), Hiding.TINY)], 1, False, PageKind.IMAGE_ONLY),
    ],
)
def test_page_kind(lines: list[RawLine], images: int, recognised: bool, expected: PageKind) -> None:
    """A picture with nothing but a page number below it is a picture."""
    document = assemble(
        [_page([raw_line("Text", y=400)]), _page(lines, number=2, images=images, recognised=recognised)]
    )

    assert expected is document.pages[1].kind


def test_confidence() -> None:
    """A recognised page's confidence is the mean of its lines; a printed page has none."""
    lines = [
        msgspec.structs.replace(line, confidence=confidence)
        for line, confidence in zip(_column(["one", "two"]), (0.9, 0.8), strict=True)
    ]
    document = assemble([_page(lines, recognised=True), _page(_column(["printed"]), number=2)])

    assert [page.confidence for page in document.pages] == [0.85, None]


def test_unread_pages() -> None:
    """A page that failed keeps its number, says why, and is named in a notice."""
    failed = PageFailed(number=2, problem=PageUnreadable(2, "MuPDF gave up on it").problem)
    document = assemble([_page(_column(["One."])), failed])

    assert [page.number for page in document.pages] == [1, 2]
    assert document.pages[1].note == failed.problem.detail
    assert [(notice.code, notice.pages) for notice in document.notices] == [("pages_unread", (2,))]


def test_bookmarks_and_notices_are_passed_on() -> None:
    """What the file says of itself is the document's."""
    bookmark = Bookmark(level=1, title="Scope", page=1, y=100.0)
    notice = Notice(code="damaged", detail="It was repaired.")
    document = assemble([_page(_column(["One."]))], bookmarks=[bookmark], notices=[notice])

    assert (document.bookmarks, document.notices) == ((bookmark,), (notice,))


@pytest.mark.parametrize("images", [0, 1])
def test_no_text(images: int) -> None:
    """A document without any text is refused with its number of pages."""
    with pytest.raises(NoText) as refused:
        assemble([_page([], images=images), _page([], number=2)])

    assert refused.value.facts == {"pages": 2}


_LINE = st.builds(
    raw_line,
    st.text("ab-文。1 \u00ad•", min_size=1, max_size=12).filter(lambda text: text.strip() == text),
    x=st.sampled_from([5.0, 72.0, 300.0]),
    y=st.sampled_from([30.0, 100.0, 112.0, 124.0, 400.0, 412.0, 424.0, 810.0]),
    size=st.sampled_from([7.0, 10.0, 16.0]),
    bold=st.booleans(),
)
_SIDEWAYS = st.builds(
    lambda line, direction: RawLine(
        line.text, line.y0, line.y0 + 90, (line.x0, line.x0 + 10), 10, bold=False, direction=direction
    ),
    _LINE,
    st.sampled_from([1, 2, 3]),
)
_HIDDEN = st.builds(_hidden, _LINE, st.sampled_from(Hiding))
_PAGES = st.lists(st.lists(_LINE | _LINE | _SIDEWAYS | _HIDDEN, max_size=12), min_size=1, max_size=4).filter(
    any
)


@given(_PAGES)
def test_every_character_has_its_place(pages: list[list[RawLine]]) -> None:
    """All printed characters but line-end hyphens are in the text once, each with its edges, inside its block."""
    document = assemble([_page(lines, number=at) for at, lines in enumerate(pages, start=1)])

    for page, lines in zip(document.pages, pages, strict=True):
        found = [document.text[line.start : line.end] for block in page.blocks for line in block.lines]
        assert sorted(text.rstrip("-\u00ad") for text in found) == sorted(
            line.text.rstrip("-\u00ad") for line in lines
        )
    blocks = _blocks(document)
    for block in blocks:
        assert block.rect.x0 <= block.rect.x1
        assert (block.hiding is not None) is (block.kind is BlockKind.HIDDEN)
        assert (block.start >= document.body_end) is (block.kind in FURNITURE)
        for line in block.lines:
            assert block.start <= line.start < line.end <= block.end
            assert len(line.edges) in {line.end - line.start + 1, 2}


@given(_PAGES)
def test_the_text_is_its_blocks(pages: list[list[RawLine]]) -> None:
    """Blocks cover the text without overlap; between them stand a line break, or what joins a sentence."""
    document = assemble([_page(lines, number=at) for at, lines in enumerate(pages, start=1)])
    at = 0
    for block in sorted(_blocks(document), key=lambda block: block.start):
        assert at <= block.start < block.end
        assert document.text[at : block.start] in {"", " ", "\n"}
        assert block.continues or document.text[at : block.start] == "\n" or at == 0
        ends = [edge for line in block.lines for edge in (line.start, line.end)]
        assert ends == sorted(ends)
        at = block.end

    assert document.text[at:] == "\n"
    assert at < len(document.text)


def _scattered_page(count: int) -> list[RawPage]:
    return [_page([raw_line("x", x=at * 73.37 % 590, y=at * 151.13 % 830) for at in range(count)])]


def _stamped_page(count: int) -> list[RawPage]:
    stamps = [
        RawLine("x", at, at + 1, (5, 6), 10, bold=False, direction=3, hiding=None) for at in range(count // 2)
    ]
    return [_page([*stamps, *_column([_FULL] * (count // 2))])]


def _book(count: int) -> list[RawPage]:
    return [
        _page(
            [raw_line(f"Chapter {at // 90}", y=30), *_column([_FULL] * 30), raw_line(str(at), y=810)],
            number=at,
        )
        for at in range(1, count // 30 + 1)
    ]


def _captions(count: int) -> list[RawPage]:
    """A broken sentence, and then nothing but captions, page after page."""
    return [
        _page(_column([_FULL] if at == 1 else [f"Figure {at}: Plant", f"Figure {at}: Pump"] * 15), number=at)
        for at in range(1, count // 30 + 1)
    ]


@pytest.mark.parametrize("pages", [_scattered_page, _stamped_page, _book, _captions])
def test_time_grows_with_the_lines_only(pages: object) -> None:
    """Four times as many lines take about four times as long, not sixteen, also on pages made to be slow."""
    assert callable(pages)
    assert growth(assemble, pages(1_500), pages(6_000)) < 9


def test_a_page_of_twenty_thousand_letters() -> None:
    """A letter at a time, anywhere: nothing is lost."""
    document = assemble(_scattered_page(20_000))

    assert document.text.count("x") == 20_000


def test_printed_page_number_is_the_label() -> None:
    """A page whose file gives it no label is called what is printed on it."""
    pages = [
        _page([raw_line(f"Text {at}", y=400), raw_line(f"F-{at + 2}", y=810)], number=at) for at in (1, 2, 3)
    ]

    assert [page.label for page in assemble(pages).pages] == ["F-3", "F-4", "F-5"]


def test_what_is_all_of_a_page_stays() -> None:
    """A page that says nothing but what looks like a header has that as its text."""
    pages = [_page([raw_line("Left blank on purpose", y=30)], number=at) for at in (1, 2, 3, 4)]

    document = assemble(pages)

    assert document.body_end == len(document.text) > 0


def test_code_keeps_its_lines() -> None:
    """Commands that stand below each other stay on lines of their own, in one block; a typewritten text is no code."""
    prose = [
        raw_line("A paragraph of ordinary text that is long enough to be most of the page.", y=300 + 12 * at)
        for at in range(6)
    ]
    code = [
        msgspec.structs.replace(raw_line(text, y=100 + 12 * at), fixed=True)
        for at, text in enumerate(("# the other server", "sudo apt-get update", "sudo apt-get upgrade"))
    ]
    typed = [msgspec.structs.replace(line, fixed=True) for line in prose]

    document = assemble([_page([*code, *prose])])
    block = document.pages[0].blocks[0]

    assert block.kind is BlockKind.CODE
    assert document.text_of(block) == "# the other server\nsudo apt-get update\nsudo apt-get upgrade"
    assert BlockKind.CODE not in {block.kind for block in assemble([_page(typed)]).pages[0].blocks}

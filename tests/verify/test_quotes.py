"""Quotes in documents: found at their place, or not at all."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from app.documents.model import Document, Rect
from app.verify.evidence import CheckedQuote, Quote, QuoteStatus
from app.verify.quotes import QuoteIndex
from tests.builders import document_of


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A document's blocks, a quote, and the document's own words if it is found, with the pages they stand on."""

    name: str
    pages: list[list[str]]
    quote: str
    found: str | None
    on: list[int] = msgspec.field(default_factory=lambda: [1])


_CASES = msgspec.json.decode(
    (Path(__file__).parent.parent / "cases" / "quotes.json").read_bytes(), type=list[Case]
)


def _check(document: Document, text: str, page: int = 1) -> CheckedQuote:
    return QuoteIndex(document, "a").check(Quote(text=text, page=page))


@pytest.mark.parametrize("case", _CASES, ids=lambda case: case.name)
def test_case(case: Case) -> None:
    """A quote that differs in what a reader cannot see is found, and any other is not."""
    document = document_of(case.pages)
    checked = _check(document, case.quote, case.on[0])

    if case.found is None:
        assert checked == CheckedQuote(
            text=case.quote,
            document="a",
            status=QuoteStatus.UNSUPPORTED,
            model_page=1,
            page_corrected=False,
            occurrences=(),
        )
        return
    assert (checked.status, checked.text) == (QuoteStatus.VERBATIM, case.found)
    (occurrence,) = checked.occurrences
    assert [place.page for place in occurrence.places] == case.on
    assert not checked.page_corrected
    assert document.text[occurrence.start : occurrence.end].startswith(case.found.split("\n")[0])
    assert document.text[occurrence.start : occurrence.end].endswith(case.found.split("\n")[-1])


def test_rects() -> None:
    """There is a rectangle for each printed line, over the quoted characters only."""
    checked = _check(document_of([["The supplier delivers\nall the goods"]]), "delivers all the")

    (place,) = checked.occurrences[0].places
    assert list(place.rects) == [Rect(72 + 6 * 13, 72, 72 + 6 * 21, 83), Rect(72, 86, 72 + 6 * 7, 97)]


def test_rects_of_two_pages() -> None:
    """A quote over a page break is marked on both pages, and not on the header and footer between."""
    document = document_of(
        [["The supplier delivers", "_ 12"], ["^ Report", "all the goods"]], labels=["xii", "xiii"]
    )

    (occurrence,) = _check(document, "delivers all the").occurrences

    assert [(place.page, place.page_label, len(place.rects)) for place in occurrence.places] == [
        (1, "xii", 1),
        (2, "xiii", 1),
    ]
    assert occurrence.places[0].rects[0].y0 == 72
    assert occurrence.places[1].rects[0].y0 == 122


@pytest.mark.parametrize(
    ("page", "expected", "corrected"),
    [
        (1, [1, 3, 5], False),
        (3, [3, 1, 5], False),
        (5, [5, 3, 1], False),
        (4, [3, 5, 1], True),
        (99, [5, 3, 1], True),
    ],
)
def test_nearest_first(page: int, expected: list[int], corrected: bool) -> None:
    """Of several occurrences the nearest to the model's page comes first; another page than that is a correction."""
    document = document_of([["All the goods."], ["Nothing."], ["All the goods."], [], ["All the goods."]])

    checked = _check(document, "All the goods.", page)

    assert expected == [occurrence.places[0].page for occurrence in checked.occurrences]
    assert (page, corrected) == (checked.model_page, checked.page_corrected)


def test_page_break_is_no_correction() -> None:
    """A quote over a page break stands on both pages."""
    document = document_of([["The supplier delivers"], ["all the goods."]])

    assert not _check(document, "delivers all the goods.", 1).page_corrected
    assert not _check(document, "delivers all the goods.", 2).page_corrected
    assert _check(document, "delivers all the goods.", 3).page_corrected


def test_body_and_furniture() -> None:
    """What stands in a heading and in running headers is found in each place, in document order."""
    document = document_of(
        [["^ Annual report", "# Annual report", "Text."], ["^ Annual report", "More text."]]
    )

    checked = _check(document, "Annual report")

    assert [occurrence.start for occurrence in checked.occurrences] == [0, 31, 45]


def test_at_most_twenty() -> None:
    """Of very many occurrences the twenty nearest are kept."""
    document = document_of([["All the goods."] for _ in range(60)])

    checked = _check(document, "All the goods.", 30)
    pages = [occurrence.places[0].page for occurrence in checked.occurrences]

    assert sorted(pages) == list(range(20, 40))
    assert pages[0] == 30


def test_overlapping() -> None:
    """Occurrences may overlap."""
    checked = _check(document_of([["aa aa aa aa"]]), "aa aa aa")

    assert [occurrence.start for occurrence in checked.occurrences] == [0, 3]


_WORD = (
    st.text("abcdeé", min_size=1, max_size=5)
    | st.integers(0, 99_999).map(str)
    | st.text("供应商交付", min_size=1, max_size=5)
)
_PAGES = st.lists(
    st.lists(st.lists(_WORD, min_size=1, max_size=6).map(" ".join), max_size=3), min_size=1, max_size=4
).filter(any)


@given(_PAGES, st.lists(_WORD, min_size=3, max_size=8), st.data())
def test_planted_quote(pages: list[list[str]], words: list[str], data: st.DataObject) -> None:
    """Whatever stands between two words' borders of a document is found at its offset and on its page."""
    planted = " ".join(words)
    assume(len("".join(words)) >= 4)
    number = data.draw(st.integers(1, len(pages)))
    at = data.draw(st.integers(0, len(pages[number - 1])))
    filled = [list(page) for page in pages]
    filled[number - 1].insert(at, f"Before, {planted}, after.")
    document = document_of(filled)

    checked = _check(document, planted, number)
    start = document.text.index(f"Before, {planted}, after.") + len("Before, ")

    assert checked.status is QuoteStatus.VERBATIM
    assert not checked.page_corrected
    assert (start, start + len(planted)) in [(found.start, found.end) for found in checked.occurrences]
    for occurrence in checked.occurrences:
        for place in occurrence.places:
            assert {rect.y1 - rect.y0 for rect in place.rects} == {11}


@given(st.lists(st.integers(0, 99_999), min_size=2, max_size=6), st.data())
def test_changed_digit(figures: list[int], data: st.DataObject) -> None:
    """A quote of which one digit was changed is never found."""
    text = "收入" + "万元、利润".join(f"{figure:,}" for figure in figures) + "万元。"
    at = data.draw(st.sampled_from([at for at, char in enumerate(text) if char.isdigit()]))
    digit = data.draw(st.sampled_from([digit for digit in "0123456789" if digit != text[at]]))
    changed = text[:at] + digit + text[at + 1 :]

    assert _check(document_of([[text]]), text).status is QuoteStatus.VERBATIM
    assert _check(document_of([[text]]), changed).status is QuoteStatus.UNSUPPORTED


_SENTENCE = "The supplier shall not be liable for more than 15.5 % of the price, see (2). 供应商不承担超过15.5%的责任。"


@given(st.integers(0, len(_SENTENCE) - 1), st.characters(categories=["L", "N", "P", "S"]))
def test_changed_character(at: int, char: str) -> None:
    """A quote of which one character was changed for another is never found."""
    changed = _SENTENCE[:at] + char + _SENTENCE[at + 1 :]
    document = document_of([[_SENTENCE]])
    index = QuoteIndex(document)

    found = index.check(Quote(text=changed, page=1))

    if found.status is QuoteStatus.VERBATIM:
        # The same character in another form: full width, a curly quotation mark.
        assert (
            QuoteIndex(document_of([[changed]])).check(Quote(text=_SENTENCE, page=1)).status is found.status
        )
        assert char == _SENTENCE[at] or not char.isascii()


@given(st.integers(0, len(_SENTENCE)), st.integers(0, len(_SENTENCE)))
def test_parts(first: int, second: int) -> None:
    """A part of a text is found unless it cuts a word or a number in two, and what is found is that part."""
    start, end = sorted((first, second))
    part = _SENTENCE[start:end]
    checked = _check(document_of([[_SENTENCE]]), part)

    if checked.status is QuoteStatus.VERBATIM:
        assert part.strip() == checked.text
        assert all(_SENTENCE[at : at + 1].isspace() or _is_border(at) for at in (start, end))


def _is_border(at: int) -> bool:
    around = _SENTENCE[max(at - 1, 0) : at + 1]
    return not (around.isascii() and around.isalnum() and len(around) == 2)

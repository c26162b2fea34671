"""Hidden text: what a reader of the page does not see."""

from pathlib import Path

import pytest

from app.documents.model import Hiding
from app.extract.pdf.lines import read_lines, without_reprints
from app.extract.pdf.reading import read_pdf
from app.extract.pdf.visibility import look
from app.extract.raw import RawPage
from tests.builders import characters_of, opened, painted, painted_pdf
from tests.growth import growth

_SEEN = painted("seen", y=740)
# More lines than the few on which a page is looked at closely anyway.
_LONG = "".join(painted(f"line {at}", y=400 - 14 * at) for at in range(12))
_PAGE_SIZED = "q 600 0 0 800 0 0 cm /P Do Q\n"
_SMALL_PICTURE = "q 200 0 0 60 40 680 cm /P Do Q\n"
_BLACK_BOX = "0 g 40 690 300 30 re f\n"


def _page(path: Path, content: str, *, rotation: int = 0) -> RawPage:
    path.write_bytes(painted_pdf(content, rotation=rotation))
    _, page = read_pdf(path, max_pages=1, tables=False, ocr=False)
    assert isinstance(page, RawPage)
    return page


def _read(path: Path, content: str, *, rotation: int = 0) -> dict[str, Hiding | None]:
    return {line.text: line.hiding for line in _page(path, content, rotation=rotation).lines}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the test's file is written."""
    return tmp_path / "page.pdf"


@pytest.mark.parametrize("other", ["", _LONG])
@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize(
    ("content", "hiding"),
    [
        ("1 g " + painted("secret"), Hiding.NO_CONTRAST),
        ("1 1 1 rg " + painted("secret"), Hiding.NO_CONTRAST),
        ("0.96 g " + painted("secret"), Hiding.NO_CONTRAST),
        ("0 0 0 0 k " + painted("secret"), Hiding.NO_CONTRAST),
        ("1 g 3 Tr " + painted("secret"), Hiding.INVISIBLE),
        ("3 Tr " + painted("secret"), Hiding.INVISIBLE),
        ("/N gs " + painted("secret"), Hiding.INVISIBLE),
        (_SMALL_PICTURE + "3 Tr " + painted("secret"), Hiding.INVISIBLE),
        (painted("secret", size=1), Hiding.TINY),
        ("q 0.05 0 0 0.05 50 700 cm " + painted("secret", 0, 0) + " Q\n", Hiding.TINY),
        (painted("secret", -300), Hiding.OFF_PAGE),
        (painted("secret", 700), Hiding.OFF_PAGE),
        (painted("secret", y=900), Hiding.OFF_PAGE),
        (painted("secret", y=-100), Hiding.OFF_PAGE),
        (painted("secret") + _SMALL_PICTURE, Hiding.COVERED),
    ],
)
def test_hidden(path: Path, other: str, rotation: int, content: str, hiding: Hiding) -> None:
    """White, without ink, tiny, outside or covered: each is told, however the page is turned."""
    read = _read(path, _SEEN + other + "q " + content + " Q\n", rotation=rotation)

    assert read["secret"] is hiding
    assert [text for text, found in read.items() if found is not None] == ["secret"]


@pytest.mark.parametrize("rotation", [0, 90])
@pytest.mark.parametrize(
    "content",
    [
        painted("word"),
        "0.5 g " + painted("word"),
        "1 1 0 rg " + painted("word"),
        _BLACK_BOX + "1 g " + painted("word"),
        _SMALL_PICTURE + painted("word"),
        _SMALL_PICTURE + "1 g " + painted("word"),
        "q 40 690 300 30 re W n /S sh Q 1 g " + painted("word"),
        "0.9 g 40 690 300 30 re f 0 g " + painted("word"),
        "1 g " + painted("word") + "0 g " + painted("word"),
        painted("word") + "3 Tr " + painted("word"),
        painted("word", size=3),
        painted("word", -5),
        painted("word", y=797),
        painted("word") + "q 100 0 0 100 400 100 cm /P Do Q\n",
        "1 Tr 0 G " + painted("word"),
        "2 Tr 0 G " + painted("word"),
    ],
)
def test_seen(path: Path, content: str, rotation: int) -> None:
    """White on a dark header, print on a picture, an outline below the print, a margin that is cut into."""
    assert _read(path, _LONG + content, rotation=rotation)["word"] is None


@pytest.mark.parametrize(
    "content",
    [
        _PAGE_SIZED + "3 Tr " + painted("read by somebody"),
        "3 Tr " + painted("read by somebody") + "0 Tr " + _PAGE_SIZED,
        painted("read by somebody") + _PAGE_SIZED,
        "q 500 0 0 700 50 50 cm /P Do Q 3 Tr " + painted("read by somebody"),
        _PAGE_SIZED + "3 Tr " + painted("read by somebody", size=1.5),
    ],
)
def test_the_text_of_a_scan(path: Path, content: str) -> None:
    """Over or under a picture that is the page stands what somebody's OCR read in it: it is kept, and said."""
    page = _page(path, content)

    assert [(line.text, line.hiding) for line in page.lines] == [("read by somebody", None)]
    assert page.recognised
    assert page.images == 1


def test_print_on_a_page_sized_picture(path: Path) -> None:
    """A slide has a background; its text is print and not recognised."""
    page = _page(path, _PAGE_SIZED + painted("print"))

    assert [(line.text, line.hiding) for line in page.lines] == [("print", None)]
    assert not page.recognised


@pytest.mark.parametrize(("ink", "again"), [("1 g", "0 g"), ("3 Tr", "0 Tr"), ("/F 1 Tf", "/F 12 Tf")])
def test_hidden_words_in_a_line_that_is_seen(path: Path, ink: str, again: str) -> None:
    """What stands in white between black words is hidden, and the black words are not."""
    unseen = "a much longer text that nobody sees between them"
    content = (
        f"BT /F 12 Tf 50 700 Td (words that all see) Tj {ink} ( {unseen} ) Tj {again} (and more) Tj ET\n"
    )
    read = _read(path, content)

    assert [text for text, hiding in read.items() if hiding is not None] == [unseen]
    assert [text for text, hiding in read.items() if hiding is None] == ["words that all see", "and more"]


def test_white_spaces_are_no_hidden_text(path: Path) -> None:
    """A white blank between two black words parts nothing."""
    content = "BT /F 12 Tf 50 700 Td (two) Tj 1 g ( ) Tj 0 g (words) Tj ET\n"

    assert _read(path, content) == {"two words": None}


def test_a_dark_row_over_a_picture_of_all_lines(path: Path) -> None:
    """What lies under the text is what was painted last before it."""
    content = _PAGE_SIZED + _BLACK_BOX + "1 g " + painted("on black") + painted("on the picture", y=500)

    assert set(_read(path, content).values()) == {None}


def test_a_white_box_over_a_dark_one(path: Path) -> None:
    """White on white on black is still white on white."""
    content = _BLACK_BOX + "1 g 40 690 300 30 re f " + painted("secret")

    assert _read(path, _SEEN + content)["secret"] is Hiding.NO_CONTRAST


@pytest.mark.parametrize(
    ("over", "hiding"),
    [
        ("1 1 0 rg 40 690 300 30 re f\n", Hiding.COVERED),
        ("0 g 40 690 300 30 re f\n", Hiding.COVERED),
        ("q /M gs 1 1 0 rg 40 690 300 30 re f Q\n", None),
        ("1 0 0 rg 30 600 400 150 re 35 605 390 140 re f*\n", None),
        ("0 g 20 600 m 400 600 l 400 690 l h f\n", None),
        ("0 G 30 600 400 150 re S\n", None),
        ("q /N gs 200 0 0 60 40 680 cm /P Do Q\n", None),
    ],
)
@pytest.mark.parametrize("rotation", [0, 90])
def test_painted_over_is_not_always_covered(
    path: Path, over: str, hiding: Hiding | None, rotation: int
) -> None:
    """A highlight, a frame and a seal are painted over text that is still seen; a box that blacks it out is not."""
    header = "0 g 40 740 300 30 re f 1 g " + painted("white header", y=750) + "0 g "
    read = _read(path, header + painted("word") + over, rotation=rotation)

    assert read == {"white header": None, "word": hiding}


def test_pictures_are_counted(path: Path) -> None:
    """Where there are few lines, pictures may hold the rest of the page; shadings count as pictures."""
    assert _page(path, _SEEN).images == 0
    assert _page(path, _SEEN + _SMALL_PICTURE * 3).images == 3


# Lines enough to see that the page is no scan: its picture is a background.
_PRINT = "".join(painted(f"line {at} that everybody can read", y=600 - 14 * at) for at in range(10))


@pytest.mark.parametrize("often", [1, 60])
@pytest.mark.parametrize(
    ("unseen", "hiding"),
    [
        ("3 Tr " + painted("secret"), Hiding.INVISIBLE),
        ("3 Tr " + painted("secret", size=1), Hiding.TINY),
        (painted("secret") + _SMALL_PICTURE, Hiding.COVERED),
    ],
)
def test_unseen_text_on_a_page_with_a_background(path: Path, unseen: str, hiding: Hiding, often: int) -> None:
    """A page that has text besides its picture is no scan, and what is unseen is hidden, however much it is."""
    padding = "3 Tr " + "".join(painted("word " * 20, y=400 - at, size=3) for at in range(often))
    page = _page(path, _PAGE_SIZED + _PRINT + f"q {unseen} Q q {padding} Q\n")
    hidden = {line.text: line.hiding for line in page.lines if line.hiding}

    assert hidden["secret"] is hiding
    assert len([line for line in page.lines if line.hiding is None]) == 10
    assert not page.recognised


def test_a_stamp_on_a_scan(path: Path) -> None:
    """A page number or a court's stamp is printed on scans; what somebody's OCR read is kept."""
    read = "".join(painted("what was read by somebody " * 2, y=700 - 14 * at) for at in range(20))
    stamp = painted("Case 1:20-cv-00123-ABC Document 45 Filed 01/02/21 Page 3 of 10", y=780)
    page = _page(path, _PAGE_SIZED + f"q 3 Tr {read} Q {stamp}")

    assert page.recognised
    assert {line.hiding for line in page.lines} == {None}


def _thorough(content: str, *, rotation: int = 0) -> list[tuple[str, Hiding | None]]:
    with opened(painted_pdf(content, rotation=rotation)) as file:
        page = file[0]
        turn = page.rotation_matrix if rotation else None
        width, height = page.rect.width, page.rect.height
        lines = without_reprints(read_lines(characters_of(page), turn=turn, width=width, height=height))
        return [(line.text, line.hiding) for line in look(page, lines, few=6, thorough=True).lines]


_INLINE = "q 200 0 0 60 40 680 cm BI /W 1 /H 1 /CS /G /BPC 8 ID Z EI Q\n"
_FREE = [(f"line {at}", None) for at in range(12)]


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize(
    "over",
    [
        "1 g 40 690 300 30 re f\n",
        "0 g 40 690 300 30 re f\n",
        "0 g 40 690 300 30 re 40 600 300 30 re f\n",
        "0 g 40 690 300 30 re f*\n",
        "0 g 40 690 300 30 re B\n",
        "q 300 0 0 30 40 690 cm 0 0 1 rg 0 0 1 1 re f Q\n",
        _INLINE,
        _SMALL_PICTURE,
    ],
)
def test_covered_on_a_page_without_pictures(over: str, rotation: int) -> None:
    """A thorough look sees what is below a white box, a black bar or a picture inside the page's content."""
    found = _thorough(_LONG + painted("secret") + over, rotation=rotation)

    assert sorted(found) == sorted([*_FREE, ("secret", Hiding.COVERED)])


@pytest.mark.parametrize(
    "over",
    [
        "q /M gs 1 1 0 rg 40 690 300 30 re f Q\n",
        "q /N gs 0 g 40 690 300 30 re f Q\n",
        "1 0 0 rg 30 600 400 150 re 35 605 390 140 re f*\n",
        "0 g 40 704 300 1 re f\n",
        "0 G 30 600 400 150 re S\n",
        "0 g 20 600 m 400 600 l 400 690 l h f\n",
        "0.9 g 40 690 300 30 re f 0 g " + painted("word - 1."),
    ],
)
def test_not_covered_on_a_page_without_pictures(over: str) -> None:
    """A thorough look keeps what a highlight, a frame, a rule or a row's shade leaves to be seen."""
    found = _thorough(_LONG + painted("word - 1.") + painted("-", y=730) + over)

    assert sorted(found) == sorted([*_FREE, ("-", None), ("word - 1.", None)])


def test_blacked_out_words_in_a_line() -> None:
    """The words below a bar are hidden, and those before and behind it are not."""
    words = "BT /F 12 Tf 50 700 Td (The price of ) Tj (9,000 EUR) Tj ( is due) Tj ET\n"
    with opened(painted_pdf(words)) as file:
        (line,) = read_lines(characters_of(file[0]), turn=None, width=600, height=800)
    start, end = line.line.edges[13], line.line.edges[22]
    found = _thorough(_LONG + words + f"0 g {start} 695 {end - start} 15 re f\n")

    assert sorted(found) == sorted(
        [*_FREE, ("The price of", None), ("9,000 EUR", Hiding.COVERED), ("is due", None)]
    )


@pytest.mark.parametrize("over", [_SMALL_PICTURE, "q 5 0 0 5 {x} {y} cm /P Do Q\n", "{x} {y} 5 5 re f\n"])
@pytest.mark.parametrize(("dx", "dy"), [(0, 0), (3, 0), (0, 3), (7, 13)])
def test_time_grows_with_the_page_only(over: str, dx: int, dy: int) -> None:
    """Thousands of lines on one spot, in a row or everywhere, and pictures or boxes between them."""

    def work(content: str) -> None:
        assert _thorough(content)

    few, many = (
        "".join(
            painted(f"{at}", x, y, size=3) + over.format(x=x, y=y)
            for at, x, y in ((at, 50 + dx * at % 500, 50 + dy * at % 700) for at in range(count))
        )
        for count in (500, 2_000)
    )

    assert growth(work, few, many) < 9

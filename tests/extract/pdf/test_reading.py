"""PDF to pages."""

from pathlib import Path

import pytest

from app.documents.model import Bookmark, Hiding
from app.errors import DamagedDocument, NotAPdf, PasswordRequired, PasswordWrong, TooManyPages
from app.extract.pdf.reading import read_pdf
from app.extract.raw import Opened, PageFailed, RawPage
from tests.builders import (
    A4,
    Placed,
    bookmarked_pdf,
    encrypted_pdf,
    no_pages_pdf,
    painted,
    painted_pdf,
    pdf_of,
    placed_pdf,
    raw_pdf,
)


def _read(
    path: Path,
    pdf: bytes,
    *,
    max_pages: int = 9,
    first: int = 1,
    last: int | None = None,
    password: str | None = None,
) -> list[Opened | RawPage | PageFailed]:
    path.write_bytes(pdf)
    return list(
        read_pdf(
            path, max_pages=max_pages, first=first, last=last, password=password, tables=False, ocr=False
        )
    )


def _pages(path: Path, pdf: bytes) -> list[RawPage]:
    return [message for message in _read(path, pdf) if isinstance(message, RawPage)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the test's file is written."""
    return tmp_path / "file.pdf"


def test_pages(path: Path) -> None:
    """First how many there are, then each with its number and lines."""
    opened, first, second = _read(path, pdf_of(["One", "Two"]))

    assert opened == Opened(pages=2)
    assert isinstance(first, RawPage)
    assert isinstance(second, RawPage)
    assert [page.number for page in (first, second)] == [1, 2]
    assert [line.text for page in (first, second) for line in page.lines] == ["One", "Two"]
    assert (first.width, first.height, first.label) == (*A4, "1")


@pytest.mark.parametrize(
    ("first", "last", "expected"), [(1, None, [1, 2, 3]), (2, None, [2, 3]), (2, 2, [2]), (1, 2, [1, 2])]
)
def test_ranges(path: Path, first: int, last: int | None, expected: list[int]) -> None:
    """A part of the pages, with the numbers that they have in the file; only the first part brings the bookmarks."""
    opened, *pages = _read(path, bookmarked_pdf(3, [(1, "A", 1, None)]), first=first, last=last)

    assert isinstance(opened, Opened)
    assert opened.pages == 3
    assert bool(opened.bookmarks) is (first == 1)
    assert [page.number for page in pages if isinstance(page, RawPage)] == expected


@pytest.mark.parametrize(
    ("rotation", "size"), [(0, (595, 842)), (90, (842, 595)), (180, (595, 842)), (270, (842, 595))]
)
def test_a_turned_page_is_measured_as_it_is_shown(
    path: Path, rotation: int, size: tuple[float, float]
) -> None:
    """Width and height are those that a reader sees."""
    (page,) = _pages(path, placed_pdf([[Placed(72, 100, "x")]], rotation=rotation))

    assert (page.width, page.height) == size


def test_a_page_whose_corner_is_elsewhere(path: Path) -> None:
    """Places count from the corner of the page, wherever the file's own coordinates begin."""
    (page,) = _pages(path, painted_pdf(painted("x", -50, -20), box=(-100, -100, 500, 700)))
    (line,) = page.lines

    assert (page.width, page.height) == (600, 800)
    assert line.x0 == 50
    assert line.y0 < 720 < line.y1


def test_labels(path: Path) -> None:
    """The file can number its pages in another way than they are counted."""
    pages = _pages(path, placed_pdf([[Placed(72, 100, "x")]] * 3, label_prefix="A-"))

    assert [page.label for page in pages] == ["A-1", "A-2", "A-3"]


def test_bookmarks(path: Path) -> None:
    """The file's table of contents with its levels, and the height on the page where that is given."""
    opened, *_ = _read(
        path,
        bookmarked_pdf(
            3, [(1, "One", 1, 200.0), (2, "第二节", 2, 300.0), (3, "Deep", 2, 400.5), (1, "Two", 3, 72.0)]
        ),
    )

    assert isinstance(opened, Opened)
    assert opened.bookmarks == (
        Bookmark(level=1, title="One", page=1, y=200.0),
        Bookmark(level=2, title="第二节", page=2, y=300.0),
        Bookmark(level=3, title="Deep", page=2, y=400.5),
        Bookmark(level=1, title="Two", page=3, y=72.0),
    )


def _outline(dest: bytes, *, rotation: int = 0, more: bytes = b"") -> bytes:
    """A page with one bookmark."""
    return raw_pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R /Outlines 4 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Rotate %d >>" % rotation,
            b"<< /First 5 0 R /Last 5 0 R /Count 1 >>",
            b"<< /Title (A) /Parent 4 0 R /Dest [3 0 R %s] %s >>" % (dest, more),
        ],
    )


@pytest.mark.parametrize(
    ("dest", "rotation", "y"),
    [
        (b"/XYZ 200 700 0", 0, 100),
        (b"/XYZ 200 700 0", 90, 200),
        (b"/XYZ 200 700 0", 180, 700),
        (b"/XYZ 200 700 0", 270, 400),
        (b"/FitH 700", 0, 100),
        (b"/XYZ null null 0", 0, None),
        (b"/Fit", 0, None),
        (b"/Fit", 90, None),
    ],
)
def test_where_a_bookmark_points_to(path: Path, dest: bytes, rotation: int, y: float | None) -> None:
    """The height on the page as it is shown; none when the bookmark is of the page as a whole."""
    opened, _ = _read(path, _outline(dest, rotation=rotation))

    assert isinstance(opened, Opened)
    assert [bookmark.y for bookmark in opened.bookmarks] == [y]


@pytest.mark.parametrize("more", [b"/Next 5 0 R", b"/First 5 0 R /Last 5 0 R", b"/Next 99 0 R"])
def test_an_endless_outline(path: Path, more: bytes) -> None:
    """A bookmark that follows itself or holds itself ends the outline and not the reading."""
    opened, page = _read(path, _outline(b"/Fit", more=more))

    assert isinstance(opened, Opened)
    assert len(opened.bookmarks) <= 1
    assert isinstance(page, RawPage)


def test_text_outside_the_page(path: Path) -> None:
    """It is read and marked; a line that begins outside and ends on the page is whole and seen."""
    content = painted("left", -300) + painted("below", y=-50) + painted("half of it is seen", -30)
    (page,) = _pages(path, painted_pdf(content))

    assert {line.text: line.hiding for line in page.lines} == {
        "left": Hiding.OFF_PAGE,
        "below": Hiding.OFF_PAGE,
        "half of it is seen": None,
    }


def test_not_a_pdf(path: Path) -> None:
    """MuPDF reads other formats too; we do not let it."""
    with pytest.raises((NotAPdf, DamagedDocument)):
        _read(path, b"<html><body>Hello</body></html>")
    with pytest.raises(NotAPdf):
        _read(path, b"<svg xmlns='http://www.w3.org/2000/svg'><text>Hello</text></svg>")


def test_limits(path: Path) -> None:
    """Too many pages, and none."""
    with pytest.raises(TooManyPages):
        _read(path, pdf_of(["One", "Two"]), max_pages=1)
    with pytest.raises(DamagedDocument):
        _read(path, no_pages_pdf())


def test_passwords(path: Path) -> None:
    """Without one, with a wrong one, with the right one of either kind."""
    with pytest.raises(PasswordRequired):
        _read(path, encrypted_pdf("secret"))
    with pytest.raises(PasswordWrong):
        _read(path, encrypted_pdf("secret"), password="guess")
    for password in ("user", "owner"):
        _, page = _read(path, encrypted_pdf("secret"), password=password)
        assert isinstance(page, RawPage)
        assert [line.text for line in page.lines] == ["secret"]


def test_a_page_that_is_broken(path: Path) -> None:
    """A drawing that ends in the middle of a word does not take its page along."""
    (page,) = _pages(path, painted_pdf(painted("seen") + "BT /F 12 Tf (open"))

    assert [line.text for line in page.lines] == ["seen"]

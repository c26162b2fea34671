"""Pictures of a page, by place and digest."""

from pathlib import Path

import pytest

from app.documents.model import Picture
from app.extract.assembly import assemble
from app.extract.pdf.reading import read_pdf
from app.extract.raw import RawPage
from tests.builders import image_pdf, pdf_of, stamped_pdf


def _read(folder: Path, content: bytes) -> list[RawPage]:
    path = folder / "test.pdf"
    path.write_bytes(content)
    return [page for page in read_pdf(path, max_pages=9, ocr=False) if isinstance(page, RawPage)]


def _pictures(folder: Path, content: bytes) -> tuple[Picture, ...]:
    return assemble(_read(folder, content)).pages[0].pictures


@pytest.mark.parametrize("rotation", [0, 90])
def test_place(tmp_path: Path, rotation: int) -> None:
    """A picture stands where it is seen on the page as it is shown."""
    (picture,) = _pictures(tmp_path, stamped_pdf("Text.", shade=90, rotation=rotation))

    rect = picture.rect
    expected = (100, 200, 160, 240) if rotation == 0 else (842 - 240, 100, 842 - 200, 160)
    assert (rect.x0, rect.y0, rect.x1, rect.y1) == pytest.approx(expected, abs=1)


def test_changed_stamp(tmp_path: Path) -> None:
    """The same picture has the same digest in two files, another one another."""
    first, again, other = (
        _pictures(tmp_path, stamped_pdf(text, shade=shade))[0].digest
        for text, shade in (("Old text.", 90), ("New text.", 90), ("New text.", 200))
    )

    assert first == again != other


def test_without_pictures(tmp_path: Path) -> None:
    """A page of text has none."""
    assert _pictures(tmp_path, pdf_of(["Text."])) == ()


def test_scanned_page(tmp_path: Path) -> None:
    """A page that is a picture has it too."""
    (page,) = _read(tmp_path, image_pdf())

    assert len(page.pictures) == 1

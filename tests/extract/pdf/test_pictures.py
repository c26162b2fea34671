"""Pictures of a page, by place and digest."""

from pathlib import Path

import pytest

from app.documents.model import Picture, Rect
from app.extract.assembly import assemble
from app.extract.pdf.pictures import Pictures
from app.extract.pdf.reading import read_pdf
from app.extract.raw import RawPage
from tests.builders import image_pdf, joined_pdf, opened, pdf_of, pixels_pdf, stamped_pdf


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


_PIXELS, _OTHER = bytes(range(240)), bytes(range(1, 241))


def _thorough(content: bytes) -> tuple[Picture, ...]:
    with opened(content) as file:
        return Pictures().on(file[0], thorough=True)


def test_the_same_pixels_stored_in_another_way() -> None:
    """With and without compression, in an object or inside the page's content: it is the same picture."""
    ways = [(deflated, inline) for deflated in (False, True) for inline in (False, True)]
    found = {
        _thorough(pixels_pdf(_PIXELS, 20, deflated=deflated, inline=inline)) for deflated, inline in ways
    }
    ((picture,),) = found

    assert picture.rect == Rect(100, 260, 160, 300)


def test_other_pictures() -> None:
    """Other pixels, another shape of the same pixels, another mask: each is another picture, also inside the content."""
    contents = [
        *(pixels_pdf(pixels, width) for pixels in (_PIXELS, _OTHER) for width in (20, 12)),
        *(pixels_pdf(_PIXELS, 20, mask=mask) for mask in (_PIXELS, _OTHER)),
    ]
    inline = [pixels_pdf(pixels, 20, inline=True) for pixels in (_PIXELS, _OTHER)]

    assert len({_thorough(content)[0].digest for content in contents}) == 6
    assert len({_thorough(content)[0].digest for content in inline}) == 2


def test_pictures_too_large_to_be_decoded() -> None:
    """They are named by their stored bytes: the same bytes are the same picture."""
    white, black = (bytes([shade]) * 9_000_000 for shade in (255, 0))
    digests = [
        _thorough(pixels_pdf(pixels, 3_000, deflated=True))[0].digest for pixels in (white, white, black)
    ]

    assert digests[0] == digests[1] != digests[2]


def test_a_picture_on_many_pages() -> None:
    """Whatever is remembered of the pages before, the same picture has the same name, and others have others."""
    shades = [*range(1, 100), 1]
    with opened(joined_pdf([pixels_pdf(bytes([shade]) * 4, 2, inline=True) for shade in shades])) as file:
        pictures = Pictures()
        digests = [pictures.on(page, thorough=True)[0].digest for page in file]

    assert digests[0] == digests[-1]
    assert len(set(digests)) == 99

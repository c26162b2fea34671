"""The pictures of a page: where they stand, and which they are, so that a changed stamp or drawing can be seen."""

import hashlib
from typing import Any

import pymupdf
from pymupdf import mupdf

from app.documents.model import Picture, Rect
from app.extract.pdf.failures import MUPDF_FAILURES, is_out_of_memory
from app.extract.pdf.turning import as_shown

# Pages made of thousands of small pictures are drawings; the first ones are enough to tell two versions apart.
_MOST = 200
_DIGEST_LENGTH = 16
# Pixels up to which a picture is decoded to be named, a page in 150 dpi and more: a few bytes can ask for gigabytes.
_MOST_PIXELS = 4_000_000
# Pictures that are remembered at a time: a logo on every page is decoded once.
_MOST_REMEMBERED = 64


class Pictures:
    """Looks at the pictures of one file's pages."""

    def __init__(self) -> None:
        # By address; MuPDF has one object for each picture of the file, which lives as long as it is remembered here.
        self._digests: dict[int, tuple[Any, str]] = {}

    def on(self, page: Any, *, thorough: bool = False) -> tuple[Picture, ...]:
        """The pictures that the page shows, in the order in which they are painted.

        A picture is named by its pixels and those of its mask, however they are stored; a large one by its stored
        bytes. Pages whose only pictures are inside their content are looked at only when it is to be `thorough`.
        """
        try:
            if not thorough and not page.get_images():
                return ()
            content = page.get_textpage(flags=pymupdf.TEXT_PRESERVE_IMAGES).this
            blocks = [block for block in content if block.m_internal.type == mupdf.FZ_STEXT_BLOCK_IMAGE]
            return tuple(self._picture(page, block) for block in blocks[:_MOST])
        except MUPDF_FAILURES as error:
            if is_out_of_memory(error):
                raise
            return ()  # a broken picture is no reason not to read the page's text

    def _picture(self, page: Any, block: Any) -> Picture:
        box = block.m_internal.bbox
        x0, y0, x1, y1 = as_shown(page, (box.x0, box.y0, box.x1, box.y1))
        rect = Rect(round(x0, 1), round(y0, 1), round(x1, 1), round(y1, 1))
        return Picture(rect=rect, digest=self._digest(block.i_image()))

    def _digest(self, image: Any) -> str:
        address = image.m_internal_value()
        if address not in self._digests:
            mask = image.mask()
            content = _fingerprint(image) + (_fingerprint(mask) if mask.m_internal else b"")
            if len(self._digests) >= _MOST_REMEMBERED:
                self._digests.clear()
            self._digests[address] = image, hashlib.sha256(content).hexdigest()[:_DIGEST_LENGTH]
        return self._digests[address][1]


def _fingerprint(image: Any) -> bytes:
    """A picture's size, and a digest of its pixels or, where there are too many or they are broken, of its bytes."""
    width, height = image.w(), image.h()
    size = b"%d %d " % (width, height)
    stored = mupdf.fz_compressed_image_buffer(image)
    if not stored.m_internal:  # it is decoded already
        return size + _decoded(image)
    if width * height <= _MOST_PIXELS:
        try:
            return size + _decoded(image)
        except MUPDF_FAILURES as error:
            if is_out_of_memory(error):
                raise
    buffer = mupdf.FzBuffer(mupdf.ll_fz_keep_buffer(stored.m_internal.buffer))
    return size + hashlib.sha256(mupdf.fz_buffer_extract_copy(buffer)).digest()


def _decoded(image: Any) -> bytes:
    least, most = pymupdf.FZ_MIN_INF_RECT, pymupdf.FZ_MAX_INF_RECT
    everything = mupdf.FzIrect(least, least, most, most)
    whole = mupdf.FzMatrix(image.w(), 0, 0, image.h(), 0, 0)
    pixels, _, _ = mupdf.fz_get_pixmap_from_image(image, everything, whole)
    return bytes(mupdf.fz_md5_pixmap2(pixels))

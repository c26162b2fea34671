"""A page as a picture. Runs in the child only."""

from pathlib import Path

import pymupdf

from app.errors import DamagedDocument, NotAPdf, PageNotFound
from app.extract.pdf.failures import MUPDF_FAILURES, is_out_of_memory
from app.extract.pdf.passwords import unlock

# A page box can be miles wide; beyond this, an A0 poster at 150 dpi, the picture is drawn at a lower resolution. A
# hundred million would need more than a gigabyte while it is packed.
MOST_PIXELS = 40_000_000
_POINTS_PER_INCH = 72.0


def draw_page(path: Path, page: int, *, dpi: int, password: str | None) -> bytes:
    """PNG of a page (from 1), turned as it is shown.

    Raises NotAPdf, PasswordRequired, PasswordWrong, DamagedDocument, PageNotFound or MemoryError.
    """
    pymupdf.TOOLS.mupdf_display_errors(False)
    try:
        with pymupdf.open(path, filetype="pdf") as file:
            if not file.is_pdf:
                raise NotAPdf
            unlock(file, password)
            if not 1 <= page <= file.page_count:
                raise PageNotFound(page, file.page_count)
            drawn = file[page - 1]
            zoom = min(dpi / _POINTS_PER_INCH, (MOST_PIXELS / max(1.0, drawn.rect.get_area())) ** 0.5)
            return bytes(drawn.get_pixmap(matrix=pymupdf.Matrix(zoom, zoom), alpha=False).tobytes("png"))
    except MUPDF_FAILURES as error:
        if is_out_of_memory(error):
            raise MemoryError from error
        raise DamagedDocument(f"page {page} cannot be drawn") from error

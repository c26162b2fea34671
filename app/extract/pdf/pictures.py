"""The pictures of a page: where they stand, and which they are, so that a changed stamp or drawing can be seen."""

import hashlib
from typing import Any

from app.documents.model import Picture, Rect
from app.extract.pdf.failures import MUPDF_FAILURES, is_out_of_memory

# Pages made of thousands of small pictures are drawings; the first ones are enough to tell two versions apart.
_MOST = 200
_DIGEST_LENGTH = 16


class Pictures:
    """Looks at the pictures of one file's pages; each picture of the file is hashed once."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self._digests: dict[int, str] = {}

    def on(self, page: Any) -> tuple[Picture, ...]:
        """The pictures that the page shows, in the order in which they are painted.

        A picture is named by its stored bytes; one inside the page's content, which is small by the format's rules,
        by its size.
        """
        try:
            if not page.get_images():
                return ()
            return tuple(self._picture(page, shown) for shown in page.get_image_info(xrefs=True)[:_MOST])
        except MUPDF_FAILURES as error:
            if is_out_of_memory(error):
                raise
            return ()  # a broken picture is no reason not to read the page's text

    def _picture(self, page: Any, shown: dict[str, Any]) -> Picture:
        x0, y0, x1, y1 = (round(edge, 1) for edge in self._as_shown(page, shown["bbox"]))
        return Picture(rect=Rect(x0, y0, x1, y1), digest=self._digest(shown))

    @staticmethod
    def _as_shown(page: Any, box: tuple[float, float, float, float]) -> tuple[float, ...]:
        if not page.rotation:
            return box
        return tuple(page.rect.__class__(box) * page.rotation_matrix)

    def _digest(self, shown: dict[str, Any]) -> str:
        xref = shown["xref"]
        if not xref:
            return f"inline-{shown['width']}x{shown['height']}"
        if xref not in self._digests:
            content = self._file.xref_stream_raw(xref) or b""
            self._digests[xref] = hashlib.sha256(content).hexdigest()[:_DIGEST_LENGTH]
        return self._digests[xref]

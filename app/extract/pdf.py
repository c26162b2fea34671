"""PDF to lines of characters with their places. The only module that imports pymupdf; runs in the child."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymupdf

from app.errors import DamagedDocument, EncryptedDocument, ExtractionLimitExceeded
from app.extract.raw import Opened, RawLine, RawPage

# Ligatures are expanded and text outside the page is left out; spaces are kept as they are.
_FLAGS = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP | pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE
_BOLD = 1 << 4
# Half a character, which a broken font table can name and no encoding can hold.
_SURROGATE = re.compile("[\ud800-\udfff]")
# Cosine of the angle up to which a line counts as horizontal.
_STRAIGHT = 0.95
_PICTURES = frozenset({"fill-image", "fill-imgmask", "fill-shade"})
# Headers and footers at most: the rest of such a page may be a picture.
_FEW_LINES = 6


def read_pdf(path: Path, *, max_pages: int) -> Iterator[Opened | RawPage]:
    """The page count, then each page.

    Raises EncryptedDocument, DamagedDocument, ExtractionLimitExceeded or MemoryError.
    """
    pymupdf.TOOLS.mupdf_display_errors(False)
    try:
        file = pymupdf.open(path, filetype="pdf")
    except (RuntimeError, ValueError) as error:
        raise _reason(error, "it cannot be opened") from error
    with file:
        if file.needs_pass:
            raise EncryptedDocument
        if file.page_count == 0:
            raise DamagedDocument("it has no pages")
        if file.page_count > max_pages:
            raise ExtractionLimitExceeded("pages", max_pages)
        yield Opened(pages=file.page_count)
        for index in range(file.page_count):
            yield _read_page(file, index)


def _read_page(file: Any, index: int) -> RawPage:
    try:
        page = file[index]
        content = page.get_text("rawdict", flags=_FLAGS)
    except (RuntimeError, ValueError) as error:
        raise _reason(error, f"page {index + 1} is broken") from error
    turn = page.rotation_matrix if page.rotation else None
    lines = [
        line
        for block in content["blocks"]
        for raw in block.get("lines", ())
        if (line := _read_line(raw, turn)) is not None
    ]
    return RawPage(
        number=index + 1,
        label=_SURROGATE.sub("\ufffd", page.get_label()) or str(index + 1),
        width=round(page.rect.width, 2),
        height=round(page.rect.height, 2),
        images=_pictures_on(page) if len(lines) <= _FEW_LINES else 0,
        lines=tuple(lines),
    )


def _reason(error: Exception, otherwise: str) -> Exception:
    """MuPDF says in words only that it was given no more memory."""
    return MemoryError() if "alloc" in str(error) else DamagedDocument(otherwise)


def _pictures_on(page: Any) -> int:
    """How many pictures are drawn, inline ones too; resources that are listed and not used do not count."""
    return sum(1 for kind, _ in page.get_bboxlog() if kind in _PICTURES)


def _runs_right(direction: tuple[float, float], turn: Any) -> bool:
    """Whether a line runs from left to right on the page as it is shown."""
    cosine, sine = direction
    return (cosine * turn.a + sine * turn.c if turn else cosine) > _STRAIGHT


def _read_line(raw: dict[str, Any], turn: Any) -> RawLine | None:
    spans = [span for span in raw["spans"] if span["chars"]]
    chars = [char for span in spans for char in span["chars"]]
    while chars and chars[-1]["c"].isspace():
        chars.pop()
    while chars and chars[0]["c"].isspace():
        chars.pop(0)
    if not chars:
        return None
    boxes = [pymupdf.Rect(char["bbox"]) * turn if turn else char["bbox"] for char in chars]
    if _runs_right(raw["dir"], turn):
        edges = [box[0] for box in boxes] + [boxes[-1][2]]
    else:
        edges = [min(box[0] for box in boxes), max(box[2] for box in boxes)]
    main = max(spans, key=lambda span: len(span["chars"]))
    return RawLine(
        text=_SURROGATE.sub("\ufffd", "".join(char["c"] for char in chars)),
        y0=round(min(box[1] for box in boxes), 1),
        y1=round(max(box[3] for box in boxes), 1),
        edges=tuple(round(edge, 1) for edge in edges),
        size=round(main["size"], 1),
        bold=bool(main["flags"] & _BOLD),
    )

"""PDFs and documents made for tests. The only test module that imports pymupdf."""

import textwrap
import zlib
from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

import msgspec
import pymupdf

from app.documents.model import FURNITURE, Block, BlockKind, Document, Hiding, Line, Page, PageKind, Rect
from app.extract.joining import joint
from app.extract.raw import RawLine

A4 = (595.0, 842.0)
_MARGIN = 72.0
_LEADING = 14.0
_CHAR_WIDTH = 6.0
_LETTERS_A_LINE, _HAN_A_LINE = 84, 40
_MARKS = {
    "# ": BlockKind.HEADING,
    "^ ": BlockKind.HEADER,
    "_ ": BlockKind.FOOTER,
    "! ": BlockKind.HIDDEN,
    "* ": BlockKind.LIST_ITEM,
}
_GOES_ON = "+ "


class Placed(msgspec.Struct, frozen=True):
    """A line of text with the left end of its baseline, in points from the top left."""

    x: float
    y: float
    text: str
    size: float = 11.0
    bold: bool = False


def placed_pdf(
    pages: Sequence[Sequence[Placed]],
    *,
    page_size: tuple[float, float] = A4,
    rotation: int = 0,
    turned: int = 0,
    label_prefix: str = "",
) -> bytes:
    """Each line exactly where it was placed, in the order in which it is given.

    A `rotation` turns the page after it was printed; one that is `turned` was printed sideways for that.
    """
    with pymupdf.open() as file:
        for lines in pages:
            width, height = page_size if turned in {0, 180} else page_size[::-1]
            page = file.new_page(width=width, height=height)
            page.set_rotation(turned)
            for line in lines:
                font = "hebo" if line.bold else _font(line.text)
                point = pymupdf.Point(line.x, line.y) * page.derotation_matrix
                page.insert_text(point, line.text, fontname=font, fontsize=line.size, rotate=turned)
            page.set_rotation(rotation or turned)
        if label_prefix:
            file.set_page_labels([{"startpage": 0, "prefix": label_prefix, "style": "D", "firstpagenum": 1}])
        return _bytes_of(file)


def pdf_of(pages: Sequence[str]) -> bytes:
    """A page for each text, printed top down; line breaks are kept and lines that are too long are wrapped."""
    return placed_pdf(
        [
            [Placed(_MARGIN, _MARGIN + at * _LEADING, line) for at, line in enumerate(_wrapped(text)) if line]
            for text in pages
        ],
    )


def encrypted_pdf(text: str = "secret", password: str = "user") -> bytes:
    """A PDF that cannot be opened without its password."""
    with pymupdf.open() as file:
        file.new_page().insert_text((_MARGIN, _MARGIN), text)
        return bytes(file.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw=password, owner_pw="owner"))


def image_pdf(texts: Sequence[str] = ("",)) -> bytes:
    """Pages with a picture that fills them, and below it the page's text, if any."""
    pixels = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 8, 8))
    pixels.clear_with(90)
    with pymupdf.open() as file:
        for text in texts:
            page = file.new_page()
            page.insert_image(pymupdf.Rect(50, 50, 500, 700), pixmap=pixels)
            page.insert_text((_MARGIN, 820), text)
        return _bytes_of(file)


def empty_pages_pdf(pages: int) -> bytes:
    """White paper."""
    with pymupdf.open() as file:
        for _ in range(pages):
            file.new_page()
        return _bytes_of(file)


def raw_pdf(objects: Sequence[bytes]) -> bytes:
    """A PDF of objects 1, 2, 3, ...; the first is the catalogue."""
    body = [b"%d 0 obj\n%s\nendobj\n" % (number, content) for number, content in enumerate(objects, start=1)]
    header = b"%PDF-1.7\n"
    offsets = list(accumulate(map(len, body), initial=len(header)))
    entries = b"".join(b"%010d 00000 n \n" % offset for offset in offsets[:-1])
    size = len(objects) + 1
    table = b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, entries)
    trailer = b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, offsets[-1])
    return header + b"".join(body) + table + trailer


def no_pages_pdf() -> bytes:
    """A well-formed PDF with an empty page tree."""
    return raw_pdf([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [] /Count 0 >>"])


def drawn_pdf(drawing: bytes, *, times: int = 1, levels: int = 1) -> bytes:
    """One page with a drawing that is repeated `times ** levels` times: a few hundred bytes can ask for years."""
    forms = []
    for level in range(levels + 1):
        innermost = level == levels
        content = drawing if innermost else b"/X Do " * times
        uses = b"/Font << /F 4 0 R >>" if innermost else b"/XObject << /X %d 0 R >>" % (7 + level)
        forms.append(
            b"<< /Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << %s >> /Length %d >>\n"
            b"stream\n%s\nendstream" % (uses, len(content), content),
        )
    page = (
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R "
        b"/Resources << /XObject << /X 6 0 R >> >> >>"
    )
    return raw_pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            page,
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
            b"<< /Length 5 >>\nstream\n/X Do\nendstream",
            *forms,
        ],
    )


def text_of_pages(pdf: Path) -> list[str]:
    """The text of each page as pymupdf alone reads it: a second opinion."""
    with pymupdf.open(pdf) as file:
        return [page.get_text() for page in file]


def squeezed(text: str) -> str:
    """Without any white space."""
    return "".join(text.split())


def raw_line(
    text: str,
    *,
    x: float = _MARGIN,
    y: float = 100.0,
    size: float = 10.0,
    bold: bool = False,
    width: float = 5.0,
) -> RawLine:
    """A printed line whose characters are all `width` wide, with its top at `y`."""
    return RawLine(text, y, y + size, tuple(x + width * at for at in range(len(text) + 1)), size, bold)


def document_of(
    pages: Sequence[Sequence[str]],
    *,
    image_pages: Collection[int] = (),
    labels: Sequence[str] = (),
) -> Document:
    r"""An extracted document without a PDF: each page is a sequence of blocks.

    "# " begins a heading, "^ " a header, "_ " a footer, "! " hidden text and "* " an item of a list; "+ " begins a
    paragraph that goes on with the body block before it. "\n" in a block is a printed line's end. Every character
    is 6 points wide.
    """
    parts: list[str] = []
    length = 0
    blocks: list[dict[int, Block]] = [{} for _ in pages]

    def write(page: int, at: int, kind: BlockKind, text: str) -> None:
        nonlocal length
        continues = text.startswith(_GOES_ON)
        if continues:
            text = text.removeprefix(_GOES_ON)
            parts[-1] = parts[-1][:-1]
            length -= 1
        block, content = _block(kind, text.split("\n"), start=length, y=_MARGIN + 50.0 * at)
        hiding = Hiding.TINY if kind is BlockKind.HIDDEN else None
        blocks[page][at] = msgspec.structs.replace(block, continues=continues, hiding=hiding)
        parts.append(content + "\n")
        length += len(content) + 1

    marked = [
        (page, at, _MARKS.get(text[:2], BlockKind.PARAGRAPH), text)
        for page, texts in enumerate(pages)
        for at, text in enumerate(texts)
    ]
    for page, at, kind, text in marked:
        if kind not in FURNITURE:
            write(page, at, kind, text if kind is BlockKind.PARAGRAPH else text[2:])
    body_end = length
    for page, at, kind, text in marked:
        if kind in FURNITURE:
            write(page, at, kind, text[2:])
    return Document(
        text="".join(parts),
        body_end=body_end,
        pages=tuple(
            Page(
                number=number,
                label=labels[number - 1] if labels else str(number),
                width=A4[0],
                height=A4[1],
                kind=PageKind.TEXT
                if own
                else PageKind.IMAGE_ONLY
                if number in image_pages
                else PageKind.EMPTY,
                blocks=tuple(own[at] for at in sorted(own)),
            )
            for number, own in enumerate(blocks, start=1)
        ),
    )


def _block(kind: BlockKind, rows: Sequence[str], *, start: int, y: float) -> tuple[Block, str]:
    parts: list[str] = []
    lines: list[Line] = []
    at = start
    for number, row in enumerate(rows):
        drop, between = joint(row, rows[number + 1]) if number + 1 < len(rows) else (0, "")
        kept = row[: len(row) - drop]
        edges = tuple(_MARGIN + _CHAR_WIDTH * index for index in range(len(kept) + 1))
        lines.append(Line(at, at + len(kept), y + _LEADING * number, y + _LEADING * number + 11, edges))
        parts += [kept, between]
        at += len(kept) + len(between)
    hull = Rect(_MARGIN, y, max(line.edges[-1] for line in lines), lines[-1].y1)
    return Block(kind=kind, start=start, end=at, rect=hull, lines=tuple(lines)), "".join(parts)


def _font(text: str) -> str:
    return "helv" if text.isascii() else "china-s"


def _wrapped(text: str) -> Iterable[str]:
    for line in text.split("\n"):
        if line.isascii():
            yield from textwrap.wrap(line, _LETTERS_A_LINE) or [""]
        else:
            yield from (line[at : at + _HAN_A_LINE] for at in range(0, len(line), _HAN_A_LINE))


def _bytes_of(file: Any) -> bytes:
    return bytes(file.tobytes())


def joined_pdf(parts: Sequence[bytes]) -> bytes:
    """The pages of several PDFs one after the other; what is drawn on them is copied, not looked at."""
    with pymupdf.open() as file:
        for part in parts:
            with pymupdf.open(stream=part, filetype="pdf") as other:
                file.insert_pdf(other)
        return _bytes_of(file)


def painted(text: str, x: float = 50.0, y: float = 700.0, *, size: float = 12.0, font: str = "F") -> str:
    """Operators that print a text of Latin letters, its baseline in PDF's own coordinates, from the bottom left."""
    return f"BT /{font} {size} Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET\n"


def painted_pdf(
    content: str, *, rotation: int = 0, box: tuple[float, float, float, float] = (0, 0, 600, 800)
) -> bytes:
    """One page with this content.

    Font F is Helvetica, and U the same with other glyphs at a to d: a bullet, two that are no characters, and the
    ligature of f and i. P is a grey picture and S a dark shading. Graphics state N is without ink, and M lets shine
    through what is below.
    """
    page = (
        "<< /Type /Page /Parent 2 0 R /MediaBox [{} {} {} {}] /Rotate {} /Contents 4 0 R /Resources << "
        "/Font << /F 5 0 R /U 6 0 R >> /XObject << /P 7 0 R >> /Shading << /S 8 0 R >> "
        "/ExtGState << /N << /ca 0 >> /M << /BM /Multiply >> >> >> >>"
    )
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding %s >>"
    return raw_pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            page.format(*box, rotation).encode(),
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content.encode("latin-1")),
            font % b"/WinAnsiEncoding",
            font % b"<< /Type /Encoding /Differences [97 /bullet /nonsense /uniD800 /fi] >>",
            (
                b"<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray "
                b"/BitsPerComponent 8 /Length 1 >>\nstream\nZ\nendstream"
            ),
            (
                b"<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 600 0] "
                b"/Function << /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [0.4] /N 1 >> >>"
            ),
        ],
    )


def bookmarked_pdf(pages: int, entries: Sequence[tuple[int, str, int, float | None]]) -> bytes:
    """Numbered pages, and a bookmark for each level, title, page (from 1) and height on it, if one is given."""
    with pymupdf.open() as file:
        for number in range(1, pages + 1):
            file.new_page(width=A4[0], height=A4[1]).insert_text((_MARGIN, _MARGIN), f"Page {number}.")
        file.set_toc(
            [
                [level, title, page]
                if y is None
                else [level, title, page, {"kind": pymupdf.LINK_GOTO, "to": pymupdf.Point(_MARGIN, y)}]
                for level, title, page, y in entries
            ],
        )
        return _bytes_of(file)


def text_in(pdf: Path, page: int, rect: Rect) -> str:
    """The characters with their middle in a rectangle of a page (from 1) as it is shown: pymupdf's own opinion."""
    with pymupdf.open(pdf) as file:
        shown = file[page - 1]
        content = shown.get_text(
            "rawdict", clip=pymupdf.INFINITE_RECT(), flags=pymupdf.TEXT_PRESERVE_WHITESPACE
        )
        found = ""
        for block in content["blocks"]:
            for line in block["lines"]:
                for char in (char for span in line["spans"] for char in span["chars"]):
                    box = pymupdf.Rect(char["bbox"]) * shown.rotation_matrix
                    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
                    found += char["c"] if rect.x0 <= x <= rect.x1 and rect.y0 <= y <= rect.y1 else ""
    return found


def stamped_pdf(text: str, *, shade: int, rotation: int = 0) -> bytes:
    """One page with a text and a small grey picture at (100, 200) to (160, 240)."""
    pixels = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 6, 4))
    pixels.clear_with(shade)
    with pymupdf.open() as file:
        page = file.new_page(width=A4[0], height=A4[1])
        page.insert_text((_MARGIN, _MARGIN), text)
        page.insert_image(pymupdf.Rect(100, 200, 160, 240), pixmap=pixels)
        page.set_rotation(rotation)
        return _bytes_of(file)


def opened(pdf: bytes) -> Any:
    """The PDF as pymupdf has it; to be used in a `with`."""
    return pymupdf.open(stream=pdf, filetype="pdf")


def characters_of(page: Any) -> dict[str, Any]:
    """The `rawdict` of a page of an opened PDF, with what is outside of the page."""
    clip, flags = pymupdf.INFINITE_RECT(), pymupdf.TEXT_PRESERVE_WHITESPACE
    return dict(page.get_text("rawdict", clip=clip, flags=flags))


def pixels_pdf(
    pixels: bytes, width: int, *, deflated: bool = False, inline: bool = False, mask: bytes = b""
) -> bytes:
    """One page with a grey picture that is so many pixels wide, stored as it is told."""
    data = zlib.compress(pixels) if deflated else pixels
    size = b"/Width %d /Height %d /BitsPerComponent 8 /ColorSpace /DeviceGray" % (width, len(pixels) // width)
    stored = size + b" /Filter /FlateDecode" * deflated
    head = b"<< /Type /XObject /Subtype /Image %s /Length %d >>\nstream\n%s\nendstream"
    shown = b"BI %s ID %s EI" % (stored, data) if inline else b"/P Do"
    content = b"q 60 0 0 40 100 500 cm %s Q" % shown
    masked = b" /SMask 6 0 R" * bool(mask)
    return raw_pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << %s >> >>"
            % (b"" if inline else b"/XObject << /P 5 0 R >>"),
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
            head % (stored + masked, len(data), data),
            head % (size, len(mask), mask),
        ],
    )

"""From a PDF to its tables: the model, the drawn lines, rotated pages."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from app.extract.pdf.reading import read_pdf
from app.extract.raw import RawPage
from tests.builders import raw_pdf
from tests.extract.tables.printed import rows_of

_ROWS = [
    ["Division", "2022", "2023", "2024"],
    ["Pumps", "1,200", "1,310", "1,402"],
    ["Valves", "310", "295", "288"],
    ["Service", "88", "91", "102"],
    ["Spare parts", "41", "40", "39"],
    ["Total", "1,639", "1,736", "1,831"],
]
_COLUMNS = (80, 220, 300, 380)
_TOP, _LEADING = 700, 20


def _pdf(rows: Sequence[Sequence[str]], *, ruled: bool, rotate: int = 0) -> bytes:
    """A page with a table; one that is turned by 90 degrees is printed sideways, so that it is shown upright."""
    text = b"".join(
        b"BT /F 10 Tf %d %d Td (%s) Tj ET\n" % (x, _TOP - _LEADING * at, cell.encode())
        for at, row in enumerate(rows)
        for x, cell in zip(_COLUMNS, row, strict=True)
    )
    bottom = _TOP - _LEADING * len(rows) + 14
    heights = range(bottom, _TOP + 16, _LEADING)
    lines = b"".join(b"75 %d m 440 %d l S\n" % (y, y) for y in heights)
    lines += b"".join(
        b"%d %d m %d %d l S\n" % (x, heights[0], x, heights[-1]) for x in (75, 215, 295, 375, 440)
    )
    turned = b"0 1 -1 0 842 0 cm\n" if rotate else b""
    content = turned + text + (lines if ruled else b"")
    box = b"0 0 842 595" if rotate else b"0 0 595 842"
    return raw_pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [%s] /Rotate %d /Contents 5 0 R "
            b"/Resources << /Font << /F 4 0 R >> >> >>" % (box, rotate),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        ],
    )


def _page(path: Path, content: bytes, *, tables: bool = True) -> RawPage:
    path.write_bytes(content)
    page = list(read_pdf(path, max_pages=1, tables=tables))[-1]
    assert isinstance(page, RawPage)
    return page


@pytest.mark.parametrize("ruled", [True, False])
@pytest.mark.parametrize("rotate", [0, 90])
def test_a_table_is_found_drawn_or_not_upright_or_turned(tmp_path: Path, ruled: bool, rotate: int) -> None:
    """A table is found drawn or not upright or turned."""
    page = _page(tmp_path / "table.pdf", _pdf(_ROWS, ruled=ruled, rotate=rotate))
    assert [rows_of(page.lines, table) for table in page.tables] == [_ROWS]
    (table,) = page.tables
    assert (table.header_rows, table.header_columns) == (1, 1)
    for cell in table.cells:
        for piece in cell.pieces:
            line = page.lines[piece.line]
            assert cell.rect.x0 - 1 <= line.edges[piece.start] <= cell.rect.x1 + 1
            assert cell.rect.y0 - 1 <= (line.y0 + line.y1) / 2 <= cell.rect.y1 + 1


def test_tables_are_not_looked_for_when_nobody_wants_them(tmp_path: Path) -> None:
    """Tables are not looked for when nobody wants them."""
    assert _page(tmp_path / "table.pdf", _pdf(_ROWS, ruled=True), tables=False).tables == ()

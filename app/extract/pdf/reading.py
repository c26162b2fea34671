"""PDF to lines of characters with their places, page by page. Runs in the child only."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymupdf

from app.documents.model import Bookmark
from app.errors import Damage, DamagedDocument, NotAPdf, PageUnreadable, TooManyPages
from app.extract.pdf.failures import MUPDF_FAILURES, is_out_of_memory
from app.extract.pdf.layout import tables_on
from app.extract.pdf.lines import read_lines, said, without_reprints
from app.extract.pdf.passwords import unlock
from app.extract.pdf.pictured import beside_printed, is_meaningless, recognise, shows_only_pictures
from app.extract.pdf.pictures import Pictures
from app.extract.pdf.visibility import Seen, look
from app.extract.raw import Opened, PageFailed, RawLine, RawPage, RawTable
from app.extract.tables.recognition import find_tables

# Ligatures are expanded; spaces are kept as they are, and a glyph without a character is U+FFFD and not its number in
# the font, which would look like text.
_FLAGS = pymupdf.TEXT_PRESERVE_WHITESPACE
# Without it, MuPDF drops every character outside the page, also those of a line that begins there.
_EVERYWHERE = pymupdf.INFINITE_RECT()
# Headers and footers at most: the rest of such a page may be a picture.
_FEW_LINES = 6
_MOST_BOOKMARKS = 20_000
_LONGEST_TITLE = 500


def read_pdf(
    path: Path,
    *,
    max_pages: int,
    first: int = 1,
    last: int | None = None,
    password: str | None = None,
    tables: bool = True,
    ocr: bool = True,
) -> Iterator[Opened | RawPage | PageFailed]:
    """The page count and bookmarks, then each page from `first` to `last`, which count from 1.

    Raises NotAPdf, PasswordRequired, PasswordWrong, DamagedDocument, TooManyPages or MemoryError.
    """
    pymupdf.TOOLS.mupdf_display_errors(False)
    try:
        file = pymupdf.open(path, filetype="pdf")
        pages = _count_pages(file, password)
    except MUPDF_FAILURES as error:
        raise MemoryError if is_out_of_memory(error) else DamagedDocument(Damage.NOT_OPENED) from error
    with file:
        if pages == 0:
            raise DamagedDocument(Damage.NO_PAGES)
        if pages > max_pages:
            raise TooManyPages(max_pages)
        yield Opened(pages=pages, bookmarks=_bookmarks(file) if first == 1 else ())
        reader = _PageReader(file, tables=tables, ocr=ocr)
        for number in range(first, (last or pages) + 1):
            yield reader.read(number)


def _count_pages(file: Any, password: str | None) -> int:
    """Unlock the file and count. MuPDF reads the page tree only here, and it may be broken or endless."""
    if not file.is_pdf:  # MuPDF looks at the content, whatever it was told
        raise NotAPdf
    unlock(file, password)
    return int(file.page_count)


class _PageReader:
    """Reads one page after another of a file that is open."""

    def __init__(self, file: Any, *, tables: bool, ocr: bool) -> None:
        self._file = file
        self._tables = tables
        self._ocr = ocr
        self._pictures = Pictures()

    def read(self, number: int) -> RawPage | PageFailed:
        """The page of that number, or why it cannot be read."""
        try:
            return self._page(self._file[number - 1], number)
        except MUPDF_FAILURES as error:
            if is_out_of_memory(error):
                raise MemoryError from error
            return PageFailed(number=number, problem=PageUnreadable(number, Damage.GAVE_UP).problem)

    def _page(self, page: Any, number: int) -> RawPage:
        width, height = round(page.rect.width, 2), round(page.rect.height, 2)
        turn = page.rotation_matrix if page.rotation else None
        content = page.get_textpage(clip=_EVERYWHERE, flags=_FLAGS).extractRAWDICT()
        lines = without_reprints(read_lines(content, turn=turn, width=width, height=height))
        # A closer look at what covers what costs as much as bare text, and little beside the search for tables.
        seen = look(page, lines, few=_FEW_LINES, thorough=self._tables)
        # Tables speak of lines by their position, and know the visible ones only.
        visible = tuple(line for line in seen.lines if line.hiding is None)
        hidden = tuple(line for line in seen.lines if line.hiding is not None)
        label = said(page.get_label()) or str(number)
        pictures = self._pictures.on(page, thorough=self._tables)
        recognised = self._recognised(page, seen, visible)
        if recognised is not None:
            visible, tables = recognised
        else:
            tables = tables_on(page, visible) if self._tables and visible else ()
        return RawPage(
            number=number,
            label=label,
            width=width,
            height=height,
            images=seen.pictures,
            lines=(*visible, *hidden),
            tables=tables,
            pictures=pictures,
            recognised=seen.recognised or recognised is not None,
        )

    def _recognised(
        self, page: Any, seen: Seen, visible: tuple[RawLine, ...]
    ) -> tuple[tuple[RawLine, ...], tuple[RawTable, ...]] | None:
        """Lines and tables of a page whose text is in pictures, or has no meaning; None when it is another one."""
        meaningless = is_meaningless(visible)
        if not self._ocr or not (meaningless or shows_only_pictures(seen)):
            return None
        pictured, rules = recognise(page)
        if not pictured:
            return None
        lines = beside_printed(pictured, () if meaningless else visible)
        return lines, find_tables(lines, rules, None) if self._tables else ()


def _bookmarks(file: Any) -> tuple[Bookmark, ...]:
    """The table of contents, walked entry by entry; one that is broken or endless is cut there."""
    found: list[Bookmark] = []
    try:
        waiting = [(file.outline, 1)]
        while waiting and len(found) < _MOST_BOOKMARKS:
            entry, level = waiting.pop()
            if entry is None or not entry.this.m_internal:
                continue
            if entry.page >= 0:
                title = said(entry.title or "").strip()[:_LONGEST_TITLE]
                found.append(Bookmark(level=level, title=title, page=entry.page + 1, y=_height(entry.y)))
            waiting += [(entry.next, level), (entry.down, level + 1)]
    except MUPDF_FAILURES:
        return tuple(found)
    return tuple(found)


def _height(y: float) -> float | None:
    """Where on its page a bookmark points to; many point to a page only, which MuPDF gives as its top."""
    return round(y, 1) if y > 0 and math.isfinite(y) else None

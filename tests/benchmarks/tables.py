"""Tables: ICDAR 2013 against human ground truth, and the time for a page of a filing.

Run with `python -m tests.benchmarks.tables [reader ...]`. Needs WHOLEDOC_DATA; peers that are not installed are left
out. Each reader gets the PDF alone and decides itself where the tables are.
"""

import html.parser
import importlib
import importlib.util
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import mean

import pymupdf

from app.extract.pdf.reading import read_pdf
from app.extract.raw import RawLine, RawPage, RawTable
from tests.benchmarks.icdar import Grid, GridCell, documents, score, truth

Reader = Callable[[Path], list[Grid]]

# The filings that are timed, and the pages of each: one in the middle of every so many.
_FILINGS = ("AMD_2015_10K.pdf", "3M_2018_10K.pdf")
_EVERY = 8
_MILLISECONDS = 1_000


def wholedoc(path: Path) -> list[Grid]:
    """Ours."""
    pages = [page for page in read_pdf(path, max_pages=5_000) if isinstance(page, RawPage)]
    return [_grid_of(table, page.lines) for page in pages for table in page.tables]


def wholedoc_without_model(path: Path) -> list[Grid]:
    """Ours, as it is where the layout model fails."""
    from app.extract.pdf import layout  # noqa: PLC0415 - its model is put out of use for this reader only

    regions, layout._regions = layout._regions, lambda _page: None  # type: ignore[assignment]
    try:
        return wholedoc(path)
    finally:
        layout._regions = regions


def _grid_of(table: RawTable, lines: Sequence[RawLine]) -> Grid:
    return tuple(
        GridCell(
            cell.row,
            cell.column,
            cell.row + cell.row_span - 1,
            cell.column + cell.column_span - 1,
            " ".join(lines[piece.line].text[piece.start : piece.end] for piece in cell.pieces),
        )
        for cell in table.cells
    )


def _plain(rows: Iterable[Sequence[str | None]]) -> Grid:
    return tuple(
        GridCell(row, column, row, column, text or "")
        for row, texts in enumerate(rows)
        for column, text in enumerate(texts)
    )


def pymupdf_plain(path: Path) -> list[Grid]:
    """`find_tables` as it was before the layout model."""
    with pymupdf.open(path) as file:
        return [
            _plain(table.extract()) for page in file for table in page.find_tables(use_layout=False).tables
        ]


def pymupdf_layout(path: Path) -> list[Grid]:
    """`find_tables` with the layout model's grids, fused and refined."""
    import pymupdf.layout  # noqa: PLC0415 - importing it loads the model

    with pymupdf.open(path) as file:
        found = [page.find_tables(use_layout=True, union=True, refine=True) for page in file]
    return [grid for page in found if page for table in page.tables for grid in _grids_in(table.to_html())]


def pymupdf4llm_tables(path: Path) -> list[Grid]:
    """The tables of `to_markdown`, OCR off."""
    pymupdf4llm = importlib.import_module("pymupdf4llm")

    text = pymupdf4llm.to_markdown(str(path), use_ocr=False)
    return [*_grids_in(text), *_pipe_tables(text)]


def pdfplumber_tables(path: Path) -> list[Grid]:
    """`extract_tables` as it comes."""
    pdfplumber = importlib.import_module("pdfplumber")

    with pdfplumber.open(path) as file:
        return [_plain(table) for page in file.pages for table in page.extract_tables()]


def camelot_tables(path: Path) -> list[Grid]:
    """The stream flavour, which is the better one here."""
    camelot = importlib.import_module("camelot")

    return [_plain(table.data) for table in camelot.read_pdf(str(path), pages="all", flavor="stream")]


class _HtmlTables(html.parser.HTMLParser):
    """Cells with their spans, table by table."""

    def __init__(self) -> None:
        super().__init__()
        self.grids: list[list[GridCell]] = []
        self._taken: set[tuple[int, int]] = set()
        self._row = -1
        self._open: tuple[int, int, int, int] | None = None
        self._text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.grids.append([])
            self._taken, self._row = set(), -1
        elif tag == "tr":
            self._row += 1
        elif tag in {"td", "th"} and self.grids:
            given = dict(attrs)
            down, right = int(given.get("rowspan") or 1), int(given.get("colspan") or 1)
            column = 0
            while (self._row, column) in self._taken:
                column += 1
            last = (self._row + down - 1, column + right - 1)
            self._taken |= {(r, c) for r in range(self._row, last[0] + 1) for c in range(column, last[1] + 1)}
            self._open, self._text = (self._row, column, *last), []

    def handle_endtag(self, tag: str) -> None:
        if tag in {"td", "th"} and self._open:
            self.grids[-1].append(GridCell(*self._open, "".join(self._text)))
            self._open = None

    def handle_data(self, data: str) -> None:
        self._text.append(data)


def _grids_in(text: str) -> list[Grid]:
    parser = _HtmlTables()
    parser.feed(text)
    return [tuple(grid) for grid in parser.grids]


def _pipe_tables(text: str) -> list[Grid]:
    grids: list[list[list[str]]] = []
    inside = False
    for line in text.splitlines():
        row = line.strip()
        if not row.startswith("|"):
            inside = False
            continue
        if not inside:
            grids.append([])
            inside = True
        cells = [
            cell.replace("<br>", " ").replace("**", "").replace("_", "") for cell in row.strip("|").split("|")
        ]
        if any(cell.strip(" -:") for cell in cells):
            grids[-1].append(cells)
    return [_plain(rows) for rows in grids]


def readers() -> dict[str, Reader]:
    """Those that are installed, by the name that the table shows."""
    found: dict[str, Reader] = {
        "wholedoc": wholedoc,
        "wholedoc without the model": wholedoc_without_model,
        "PyMuPDF find_tables, plain": pymupdf_plain,
        "PyMuPDF find_tables, layout": pymupdf_layout,
    }
    peers = {"pymupdf4llm": pymupdf4llm_tables, "pdfplumber": pdfplumber_tables, "camelot": camelot_tables}
    return found | {name: read for name, read in peers.items() if importlib.util.find_spec(name)}


def _scores(read: Reader, folder: Path) -> list[tuple[float, float, float]]:
    """Precision, recall and F1 of each document, by the reading that fits best."""
    scores = []
    for pdf, readings in documents(folder).items():
        grids = read(pdf)
        best = max((score(grids, truth(reading)) for reading in readings), key=lambda result: result.f1)
        scores.append((best.precision, best.recall, best.f1))
    return scores


def _sample(path: Path, folder: Path) -> Path:
    """Some pages of a filing as a file of their own, so that all readers read the same."""
    with pymupdf.open(path) as file:
        file.select(list(range(_EVERY // 2, file.page_count, _EVERY)))
        out = folder / path.name
        file.save(out)
    return out


def _milliseconds(read: Reader, samples: Sequence[Path]) -> float:
    """Processor time for a page; the first page is read before, to load what is loaded once."""
    pages = 0
    read(samples[0])
    begun = time.process_time()
    for sample in samples:
        read(sample)
        with pymupdf.open(sample) as file:
            pages += file.page_count
    return (time.process_time() - begun) / pages * _MILLISECONDS


def main() -> None:
    """Print one line for each reader."""
    data = Path(os.environ.get("WHOLEDOC_DATA", "../shared/data"))
    scratch = Path(os.environ.get("TMPDIR", "/tmp"))  # noqa: S108 - copies of pages, written over each time
    samples = [_sample(data / "financebench" / "pdfs" / name, scratch) for name in _FILINGS]
    wanted = sys.argv[1:]
    print(
        "| reader | precision | recall | mean F1 | worst F1 | ms a page of a 10-K |\n|---|---|---|---|---|---|"
    )
    for name, read in readers().items():
        if wanted and name not in wanted:
            continue
        scores = _scores(read, data / "icdar2013")
        precision, recall, f1 = (mean(values) for values in zip(*scores, strict=True))
        worst = min(score[2] for score in scores)
        spent = _milliseconds(read, samples)
        print(
            f"| {name} | {precision:.3f} | {recall:.3f} | {f1:.3f} | {worst:.3f} | {spent:.0f} |", flush=True
        )


if __name__ == "__main__":
    main()

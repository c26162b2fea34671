"""How long reading takes, against bare PyMuPDF in the same run.

Run with `python -m tests.benchmarks.speed [tables]`. Without an argument: text and outline of the Debian reference,
once inside one process, and once as a user meets it, where both sides start their processes. With `tables`: filings
of FinanceBench with everything that is recognised, in milliseconds a page, on all cores.
"""

import asyncio
import gc
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

import pymupdf

from app.extract.assembly import assemble
from app.extract.pdf.reading import read_pdf
from app.extract.ranges import Options
from app.extract.raw import Limits, Opened
from app.intake.reading import read_file
from app.structure.outline.sections import outline_of

_DATA = Path(os.environ.get("WHOLEDOC_DATA", "../shared/data")) / "financebench" / "pdfs"
_REFERENCE = Path("/usr/share/debian-reference/debian-reference.en.pdf")
_BARE = "import pymupdf, sys\nwith pymupdf.open(sys.argv[1]) as file: [page.get_text() for page in file]"
_TIMES = 5
_FEWEST_PAGES = 90


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def _bare() -> None:
    with pymupdf.open(_REFERENCE) as file:
        for page in file:
            page.get_text()


def _bare_process() -> None:
    subprocess.run([sys.executable, "-c", _BARE, str(_REFERENCE)], check=True)


def _inside() -> None:
    opened = Opened(pages=0)
    pages = []
    for message in read_pdf(_REFERENCE, max_pages=5_000, tables=False, ocr=False):
        if isinstance(message, Opened):
            opened = message
        else:
            pages.append(message)
    outline_of(assemble(pages, bookmarks=opened.bookmarks))


def _read(path: Path, *, tables: bool) -> int:
    options = Options(tables=tables, ocr=False)
    return len(asyncio.run(read_file(path, limits=Limits(), options=options)).document.pages)


def _paired(name: str, ours: Callable[[], object], bare: Callable[[], object]) -> str:
    """Both in turns, so that a busy moment meets both."""
    pairs = [(_seconds(ours), _seconds(bare)) for _ in range(_TIMES)]
    ratio = median(own / other for own, other in pairs)
    own, other = (median(times) for times in zip(*pairs, strict=True))
    return f"| {name} | {own:.2f} | {other:.2f} | {ratio:.2f} |"


def _text() -> None:
    gc.disable()  # as in the reading process
    print("| text and outline, 261 pages | wholedoc, s | PyMuPDF get_text, s | ratio |\n|---|---|---|---|")
    print(_paired("inside one process, one core", _inside, _bare))
    print(_paired("whole processes", lambda: _read(_REFERENCE, tables=False), _bare_process))


def _tables() -> None:
    print("| filing | pages | ms a page |\n|---|---|---|")
    pages, seconds = 0, 0.0
    for path in sorted(_DATA.glob("*.pdf")):
        with pymupdf.open(path) as file:
            count = file.page_count
        if count < _FEWEST_PAGES:
            continue
        spent = _seconds(partial(_read, path, tables=True))
        pages, seconds = pages + count, seconds + spent
        print(f"| {path.stem} | {count} | {1000 * spent / count:.0f} |", flush=True)
    print(f"| all | {pages} | {1000 * seconds / pages:.0f} |")


if __name__ == "__main__":
    _tables() if "tables" in sys.argv else _text()

"""Headings with their levels against the bookmarks of manuals and a report: python -m tests.benchmarks.outline.

Needs the Debian packages debian-reference-en, debian-reference-zh-cn and linuxcnc-doc-en, and WHOLEDOC_DATA; what is
not there is skipped. The bookmarks are taken away before reading, so that fonts and numbers are tested; a second row
has them. A heading is right when title, page and level are those of a heading of the truth. Titles are compared after
NFKC, in one case, without white space, with their number or without it; levels as they are or, where one side counts
from another level, as ranks, whichever fits better.
"""

import argparse
import asyncio
import importlib.util
import os
import re
import time
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import msgspec
import pymupdf

from app.documents.model import Document
from app.extract.raw import Limits
from app.intake.reading import read_document
from app.structure.outline.sections import outline_of

_DEBIAN = Path("/usr/share/debian-reference")
_LINUXCNC = Path("/usr/share/doc/linuxcnc")
_REPORT = "603339_四方科技_2019_annual_report.pdf"
_NUMBER = re.compile(
    r"(?:(?:chapter|part|appendix|section|item|note)\s*(?:\d+(?:\.\d+)*[a-z]?|[ivxlc]+|[a-z])(?!\w)[.:]?"
    r"|第[一二三四五六七八九十百\d]+(?:编|部分|章|节)|附录\s?[a-z\d一二三四五六七八九十]?"
    r"|(?:\d{1,3}|[a-h])(?:\.\d{1,3})+\.?(?!\d)|\d{1,3}[.、)]?(?!\d)|[ivx]+\.?\s|[a-z]\.?\s"
    r"|[一二三四五六七八九十]+、|\([一二三四五六七八九十\d]+\)\.?)",
)
# The peer takes a third of a second a page.
_MOST_PAGES_OF_PEER = 300


class Entry(msgspec.Struct, frozen=True):
    """A heading."""

    title: str
    level: int
    page: int


class Case(msgspec.Struct, frozen=True):
    """A file and its headings; `levels`: whether their levels mean anything."""

    path: Path
    truth: tuple[Entry, ...]
    levels: bool = True


Outliner = Callable[[Path], list[Entry]]


def _bookmarks(path: Path) -> tuple[Entry, ...]:
    with pymupdf.open(path) as file:
        return tuple(Entry(title, level, page) for level, title, page in file.get_toc())


def _listed(path: Path) -> tuple[Entry, ...]:
    return tuple(
        Entry(item["title"], item["level"], item["page"]) for item in msgspec.json.decode(path.read_bytes())
    )


def cases(data: Path) -> Iterator[Case]:
    """The files that are there."""
    manuals = [
        *(_DEBIAN / f"debian-reference.{language}.pdf" for language in ("en", "zh-cn")),
        *(
            _LINUXCNC / f"LinuxCNC_{name}.pdf"
            for name in ("Documentation", "Developer", "Getting_Started", "Integrator")
        ),
    ]
    for path in manuals:
        if path.exists():
            yield Case(path, _bookmarks(path))
        else:
            print(f"{path.name} is not installed")
    listed = [
        (data / "chinese-reports" / _REPORT, "toc_四方科技_2019.json", False),
        (data / "manuals" / "smart_tv_manual.pdf", "smart_tv_manual_headings.json", True),
    ]
    for path, truth, levels in listed:
        if path.exists():
            yield Case(path, _listed(path.parent / truth), levels)
        else:
            print(f"{path.name} is not in the data")


def _forms(title: str) -> tuple[str, ...]:
    text = unicodedata.normalize("NFKC", title).casefold().strip()
    match = _NUMBER.match(text)
    whole = "".join(text.split())
    return (whole, "".join(text[match.end() :].split())) if match and match.end() < len(text) else (whole,)


def _ranks(entries: Sequence[Entry]) -> list[Entry]:
    ranks = {level: rank for rank, level in enumerate(sorted({entry.level for entry in entries}))}
    return [Entry(entry.title, ranks[entry.level], entry.page) for entry in entries]


def _right(truth: Iterable[Entry], found: Iterable[Entry], *, levels: bool) -> int:
    """How many headings are found, each of the truth once."""
    waiting: defaultdict[tuple[str, int, int], list[int]] = defaultdict(list)
    for at, entry in enumerate(truth):
        for form in _forms(entry.title):
            waiting[form, entry.page, entry.level * levels].append(at)
    used: set[int] = set()
    for entry in found:
        keys = [(form, entry.page, entry.level * levels) for form in _forms(entry.title)]
        used.update([at for key in keys for at in waiting[key] if at not in used][:1])
    return len(used)


def _row(name: str, case: Case, found: Sequence[Entry], seconds: float) -> str:
    plain = _right(case.truth, found, levels=False)
    right = max(
        _right(case.truth, found, levels=True),
        _right(_ranks(case.truth), _ranks(found), levels=True),
    )

    def scores(hits: int) -> str:
        total = len(case.truth) + len(found)
        return f"{hits / max(len(found), 1):.3f} | {hits / len(case.truth):.3f} | {2 * hits / total:.3f}"

    with_level = scores(right) if case.levels else "– | – | –"
    counts = f"{len(case.truth)} | {len(found)}"
    return f"| {case.path.name} | {name} | {counts} | {with_level} | {scores(plain)} | {seconds * 1000:.0f} |"


def _outline(document: Document) -> list[Entry]:
    return [Entry(section.title, section.level, section.page) for section in outline_of(document)]


def _ours(case: Case) -> Iterator[str]:
    document = asyncio.run(read_document(case.path, limits=Limits()))
    stripped = msgspec.structs.replace(document, bookmarks=())
    for name, given in (("wholedoc, bookmarks stripped", stripped), ("wholedoc", document)):
        if given.bookmarks or given is stripped:
            begun = time.perf_counter()
            found = _outline(given)
            yield _row(name, case, found, time.perf_counter() - begun)


def pymupdf4llm_headings(path: Path) -> list[Entry]:
    """Lines of `to_markdown` that begin with #, page by page, OCR off."""
    import pymupdf4llm  # noqa: PLC0415 - an optional peer

    chunks = pymupdf4llm.to_markdown(str(path), page_chunks=True, use_ocr=False)
    return [
        Entry(re.sub(r"[*_`]", "", match[2]), len(match[1]), number)
        for number, chunk in enumerate(chunks, start=1)
        for match in re.finditer(r"^(#{1,6}) +(.+)$", chunk["text"], re.MULTILINE)
    ]


def _peer(case: Case) -> Iterator[str]:
    with pymupdf.open(case.path) as file:
        if file.page_count > _MOST_PAGES_OF_PEER:
            return
    begun = time.perf_counter()
    found = pymupdf4llm_headings(case.path)
    yield _row("pymupdf4llm", case, found, time.perf_counter() - begun)


def main() -> None:
    """Print the table; the time is that of the outline alone, for the peer that of reading too."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=["ours", "peer"], help="leave the other out")
    only = parser.parse_args().only
    found = list(cases(Path(os.environ.get("WHOLEDOC_DATA", "../shared/data"))))
    print("\n| file | reader | true | found | P | R | F1 with level | P | R | F1 without | ms |")
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for case in found:
        if only != "peer":
            print(*_ours(case), sep="\n", flush=True)
        if only != "ours" and importlib.util.find_spec("pymupdf4llm"):
            for row in _peer(case):
                print(row, flush=True)


if __name__ == "__main__":
    main()

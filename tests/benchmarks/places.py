"""The place of a known passage: evidence of FinanceBench looked up in the document as we read it.

Run with `python -m tests.benchmarks.places [FILING…]`. A passage is a sentence or line of an evidence text that is long enough
to stand in few places. Counted: found on the labelled page; and whether bare PyMuPDF, clipped by the rectangles that
we return, reads the passage there.
"""

import asyncio
import json
import os
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pymupdf

from app.documents.model import Rect
from app.extract.raw import Limits
from app.intake.reading import read_document
from app.verify.evidence import Occurrence, Quote, QuoteStatus
from app.verify.quotes import QuoteIndex

_DATA = Path(os.environ.get("WHOLEDOC_DATA", "../shared/data")) / "financebench"
_LEAST = 25


def _passages(evidence: str) -> Iterator[str]:
    """Sentences of paragraphs, and lines of tables with words in them."""
    for line in re.split(r"\n\s*\n|\n(?=[A-Z$(•])", evidence):
        for sentence in re.split(r"(?<=[.;:])\s+(?=[A-Z])", line.replace("\n", " ")):
            # The page's number behind the last sentence is none of it.
            text = re.sub(r"(?<=\.) \d{1,3}$", "", " ".join(sentence.split()))
            if len(text) >= _LEAST and sum(char.isalpha() for char in text) * 2 > len(text):
                yield text


def _as_printed(page: str, passage: str) -> str | None:
    """The passage with the page's own characters: the data set has lost those that are not ASCII.

    `page` is the plain text of the labelled page; what is not on it (bare of everything but letters and digits) is
    no fault of a reader.
    """
    kept = [at for at, char in enumerate(page) if char.isascii() and char.isalnum()]
    wanted = "".join(char for char in passage if char.isascii() and char.isalnum())
    at = "".join(page[index] for index in kept).find(wanted)
    if at < 0 or not wanted:
        return None
    end = kept[at + len(wanted) - 1] + 1
    while end < len(page) and not page[end].isalnum() and not page[end].isspace():
        end += 1  # the sign behind a number, the mark behind a sentence
    # Line breaks of the page are no part of the passage, and no space behind a hyphen is.
    return " ".join(re.sub(r"(?<=\w-)\s*\n\s*", "", page[kept[at] : end]).split())


def _squeezed(text: str) -> str:
    return "".join(re.findall(r"\w", unicodedata.normalize("NFKC", text)))


def _clipped(page: pymupdf.Page, rects: list[Rect]) -> str:
    """The characters of a page whose middles lie in one of the rectangles."""
    parts = []
    for rect in rects:
        area = pymupdf.Rect(rect.x0, rect.y0, rect.x1, rect.y1)
        for block in page.get_text("rawdict", clip=area)["blocks"]:
            for line in block.get("lines", ()):
                for span in line["spans"]:
                    for char in span["chars"]:
                        x0, y0, x1, y1 = char["bbox"]
                        if area.x0 <= (x0 + x1) / 2 <= area.x1 and area.y0 <= (y0 + y1) / 2 <= area.y1:
                            parts.append(char["c"])
    return _squeezed("".join(parts))


def _rects_on(occurrence: Occurrence, number: int) -> list[Rect]:
    return [rect for place in occurrence.places if place.page == number for rect in place.rects]


def _verdict(index: QuoteIndex, page: pymupdf.Page, number: int, passage: str) -> str:
    checked = index.check(Quote(text=passage, page=number))
    here = [at for at in checked.occurrences if any(place.page == number for place in at.places)]
    if checked.status is not QuoteStatus.VERBATIM or not here:
        return "not found"
    text, wanted = _clipped(page, _rects_on(here[0], number)), _squeezed(passage)
    over_pages = len(here[0].places) > 1
    return "held" if wanted in text or (over_pages and text in wanted) else "clip differs"


def main() -> None:
    """Print the counts, and before them what is missing."""
    rows = [json.loads(line) for line in (_DATA / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
    by_file: dict[str, list[tuple[int, str]]] = {}
    for row in rows:
        for evidence in row["evidence"]:
            for passage in _passages(evidence["evidence_text"]):
                by_file.setdefault(row["doc_name"], []).append((evidence["evidence_page_num"] + 1, passage))
    verdicts: Counter[str] = Counter()
    only = sys.argv[1:]
    for name, passages in by_file.items():
        if only and name not in only:
            continue
        path = _DATA / "pdfs" / f"{name}.pdf"
        index = QuoteIndex(asyncio.run(read_document(path, limits=Limits())))
        with pymupdf.open(path) as file:
            for number, passage in dict.fromkeys(passages):
                page = file[number - 1]
                printed = _as_printed(page.get_text(), passage)
                verdict = "not printed there" if printed is None else _verdict(index, page, number, printed)
                verdicts[verdict] += 1
                if verdict in {"not found", "clip differs"}:
                    print(f"{verdict}: {name} p. {number}: {passage[:110]}")
    total = verdicts.total() - verdicts["not printed there"]
    found = total - verdicts["not found"]
    print("\n| passages | on the labelled page | clip holds the passage |\n|---|---|---|")
    print(f"| {total} | {found / total:.4f} | {verdicts['held'] / total:.4f} |")


if __name__ == "__main__":
    main()

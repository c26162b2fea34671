"""Reading of rendered pages against their text layer, beside Tesseract where it is installed.

Run by hand: python -m tests.benchmarks.ocr [PAGES]. The documents are the Debian references (packages
debian-reference-en and debian-reference-zh-cn). Score: twice the longest common subsequence of characters, without
white space and leaders, over the lengths of both, in rows from the top down; the mean over pages. Time is processor
time on one core.
"""

import itertools
import re
import resource
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pymupdf

from app.extract.ocr.recogniser import Recogniser

_REFERENCES = Path("/usr/share/debian-reference")
_LANGUAGES = {"en": "eng", "zh-cn": "chi_sim+eng"}
_RESOLUTIONS = (150, 200, 300)
_FRONT_MATTER = 30
_LEADERS = re.compile(r"(?:\s*[.·…]){2,}")


class _Placed(NamedTuple):
    top: float
    bottom: float
    left: float
    text: str


def main(pages: int) -> None:
    """Print the table."""
    readers: dict[str, Callable[[Any, int, str], str]] = {"ours": _ours}
    if shutil.which("tesseract"):
        readers["Tesseract"] = _tesseract
    sys.stdout.write(
        "| document | dpi | reader | characters F1 | worst page | ms a page |\n|---|---|---|---|---|---|\n"
    )
    for language, dpi in itertools.product(_LANGUAGES, _RESOLUTIONS):
        with pymupdf.open(_REFERENCES / f"debian-reference.{language}.pdf") as file:
            step = (file.page_count - _FRONT_MATTER) // pages
            chosen = [file[_FRONT_MATTER + step * index] for index in range(pages)]
            for name, reader in readers.items():
                start = _processor_time()
                scores = [_score(reader(page, dpi, language), _layer(page)) for page in chosen]
                spent = (_processor_time() - start) * 1000 / pages
                row = (
                    language,
                    dpi,
                    name,
                    f"{sum(scores) / pages:.4f}",
                    f"{min(scores):.3f}",
                    f"{spent:.0f}",
                )
                sys.stdout.write("| " + " | ".join(map(str, row)) + " |\n")
                sys.stdout.flush()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    sys.stdout.write(f"\nPeak of memory, rendering and scoring included: {peak} MB\n")


def _processor_time() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _ours(page: Any, dpi: int, language: str) -> str:
    picture = page.get_pixmap(dpi=dpi, colorspace=pymupdf.csRGB, alpha=False)
    lines = Recogniser().lines(picture.samples, picture.width, picture.height, dpi=dpi)
    return _in_rows(_Placed(line.y0, line.y1, line.x0, line.text) for line in lines)


def _tesseract(page: Any, dpi: int, language: str) -> str:
    picture = page.get_pixmap(dpi=dpi, colorspace=pymupdf.csRGB, alpha=False).tobytes("png")
    done = subprocess.run(
        ["tesseract", "-", "-", "-l", _LANGUAGES[language], "--dpi", str(dpi), "tsv"],  # noqa: S607
        input=picture,
        capture_output=True,
        env={"OMP_THREAD_LIMIT": "1"},
        check=True,
    )
    lines: defaultdict[tuple[str, ...], list[list[str]]] = defaultdict(list)
    for row in done.stdout.decode().splitlines()[1:]:
        word = row.split("\t")
        if word[11].strip():
            lines[tuple(word[1:5])].append(word)
    return _in_rows(_joined(words) for words in lines.values())


def _joined(words: list[list[str]]) -> _Placed:
    """A line of Tesseract's words: left, top, width and height stand in the columns from the sixth on."""
    top, bottom = min(int(word[7]) for word in words), max(int(word[7]) + int(word[9]) for word in words)
    return _Placed(top, bottom, min(int(word[6]) for word in words), " ".join(word[11] for word in words))


def _layer(page: Any) -> str:
    return _in_rows(
        _Placed(line["bbox"][1], line["bbox"][3], line["bbox"][0], text)
        for block in page.get_text("dict")["blocks"]
        for line in block.get("lines", ())
        if (text := "".join(span["text"] for span in line["spans"])).strip()
    )


def _in_rows(pieces: Iterable[_Placed]) -> str:
    """Pieces in rows: all readers in one order, so that only characters count."""
    rows: list[list[_Placed]] = []
    for piece in sorted(pieces, key=lambda piece: piece.top + piece.bottom):
        if rows and piece.top + piece.bottom < 2 * rows[-1][0].bottom - (piece.bottom - piece.top) * 0.5:
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return " ".join(piece.text for row in rows for piece in sorted(row, key=lambda piece: piece.left))


def _score(read: str, truth: str) -> float:
    first, second = ("".join(_LEADERS.sub("", text).split()) for text in (read, truth))
    return 2 * _common(first, second) / max(1, len(first) + len(second))


def _common(first: str, second: str) -> int:
    """Length of the longest common subsequence, bits in parallel (Hyyrö 2004)."""
    places: dict[str, int] = {}
    for index, char in enumerate(first):
        places[char] = places.get(char, 0) | 1 << index
    everything = (1 << len(first)) - 1
    row = everything
    for char in second:
        matched = row & places.get(char, 0)
        row = (row + matched | row - matched) & everything
    return len(first) - row.bit_count()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)

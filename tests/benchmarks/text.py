"""Running text: the Debian references against their HTML, as tokens in order.

Run with `python -m tests.benchmarks.text`. Needs the Debian packages debian-reference-en and -zh-cn, and rapidfuzz.
"""

import asyncio
import html.parser
import re
import sys
import time
import unicodedata
from collections import Counter
from pathlib import Path

from rapidfuzz.distance import LCSseq

from app.extract.raw import Limits
from app.intake.reading import read_document
from tests.benchmarks.peers import Reader, text_peers

_FOLDER = Path("/usr/share/debian-reference")
_TOKEN = re.compile(r"[㐀-䶿一-鿿]|(?:(?![㐀-䶿一-鿿])[^\W_])+")
_SKIPPED = frozenset({"head", "script", "style"})


class _Text(html.parser.HTMLParser):
    """The text of a page without its navigation, and with or without its tables."""

    def __init__(self, *, tables: bool) -> None:
        super().__init__()
        self._tables = tables
        self.parts: list[str] = []
        self._skipped = 0
        self._divs: list[bool] = []

    def _is_skipped(self, tag: str) -> bool:
        return tag in _SKIPPED or (tag == "table" and not self._tables)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._is_skipped(tag):
            self._skipped += 1
        elif tag == "div":
            navigation = (dict(attrs).get("class") or "") in {"navheader", "navfooter", "toc"}
            self._divs.append(navigation)
            self._skipped += navigation
        self.parts.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if self._is_skipped(tag):
            self._skipped -= 1
        elif tag == "div" and self._divs:
            self._skipped -= self._divs.pop()
        self.parts.append(" ")

    def handle_data(self, data: str) -> None:
        if not self._skipped:
            self.parts.append(data)


def tokens(text: str) -> list[str]:
    """Words of letters and digits; a Chinese character is a word."""
    return _TOKEN.findall(unicodedata.normalize("NFKC", text))


def _truth(language: str, *, tables: bool) -> list[str]:
    found: list[str] = []
    names = [
        f"pr01.{language}.html",
        *(f"ch{at:02}.{language}.html" for at in range(1, 13)),
        f"apa.{language}.html",
    ]
    for name in names:
        reader = _Text(tables=tables)
        reader.feed((_FOLDER / name).read_text(encoding="utf-8"))
        found += tokens("".join(reader.parts))
    return found


def _ours(path: Path) -> list[str]:
    document = asyncio.run(read_document(path, limits=Limits()))
    return ["\n".join(document.text_of(block) for block in document.body_of(page)) for page in document.pages]


def _row(name: str, reader: Reader, path: Path, whole: list[str], running: list[str]) -> str:
    begun = time.perf_counter()
    pages = reader(path)
    seconds = time.perf_counter() - begun
    read = tokens("\n".join(pages))
    anywhere = (Counter(whole) & Counter(read)).total() / len(whole)
    in_order = [LCSseq.similarity(truth, read) / len(truth) for truth in (running, whole)]
    return f"| {name} | {in_order[0]:.4f} | {in_order[1]:.4f} | {anywhere:.4f} | {seconds:.2f} |"


def main() -> None:
    """Print a table for each language. In the PDF, tables float to other pages than where the HTML has them."""
    readers = {"wholedoc": _ours, **text_peers()}
    if "--quick" in sys.argv:
        readers = {name: readers[name] for name in ("wholedoc", "PyMuPDF get_text")}
    for language in ("en", "zh-cn"):
        path = _FOLDER / f"debian-reference.{language}.pdf"
        if not path.exists():
            print(f"debian-reference-{language} is not installed")
            continue
        whole, running = _truth(language, tables=True), _truth(language, tables=False)
        print(f"\n{path.name}: {len(whole)} tokens, {len(running)} without tables\n")
        print(
            "| reader | running text, in order | with tables, in order | in any order | s |\n|---|---|---|---|---|"
        )
        for name, reader in readers.items():
            print(_row(name, reader, path, whole, running), flush=True)


if __name__ == "__main__":
    main()

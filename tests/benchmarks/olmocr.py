"""Hard pages: the unit facts of olmOCR-bench's sample, digital and scanned pages apart.

Run with `python -m tests.benchmarks.olmocr`. A fact holds when the page's text has the words (with the allowed number
of differences), has them not, has them in that order, or has a table with the cell beside the other one. Formulas as
LaTeX are asked of recognisers of formulas; text tools print characters, and fail these facts.
"""

import asyncio
import json
import os
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pymupdf
from rapidfuzz import fuzz

from app.documents.model import Document
from app.errors import AppError
from app.extract.raw import Limits
from app.intake.reading import read_document
from tests.benchmarks.peers import Reader, text_peers

_DATA = Path(os.environ.get("WHOLEDOC_DATA", "../shared/data")) / "olmocr"

Grid = list[list[str]]
Page = tuple[str, list[Grid]]


def _normal(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).translate(str.maketrans("‘’“”–—‐", "''\"\"---"))
    return " ".join(re.sub(r"[*_#]|<br>", " ", text).replace("''", '"').split())


def _position(text: str, words: str, differences: int) -> int:
    """Where the words stand, or -1."""
    text, words = _normal(text), _normal(words)
    at = text.find(words)
    if at >= 0 or not words:
        return at
    best = fuzz.partial_ratio_alignment(words, text)
    allowed = 100 * (1 - max(differences, 0) / len(words)) if differences else 99.9
    return best.dest_start if best is not None and best.score >= allowed else -1


def _grid(document: Document, at: int) -> Grid:
    table = document.tables[at]
    grid = [["" for _ in range(table.columns)] for _ in range(table.rows)]
    for cell in table.cells:
        for row in range(cell.row, min(cell.row + cell.row_span, table.rows)):
            for column in range(cell.column, min(cell.column + cell.column_span, table.columns)):
                grid[row][column] = document.text[cell.start : cell.end]
    return grid


def _ours(path: Path) -> Page:
    try:
        document = asyncio.run(read_document(path, limits=Limits()))
    except AppError:
        return "", []
    text = "\n".join(document.text_of(block) for page in document.pages for block in document.body_of(page))
    return text, [_grid(document, at) for at in range(len(document.tables))]


def _with_markdown_tables(reader: Reader, path: Path) -> Page:
    """A peer's text with the pipe tables in it as grids."""
    text = "\n".join(reader(path))
    grids: list[Grid] = []
    rows: Grid = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if not all(set(cell) <= set(":- ") for cell in cells):
                rows.append(cells)
        elif rows:
            grids.append(rows)
            rows = []
    return text, grids


def _is_cell(cell: str, wanted: str) -> bool:
    return fuzz.ratio(_normal(cell), _normal(wanted)) >= 90


def _beside(grid: Grid, row: int, column: int, step: tuple[int, int], wanted: str, *, far: bool) -> bool:
    """Whether the next cell that way (or any, if `far`) that is another one holds the wanted text."""
    own = grid[row][column]
    row, column = row + step[0], column + step[1]
    while 0 <= row < len(grid) and 0 <= column < len(grid[row]):
        if _is_cell(grid[row][column], wanted):
            return True
        if not far and grid[row][column] not in {own, ""}:
            return False
        row, column = row + step[0], column + step[1]
    return False


_NEIGHBOURS = {
    "left": ((0, -1), False), "right": ((0, 1), False), "up": ((-1, 0), False), "down": ((1, 0), False),
    "top_heading": ((-1, 0), True), "left_heading": ((0, -1), True),
}  # fmt: skip


def _table_holds(grids: Sequence[Grid], fact: dict[str, Any]) -> bool:
    return any(
        _is_cell(cell, fact["cell"])
        and all(
            _beside(grid, row, column, step, fact[name], far=far)
            for name, (step, far) in _NEIGHBOURS.items()
            if fact.get(name)
        )
        for grid in grids
        for row, cells in enumerate(grid)
        for column, cell in enumerate(cells)
    )


def _holds(page: Page, fact: dict[str, Any]) -> bool:
    text, grids = page
    differences = int(fact.get("max_diffs") or 0)
    match fact["type"]:
        case "present":
            return _position(text, fact["text"], differences) >= 0
        case "absent":
            last = int(fact.get("last_n") or 0)
            return _position(_normal(text)[-last:] if last else text, fact["text"], differences) < 0
        case "order":
            before = _position(text, fact["before"], differences)
            after = _position(text, fact["after"], differences)
            return 0 <= before < after
        case "table":
            return _table_holds(grids, fact)
        case _:
            return _position(text, fact["math"], differences) >= 0


def _is_scanned(path: Path) -> bool:
    with pymupdf.open(path) as file:
        return not file[0].get_text().strip()


def main() -> None:
    """Print, for each reader, the share of facts that hold by type, digital and scanned pages apart."""
    lines = (_DATA / "dataset.jsonl").read_text(encoding="utf-8").splitlines()
    facts: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for fact in map(json.loads, filter(str.strip, lines)):
        facts[fact["pdf"]].append(fact)
    readers: dict[str, Callable[[Path], Page]] = {"wholedoc": _ours}
    for name, reader in text_peers().items():
        readers[name] = partial(_with_markdown_tables, reader)
    kinds = ("present", "absent", "order", "table", "math")
    print(
        f"| reader | pages | {' | '.join(kinds)} | without math | all |\n|---|---|{'---|' * (len(kinds) + 2)}"
    )
    for name, read in readers.items():
        counts: defaultdict[tuple[str, str], Counter[bool]] = defaultdict(Counter)
        for file, own in facts.items():
            path = _DATA / "pdfs" / file
            page = read(path)
            where = "scanned" if _is_scanned(path) else "digital"
            for fact in own:
                holds = _holds(page, fact)
                counts[where, fact["type"]][holds] += 1
                if name == "wholedoc" and not holds and fact["type"] != "math":
                    print(
                        f"<!-- {file} {fact['id']} {fact['type']} {str(fact.get('text') or fact.get('before') or fact.get('cell'))[:60]} -->"
                    )
        for where in ("digital", "scanned"):
            by_kind = [counts[where, kind] for kind in kinds]
            plain, whole = sum(by_kind[:4], Counter()), sum(by_kind, Counter())
            shares = [f"{count[True]}/{count.total()}" for count in (*by_kind, plain, whole)]
            print(f"| {name} | {where} | {' | '.join(shares)} |", flush=True)


if __name__ == "__main__":
    main()

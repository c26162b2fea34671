"""Scores of the ICDAR 2013 table competition: adjacency relations of cells, end to end, document by document.

Göbel et al., "A methodology for evaluating algorithms for table understanding in PDF documents" (2012): each cell
that is not blank is related to its nearest neighbours to the right and below, blanks skipped; a relation is right
if both contents, without white space, and the direction are right.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Literal
from xml.etree import ElementTree as ET

import msgspec

Relation = tuple[str, str, Literal["right", "below"]]


class GridCell(msgspec.Struct, frozen=True):
    """A cell from its first to its last row and column, all counted from 0, ends included."""

    row: int
    column: int
    last_row: int
    last_column: int
    text: str


Grid = tuple[GridCell, ...]


class Score(msgspec.Struct, frozen=True):
    """Relations that are right, found and true."""

    correct: int
    found: int
    true: int

    @property
    def precision(self) -> float:
        """Share of the found relations that are right; 1 where nothing was to be found and nothing was."""
        return self.correct / self.found if self.found else float(not self.true)

    @property
    def recall(self) -> float:
        """Share of the true relations that were found."""
        return self.correct / self.true if self.true else 1.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def bare(text: str) -> str:
    """Text as it is compared: compatibility forms folded, no white space."""
    return "".join(unicodedata.normalize("NFKC", text).split())


def relations(grid: Iterable[GridCell]) -> Counter[Relation]:
    """Each cell with its nearest neighbours to the right and below."""
    cells = [cell for cell in grid if bare(cell.text)]
    places = {
        (row, column): at
        for at, cell in enumerate(cells)
        for row in range(cell.row, cell.last_row + 1)
        for column in range(cell.column, cell.last_column + 1)
    }
    by_row = _pairs(sorted(places), places)
    by_column = _pairs(sorted(places, key=lambda place: (place[1], place[0])), places, line=1)
    found = Counter[Relation]((bare(cells[a].text), bare(cells[b].text), "right") for a, b in by_row)
    found.update((bare(cells[a].text), bare(cells[b].text), "below") for a, b in by_column)
    return found


def _pairs(
    ordered: Sequence[tuple[int, int]], places: dict[tuple[int, int], int], *, line: int = 0
) -> set[tuple[int, int]]:
    """Neighbours in the order given, as long as they are in one row (`line` 0) or column (1)."""
    return {
        (places[before], places[after])
        for before, after in pairwise(ordered)
        if before[line] == after[line] and places[before] != places[after]
    }


def score(found: Iterable[Grid], true: Iterable[Grid]) -> Score:
    """The relations of all tables of one document against the true ones."""
    ours = sum((relations(grid) for grid in found), Counter[Relation]())
    theirs = sum((relations(grid) for grid in true), Counter[Relation]())
    return Score((ours & theirs).total(), ours.total(), theirs.total())


def truth(path: Path) -> tuple[Grid, ...]:
    """The tables of a `*-str.xml` file."""
    tree = ET.parse(path)  # noqa: S314 - the data is chosen by hand
    return tuple(tuple(_cells(table)) for table in tree.iter("table"))


def _cells(table: ET.Element) -> Iterator[GridCell]:
    for region in table.iter("region"):
        down, right = int(region.get("row-increment", "0")), int(region.get("col-increment", "0"))
        for cell in region.iter("cell"):
            row, column = int(cell.get("start-row", "0")), int(cell.get("start-col", "0"))
            yield GridCell(
                row + down,
                column + right,
                int(cell.get("end-row", row)) + down,
                int(cell.get("end-col", column)) + right,
                cell.findtext("content") or "",
            )


def documents(folder: Path) -> dict[Path, list[Path]]:
    """Each PDF with its accepted readings: `eu-009a.pdf` has those of eu-009a and eu-009b."""
    found = {}
    for pdf in sorted(folder.glob("*.pdf")):
        stem = pdf.stem.removesuffix("a") if pdf.stem[-1] == "a" else pdf.stem
        readings = sorted(folder.glob(f"{stem}-str.xml")) or sorted(folder.glob(f"{stem}?-str.xml"))
        found[pdf] = readings
    return found

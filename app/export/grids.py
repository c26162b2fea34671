"""A table as rows of texts, every cell at its first place, for formats that know no spans."""

import csv
import io

from app.documents.model import Document
from app.documents.tables import Table


def grid_of(document: Document, table: Table) -> list[list[str]]:
    """All rows with all columns; what a span covers besides its first place is empty."""
    grid = [[""] * table.columns for _ in range(table.rows)]
    for cell in table.cells:
        if cell.row < table.rows and cell.column < table.columns:
            grid[cell.row][cell.column] = document.text[cell.start : cell.end]
    return grid


def tables_as_csv(document: Document) -> str:
    """Every table as CSV below a line that begins with "#" and says its number, pages, caption and units."""
    parts = []
    for number, table in enumerate(document.tables, start=1):
        out = io.StringIO()
        out.write(f"# {number}: {_heading(document, table)}\n")
        csv.writer(out, lineterminator="\n").writerows(grid_of(document, table))
        for start, end in table.notes:
            out.write(f"# {document.text[start:end]}\n")
        parts.append(out.getvalue())
    return "\n".join(parts)


def _heading(document: Document, table: Table) -> str:
    first, last = table.pages[0], table.pages[-1]
    parts = [f"p. {first}" if first == last else f"p. {first}-{last}"]
    if table.caption is not None:
        parts.append(" ".join(document.text[slice(*table.caption)].split()))
    units = dict.fromkeys(
        measure.unit if measure.scale == 1 else f"{measure.unit} x {measure.scale:,}".strip()
        for measure in table.measures
    )
    return " | ".join((*parts, *filter(None, [", ".join(filter(None, units))])))

"""A table as rows of texts, every cell at its first place, for formats that know no spans."""

import csv
import io
import re
from collections import defaultdict
from collections.abc import Iterator

from app.documents.model import Document
from app.documents.tables import Cell, Table

# A spreadsheet runs what begins with one of these, also full-width (OWASP, "CSV Injection").
_FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]")
# ... except for numbers and the dashes that stand for nothing.
_NUMBER = re.compile(r"\s*[+\-＋－](?:[+\-＋－]*|\s?[$€£¥￥]?\s?\d[\d.,\s]*[%‰％]?)\s*")
# Where a spreadsheet begins a new cell within a line that is written without quotes.
_NEXT_CELL = re.compile(r"([,;] ?)(?=[=+\-@＝＋－＠])")
_COMMENT = "#"
_AS_TEXT = "'"


def rows_of(document: Document, table: Table) -> Iterator[list[str]]:
    """One row after the other, all as wide; what a span covers besides its first place is empty.

    Columns in which no cell begins are left out: they only carry spans.
    """
    rows: defaultdict[int, list[Cell]] = defaultdict(list)
    for cell in table.cells:
        if cell.start < cell.end:
            rows[cell.row].append(cell)
    used = sorted({cell.column for cells in rows.values() for cell in cells})
    places = {column: place for place, column in enumerate(used)}
    for row in range(table.rows if used else 0):
        texts = [""] * len(used)
        for cell in rows.get(row, ()):
            texts[places[cell.column]] = document.text_of(cell)
        yield texts


def tables_as_csv(document: Document) -> str:
    """Every table as CSV below a line that begins with "#" and says its number, pages, caption and units.

    A cell that a spreadsheet would run, or that looks like such a line, has an apostrophe before it.
    """
    parts = []
    for number, table in enumerate(document.tables, start=1):
        out = io.StringIO()
        out.write(_comment(f"{number}: {_heading(document, table)}"))
        rows = csv.writer(out, lineterminator="\n")
        rows.writerows(map(_guarded, rows_of(document, table)))
        for start, end in table.notes:
            out.write(_comment(document.text[start:end]))
        parts.append(out.getvalue())
    return "\n".join(parts)


def _guarded(row: list[str]) -> list[str]:
    return [
        _AS_TEXT + text
        if (_FORMULA.match(text) and not _NUMBER.fullmatch(text))
        or (place == 0 and text.lstrip().startswith(_COMMENT))
        else text
        for place, text in enumerate(row)
    ]


def _comment(text: str) -> str:
    """One line, whatever lines the text has, that opens no quotes and no formula."""
    line = " ".join(text.split()).replace('"', "'")
    harmless = _NEXT_CELL.sub(r"\g<1>" + _AS_TEXT, line)
    return f"{_COMMENT} {harmless}\n"


def _heading(document: Document, table: Table) -> str:
    first, last = table.pages[0], table.pages[-1]
    parts = [f"p. {first}" if first == last else f"p. {first}-{last}"]
    if table.caption is not None:
        parts.append(document.text[slice(*table.caption)])
    units = dict.fromkeys(
        measure.unit if measure.scale == 1 else f"{measure.unit} x {measure.scale:,}".strip()
        for measure in table.measures
    )
    return " | ".join((*parts, *filter(None, [", ".join(filter(None, units))])))

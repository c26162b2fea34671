"""Tables as rows, and as CSV that a spreadsheet opens without harm."""

import csv
import io
import tracemalloc
from itertools import islice

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.documents.tables import Cell
from app.export.grids import rows_of, tables_as_csv
from tests.export.documents import table_document
from tests.growth import growth


def test_rows_have_the_columns_that_hold_a_cell() -> None:
    """All rows are as wide; a column that only carries spans is left out, an empty row is not."""
    document = table_document([(0, 1, "Item"), (0, 4, "Price"), (2, 4, "12")])

    assert list(rows_of(document, document.tables[0])) == [["Item", "Price"], ["", ""], ["", "12"]]


def test_a_huge_table_costs_what_its_cells_do() -> None:
    """Rows are made one by one, whatever size the table claims."""
    document = table_document([(0, 1_000 * at, "x") for at in range(1_900)] + [(4_000, 0, "x")])
    table = msgspec.structs.replace(document.tables[0], rows=10**12, columns=10**12)

    tracemalloc.start()
    rows = sum(1 for _ in islice(rows_of(document, table), 4_001))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert rows == 4_001
    assert peak < 5_000_000


def test_cells_without_text() -> None:
    """A table in which nothing is written has no rows."""
    document = table_document([(0, 0, "x")])
    table = msgspec.structs.replace(document.tables[0], cells=(Cell(0, 0, 1, 1, 0, 0, 1),))

    assert list(rows_of(document, table)) == []


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+cmd", "-A1", "@SUM(A1)", "-2+3", " =1", "＝1", "-5 bp", "- item", "+1(2)", "=", "@", "-$A$1"],
)
def test_formulas(text: str) -> None:
    """What a spreadsheet would run is text for it."""
    assert _read(tables_as_csv(table_document([(0, 0, "x"), (0, 1, text)]))) == [["x", "'" + text]]


@pytest.mark.parametrize(
    "text",
    ["-5", "+3%", "-1,234.56", "- 7", "-$5.20", "-¥ 3", "-", "--", "−5", "–", "(5)", "5-3", "a=b", "a@b.c", "+86 10 1234"],
)  # fmt: skip
def test_numbers(text: str) -> None:
    """Numbers and dashes stay as they are printed."""
    assert _read(tables_as_csv(table_document([(0, 0, "x"), (0, 1, text)]))) == [["x", text]]


def test_comments() -> None:
    """Caption and notes are one line each, which opens neither a cell with a formula nor quotes."""
    document = table_document(
        [(0, 0, "# 9: p. 9"), (0, 1, "#")],
        caption='Costs,=1\nin "EUR"',
        notes=['Note one;\n=HYPERLINK("x")', "two,\n\n @x"],
    )

    assert tables_as_csv(document).splitlines() == [
        "# 1: p. 1 | Costs,'=1 in 'EUR'",
        "'# 9: p. 9,#",
        "# Note one; '=HYPERLINK('x')",
        "# two, '@x",
    ]


@given(st.lists(st.text("=+-@1,;'\"\n #a", max_size=6), min_size=2, max_size=6))
def test_rows_come_back(texts: list[str]) -> None:
    """A CSV reader gives every text again, at most with an apostrophe, and comments are what begins with "#"."""
    document = table_document([(row, 0, text) for row, text in enumerate(["head", *texts])], notes=texts[:2])
    rows = [row for row in csv.reader(io.StringIO(tables_as_csv(document))) if row[:1] and row[0][:2] != "# "]

    assert [row[0].removeprefix("'") for row in rows] == ["head", *(text.removeprefix("'") for text in texts)]


@pytest.mark.parametrize("piece", ["-", "1", " ", ",", ", ", "+ ", "\n"])
def test_work_grows_with_the_text(piece: str) -> None:
    """No run of the same mark makes a cell, caption or note slow."""

    def write(times: int) -> None:
        text = "-" + piece * times + "x"
        tables_as_csv(table_document([(0, 0, text)], caption=text, notes=[text]))

    assert growth(write, 10_000, 40_000) < 9


def _read(written: str) -> list[list[str]]:
    return [row for row in csv.reader(io.StringIO(written)) if not row[0].startswith("#")]

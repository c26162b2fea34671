"""A table's grid over the document's text."""

import msgspec


class Measure(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """In what a number is given: "CNY" and 10_000 for 单位：万元, "%" and 1, "" and 1_000 for "in thousands".

    `start` and `end` are the characters of the document that say so.
    """

    unit: str
    scale: int
    start: int
    end: int


class Cell(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A cell at its first row and column (from 0), with the characters [start, end) of the document's text.

    `header`: it names a column or a row. `measure` is the position in `Table.measures` that holds for the number in
    it, `page` the page that it is printed on.
    """

    row: int
    column: int
    row_span: int
    column_span: int
    start: int
    end: int
    page: int
    header: bool = False
    measure: int | None = None


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A whole table, over however many pages it goes on.

    `header_rows` and `header_columns` count from the top and the left. `pages` are those that it is printed on.
    `caption` and `notes` are character spans of the document's text. A header that is printed again on the next
    page is no row of its own.
    """

    rows: int
    columns: int
    header_rows: int
    header_columns: int
    cells: tuple[Cell, ...]
    pages: tuple[int, ...]
    measures: tuple[Measure, ...] = ()
    caption: tuple[int, int] | None = None
    notes: tuple[tuple[int, int], ...] = ()

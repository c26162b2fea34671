"""The cheap test whether a page could hold a table."""

import pytest

from app.extract.raw import RawLine, Rule
from app.extract.tables.candidates import could_hold_table
from tests.builders import raw_line
from tests.extract.tables.printed import printed

_SENTENCE = "The parties agree that all of the goods are delivered in time."


def _prose(columns: tuple[float, ...]) -> list[RawLine]:
    return [
        raw_line(_SENTENCE[: 300 // 5], x=x, y=80 + 12 * at, width=4) for at in range(40) for x in columns
    ]


@pytest.mark.parametrize(
    ("lines", "could"),
    [
        (printed([["a", "1"], ["b", "2"], ["c", "3"]], (72.0, 200.0)), True),
        (
            printed([["2001", "2002", "2003", "2004"], ["1", "2", "3", "4"]], (72.0, 150.0, 220.0, 290.0)),
            True,
        ),
        (printed([["项目", "金额"], ["货款", "12.5"], ["合计", "12.5"]], (72.0, 200.0)), True),
        (printed([["a", "1"], ["b", "2"]], (72.0, 200.0)), False),
        (_prose((72.0,)), False),
        (_prose((40.0, 320.0)), False),
        ([], False),
    ],
)
def test_rows_of_cells_make_a_table_possible(lines: list[RawLine], could: bool) -> None:
    """Rows of cells make a table possible."""
    assert could_hold_table(lines, ()) is could


def test_lines_of_one_width_below_each_other_make_a_table_possible() -> None:
    """Lines of one width below each other make a table possible."""
    grid = [Rule(72, 100 + 30 * at, 500, 100 + 30 * at) for at in range(5)]
    assert could_hold_table(_prose((72.0,)), grid)
    assert not could_hold_table(_prose((72.0,)), grid[:2])

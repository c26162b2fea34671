"""Drawn lines and what they part."""

from app.documents.model import Rect
from app.extract.raw import Rule
from app.extract.tables.ruling import Ruling, without_underlines
from app.extract.tables.words import words_of
from tests.builders import raw_line
from tests.extract.tables.printed import ruled

_RECT = Rect(0, 0, 300, 100)


def test_lines_in_parts_go_over_the_whole_width_together() -> None:
    """Lines in parts go over the whole width together."""
    ruling = Ruling.of([Rule(0, 50, 140, 50), Rule(150, 51, 300, 51), Rule(0, 80, 100, 80)], (), _RECT)
    assert [round(height) for height in ruling.across(0, 300)] == [50]


def test_a_point_is_between_the_nearest_lines_at_its_height() -> None:
    """A point is between the nearest lines at its height."""
    ruling = Ruling.of([*ruled((0, 100, 300), (0, 100)), Rule(200, 60, 200, 100)], (), _RECT)
    assert ruling.enclosing(150, 30) == (100, 300)
    assert ruling.enclosing(150, 80) == (100, 200)
    assert ruling.enclosing(350, 30) is None


def test_shades_part_cells_only_where_hardly_a_line_is_drawn() -> None:
    """Shades part cells only where hardly a line is drawn."""
    shades = [Rule(0, 40, 300, 40)]
    assert Ruling.of([], shades, _RECT).parts_rows(30, 50, 0, 300)
    assert not Ruling.of(ruled((0, 300), (0, 100)), shades, _RECT).parts_rows(30, 50, 0, 300)


def test_underlines_of_words_are_no_rules() -> None:
    """Underlines of words are no rules."""
    line = raw_line("see Exhibit 10.1", x=50, y=100)
    under = Rule(70, 109, 130, 109)
    border = Rule(20, 109, 280, 109)
    assert without_underlines([under, border], words_of([line])) == (border,)

"""Units and scales."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.documents.tables import Measure
from app.structure.tables.measures import (
    begins_declaration,
    declared_measure,
    heading_measure,
    is_number,
    is_per_share,
    own_measure,
)
from tests.growth import growth

_Said = tuple[str, str | None, int | None]


class _Cases(msgspec.Struct):
    declared: list[_Said]
    headings: list[_Said]
    numbers: list[tuple[str, bool, str | None]]


CASES = msgspec.json.decode((Path(__file__).parents[2] / "cases" / "measures.json").read_bytes(), type=_Cases)


def _said(measure: Measure | None) -> tuple[str | None, int | None]:
    return (None, None) if measure is None else (measure.unit, measure.scale)


@pytest.mark.parametrize(("text", "unit", "scale"), CASES.declared)
def test_declared(text: str, unit: str | None, scale: int | None) -> None:
    """A line above a table says in what all its numbers are given, or nothing."""
    assert _said(declared_measure(text, 0)) == (unit, scale)


@pytest.mark.parametrize(("text", "unit", "scale"), CASES.headings)
def test_headings(text: str, unit: str | None, scale: int | None) -> None:
    """A row's or column's heading may say it for that row or column."""
    assert _said(heading_measure(text, 0)) == (unit, scale)


@pytest.mark.parametrize(("text", "number", "unit"), CASES.numbers)
def test_numbers(text: str, number: bool, unit: str | None) -> None:
    """A cell that holds a number may say its own unit."""
    measure = own_measure(text, 7)

    assert is_number(text) is number
    assert (None if measure is None else measure.unit) == unit


def test_place() -> None:
    """A measure knows the words that say it."""
    text = "Consolidated results (in millions)"
    measure = declared_measure(text, 100)

    assert measure is not None
    assert "in millions" in text[measure.start - 100 : measure.end - 100]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Earnings per share – diluted", True),
        ("每股收益", True),
        ("Dividends per ADS", True),
        ("Shares", False),
    ],
)
def test_per_share(text: str, expected: bool) -> None:
    """No scale applies to what is counted for one share."""
    assert is_per_share(text) is expected


@given(st.text("单位：万元（）人民币%$in millions0,. \u3000'(RMB)", max_size=60))
def test_any_text(text: str) -> None:
    """Whatever a heading says, a measure stands inside it and has a positive scale."""
    for measure in (declared_measure(text, 5), heading_measure(text, 5)):
        if measure is not None:
            assert 5 <= measure.start < measure.end <= 5 + len(text)
            assert measure.scale >= 1


@pytest.mark.parametrize(
    "begins", ["(", "(人民币", "(元", "(%", "以", "单位：", "$", "in", "(in", "币种", "per"]
)
@pytest.mark.parametrize(
    "work",
    [declared_measure, heading_measure, begins_declaration, is_per_share],
    ids=lambda work: work.__name__,
)
def test_growth(work: Callable[..., object], begins: str) -> None:
    """White space costs no more than its length, neither in a short cell nor in a long one."""

    def repeated(spaces: int) -> None:
        text = begins + "\u00a0" * spaces + "x"
        for _ in range(100):
            work(text) if work in {begins_declaration, is_per_share} else work(text, 0)

    assert growth(repeated, 45, 180) < 12
    assert growth(repeated, 400, 1_600) < 12


@pytest.mark.parametrize("work", [is_number, lambda text: own_measure(text, 0)], ids=["number", "measure"])
def test_growth_in_a_number(work: Callable[[str], object]) -> None:
    """A cell that is as long as a number can be costs no more than its length."""

    def repeated(spaces: int) -> None:
        for _ in range(100):
            work("(" + "\u00a0" * spaces + "x")

    assert growth(repeated, 9, 36) < 12


def test_place_after_white_space() -> None:
    """White space is counted, however much of it there is."""
    text = "\u3000" * 50 + "金额（\u00a0\u00a0万元\u3000）"
    measure = heading_measure(text, 100)

    assert measure is not None
    assert text[measure.start - 100 : measure.end - 100] == "（\u00a0\u00a0万元\u3000）"


@pytest.mark.parametrize("work", [declared_measure, heading_measure])
def test_long_text(work: Callable[[str, int], Measure | None]) -> None:
    """A sentence that is too long for a heading says nothing of a table."""
    said = "（万元）"

    assert work("长" * 196 + said, 0) is not None
    assert work("长" * 197 + said, 0) is None

"""Units and scales."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.documents.tables import Measure
from app.structure.tables.measures import (
    declared_measure,
    heading_measure,
    is_number,
    is_per_share,
    own_measure,
)

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

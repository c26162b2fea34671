"""What a number is, in a table."""

import pytest

from app.extract.tables.headers import is_number


@pytest.mark.parametrize(
    "text",
    [
        "1,234",
        "$ 1,234",
        "(123 )",
        "12.5 %",
        "-3",
        "—",
        "n/a",
        "€ 5.00",
        "1.234,56",
        "12万",
        "(45.6)%",
        "+7",
        "3¹",
        "US$ 5",
    ],
)
def test_numbers_and_signs_for_none_are_numbers(text: str) -> None:
    """Numbers and signs for none are numbers."""
    assert is_number(text)


@pytest.mark.parametrize(
    "text", ["2023", "FY 2024", "2019年", "2019-20", "Total", "12 months", "Note 3", "合计", "a1", ""]
)
def test_years_and_words_are_none(text: str) -> None:
    """Years and words are none."""
    assert not is_number(text)

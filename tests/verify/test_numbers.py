"""Numbers of statements."""

from decimal import Decimal
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.verify.evidence import CheckedNumber, NumberStatus
from app.verify.numbers import Number, check_numbers, numbers_in, splits_number


class Read(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text, and the numbers in it: as written, what they are worth, and whether they are shares."""

    text: str
    numbers: tuple[tuple[str, Decimal, bool], ...]


class Checked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Statements, quotes and the verdict on each number."""

    name: str
    statements: tuple[str, ...]
    quotes: tuple[str, ...]
    numbers: tuple[tuple[str, NumberStatus], ...]


class Cases(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file."""

    read: tuple[Read, ...]
    checked: tuple[Checked, ...]


_CASES = msgspec.json.decode(
    (Path(__file__).parent.parent / "cases" / "numbers.json").read_bytes(), type=Cases
)


@pytest.mark.parametrize("case", _CASES.read, ids=lambda case: case.text)
def test_numbers_in(case: Read) -> None:
    """Numbers are read with sign, separators and scale, and never out of words."""
    assert tuple(Number(*number) for number in case.numbers) == numbers_in(case.text)


@pytest.mark.parametrize("case", _CASES.checked, ids=lambda case: case.name)
def test_check_numbers(case: Checked) -> None:
    """A number stands when a quote has the same value, of the same kind."""
    expected = tuple(CheckedNumber(text=text, status=status) for text, status in case.numbers)

    assert expected == check_numbers(case.statements, case.quotes)


_DECIMALS = st.decimals(0, 10**12, allow_nan=False, allow_infinity=False, places=2)


@given(_DECIMALS, st.booleans(), st.sampled_from(["", ","]))
def test_printed_and_read(value: Decimal, negative: bool, separator: str) -> None:
    """A printed number is read as what it was, to the last digit."""
    signed = -value if negative else value
    text = f"{signed:{separator}f}"

    assert [signed] == [number.value for number in numbers_in(f"The sum is {text} euros")]


@given(
    _DECIMALS,
    st.sampled_from([("万", 10**4), ("亿", 10**8), (" million", 10**6), ("千万", 10**7), ("万亿", 10**12)]),
)
def test_scales(value: Decimal, scale: tuple[str, int]) -> None:
    """Scales multiply exactly."""
    (number,) = numbers_in(f"{value:,f}{scale[0]}")

    assert value * scale[1] == number.value


@given(st.integers(0, 10**9), st.data())
def test_changed_digit(value: int, data: st.DataObject) -> None:
    """A number of which one digit was changed is never found."""
    digits = list(str(value))
    at = data.draw(st.integers(0, len(digits) - 1))
    digits[at] = data.draw(st.sampled_from([digit for digit in "0123456789" if digit != digits[at]]))

    (checked,) = check_numbers([f"About {''.join(digits)} euros"], [f"收入{value:,}元"])

    assert checked.status is NumberStatus.UNSUPPORTED


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("a 15% b", {3, 4}),
        ("-5 x", {1}),
        ("2-5", set()),
        ("15 million x", set(range(1, 10))),
        ("15 x", {1}),
        ("1,250.5", {1, 2, 3, 4, 5, 6}),
        ("A-200", set()),
    ],
)
def test_splits_number(text: str, inside: set[int]) -> None:
    """Sign, separators and scale are parts of a number."""
    assert inside == {at for at in range(len(text) + 1) if splits_number(text, at)}

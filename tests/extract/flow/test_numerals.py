"""Numbers in the formats of lists."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.extract.flow.numerals import chinese, numeral


@pytest.mark.parametrize(
    ("style", "numbers"),
    [
        ("decimal", {0: "0", 12: "12"}),
        ("upperRoman", {1: "I", 4: "IV", 1994: "MCMXCIV", 0: "0"}),
        ("lowerLetter", {1: "a", 26: "z", 27: "aa", 28: "bb", 53: "aaa"}),
        ("lowerAlphabetic", {26: "z", 27: "aa", 28: "ab", 703: "aaa"}),
        ("ordinal", {1: "1st", 2: "2nd", 3: "3rd", 11: "11th", 112: "112th", 21: "21st"}),
        ("cardinalText", {1: "One", 21: "Twenty-one", 100: "100"}),
        ("ordinalText", {5: "Fifth", 12: "Twelfth", 20: "Twentieth", 32: "Thirty-second", 101: "101st"}),
        ("chineseCountingThousand", {10: "十", 14: "十四", 20: "二十", 101: "一百〇一", 110: "一百一十", 10_001: "一万〇一"}),
        ("chineseCounting", {11: "十一", 99: "九十九", 101: "一〇一"}),
        ("chineseLegalSimplified", {3: "叁", 11: "壹拾壹", 105: "壹佰零伍"}),
        ("ideographDigital", {10: "一〇", 25: "二五"}),
        ("ideographTraditional", {1: "甲", 10: "癸", 11: "甲"}),
        ("ideographZodiacTraditional", {1: "甲子", 60: "癸亥"}),
        ("decimalEnclosedCircle", {1: "①", 20: "⑳", 21: "21"}),
        ("decimalEnclosedParen", {2: "⑵"}),
        ("decimalFullWidth", {15: "１５"}),
        ("chicago", {1: "*", 4: "§", 5: "**"}),
        ("numberInDash", {3: "- 3 -"}),
        ("none", {3: ""}),
        ("custom", {3: "3"}),
        ("simpChineseInformal", {1_010: "一千零一十", 120_000: "十二万", 100_500: "十万零五百"}),
    ],
)  # fmt: skip
def test_formats(style: str, numbers: dict[int, str]) -> None:
    """Each format at its ends and where it is irregular."""
    assert {number: numeral(number, style) for number in numbers} == numbers


@given(st.integers(0, 99_999_999))
def test_chinese_numbers_can_be_read_back(number: int) -> None:
    """The counting words add up to the number."""
    units = {"十": 10, "百": 100, "千": 1000}
    total = part = digit = 0
    for char in chinese(number):
        if char == "万":
            total, part, digit = (part + digit) * 10_000, 0, 0
        elif char in units:
            part, digit = part + (digit or 1) * units[char], 0
        else:
            digit = "零一二三四五六七八九".index(char)

    assert total + part + digit == number


@given(
    st.integers(-(10**9), 10**9),
    st.sampled_from(["upperRoman", "lowerLetter", "chicago", "chineseLegalSimplified"]),
)
def test_numbers_stay_short(number: int, style: str) -> None:
    """No file can make a number long."""
    assert len(numeral(number, style)) <= 60

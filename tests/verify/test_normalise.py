"""Text as it is compared."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.verify.normalise import normalise
from tests.growth import growth


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        (" \n\t", ""),
        ("  two   words \n", "two words"),
        ("供应商 应当\n交付", "供应商应当交付"),
        ("公司 2024 年 A B", "公司2024年A B"),
        ("（A） b", "(A)b"),
        ("“a” ‘b’ «c»", '"a" \'b\' "c"'),
        ("a＂b＇c「d」", 'a"b\'c"d"'),
        ("ＡＢＣ１２３％", "ABC123%"),
        ("ﬁ…㎏", "fi...kg"),
        ("e\u0301", "é"),
        ("a\u00adb\u200bc\ufeff", "abc"),
        ("a‐b‑c", "a-b-c"),
        ("−5 –5 —", "−5 –5 —"),
        ("15³ ½ ① ⒈ m²", "15³ ½ ① ⒈ m²"),
        ("Case Stays", "Case Stays"),
    ],
)
def test_normalise(text: str, expected: str) -> None:
    """White space, width, ligatures and quotation marks are folded; digits, signs, letters and case are not."""
    assert expected == normalise(text).text


_MIXED = st.text("aé5, .\n\u3000\u0301中，“”\u00ad（）ﬁ③%-", max_size=40)


@given(st.text() | _MIXED)
def test_origin(text: str) -> None:
    """Each character knows where it came from, in order; one more entry holds the source's length."""
    normal = normalise(text)
    origin = list(normal.origin)

    assert len(origin) == len(normal.text) + 1
    assert sorted(origin) == origin
    assert origin[-1] == len(text)
    for at, char in enumerate(normal.text):
        if char.isascii() and char.isalnum() and text[origin[at]].isascii():
            assert char == text[origin[at]]


@given(st.text("aé5, .\n\u3000中，“”\u00ad（）ﬁ③%-", max_size=40))
def test_spaces(text: str) -> None:
    """There is no white space at the ends, and none that is not an ordinary space."""
    normal = normalise(text).text

    assert normal.strip(" ") == normal
    assert not {char for char in normal if char.isspace()} - {" "}


@given(st.text("ab5, \n\u3000中，“”（）ﬁ③%-", max_size=40))
def test_twice_is_once(text: str) -> None:
    """What was normalised stays as it is."""
    normal = normalise(text).text

    assert normal == normalise(normal).text


@given(st.text("ab5中，。", min_size=1, max_size=20), st.data())
def test_white_space_beside_cjk(text: str, data: st.DataObject) -> None:
    """White space that is put beside a CJK character changes nothing."""
    places = [
        at for at in range(len(text) + 1) if any(char in "中，。" for char in text[max(at - 1, 0) : at + 1])
    ]
    at = data.draw(st.sampled_from(places)) if places else 0

    assert normalise(text).text == normalise(text[:at] + " \n" + text[at:]).text


@given(st.text("0123456789.,-%", max_size=20), st.text("0123456789.,-%", max_size=20))
def test_numbers_stay_apart(first: str, second: str) -> None:
    """No two strings of figures and signs are made the same."""
    assert (first == second) == (normalise(first).text == normalise(second).text)


def test_time_grows_with_the_marks() -> None:
    """NFKC puts marks of one letter in order, which is no reason to take the square of their number."""
    assert growth(normalise, "a" + "\u0301\u0323" * 1_000, "a" + "\u0301\u0323" * 4_000) < 8


def test_as_many_marks_as_a_letter_can_have() -> None:
    """Marks of one letter are put in order, whichever comes first."""
    assert normalise("a" + "\u0301\u0323" * 16).text == normalise("a" + "\u0323\u0301" * 16).text

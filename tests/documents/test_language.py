"""English or Chinese."""

import pytest

from app.documents.language import Language, is_han, language_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Language.ENGLISH),
        ("12 345 -- ...", Language.ENGLISH),
        ("The supplier delivers within thirty days.", Language.ENGLISH),
        ("The supplier (供应商) delivers within thirty days of the order.", Language.ENGLISH),
        ("供应商应在三十日内交付。", Language.CHINESE),
        ("ABC Industrial Pumps Co., Ltd. 与买方签订本合同，总价为人民币二百万元整", Language.CHINESE),
        ("供應商應於三十日內交付", Language.CHINESE),
        ("Ünïcode létters", Language.ENGLISH),
    ],
)
def test_language_of(text: str, expected: Language) -> None:
    """Chinese is a text of which more than 15 % of the letters are Han characters."""
    assert expected is language_of(text)


def test_border() -> None:
    """At 15 % a text is English still, above it is Chinese."""
    assert Language.ENGLISH is language_of("a" * 85 + "文" * 15)
    assert Language.CHINESE is language_of("a" * 84 + "文" * 16)


def test_start_decides() -> None:
    """Only the first 20,000 characters are looked at."""
    assert Language.ENGLISH is language_of("word " * 4_000 + "文" * 20_000)


@pytest.mark.parametrize(
    ("char", "expected"),
    [
        ("文", True),
        ("㐀", True),
        ("豈", True),
        ("𠀀", True),
        ("あ", False),
        ("。", False),
        ("a", False),
        ("\0", False),
    ],
)
def test_is_han(char: str, expected: bool) -> None:
    """Ideographs of every block count; kana and punctuation do not."""
    assert expected is is_han(char)

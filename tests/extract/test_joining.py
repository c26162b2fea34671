"""Lines to running text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.extract.joining import Compounds, is_wide, joint
from tests.growth import growth

_SOFT = "\u00ad"


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("the end", "of it", "the end of it"),
        ("hyphen-", "ated", "hyphenated"),
        ("hyphen\u2010", "ated", "hyphenated"),
        (f"hyphen{_SOFT}", "ated", "hyphenated"),
        (f"Hyphen{_SOFT}", "Ated", "HyphenAted"),
        ("naïve-", "té", "naïveté"),
        ("UTF-", "8 text", "UTF-8 text"),
        ("COVID-", "19", "COVID-19"),
        ("North-", "South", "North-South"),
        ("5-", "year", "5-year"),
        ("2019-", "2023", "2019-2023"),
        ("2019–", "2023", "2019– 2023"),
        ("the words –", "and more", "the words – and more"),
        ("see A-", "(b)", "see A- (b)"),
        ("-", "item", "- item"),
        ("words -", "more", "words - more"),
        ("供应商应", "在三十日内", "供应商应在三十日内"),
        ("供应商应，", "在三十日内", "供应商应，在三十日内"),
        ("采用ABC", "公司的泵", "采用ABC公司的泵"),
        ("公司的", "ABC pumps", "公司的ABC pumps"),
        ("说：“", "quoted", "说：“quoted"),
        ("ＡＢＣ", "abc", "ＡＢＣabc"),
        ("第一-", "第二", "第一-第二"),
        ("the parties’", "rights", "the parties’ rights"),
        ("(the", "“Agreement”)", "(the “Agreement”)"),
        ("the “Seller”", "and the buyer", "the “Seller” and the buyer"),
        ("the buyer —", "and", "the buyer — and"),
        ("named “", "Agreement”", "named “Agreement”"),
        ("甲方（“", "Buyer”）", "甲方（“Buyer”）"),
        ("以下简称", "“甲方”", "以下简称“甲方”"),
        ("“甲方”", "应当", "“甲方”应当"),
        ("等待……", "以后", "等待……以后"),
    ],
)
def test_joint(before: str, after: str, expected: str) -> None:
    """A space between words, none beside Chinese, and only a hyphen that breaks a word goes."""
    drop, between = joint(before, after)

    assert before[: len(before) - drop] + between + after == expected


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("for long-", "term debt", (0, "")),
        ("Long-", "term debt", (0, "")),
        ("LONG-", "term", (0, "")),
        ("the state-of-", "the", (1, "")),
        ("hyphen-", "ated", (1, "")),
        ("prolong-", "term", (1, "")),
        ("long-", "terms", (1, "")),
        ("non\u2011", "current assets", (0, "")),
        ("words, co\u2010", "operate", (0, "")),
    ],
)
def test_compounds(before: str, after: str, expected: tuple[int, str]) -> None:
    """A word that the document writes with a hyphen inside a line keeps it at a line's end."""
    compounds = Compounds(
        ["long-term debt and a note", "Non\u2010current", "co-operate, no hyphens here", "re-\nenter"]
    )

    assert expected == joint(before, after, compounds)


def test_a_compound_is_written_inside_a_line() -> None:
    """A hyphen at a line's end says nothing: it may break the word."""
    assert joint("hyphen-", "ated", Compounds(["a hyphen-", "ated word"])) == (1, "")


@pytest.mark.parametrize(
    ("char", "expected"),
    [("中", True), ("，", True), ("（", True), ("９", True), ("”", False), ("a", False), ("é", False)],
)
def test_is_wide(char: str, expected: bool) -> None:
    """Chinese, its punctuation and full-width forms."""
    assert is_wide(char) is expected


@given(st.text(min_size=1), st.text(min_size=1))
def test_no_more_than_a_hyphen_goes(before: str, after: str) -> None:
    """Only a hyphen is dropped, and nothing but a space is put in."""
    drop, between = joint(before, after, Compounds([before + after]))

    assert drop == 0 or (
        drop == 1 and before[-1] in f"-\u2010\u2011{_SOFT}" and len(before) > 1 and not between
    )
    assert between in {"", " "}


@pytest.mark.parametrize("text", ["a-", "a", "-", "\u2010a"])
def test_time_grows_with_the_text_only(text: str) -> None:
    """A line of hyphens is no trap."""
    assert growth(lambda line: Compounds([line]), text * 20_000, text * 80_000) < 9
    assert growth(lambda line: joint(line + "b-", "b" + line, Compounds()), text * 20_000, text * 80_000) < 9


@pytest.mark.parametrize("letter", ["a", "文"])
def test_endless_words(letter: str) -> None:
    """A word that never ends is looked through once."""

    def join(word: str) -> None:
        Compounds([word + " -"])
        joint(word + "-", "b", Compounds())

    assert growth(join, letter * 20_000, letter * 80_000) < 9

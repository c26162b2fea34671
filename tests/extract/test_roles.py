"""What a row can be by its words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.extract.roles import (
    begins_item,
    begins_note,
    ends_sentence,
    is_bullet,
    is_caption,
    is_number,
    lets_item_follow,
)
from tests.growth import growth

_ROLES = (begins_item, begins_note, ends_sentence, is_bullet, is_caption, is_number, lets_item_follow)


@pytest.mark.parametrize(
    "text",
    [
        "• item",
        "●项目",
        "- item",
        "* item",
        "– item",
        "1. item",
        "12) item",
        "3、项目",
        "1.2.3 item",
        "(a) item",
        "(iv) item",
        "(12) item",
        "a) item",
        "B. item",
        "ii. item",
        "（一）项目",
        "(十二)项目",
        "一、项目",
        "二十一、项目",
        "第三条 交货",
        "第二十一章",
        "第12条",
        "①项目",
        "❶ item",
    ],
)
def test_items(text: str) -> None:
    """The marks with which lists and clauses of both languages begin."""
    assert begins_item(text)


@pytest.mark.parametrize(
    "text",
    [
        "12 months after delivery",
        "2023; the year after",
        "2023. The next year",
        "3.5 million",
        "1.5% of it",
        "10.2.2023",
        "-5 degrees",
        "-item",
        "a word",
        "I am",
        "1,000 units",
        "一个项目",
        "第三方应当",
        "十年后",
        "(see below) and",
        "(12345) words",
        "",
    ],
)
def test_no_items(text: str) -> None:
    """Numbers and words with which running prose goes on."""
    # "3.5 million" begins like the number of a clause; paragraphs decide by the line before it.
    assert begins_item(text) is (text == "3.5 million")


def test_bullets() -> None:
    """Marks that begin an item wherever a line begins; a number does so only where the line before lets it."""
    assert is_bullet("• item")
    assert is_bullet("- item")
    assert not is_bullet("1. item")
    assert not is_bullet("•")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1.", True),
        ("1", True),
        ("1.2.3", True),
        ("(a)", True),
        ("（一）", True),
        ("•", True),
        ("第一条", True),
        ("a.", True),
        ("Revenue", False),
        ("12,000", False),
        ("Item 1 and others", False),
        ("(123,456)", False),
    ],
)
def test_is_number(text: str, expected: bool) -> None:
    """A piece that stands apart before an item's text."""
    assert is_number(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It ends.", True),
        ("It ends.”", True),
        ("(It ends.)", True),
        ("结束。", True),
        ("结束。」", True),
        ("as follows:", True),
        ("如下：", True),
        ("really?", True),
        ("one;", True),
        ("it goes on", False),
        ("it goes on,", False),
        ("未完，", False),
        ("e.g. words", False),
        ("", False),
    ],
)
def test_ends_sentence(text: str, expected: bool) -> None:
    """A full stop, a colon or semicolon, of either language, also before quotes and brackets."""
    assert ends_sentence(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ends.", True),
        ("one,", True),
        ("一，", True),
        ("一、", True),
        ("one; and", True),
        ("one or", True),
        ("甲方；或", True),
        ("乙方，以及", True),
        ("依照第三条及", False),
        ("for a period of", False),
        ("a brand", False),
        ("依照", False),
        ("for", False),
    ],
)
def test_lets_item_follow(text: str, expected: bool) -> None:
    """An item follows a clause's end; "a period of" is followed by "12. ..." in running prose only."""
    assert lets_item_follow(text) is expected


@pytest.mark.parametrize(
    "text",
    [
        "Table 3",
        "Table 3: Revenue by region",
        "Table 3. Revenue",
        "Table 3-2 Revenue",
        "Figure 1.2 Layout of the plant",
        "Fig. 4 Layout",
        "Exhibit A",
        "Chart 2 – Growth",
        "Table IV Results",
        "表 3 收入",
        "表3-1 分地区收入",
        "图 2：结构",
        "附图1 平面图",
        "图表 5 增长",
    ],
)
def test_captions(text: str) -> None:
    """The name of a figure or table in both languages, with or without what it shows."""
    assert is_caption(text)


@pytest.mark.parametrize(
    "text",
    [
        "Table 3 shows the revenue by region",
        "Figure 1.2 is the layout",
        "Fig. 4 and the next",
        "Tables of revenue",
        "Tables 3 and 4",
        "Table of contents",
        "Chartered accountants",
        "表明收入增长",
        "图书 3 本",
        "Table 3: " + "long " * 40,
        "see Table 3",
    ],
)
def test_no_captions(text: str) -> None:
    """Prose that begins with a table's name, and words that begin like one."""
    assert not is_caption(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("¹ See note 3", True),
        ("* excluding tax", True),
        ("† died", True),
        ("[12] Smith, 2020", True),
        ("(1) net of tax", True),
        ("1 See there", True),
        ("①净额", True),
        ("注：未经审计", True),
        ("注 2：未经审计", True),
        ("Note: unaudited", True),
        ("Sources: the company", True),
        ("资料来源：公司", True),
        ("See there", False),
        ("1,234 units", False),
        ("注意事项", False),
        ("Notes to the accounts", False),
    ],
)
def test_begins_note(text: str, expected: bool) -> None:
    """Marks of notes, and the words for note and source."""
    assert begins_note(text) is expected


@given(st.text())
def test_any_text(text: str) -> None:
    """Every role can be asked of any text but an empty piece."""
    for role in _ROLES:
        if text or role is not is_number:
            assert role(text) in {True, False}


@pytest.mark.parametrize("text", ["1.", "(", "一", "Table 1.", "。”", "i", " ", "Table 1" + " ", "第一"])
def test_time_grows_with_the_text_only(text: str) -> None:
    """No pattern goes back and forth over a long line."""

    def ask(line: str) -> list[bool]:
        return [role(line) for role in _ROLES for _ in range(50)]

    assert growth(ask, text * 5_000, text * 40_000) < 30

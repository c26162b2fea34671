"""Numbers at the beginning of clauses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.structure.clauses.labels import comparable, follows, read_label
from app.structure.numerals import from_han, from_letter, from_roman, from_sign


@pytest.mark.parametrize(
    ("text", "printed", "number"),
    [
        ("第一编 总则", "第一编", "1"),
        ("第三分编 合同", "第三分编", "3"),
        ("第二部分 投标须知", "第二部分", "2"),
        ("第十二章　附则", "第十二章", "12"),
        ("第 3 节 交付", "第 3 节", "3"),
        ("第十二条　买方应当付款。", "第十二条", "12"),
        ("第一百零三条　本法", "第一百零三条", "103"),
        ("第１２条 定义", "第１２条", "12"),
        ("第十二条之一　新增", "第十二条之一", "12-1"),
        ("一、总则", "一、", "1"),
        ("二十三、其他", "二十三、", "23"),
        ("（一）设备", "（一）", "1"),
        ("(十一)其他", "(十一)", "11"),
        ("㈢其他", "㈢", "3"),
        ("1. Term", "1.", "1"),
        ("1、定义", "1、", "1"),
        ("12．付款", "12．", "12"),
        ("（2）验收", "（2）", "2"),
        ("3) delivery", "3)", "3"),
        ("④质保", "④", "4"),
        ("⑵质保", "⑵", "2"),
        ("⒊质保", "⒊", "3"),
        ("5.1 Fees", "5.1", "5.1"),
        ("5.1.2. Late fees", "5.1.2.", "5.1.2"),
        ("5.1甲方应当", "5.1", "5.1"),
        ("(a) the goods", "(a)", "a"),
        ("(aa) the goods", "(aa)", "aa"),
        ("b. the goods", "b.", "b"),
        ("c) the goods", "c)", "c"),
        ("A. Parties", "A.", "a"),
        ("(B) Parties", "(B)", "b"),
        ("(iv) the goods", "(iv)", "iv"),
        ("ii) the goods", "ii)", "ii"),
        ("Ⅳ. 其他", "Ⅳ.", "iv"),
        ("Article 5", "Article 5", "5"),
        ("ARTICLE IV", "ARTICLE IV", "4"),
        ("Article Two", "Article Two", "2"),
        ("Section 5.2 Fees", "Section 5.2", "5.2"),
        ("§ 7 Fees", "§ 7", "7"),
        ("Clause 9", "Clause 9", "9"),
        ("Part II", "Part II", "2"),
        ("Schedule 2", "Schedule 2", "2"),
        ("Appendix “A”", "Appendix “A”", "1"),
        ("Exhibit B: Prices", "Exhibit B", "2"),
        ("Schedule C", "Schedule C", "3"),
        ("ANNEX", "ANNEX", "0"),
        ("附件一：清单", "附件一", "1"),
        ("附件2 技术规格", "附件2", "2"),
    ],
)
def test_label(text: str, printed: str, number: str) -> None:
    """Every kind of number in both languages, as it is printed and as it is compared."""
    label = read_label(text, 0)
    assert label is not None
    assert text[label.start : label.end] == printed
    assert number in {comparable(reading) for reading in label.readings}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "第三方主张权利的，",
        "第一次交付",
        "P.O. Box 12",
        "U.S. trade law",
        "2012. The parties",
        "2023.5.1 交付",
        "5.2% of the price",
        "12 months later",
        "(see below)",
        "(abc) text",
        "iiii. text",
        "Sections 5 and 6",
        "Article",
        "Partner 5",
        "Annexed hereto",
    ],
)
def test_no_label(text: str) -> None:
    """Words and amounts that only look like numbers of clauses."""
    assert read_label(text, 0) is None


def test_a_letter_can_be_a_roman_numeral() -> None:
    """Both readings are kept, since only the labels around tell which one holds."""
    label = read_label("(i) text", 0)
    assert label is not None
    assert {(reading.form, reading.number) for reading in label.readings} == {("(a)", (9,)), ("(i)", (1,))}


@pytest.mark.parametrize(
    ("form", "previous", "number", "expected"),
    [
        ("1.", (1,), (2,), True),
        ("1.", (1,), (3,), False),
        ("1.1", (5, 1), (5, 2), True),
        ("1.1", (5, 9), (5, 10), True),
        ("1.1", (5, 2), (6, 3), False),
        ("1.1", (5, 2), (5, 2, 1), False),
        ("第条", (12,), (12, 1), True),
        ("第条", (12, 1), (12, 2), True),
        ("第条", (12, 3), (13,), True),
        ("第条", (12,), (14,), False),
    ],
)
def test_follows(form: str, previous: tuple[int, ...], number: tuple[int, ...], expected: bool) -> None:
    """The next number of a series, with those that an amendment put in."""
    assert follows(number, previous, form) is expected


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("十", 10),
        ("十二", 12),
        ("二十", 20),
        ("一百零三", 103),
        ("二百一十", 210),
        ("两千零五", 2005),
        ("二〇", 20),
        ("12", 12),
        ("", None),
        ("甲", None),
        ("一甲", None),
    ],
)
def test_han(text: str, value: int | None) -> None:
    """Chinese numerals, with and without units."""
    assert from_han(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("i", 1),
        ("iv", 4),
        ("ix", 9),
        ("xiv", 14),
        ("XL", 40),
        ("xcix", 99),
        ("cc", 200),
        ("iiii", None),
        ("vx", None),
        ("Iv", None),
        ("", None),
        ("a", None),
    ],
)
def test_roman(text: str, value: int | None) -> None:
    """Roman numerals in their canonical spelling and one case."""
    assert from_roman(text) == value


@given(st.integers(1, 78))
def test_letters_go_on_after_z(value: int) -> None:
    """Counting by letters never stands still: z, aa, bb."""
    times, at = divmod(value - 1, 26)
    assert from_letter(chr(ord("a") + at) * (times + 1)) == value


@pytest.mark.parametrize(("sign", "value"), [("①", 1), ("⑳", 20), ("⑷", 4), ("⒒", 11), ("㈥", 6), ("Ⅶ", 7)])
def test_signs(sign: str, value: int) -> None:
    """Characters that hold a whole number."""
    assert from_sign(sign) == value


@given(st.text(st.sampled_from("第一十百零条章(（)）1.2aiIVA 、.之附件①Section Article")))
def test_a_label_is_a_part_of_the_text(text: str) -> None:
    """Whatever the text, a label has characters, readings and numbers above zero."""
    label = read_label(text, 0)
    if label is not None:
        assert 0 == label.start < label.end <= len(text)
        assert label.readings
        assert all(part >= 0 for reading in label.readings for part in reading.number)

"""The numbers that headings begin with."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.structure.outline.numbering import Scheme, follows, label_of


@pytest.mark.parametrize(
    ("text", "scheme", "values", "length"),
    [
        ("1 Introduction", Scheme.PLAIN, (1,), 2),
        ("12. Payment", Scheme.PLAIN, (12,), 4),
        ("3、应收账款", Scheme.PLAIN, (3,), 2),
        ("2.NTTANK", Scheme.PLAIN, (2,), 2),
        ("1.2.10 The shell", Scheme.DECIMAL, (1, 2, 10), 7),
        ("2.13. Names", Scheme.DECIMAL, (2, 13), 6),
        ("A.1 The end", Scheme.DECIMAL, (1, 1), 4),
        ("1.1总则", Scheme.DECIMAL, (1, 1), 3),
        ("Chapter 7", Scheme.CHAPTER, (7,), 9),
        ("CHAPTER TWENTYONE", Scheme.CHAPTER, (21,), 17),
        ("Appendix C Licences", Scheme.CHAPTER, (3,), 11),
        ("Part IV: Results", Scheme.PART, (4,), 9),
        ("ITEM 1A. RISK FACTORS", Scheme.CHAPTER, (1,), 9),
        ("Section 2.3 Scope", Scheme.DECIMAL, (2, 3), 12),
        ("第三节 公司业务概要", Scheme.SECTION, (3,), 4),
        ("第十二章 附则", Scheme.CHAPTER, (12,), 5),
        ("第2部分 技术要求", Scheme.PART, (2,), 5),
        ("附录A 术语", Scheme.CHAPTER, (1,), 4),
        ("十一、其他", Scheme.HAN, (11,), 3),
        ("（二）主要财务指标", Scheme.WRAPPED_HAN, (2,), 3),
        ("(1). 现金流", Scheme.WRAPPED, (1,), 5),
        ("2) 计量", Scheme.HALF_WRAPPED, (2,), 3),
        ("③ 其他", Scheme.CIRCLED, (3,), 2),
        ("IV. Results", Scheme.ROMAN, (4,), 4),
        ("B. Methods", Scheme.LETTER, (2,), 3),
    ],
)
def test_label(text: str, scheme: Scheme, values: tuple[int, ...], length: int) -> None:
    """Kind, numbers and length of a label."""
    label = label_of(text)
    assert label is not None
    assert (label.scheme, label.values, label.length) == (scheme, values, length)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Introduction",
        "2019 年年度报告",
        "5.0G disk.img",
        "1.5% of the total",
        "1.txt",
        "第三节、第四节所述",
        "In Section 3, the",
        "section 3, the",
        "Part of the whole",
        "12月31日",
        "Chapter VX",
    ],
)
def test_no_label(text: str) -> None:
    """Quantities, names of files and references are no numbers of headings."""
    assert label_of(text) is None


@given(st.text(alphabet="第附章节0123456789一二十(（)）.、①IVXAB chapterpas\u3000\n", max_size=60))
def test_label_lies_in_text(text: str) -> None:
    """Whatever is found has a length within the text and at least one number."""
    label = label_of(text)
    if label is not None:
        assert 0 < label.length <= len(text)
        assert label.values


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ((1,), (2,), True),
        ((2, 1), (2, 2), True),
        ((2, 1), (2, 1, 1), True),
        ((2, 1, 4), (2, 2), True),
        ((2, 1, 4), (3,), True),
        ((1,), (3,), False),
        ((2, 1), (3, 1), False),
        ((2, 1), (2, 1, 2), False),
        ((2,), (1,), False),
    ],
)
def test_follows(before: tuple[int, ...], after: tuple[int, ...], *, expected: bool) -> None:
    """The next number on the level, on a higher one, or the first below."""
    assert follows(after, before) is expected

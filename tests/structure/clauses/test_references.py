"""References to clauses."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.structure.clauses.references import references_of
from app.structure.clauses.tree import clauses_of
from tests.builders import document_of
from tests.growth import growth

ENGLISH = [
    "1. Term",
    "2. Fees",
    "5. Delivery",
    "5.1 Place. At the plant.",
    "5.2 Time. Within a month:",
    "(a) by road;",
    "(b) by rail:",
    "(i) at night; or",
    "(ii) by day.",
    "6. References",
]
CHINESE = [
    "第一章 总则",
    "第一条　定义如下。",
    "第二章 付款",
    "第八条　付款方式如下：",
    "（一）电汇；",
    "（二）信用证。",
    "第十二条　违约责任如下。",
    "第十二条之一　补充责任如下。",
    "第十三条　引用如下。",
]


def found_in(blocks: list[str], text: str) -> list[tuple[str, str | None]]:
    """The references of a text under the last clause of a contract, with the label of the clause that each means."""
    document = document_of([[*blocks, text]])
    clauses = clauses_of(document)
    return [
        (one.text, None if one.target is None else clauses[one.target].label)
        for one in references_of(document, clauses)
        if one.start > document.text.index(text) - 1
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("As said in Section 5.2(b), it is so.", [("Section 5.2(b)", "(b)")]),
        ("As said in Section 5.2(b)(ii), it is so.", [("Section 5.2(b)(ii)", "(ii)")]),
        ("As said in clause 5.1 it is so.", [("clause 5.1", "5.1")]),
        ("As said in Article II it is so.", [("Article II", "2.")]),
        ("Sections 1, 2 (Fees) and 5.1 survive.", [("Sections 1", "1."), ("2", "2."), ("5.1", "5.1")]),
        ("Clauses 1 to 2 survive.", [("Clauses 1", "1."), ("2", "2.")]),
        ("This Section 6 is about references.", [("Section 6", "6.")]),
        ("As said in Section 9 it is so.", [("Section 9", None)]),
        ("As said in Section 5.2(z) it is so.", [("Section 5.2(z)", None)]),
        ("As said in Section 2 of this Agreement it is so.", [("Section 2", "2.")]),
        ("As said in Section 2 of the Act it is so.", [("Section 2", None)]),
        ("As said in Section 5 of the Companies Act (Cap. 50) it is so.", [("Section 5", None)]),
        ("As said in Article 1 of Regulation (EU) 2016/679 it is so.", [("Article 1", None)]),
        ("As said in the Companies Act 2006, section 1, it is so.", [("section 1", None)]),
        ("This section is short, and so is that clause.", []),
        ("As listed in Schedule 3 they are.", [("Schedule 3", None)]),
    ],
)
def test_english(text: str, expected: list[tuple[str, str | None]]) -> None:
    """Our own clauses are found; those of other laws, and those that are not there, have no target."""
    assert found_in(ENGLISH, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("按照本合同第八条第二款办理。", [("第八条第二款", "第八条")]),
        ("按照第八条第（二）项办理。", [("第八条第（二）项", "（二）")]),
        ("按照第八条第二款第（一）项办理。", [("第八条第二款第（一）项", "（一）")]),
        ("按照第十二条之一办理。", [("第十二条之一", "第十二条之一")]),
        (
            "按照第八条、第十二条和第一条办理。",
            [("第八条", "第八条"), ("第十二条", "第十二条"), ("第一条", "第一条")],
        ),
        ("按照第二章办理。", [("第二章", "第二章")]),
        ("按照本条第一款办理。", [("本条第一款", "第十三条")]),
        ("按照前款规定办理，前条除外。", [("前款", None), ("前条", None)]),
        ("按照第九十条办理。", [("第九十条", None)]),
        ("依照《公司法》第十二条办理。", [("第十二条", None)]),
        ("依照《公司法》第一条、第八条办理。", [("第一条", None), ("第八条", None)]),
        ("依照民法典第八条办理。", [("第八条", None)]),
        ("依照本法第八条办理。", [("第八条", "第八条")]),
        ("依照本办法第八条办理。", [("第八条", "第八条")]),
        ("见附件一。", [("附件一", None)]),
    ],
)
def test_chinese(text: str, expected: list[tuple[str, str | None]]) -> None:
    """Articles, items and chapters of our own; 前款 counts paragraphs, and another law's articles are not ours."""
    assert found_in(CHINESE, text) == expected


def test_schedules() -> None:
    """A schedule is a target, and inside of it a number means the schedule's own clause first."""
    blocks = [
        "1. Term",
        "2. Fees. See Schedule 1.",
        "3. Place. See clause 2 of Schedule 1.",
        "Schedule 1",
        "PRICES",
        "1. Pumps",
        "2. Valves. See clause 1 and clause 3.",
    ]
    document = document_of([blocks])
    clauses = clauses_of(document)
    targets = [
        clauses[one.target].path if one.target is not None else None
        for one in references_of(document, clauses)
    ]
    assert targets == [("schedule 1",), ("schedule 1", "2"), ("schedule 1",), ("schedule 1", "1"), ("3",)]


def test_letters_and_parts() -> None:
    """Where numbers begin anew in each part, the number means the one of the same part."""
    blocks = [
        "A. Sale",
        "1. Price",
        "2. Tax. See Section 1 and Section B.1.",
        "B. Lease",
        "1. Rent. See Section A(2).",
        "2. Tax. See Section 1.",
    ]
    document = document_of([blocks])
    clauses = clauses_of(document)
    targets = [
        clauses[one.target].path if one.target is not None else None
        for one in references_of(document, clauses)
    ]
    assert targets == [("a", "1"), ("b", "1"), ("a", "2"), ("b", "1")]


def test_a_label_is_no_reference() -> None:
    """The number that opens a clause does not point to it."""
    document = document_of([["Section 1. Term", "Section 2. Fees", "第一条　定义", "第二条　付款"]])
    assert references_of(document, clauses_of(document)) == ()


_PIECES = st.sampled_from(
    [
        "Section ",
        "5.2",
        "(b)",
        " and ",
        ", ",
        "of the Act",
        "第八条",
        "第二款",
        "、",
        "《公司法》",
        "前款",
        "附件一",
        "本条",
        "1. ",
    ]
)


@given(st.lists(_PIECES, min_size=1, max_size=40).map("".join))
def test_laws(text: str) -> None:
    """References are characters of the text, in order and apart, and mean clauses that exist."""
    document = document_of([[*ENGLISH, text + "x"]])
    clauses = clauses_of(document)
    found = references_of(document, clauses)
    assert all(document.text[one.start : one.end] == one.text for one in found)
    assert all(before.end <= after.start for before, after in pairwise(found))
    assert all(one.target is None or 0 <= one.target < len(clauses) for one in found)


@pytest.mark.parametrize(
    "unit", ["Section 1, ", "Section 1 and 2, 3 ", "第八条、", "《法》第一条、", "(a)", "of the Act "]
)
def test_time_grows_with_the_text(unit: str) -> None:
    """Hostile text takes no more than its length."""
    small, large = (document_of([[*ENGLISH, unit * times]]) for times in (500, 2000))
    clauses = clauses_of(small)
    assert growth(lambda document: references_of(document, clauses), small, large) < 10


def test_a_document_without_a_body() -> None:
    """What stands only in a footer is not read."""
    document = document_of([["_ “Goods” means what Clause 4.2 names."]])

    assert document.body_end == 0
    assert references_of(document, ()) == ()

"""Defined terms."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.structure.clauses.definitions import definitions_of
from app.structure.clauses.tree import clauses_of
from tests.builders import document_of
from tests.growth import growth


def terms(*blocks: str) -> list[str]:
    """The terms that a document of one page defines."""
    document = document_of([blocks])
    return [one.term for one in definitions_of(document, clauses_of(document))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('1.1 "Confidential Information" means all information.', ["Confidential Information"]),
        ("1.1 “Confidential Information” shall mean all information.", ["Confidential Information"]),
        ("“Fees” has the meaning given in the order.", ["Fees"]),
        ("“You,” and “Your” refer to the customer.", ["You", "Your"]),
        ("'Purpose' shall mean the purchase.", ["Purpose"]),
        ("The term “Goods” includes spare parts.", ["Goods"]),
        ("1.1 Business Day means a day on which banks are open.", ["Business Day"]),
        ('between Pump Ltd (the "Seller") and Valve Ltd (the "Buyer")', ["Seller", "Buyer"]),
        ("(each a “Party” and together the “Parties”)", ["Party", "Parties"]),
        ("Pump Ltd (“Pump”, “we” or “us”)", ["Pump", "we", "us"]),
        ("(hereinafter referred to as the “Company”)", ["Company"]),
        ("“保密信息”是指一方披露的全部信息。", ["保密信息"]),
        ("（一）“设备”指附件一所列的设备；", ["设备"]),
        ("（一）设备：指附件一所列的设备；", ["设备"]),
        ("买方（以下简称“甲方”）与卖方（以下简称乙方）", ["甲方", "乙方"]),
        ("（以下合称“双方”）", ["双方"]),
        ("本法所称公司，是指依法设立的企业。", ["公司"]),
        ("本合同所称“工作日”是指法定节假日以外的日期。", ["工作日"]),
        ("He said “yes” and left.", []),
        ("The company (see “Terms” on the next page and read them) is here.", []),
        ("他说“好的”，然后离开。", []),
        ("The pump means business.", []),
    ],
)
def test_terms(text: str, expected: list[str]) -> None:
    """What defines a term in either language, and what only quotes words."""
    assert terms(text) == expected


def test_place_and_clause() -> None:
    """A definition knows its characters, without quotation marks, and the innermost clause around them."""
    document = document_of([["1. Definitions", "(a) “Goods” means pumps.", "2. Fees (the “Fees”)"]])
    clauses = clauses_of(document)
    found = definitions_of(document, clauses)
    assert [(one.term, clauses[one.clause or 0].label) for one in found] == [("Goods", "(a)"), ("Fees", "2.")]
    assert all(document.text[one.start : one.end] == one.term for one in found)


_PIECES = st.sampled_from(
    [
        '"',
        "“",
        "”",
        "(",
        ")",
        "（",
        "）",
        "the ",
        "means ",
        "Term ",
        "是指",
        "以下简称",
        "甲方",
        "，",
        "1. ",
        "\n",
    ]
)


@given(st.lists(_PIECES, max_size=60).map("".join).map(lambda text: "x" + "x\n".join(text.split("\n")) + "x"))
def test_laws(text: str) -> None:
    """Terms are characters of the text, in order, each once."""
    document = document_of([[text]])
    found = definitions_of(document, clauses_of(document))
    starts = [one.start for one in found]
    assert starts == sorted(set(starts))
    assert all(document.text[one.start : one.end] == one.term for one in found)
    assert all(one.term.strip() for one in found)


@pytest.mark.parametrize("unit", ["(", "“", "(the “a” ", "以下简称", "“a” and ", "本法所称", "means "])
def test_time_grows_with_the_text(unit: str) -> None:
    """Hostile text takes no more than its length."""

    def work(text: str) -> Sequence[object]:
        return definitions_of(document_of([[text]]), ())

    assert growth(work, unit * 1000, unit * 4000) < 10


def test_a_document_without_a_body() -> None:
    """What stands only in a footer is not read."""
    document = document_of([["_ “Goods” means what Clause 4.2 names."]])

    assert document.body_end == 0
    assert definitions_of(document, ()) == ()

"""The tree of clauses."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.documents.model import Document
from app.documents.structure import Clause
from app.structure.clauses.tree import clauses_of
from tests.builders import document_of
from tests.growth import growth


def outline(document: Document) -> list[str]:
    """The tree as lines: dots for the level, then the label, or the heading or kind of a clause without one."""
    return ["." * (one.level - 1) + (one.label or one.heading or one.kind) for one in clauses_of(document)]


def tree(*blocks: str) -> list[str]:
    """The tree of a document of one page."""
    return outline(document_of([blocks]))


CASES: dict[str, tuple[Sequence[str], list[str]]] = {
    "statute": (
        [
            "第一编 总则",
            "第一章 一般规定",
            "第一节 原则",
            "第一条　为了保护当事人，制定本法。",
            "第二条　当事人应当遵守下列规定：",
            "（一）诚实；",
            "（二）守信：",
            "1. 不欺诈；",
            "2. 不胁迫。",
            "第二节 范围",
            "第三条　本法适用于境内。",
            "第二章 责任",
            "第一节 赔偿",
            "第四条　责任由过错方承担。",
            "第四条之一　第三人有过错的，适用前条。",
            "第五条　本法自公布之日起施行。",
        ],
        [
            "第一编",
            ".第一章",
            "..第一节",
            "...第一条",
            "...第二条",
            "....（一）",
            "....（二）",
            ".....1.",
            ".....2.",
            "..第二节",
            "...第三条",
            ".第二章",
            "..第一节",
            "...第四条",
            "...第四条之一",
            "...第五条",
        ],
    ),
    "chinese outline numbers": (
        [
            "一、总则",
            "（一）目的",
            "1、范围如下。",
            "（1）境内；",
            "①北京；",
            "②上海；",
            "（2）境外。",
            "2、期限如下。",
            "（二）依据",
            "二、附则",
        ],
        ["一、", ".（一）", "..1、", "...（1）", "....①", "....②", "...（2）", "..2、", ".（二）", "二、"],
    ),
    "decimals": (
        [
            "1. Term",
            "1.1 The term is a year.",
            "1.1.1 It begins today.",
            "1.1.2 It can be renewed.",
            "1.2 It ends.",
            "2. Fees",
            "2.1 None.",
        ],
        ["1.", ".1.1", "..1.1.1", "..1.1.2", ".1.2", "2.", ".2.1"],
    ),
    "articles and sections": (
        [
            "ARTICLE I",
            "DEFINITIONS",
            "Section 1.1 Terms. Words mean things.",
            "Section 1.2 More.",
            "ARTICLE II",
            "FEES",
            "Section 2.1 None. No fees.",
        ],
        ["ARTICLE I", ".Section 1.1", ".Section 1.2", "ARTICLE II", ".Section 2.1"],
    ),
    "decimals under articles": (
        ["Article 1. Term", "1.1 The term is a year.", "1.2 It ends.", "Article 2. Fees", "2.1 None."],
        ["Article 1", ".1.1", ".1.2", "Article 2", ".2.1"],
    ),
    "a letter after h": (
        ["1. Terms:", *(f"({letter}) item {letter};" for letter in "abcdefghij")],
        ["1.", *(f".({letter})" for letter in "abcdefghij")],
    ),
    "a roman numeral after a": (
        ["1. Terms:", "(a) both of:", "(i) one; and", "(ii) two;", "(b) nothing."],
        ["1.", ".(a)", "..(i)", "..(ii)", ".(b)"],
    ),
    "romans under h": (
        [
            "1. Terms:",
            *(f"({letter}) item {letter};" for letter in "abcdefg"),
            "(h) both of:",
            "(i) one;",
            "(ii) two;",
            "(i) nine.",
        ],
        ["1.", *(f".({letter})" for letter in "abcdefgh"), "..(i)", "..(ii)", ".(i)"],
    ),
    "capital letters go past I": (
        [f"{letter}. Title {letter}" for letter in "ABCDEFGHIJK"],
        [f"{letter}." for letter in "ABCDEFGHIJK"],
    ),
    "numbers begin anew under each letter": (
        ["A. Terms", "1. One", "2. Two", "B. Fees", "1. One", "2. Two", "3. Three"],
        ["A.", ".1.", ".2.", "B.", ".1.", ".2.", ".3."],
    ),
    "a list of the same form inside a clause": (
        ["1. Term", "2. Duties. The seller shall:", "1. deliver;", "2. install;", "3. train.", "3. Fees"],
        ["1.", "2.", ".1.", ".2.", ".3.", "3."],
    ),
    "text after a list belongs to the clause": (
        [
            "第一条　应当具备下列条件：",
            "（一）有资金；",
            "（二）有场所。",
            "前款条件应当公示，公示包括：",
            "1. 时间；",
            "2. 地点。",
            "第二条　附则。",
        ],
        ["第一条", ".（一）", ".（二）", ".1.", ".2.", "第二条"],
    ),
    "recitals": (
        [
            "SUPPLY AGREEMENT",
            "This agreement is made today.",
            "WHEREAS the seller makes pumps;",
            "WHEREAS the buyer needs them;",
            "NOW, THEREFORE, the parties agree:",
            "1. Term",
            "2. Fees",
        ],
        ["preamble", "WHEREAS", "WHEREAS", "NOW, THEREFORE", "1.", "2."],
    ),
    "lettered recitals": (
        ["RECITALS:", "A. The seller makes pumps.", "B. The buyer needs them.", "1. Term", "2. Fees"],
        ["RECITALS", ".A.", ".B.", "1.", "2."],
    ),
    "chinese recitals": (
        [
            "采购合同",
            "甲方：某某公司",
            "鉴于：",
            "1. 甲方需要设备；",
            "2. 乙方生产设备。",
            "双方达成如下协议：",
            "第一条　标的",
            "第二条　价款",
        ],
        ["preamble", "鉴于", ".1.", ".2.", "双方", "第一条", "第二条"],
    ),
    "signatures": (
        [
            "1. Term",
            "2. Fees",
            "IN WITNESS WHEREOF, the parties have signed.",
            "By: ______",
            "Name: A. Smith",
        ],
        ["1.", "2.", "IN WITNESS WHEREOF"],
    ),
    "chinese signatures, then a schedule": (
        [
            "第一条　标的",
            "第二条　价款",
            "（以下无正文）",
            "甲方（盖章）：",
            "乙方（盖章）：",
            "附件一：设备清单",
            "1. 水泵",
            "2. 阀门",
        ],
        ["第一条", "第二条", "（以下无正文）", "附件一", ".1.", ".2."],
    ),
    "schedules": (
        [
            "1. Term",
            "2. Fees",
            "Schedule 1",
            "PRICES",
            "1. Pumps",
            "2. Valves",
            "Schedule 2: Places",
            "1. Here",
        ],
        ["1.", "2.", "Schedule 1", ".1.", ".2.", "Schedule 2", ".1."],
    ),
    "headings without numbers": (
        [
            "These terms apply.",
            "# Accounts",
            "You need an account.",
            "# Fees",
            "There are none.",
        ],
        ["preamble", "Accounts", "Fees"],
    ),
    "headings without numbers and print": (
        [
            "Terms of Use",
            "These terms apply to everybody.",
            "Your Account",
            "You need an account to begin.",
            "Fees and Taxes",
            "There are none.",
        ],
        ["preamble", "Your Account", "Fees and Taxes"],
    ),
    "numbers run on over headings": (
        [
            "# Scope",
            "1. One thing is so.",
            "2. Two things are so.",
            "# Fees",
            "3. Three things are so.",
        ],
        ["Scope", ".1.", ".2.", "Fees", ".3."],
    ),
    "a number was left out": (
        ["第一条　甲。", "第二条　乙。", "第五条　丙。", "第六条　丁。"],
        ["第一条", "第二条", "第五条", "第六条"],
    ),
    "a number is printed twice": (["1. Term", "2. Fees", "2. Taxes", "3. Law"], ["1.", "2.", "2.", "3."]),
    "an item after the first one was printed in the sentence": (
        ["1. The buyer may not (i) sell it; or", "(ii) lend it.", "2. Fees"],
        ["1.", ".(ii)", "2."],
    ),
    "names inside a contract": (
        ["第一条　通知送达下列人员：", "负责人：张三", "第二条　价款。", "（以下无正文）"],
        ["第一条", "第二条", "（以下无正文）"],
    ),
    "an excerpt": (["第十二条　甲。", "第十三条　乙。"], ["第十二条", "第十三条"]),
}


@pytest.mark.parametrize("name", CASES)
def test_tree(name: str) -> None:
    """Labels and levels of contracts and statutes as they are written."""
    blocks, expected = CASES[name]
    assert tree(*blocks) == expected


@pytest.mark.parametrize(
    "reference",
    [
        "第十二条规定的义务不受影响。",
        "第二条、第三条约定的情形除外。",
        "第二条第一款规定的期限届满。",
        "第二章规定的除外。",
        "Section 2 shall survive termination.",
        "Section 2, Section 3 and this one survive.",
        "Article 2 of the Act applies.",
        "Schedule 1 to this agreement lists the prices.",
        "附件一所列的设备应当全新。",
        "2.5 million dollars are due.",
        "2.5万元为定金。",
    ],
)
def test_a_reference_opens_no_clause(reference: str) -> None:
    """Not even at the beginning of a block."""
    assert tree("第一条　甲。", "1. Term", reference) == ["第一条", ".1."]


@pytest.mark.parametrize(
    "block",
    [
        "1. The parties act under\nSection 2. This does not change.",
        "1. The fee is due as said in\n2. below.",
        "1. 双方依照\n第二条　约定履行。",
        "1. 双方应当依照《公司法》\n第二条　履行。",
        "1. The seller shall (a) deliver; and\n(b) install the pump.",
    ],
)
def test_a_wrapped_line_opens_no_clause(block: str) -> None:
    """A printed line may begin with a number in the middle of a sentence."""
    assert tree(block) == ["1."]


def test_clauses_that_the_reader_joined() -> None:
    """A clause can begin inside a block, where the line before was ended by choice and its number comes next."""
    wide = "1. The seller delivers the pump to the buyer's plant within a month of the order's date."
    assert tree(f"{wide}\n2. Fees.\n3. The buyer pays within a month.") == ["1.", "2.", "3."]
    assert tree("第一条　甲方应当在三十日内向乙方支付全部合同价款。\n第二条　甲。\n第三条　乙。") == [
        "第一条",
        "第二条",
        "第三条",
    ]


def test_a_sentence_that_goes_on_from_the_page_before() -> None:
    """A page's first words are no clause when the sentence before is not finished."""
    document = document_of([["第一条　甲方应当依照"], ["第二条　的约定付款。", "第二条　乙。"]])
    assert outline(document) == ["第一条", "第二条"]
    assert clauses_of(document)[1].start == document.text.rindex("第二条")


def test_contents_are_no_clauses() -> None:
    """Neither lines with page numbers nor lines that are all printed again."""
    numbered = ["1. Term ........ 2", "2. Fees ........ 3", "1. Term", "2. Fees"]
    assert tree(*numbered) == ["1.", "2."]
    repeated = ["目录", "第一章 总则", "第二章 合同", "第三章 附则"]
    body = ["第一章 总则", "第一条　甲。", "第二章 合同", "第二条　乙。", "第三章 附则", "第三条　丙。"]
    assert tree(*repeated, *body)[-6:] == ["第一章", ".第一条", "第二章", ".第二条", "第三章", ".第三条"]
    assert len(tree(*repeated, *body)) <= 7


@pytest.mark.parametrize(
    ("block", "label", "heading"),
    [
        ("第一条　定义", "第一条", "定义"),
        ("第一条【定义】本合同", "第一条", "【定义】"),
        ("第一条 定义：本合同中的用语", "第一条", "定义"),
        ("第一条　下列事项包括：", "第一条", ""),
        ("第一条　甲方应当付款。", "第一条", ""),
        ("1. Fees and Taxes", "1.", "Fees and Taxes"),
        ("1. Fees.", "1.", "Fees."),
        ("1.1 Fees and Taxes. The buyer pays them.", "1.1", "Fees and Taxes."),
        ("1. Fees: The buyer pays them.", "1.", "Fees"),
        ("1. The buyer shall pay. It pays soon.", "1.", ""),
        ("Article 1. Fees", "Article 1", "Fees"),
        ("Article 1\n", "Article 1", ""),
    ],
)
def test_heading(block: str, label: str, heading: str) -> None:
    """The title after a number, when there is one."""
    clause = clauses_of(document_of([[block.rstrip("\n")]]))[0]
    assert (clause.label, clause.heading) == (label, heading)


def test_heading_below_its_number() -> None:
    """The line below "Article 1" is its title, and no clause of its own."""
    clauses = clauses_of(
        document_of(
            [
                [
                    "Article I",
                    "FEES AND TAXES",
                    "The buyer pays all of them.",
                    "Article II",
                    "TERM",
                    "It is a year.",
                ]
            ]
        )
    )
    assert [(one.label, one.heading) for one in clauses] == [
        ("Article I", "FEES AND TAXES"),
        ("Article II", "TERM"),
    ]


def test_paths_kinds_and_pages() -> None:
    """Paths compare without print; chapters and schedules count for themselves."""
    document = document_of(
        [
            ["第一章 总则", "第一条　甲。", "（一）乙；"],
            ["第二章 责任", "第二条之一　丙：", "（a）丁。", "附件A：清单"],
        ],
    )
    assert [(one.kind, one.path, one.page) for one in clauses_of(document)] == [
        ("chapter", ("chapter 1",), 1),
        ("article", ("chapter 1", "1"), 1),
        ("item", ("chapter 1", "1", "1"), 1),
        ("chapter", ("chapter 2",), 2),
        ("article", ("chapter 2", "2-1"), 2),
        ("item", ("chapter 2", "2-1", "a"), 2),
        ("schedule", ("schedule 1",), 2),
    ]


def test_spans() -> None:
    """A clause ends where the next one begins, without the white space between; its own text ends at its first part."""
    document = document_of([["1. Term", "(a) one;", "(b) two.", "2. Fees", "None."]])
    text = document.text
    first, a, b, second = clauses_of(document)
    assert text[first.start : first.end] == "1. Term\n(a) one;\n(b) two."
    assert text[first.start : first.own_end] == "1. Term\n"
    assert text[a.start : a.end] == "(a) one;"
    assert (b.parent, b.own_end) == (0, b.end)
    assert text[second.start : second.end] == "2. Fees\nNone."


_PIECES = st.sampled_from(
    [
        "第一章 总则", "第一条　甲。", "第二条　乙：", "（一）丙；", "（二）丁。", "1. Term", "2. Fees", "1.1 One.", "(a) x;", "(i) y;",
        "(b) z.", "A. Title", "I. Title", "Article 1", "Section 2", "Schedule 1", "附件一", "WHEREAS x", "鉴于：", "By: x", "甲方（盖章）：",
        "# Heading", "Some text that goes on.", "第二条规定的", "目录", "1. Term .... 3",
    ],
)  # fmt: skip
_BLOCKS = st.lists(st.lists(_PIECES, min_size=1, max_size=3).map("\n".join), max_size=40)


@given(st.lists(_BLOCKS, max_size=3))
def test_laws(pages: list[list[str]]) -> None:
    """Spans are in order and nested, labels are printed where the clauses begin, levels and paths follow the parents."""
    document = document_of(pages)
    clauses = clauses_of(document)
    assert [one.start for one in clauses] == sorted({one.start for one in clauses})
    for at, clause in enumerate(clauses):
        assert clause.start < clause.end <= document.body_end
        assert clause.start <= clause.own_end <= clause.end
        assert document.text.startswith(clause.label, clause.start)
        _lies_in_its_parent(clauses, at)


def _lies_in_its_parent(clauses: Sequence[Clause], at: int) -> None:
    clause = clauses[at]
    if clause.parent is None:
        assert clause.level == len(clause.path) == 1
        return
    parent = clauses[clause.parent]
    assert clause.parent < at
    assert parent.start < parent.own_end <= clause.start < clause.end <= parent.end
    assert clause.level == parent.level + 1
    assert clause.path[:-1] == parent.path


@pytest.mark.parametrize(
    "blocks",
    [
        ["1. Term", "1.1 One.", "(a) x;", "(i) y.", "Text that goes on."],
        ["1. Term"],
        ["(i) x"],
        ["1. a", "1. b", "2. c"],
        ["2. x"],
        ["Text. " * 40 + "第二条"],
    ],
)
def test_time_grows_with_the_document(blocks: list[str]) -> None:
    """Twice the clauses take about twice the time, whatever their numbers."""
    small, large = (document_of([blocks * times]) for times in (100, 400))
    assert growth(clauses_of, small, large) < 10

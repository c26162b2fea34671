"""The outline of a document by fonts, numbers and bookmarks."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.documents.model import BlockKind, Bookmark, Document
from app.documents.structure import Section
from app.extract.raw import Limits
from app.intake.reading import read_document
from app.structure.outline.sections import outline_of
from tests.builders import Placed, placed_pdf
from tests.growth import growth
from tests.structure.outline.typesetting import PROSE, Set, heading, typeset

Outline = list[tuple[int, str, int]]


def _shown(sections: Sequence[Section]) -> Outline:
    return [(section.level, section.title, section.page) for section in sections]


def _outline(document: Document) -> Outline:
    return _shown(outline_of(document))


def test_decimal_numbers() -> None:
    """Levels are those of the numbers; a chapter's number over its title is one heading with it."""
    document = typeset(
        [
            [heading("Chapter 1", 20), heading("Pumps", 24), PROSE, heading("1.1 Parts"), PROSE],
            [
                heading("1.1.1 Seals", 12),
                PROSE,
                heading("1.1.2 Valves", 12),
                PROSE,
                heading("1.2 Use"),
                PROSE,
            ],
            [heading("Chapter 2", 20), heading("Motors", 24), PROSE],
        ],
    )
    assert _outline(document) == [
        (1, "Chapter 1 Pumps", 1),
        (2, "1.1 Parts", 1),
        (3, "1.1.1 Seals", 2),
        (3, "1.1.2 Valves", 2),
        (2, "1.2 Use", 2),
        (1, "Chapter 2 Motors", 3),
    ]


def test_spans() -> None:
    """A section goes to the next one of its level or a higher one, and begins with its heading as printed."""
    document = typeset(
        [
            [heading("1 Pumps", 18), PROSE, heading("1.1 Parts"), PROSE, heading("1.2 Use"), PROSE],
            [heading("2 Motors", 18), PROSE],
        ],
    )
    first, parts, use, second = outline_of(document)
    assert document.text[parts.start : parts.heading_end] == "1.1 Parts"
    assert parts.end == use.start
    assert first.end == use.end == second.start
    assert second.end == document.body_end
    assert [section.parent for section in (first, parts, use, second)] == [None, 0, 0, None]


def test_chinese_report() -> None:
    """第一节, 一、, （一）, 1、 and （1） nest in this order, though only the first is printed larger."""
    body = "公司在报告期内主要从事冷链装备的研发、生产和销售，产品包括速冻设备和罐式集装箱，\n没有发生变化。"
    document = typeset(
        [
            [heading("第一节 重要事项", 16), "一、股份变动情况", body, "（一）股份变动情况表", body],
            ["1、股份变动情况说明", body, "（1）说明", body, "（2）其他", body, "2、其他说明", body],
            ["（二）限售股份变动情况", body, "二、证券发行情况", body, heading("第二节 公司治理", 16), body],
            ["一、治理情况说明", body, "二、独立董事履行职责情况", body],
        ],
    )
    assert _outline(document) == [
        (1, "第一节 重要事项", 1),
        (2, "一、股份变动情况", 1),
        (3, "（一）股份变动情况表", 1),
        (4, "1、股份变动情况说明", 2),
        (5, "（1）说明", 2),
        (5, "（2）其他", 2),
        (4, "2、其他说明", 2),
        (3, "（二）限售股份变动情况", 3),
        (2, "二、证券发行情况", 3),
        (1, "第二节 公司治理", 3),
        (2, "一、治理情况说明", 4),
        (2, "二、独立董事履行职责情况", 4),
    ]


def test_chinese_paragraphs_are_no_headings() -> None:
    """Numbered sentences, and numbered lines that are indented where headings are not, are text."""
    body = "公司在报告期内主要从事冷链装备的研发、生产和销售，产品包括速冻设备和罐式集装箱，\n没有发生变化。"
    document = typeset(
        [
            [
                "一、经营情况",
                body,
                "1、公司加大了研发投入，完成了三个项目。",
                "2、公司的销售收入比上年增加。",
            ],
            ["二、主要风险", body, Set("1、市场风险", x=92), body, Set("2、汇率风险", x=92), body],
            ["三、利润分配", body, "四、重大合同", body],
        ],
    )
    assert [title for _, title, _ in _outline(document)] == [
        "一、经营情况",
        "二、主要风险",
        "三、利润分配",
        "四、重大合同",
    ]


def test_fonts() -> None:
    """Without numbers larger comes before smaller, bold before plain, capitals before both where they are common."""
    document = typeset(
        [
            [heading("Overview", 18), PROSE, heading("MARKETS", 11), PROSE, heading("Europe", 11), PROSE],
            [heading("Asia", 11), PROSE, heading("PEOPLE", 11), PROSE, heading("Outlook", 18), PROSE],
        ],
    )
    assert _outline(document) == [
        (1, "Overview", 1),
        (2, "MARKETS", 1),
        (3, "Europe", 1),
        (3, "Asia", 2),
        (2, "PEOPLE", 2),
        (1, "Outlook", 2),
    ]


def test_filing() -> None:
    """PART and ITEM enclose what is printed like them."""
    named = [heading(text, 11) for text in ("PART I", "Item 1. Business", "PART II", "Item 5. Market")]
    plain = [heading(text, 11) for text in ("General", "Products", "People", "Rivals", "Holders")]
    document = typeset(
        [
            [*named[:2], PROSE, plain[0], PROSE, plain[1], PROSE, plain[2], PROSE, plain[3], PROSE],
            [*named[2:], PROSE, plain[4], PROSE],
        ],
    )
    assert [(level, title) for level, title, _ in _outline(document)] == [
        (1, "PART I"),
        (2, "Item 1. Business"),
        (3, "General"),
        (3, "Products"),
        (3, "People"),
        (3, "Rivals"),
        (1, "PART II"),
        (2, "Item 5. Market"),
        (3, "Holders"),
    ]


def test_lettered() -> None:
    """A. encloses 1. where it comes first, and I. is the letter after H."""
    letters = "ABCDEFGHIJ"
    pages: list[list[Set | str]] = [
        [
            heading(f"{letter}. Part {letter}"),
            PROSE,
            heading("1. Aim", 12),
            PROSE,
            heading("2. Use", 12),
            PROSE,
        ]
        for letter in letters
    ]
    levels = [(level, title[0]) for level, title, _ in _outline(typeset(pages))]
    assert levels == [
        (level, mark) for letter in letters for level, mark in ((1, letter), (2, "1"), (2, "2"))
    ]


@pytest.mark.parametrize(
    "extra",
    [
        Set("1.1 Pumps ........................ 12"),
        Set("Table 3: Valves", size=12, bold=True, kind=BlockKind.CAPTION),
        Set("1.9 Valves", size=12, bold=True, kind=BlockKind.FOOTNOTE),
        Set("Valve  Pressure\nA  1.1", size=12, bold=True, kind=BlockKind.TABLE),
        Set("PUMPS – OPERATING MANUAL", size=12, bold=True, kind=BlockKind.HEADER),
        Set("• 1.1 bar is the highest pressure", kind=BlockKind.LIST_ITEM),
        Set("1. Open the valve", kind=BlockKind.LIST_ITEM),
        Set("1.1.1.1 localhost"),
        Set("$ pump --start", size=9),
        Set("12", size=20, bold=True),
        Set("Note", bold=True),
        PROSE,
    ],
)
def test_no_heading(extra: Set | str) -> None:
    """Contents, captions, notes, tables, running headers, list items, code, figures and remarks are no headings."""
    chapters = [[heading(f"{at} Chapter {at}"), PROSE, extra, PROSE] for at in (1, 2, 3, 4)]
    assert [title for _, title, _ in _outline(typeset(chapters))] == [
        f"{at} Chapter {at}" for at in (1, 2, 3, 4)
    ]


def test_contents_pages() -> None:
    """Entries of a table of contents are left out, bold ones and those without leaders too; its title is a heading."""
    entries = [f"1.{at} Pump {at} . . . . . . . . . . . . . . {at}" for at in range(1, 6)]
    document = typeset(
        [
            [PROSE],
            [
                heading("Contents"),
                Set("1 Pumps", bold=True),
                *entries,
                heading("1 Pumps   9"),
                heading("2 Motors"),
            ],
            [heading("1 Pumps"), PROSE, heading("2 Motors"), PROSE, heading("3 Valves"), PROSE],
        ],
    )
    assert [(title, page) for _, title, page in _outline(document)] == [
        ("Contents", 2),
        ("1 Pumps", 3),
        ("2 Motors", 3),
        ("3 Valves", 3),
    ]


def test_contents_without_leaders() -> None:
    """A page of numbered rows that end in numbers is one of contents."""
    document = typeset(
        [
            [f"{at} Pump of kind {at}  {at}" for at in range(1, 9)],
            [
                heading("1 Pump of kind 1"),
                PROSE,
                heading("2 Pump of kind 2"),
                PROSE,
                heading("3 Rest"),
                PROSE,
            ],
        ],
    )
    assert {page for _, _, page in _outline(document)} == {2}


def test_long_heading() -> None:
    """A heading of two rows is one, in one block or two; a number set off from its title is no table."""
    wide = "1.1 How the seals of the pump are to be kept wet with the water of the unit it"
    document = typeset(
        [
            [heading("1 Pumps and\nother machines", 18), PROSE, heading(wide), heading("stands in"), PROSE],
            [Set("1.2  Valves", size=14, bold=True, kind=BlockKind.TABLE), PROSE],
        ],
    )
    titles = [title for _, title, _ in _outline(document)]
    assert titles[0] == "1 Pumps and other machines"
    assert titles[1] == f"{wide} stands in"


def test_heading_joined_to_text() -> None:
    """The first row of a block is a heading when it has a number and ends early."""
    rest = "没有发生变化。公司在报告期内主要从事冷链装备的研发、生产和销售，产品包括速冻设备"
    document = typeset([[f"{number}、主要业务\n{rest}"] for number in "一二三四"])
    assert [title for _, title, _ in _outline(document)] == [f"{number}、主要业务" for number in "一二三四"]


def test_headings_joined_to_each_other() -> None:
    """Numbered rows that were joined to one block are headings of their own, and a form's boxes belong to none."""
    wide = "公司在报告期内主要从事冷链装备的研发、生产和销售，产品包括速冻设备和罐式集装箱，\n没有发生变化。"
    document = typeset(
        [
            [
                f"{number}、主要业务和产品\n1、业务{at}\n□适用 √不适用",
                wide,
                f"2、产品{at}\n√适用 □不适用",
                wide,
            ]
            for at, number in enumerate("一二三四")
        ],
    )
    assert [(level, title) for level, title, _ in _outline(document)] == [
        entry
        for at, number in enumerate("一二三四")
        for entry in ((1, f"{number}、主要业务和产品"), (2, f"1、业务{at}"), (2, f"2、产品{at}"))
    ]


def test_much_code() -> None:
    """Where a smaller font prints as much as the body's, the body does not stand out."""
    code = Set(
        "\n".join(
            f"set valve {at} to a pressure of {at} bar and wait until the pump has run" for at in range(6)
        ),
        9,
    )
    titles = ["1 Pumps", "2 Valves", "3 Motors"]
    document = typeset([[heading(title), PROSE, code, "Open the valve.", PROSE] for title in titles])
    assert [title for _, title, _ in _outline(document)] == titles


def _manual(chapters: int) -> Document:
    """Numbered chapters, each with a list that looks like headings and a contents page's worth of numbers."""
    lists = [f"{number}、其他说明" for number in range(1, 9)]
    return typeset(
        [[heading(f"{at % 999} Pumps"), PROSE, *lists, *["1.1.1 valve"] * 5] for at in range(chapters)]
    )


def test_growth() -> None:
    """Four times the pages take not much more than four times as long."""
    assert growth(outline_of, _manual(100), _manual(400)) < 8


def test_levels_of_the_file() -> None:
    """Headings whose level stands in the file, as in DOCX, are taken as they are."""
    kind = BlockKind.HEADING
    document = typeset([[Set("Aims", kind=kind, level=1), PROSE, Set("Means", kind=kind, level=3), PROSE]])
    assert _outline(document) == [(1, "Aims", 1), (2, "Means", 1)]


def test_nothing() -> None:
    """No pages, no words, no headings: no sections."""
    assert outline_of(typeset([])) == ()
    assert outline_of(typeset([[], []])) == ()
    assert outline_of(typeset([[PROSE, PROSE]])) == ()


@pytest.mark.anyio
async def test_from_pdf(tmp_path: Path) -> None:
    """The whole way from a file."""
    titles = ["1 Pumps", "2 Motors", "3 Valves"]
    lines = [Placed(72, 120 + 14 * at, row) for at, row in enumerate(PROSE.split("\n"))]
    path = tmp_path / "manual.pdf"
    path.write_bytes(
        placed_pdf(
            [
                [
                    Placed(72, 80, title, size=18, bold=True),
                    *lines,
                    Placed(72, 400, "More prose follows here."),
                ]
                for title in titles
            ],
        ),
    )
    document = await read_document(path, limits=Limits())
    assert _outline(document) == [(1, title, at) for at, title in enumerate(titles, start=1)]


_TITLES = st.sampled_from(
    [
        "1 Pumps",
        "1.1 Parts",
        "2 Motors",
        "一、概况",
        "（一）说明",
        "1、说明",
        "第一章 总则",
        "Chapter 2",
        "Valves",
        "",
        "A.",
        "NOTE",
    ],
)
_BLOCKS = st.builds(
    Set,
    text=st.one_of(_TITLES, st.just(PROSE), st.text(alphabet="a1一.、()\n ", min_size=1, max_size=20)),
    size=st.sampled_from([9.0, 10.0, 14.0]),
    bold=st.booleans(),
    kind=st.sampled_from([BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.TABLE, BlockKind.LIST_ITEM]),
    level=st.sampled_from([0, 0, 0, 1, 4]),
)
_BOOKMARKS = st.builds(
    Bookmark,
    level=st.integers(1, 5),
    title=_TITLES,
    page=st.integers(-1, 5),
    y=st.none() | st.floats(0, 900),
)


@given(
    pages=st.lists(st.lists(_BLOCKS, max_size=6), max_size=4),
    bookmarks=st.lists(_BOOKMARKS, max_size=8),
)
def test_laws(pages: list[list[Set]], bookmarks: list[Bookmark]) -> None:
    """Sections are in order and nested, their spans lie in the body, a parent comes before its children."""
    document = typeset(pages, bookmarks)
    sections = outline_of(document)
    assert [section.start for section in sections] == sorted(section.start for section in sections)
    for at, section in enumerate(sections):
        assert 0 <= section.start <= section.heading_end <= section.end <= document.body_end
        assert section.title
        assert 1 <= section.page <= len(document.pages)
        following = next((other for other in sections[at + 1 :] if other.level <= section.level), None)
        assert section.end == (following.start if following else document.body_end)
        if section.parent is None:
            assert all(other.level >= section.level for other in sections[:at])
        else:
            parent = sections[section.parent]
            assert section.parent < at
            assert parent.level < section.level
            assert parent.start <= section.start <= section.end <= parent.end
    assert {section.level for section in sections} == set(range(1, len({s.level for s in sections}) + 1))

"""Rows to paragraphs."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.documents.model import BlockKind
from app.extract.paragraphs import Paragraph, Typography, may_go_on, paragraphs_of, typography_of
from app.extract.raw import RawLine
from app.extract.rows import Row, rows_of
from tests.builders import raw_line
from tests.growth import growth

_FULL = "a line of words that is filled to the right edge of its column"
_HEIGHT = 842.0
# Ten points with two points of space between the lines.
_PLAIN = Typography(size=10, steps={20: 12.0})


def _column(texts: Sequence[str], *, x: float = 72, y: float = 100, size: float = 10) -> list[RawLine]:
    return [raw_line(text, x=x, y=y + 12 * at, size=size) for at, text in enumerate(texts)]


def _han(texts: Sequence[str]) -> list[RawLine]:
    return [raw_line(text, y=100 + 12 * at, width=10) for at, text in enumerate(texts)]


def _paragraphs(*columns: Sequence[RawLine], typography: Typography = _PLAIN) -> list[Paragraph]:
    return list(paragraphs_of([rows_of(lines) for lines in columns], typography, _HEIGHT))


def _read(*columns: Sequence[RawLine]) -> list[tuple[BlockKind, list[str]]]:
    return [(paragraph.kind, [row.text for row in paragraph.rows]) for paragraph in _paragraphs(*columns)]


def _texts(*columns: Sequence[RawLine]) -> list[list[str]]:
    return [rows for _, rows in _read(*columns)]


def _kinds(*columns: Sequence[RawLine]) -> list[BlockKind]:
    return [kind for kind, _ in _read(*columns)]


def test_filled_lines_go_on() -> None:
    """Lines that reach the edge belong together, whatever they end with."""
    lines = [_FULL, _FULL[:-1] + ".", "and the last one."]

    assert [lines] == _texts(_column(lines))


def test_short_line_ends_paragraph() -> None:
    """A sentence that ends well before the edge ends its paragraph."""
    assert _texts(_column([_FULL, "the end.", _FULL])) == [[_FULL, "the end."], [_FULL]]


def test_a_long_word_leaves_a_line_unfilled() -> None:
    """A line has no room when the next line's first word would not have stood in it."""
    lines = [_FULL, "This line ends early since what follows is", "incomprehensibilities of words."]

    assert [lines] == _texts(_column(lines))


def test_unfinished_short_line_goes_on() -> None:
    """A ragged line without a sentence's end does not end a paragraph of words."""
    lines = [_FULL, "a ragged line without an end", _FULL]

    assert [lines] == _texts(_column(lines))


def test_wide_gap_ends_paragraph() -> None:
    """More space than this document has between its lines is a new paragraph."""
    lines = [*_column([_FULL]), *_column([_FULL], y=115.5)]

    assert _texts(lines) == [[_FULL], [_FULL]]


def test_wide_lines_of_a_draft() -> None:
    """In a document whose lines all stand far apart, that much space is none."""
    lines = [raw_line(_FULL, y=100 + 24 * at) for at in range(3)]
    (paragraph,) = _paragraphs(lines, typography=Typography(size=10, steps={20: 24.0}))

    assert len(paragraph.rows) == 3
    assert len(_paragraphs(lines)) == 3


def test_space_where_the_usual_is_unknown() -> None:
    """A size that is used for a few lines only: most of a line's height between them is a new paragraph."""
    rare = Typography(size=8, steps={16: 10.0})
    near, far = ([raw_line(_FULL, y=100), raw_line(_FULL, y=y)] for y in (117, 118))

    assert len(_paragraphs(near, typography=rare)) == 1
    assert len(_paragraphs(far, typography=rare)) == 2


def test_indented_line_begins_paragraph() -> None:
    """An indented first line begins a paragraph; a hanging one under a list item does not."""
    indented = [*_column([_FULL]), *_column([_FULL], x=90, y=112)]
    hanging = [*_column(["1. " + _FULL]), *_column([_FULL], x=90, y=112)]

    assert len(_texts(indented)) == 2
    assert len(_texts(hanging)) == 1


def test_first_line_indents() -> None:
    """Each indented line begins one of several paragraphs without space between them."""
    lines = [
        raw_line(_FULL[:-4] if at % 2 == 0 else _FULL, x=92 if at % 2 == 0 else 72, y=100 + 12 * at)
        for at in range(6)
    ]

    assert [len(rows) for rows in _texts(lines)] == [2, 2, 2]


@pytest.mark.parametrize(
    ("item", "kind"),
    [
        ("• item", BlockKind.LIST_ITEM),
        ("- item", BlockKind.LIST_ITEM),
        ("1. item", BlockKind.LIST_ITEM),
        ("2) item", BlockKind.LIST_ITEM),
        ("1.2.3 item", BlockKind.LIST_ITEM),
        ("(a) item", BlockKind.LIST_ITEM),
        ("（一）项目", BlockKind.LIST_ITEM),
        ("一、项目", BlockKind.LIST_ITEM),
        ("第三条 交货", BlockKind.LIST_ITEM),
    ],
)
def test_list_item_begins_paragraph(item: str, kind: BlockKind) -> None:
    """Each item of a list stands alone, though the line above it is filled, when that line ends a clause."""
    lead = _FULL[:-1] + ":"

    assert _read(_column([lead, item])) == [(BlockKind.PARAGRAPH, [lead]), (kind, [item])]


@pytest.mark.parametrize(
    "line", ["12 months after it.", "2023; and later.", "1.5 million units.", "(a) of this clause."]
)
def test_numbers_in_running_prose(line: str) -> None:
    """A line of prose can begin with a number or a clause's letter; the line before it ends no clause."""
    assert _texts(_column([_FULL, line])) == [[_FULL, line]]


def test_clause_numbers_in_running_chinese_prose() -> None:
    """依照 at a line's end and 第十二条 at the next one's beginning are one sentence."""
    full = "双方应当按照法律规定履行义务并依照"
    prose = [full, "第十二条承担违约责任。"]
    clauses = [full[:-1] + "。", "第十二条承担违约责任。"]

    assert _texts(_han(prose)) == [prose]
    assert _texts(_han(clauses)) == [clauses[:1], clauses[1:]]


def test_a_bullet_begins_an_item_anywhere() -> None:
    """Nothing but an item begins with a bullet, whatever the line before ends with."""
    assert _texts(_column([_FULL, "• item"])) == [[_FULL], ["• item"]]


def test_chinese_line_ends_paragraph() -> None:
    """A Chinese line is filled to the last character, but for a mark that may not begin the next one."""
    full = "供应商应当在三十日内交付全部货物"
    lines = [full, full[:-1], "并付款。", "买方应当付款"]

    assert _texts(_han(lines)) == [lines[:3], lines[3:]]


def test_columns_end_paragraphs() -> None:
    """Each column is its own; whether a sentence goes on in the next one is found later."""
    assert _texts(_column([_FULL]), _column([_FULL], x=400)) == [[_FULL], [_FULL]]


def test_what_stands_higher_is_something_else() -> None:
    """A row above the one before it does not go on with its paragraph."""
    assert len(_texts([*_column([_FULL], y=300), *_column([_FULL], y=100)])) == 2


def test_headings() -> None:
    """Larger or bold short rows are headings, however they are followed."""
    lines = [
        raw_line("Large heading", y=100, size=14),
        raw_line("Bold heading", y=120, bold=True),
        raw_line(_FULL, y=132),
        raw_line("A bold sentence ends with a full stop.", y=160, bold=True),
        raw_line(_FULL * 2, y=190, size=14, width=3),
    ]

    assert _kinds(lines) == [
        BlockKind.HEADING,
        BlockKind.HEADING,
        BlockKind.PARAGRAPH,
        BlockKind.PARAGRAPH,
        BlockKind.PARAGRAPH,
    ]


def test_a_centred_title() -> None:
    """Lines of a title are broken where its author wanted; its middle is what they have in common."""
    lines = [
        raw_line("Annual Report and", x=240, y=100, size=20, width=9),
        raw_line("Financial Statements of the Company", x=159, y=124, size=20, width=9),
        raw_line("for the year 2023", x=240, y=148, size=20, width=9),
        *_column([_FULL], y=200),
    ]

    assert [kind for kind, _ in _read(lines)] == [BlockKind.HEADING, BlockKind.PARAGRAPH]


def test_bold_words_in_a_paragraph() -> None:
    """A line that happens to be mostly bold does not end a paragraph of filled lines."""
    lines = [raw_line(_FULL, y=100), raw_line(_FULL, y=112, bold=True)]

    assert len(_texts(lines)) == 1


def test_table() -> None:
    """Neighbouring rows of several cells are one table; a list item's number is no cell."""
    lines = [
        raw_line("Item", x=72, y=100),
        raw_line("Price", x=300, y=100),
        raw_line("Pump", x=72, y=112),
        raw_line("12,000", x=300, y=112),
        raw_line("1.", x=72, y=124),
        raw_line("A clause after the table.", x=100, y=124),
    ]

    assert _read(lines) == [
        (BlockKind.TABLE, ["Item  Price", "Pump  12,000"]),
        (BlockKind.LIST_ITEM, ["1.  A clause after the table."]),
    ]


def test_a_wide_space_in_prose() -> None:
    """A justified line can have one wide space, which no line near it has at that place."""
    lines = [
        raw_line(_FULL, y=100),
        raw_line("a line of words that is", x=72, y=112),
        raw_line("filled to the right edge of its column", x=202, y=112),
        raw_line("and the last one.", y=124),
    ]

    assert _kinds(lines) == [BlockKind.PARAGRAPH]


def test_captions() -> None:
    """A line that names a figure is its caption; prose that begins with the name is prose."""
    caption = _column(["Table 3: Revenue by region"])
    prose = _column(["Table 3 shows the revenue by region and year in full."])

    assert _kinds(caption) == [BlockKind.CAPTION]
    assert _kinds(prose) == [BlockKind.PARAGRAPH]


@pytest.mark.parametrize(
    ("text", "size", "y", "kind"),
    [
        ("¹ See the notes.", 8, 700, BlockKind.FOOTNOTE),
        ("1 See the notes.", 8, 700, BlockKind.FOOTNOTE),
        ("注：未经审计", 8, 700, BlockKind.FOOTNOTE),
        ("¹ See the notes.", 10, 700, BlockKind.PARAGRAPH),
        ("¹ See the notes.", 8, 200, BlockKind.PARAGRAPH),
        ("See the notes.", 8, 700, BlockKind.PARAGRAPH),
    ],
)
def test_footnotes(text: str, size: float, y: float, kind: BlockKind) -> None:
    """Small, low on the page, and with a note's mark."""
    assert _kinds([raw_line(text, y=y, size=size)]) == [kind]


def test_a_footnote_of_two_lines() -> None:
    """A note's second line hangs below its first, and the next note begins another block."""
    lines = [
        raw_line("¹ " + _FULL, y=700, size=8),
        raw_line("and goes on.", x=80, y=709, size=8),
        raw_line("² " + _FULL, y=718, size=8),
    ]

    assert [len(paragraph.rows) for paragraph in _paragraphs(lines)] == [2, 1]


@pytest.mark.parametrize(
    ("last", "first", "expected"),
    [
        (_FULL, "and goes on", True),
        (_FULL, "Capital after a filled line", True),
        (_FULL[:-1] + ".", "and a new sentence", False),
        ("a short line", "goes on in the middle of a sentence", True),
        ("a short line", "Something else begins here", False),
        (_FULL, "• an item", False),
        ("• " + _FULL, "and goes on", True),
        (_FULL, "Table 3: Revenue", False),
    ],
)
def test_may_go_on(last: str, first: str, expected: bool) -> None:
    """A sentence goes on over a column's end when the line there is filled, or the next one begins small."""
    (before,), (after,) = _paragraphs(_column([last])), _paragraphs(_column([first], x=400))
    edge = rows_of(_column([_FULL]))[0].x1

    assert may_go_on(before, after, edge) is expected


def test_may_go_on_in_chinese() -> None:
    """There are no capitals; only a filled line goes on."""
    (full,), (short,), (after,) = (
        _paragraphs(_han([text])) for text in ("供应商应当在三十日内交付全部货物", "供应商应当", "并付款")
    )
    edge = full.rows[0].x1

    assert may_go_on(full, after, edge)
    assert not may_go_on(short, after, edge)


def test_other_print_does_not_go_on() -> None:
    """What goes on with a sentence has its size and weight."""
    (before,) = _paragraphs(_column([_FULL]))
    (small,) = _paragraphs(_column(["and goes on"], size=8))
    (bold,) = _paragraphs([raw_line("and goes on,", bold=True), raw_line("and on.", y=112, bold=True)])

    assert not may_go_on(before, small, before.rows[0].x1)
    assert not may_go_on(before, bold, before.rows[0].x1)


_LINES = st.lists(
    st.builds(
        raw_line,
        st.text("ab 。1•-", min_size=1, max_size=30).filter(lambda text: text.strip() == text),
        x=st.sampled_from([72.0, 90.0, 300.0]),
        y=st.floats(0, 800),
        size=st.sampled_from([10.0, 14.0]),
        bold=st.booleans(),
    ),
    max_size=12,
)


@given(st.lists(_LINES, max_size=3))
def test_nothing_is_lost(columns: list[list[RawLine]]) -> None:
    """Every row is in exactly one paragraph, in order."""
    rows = [rows_of(lines) for lines in columns]
    paragraphs = list(paragraphs_of(rows, typography_of(rows), _HEIGHT))

    assert [row for column in rows for row in column] == [
        row for paragraph in paragraphs for row in paragraph.rows
    ]
    assert all(paragraph.rows for paragraph in paragraphs)


def test_typography() -> None:
    """The usual size is that of most characters, not of most rows; the usual step is that inside paragraphs."""
    heads = [raw_line("Head", size=20, y=40 * at) for at in range(3)]
    body = [raw_line(_FULL * 3, y=300 + 12 * at + 6 * (at // 4)) for at in range(12)]
    measured = typography_of([rows_of(heads), rows_of(body)])

    assert measured.size == 10
    assert measured.step(10) == 12
    assert measured.step(20) is None
    assert typography_of([]).size == 0


def test_time_grows_with_the_rows_only() -> None:
    """Four times as many rows take about four times as long, not sixteen, in one paragraph or in many."""

    def work(rows: Sequence[Row]) -> list[Paragraph]:
        return list(paragraphs_of([rows], typography_of([rows]), _HEIGHT))

    for texts in ([_FULL], [_FULL, "the end."], ["• item"], ["1. item", _FULL]):
        few, many = (rows_of(_column(texts * (count // len(texts)))) for count in (1_000, 4_000))
        assert growth(work, few, many) < 9


def test_time_grows_with_the_cells_only() -> None:
    """A row of thousands of cells, and thousands of rows of cells."""

    def work(rows: Sequence[Row]) -> list[Paragraph]:
        return list(paragraphs_of([rows], _PLAIN, _HEIGHT))

    wide = [rows_of(raw_line("x", x=40 * at, y=100) for at in range(count)) for count in (1_000, 4_000)]
    tall = [
        rows_of(raw_line("x", x=72 + at % 2 * 90, y=at // 2 * 12) for at in range(count))
        for count in (1_000, 4_000)
    ]
    both = [
        [
            *rows_of(raw_line("x", x=40 * at, y=100) for at in range(count)),
            *rows_of(raw_line("x", x=40 * at + 5, y=112) for at in range(count)),
        ]
        for count in (500, 2_000)
    ]

    for few, many in (wide, tall, both):
        assert growth(work, few, many) < 9


def test_a_row_without_width() -> None:
    """A broken font can give a row no width at all; it is a paragraph like any other."""
    flat = RawLine(text="flat", y0=10, y1=20, edges=(72.0,) * 5, size=10, bold=False)
    below = RawLine(text="below", y0=22, y1=32, edges=(72.0,) * 6, size=10, bold=False)

    assert [text for rows in _texts([flat, below]) for text in rows] == ["flat", "below"]

"""HTML as a browser shows it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.documents.model import BlockKind, Hiding
from app.extract.flow.html import read_html
from app.extract.flow.tags import tags_and_text
from app.extract.raw import FlowBlock, FlowCell
from tests.flow_builders import blocks_of, notices_of, texts_of
from tests.growth import growth


def _texts(source: str) -> list[str]:
    return texts_of(read_html(source.encode()))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<p>One\n  two&nbsp;three<br>four</p>five", ["One two\u00a0three\nfour", "five"]),
        ("<p>a<b>b</b>c<p>d", ["abc", "d"]),
        ("<p>第一\n行 和 two\nwords", ["第一行 和 two words"]),
        ("&lt;b&gt; &amp; &#20013;&copy &#0; &#xD800;", ["<b> & 中© \ufffd \ufffd"]),
        ("1 < 2 and 2<3 <- <3", ["1 < 2 and 2<3 <- <3"]),
        ("<!-- x > y -->a<!doctype html><?xml version='1'?>b<![CDATA[c<d]]>", ["abc<d"]),
        ("<head><title>T</title><style>p{}</style><script>if (a<b) '<p>'</script></head>body", ["body"]),
        ("a<template>t</template><noscript>n</noscript><svg><text>s</text></svg>b", ["ab"]),
        ("<div>a<div>b</div>c</div>", ["a", "b", "c"]),
        ("a<span style='display: block'>b</span>c", ["a", "bc"]),
        ("10<sup>3</sup> H<sub>2</sub>O 1<sup>st</sup>", ["10³ H₂O 1st"]),
        ("<math><mfrac><mn>1</mn><mn>2</mn></mfrac> <msup><mi>x</mi><mn>2</mn></msup></math>", ["1/2 x^2"]),
        ("<q>said</q> <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", ["“said” 漢(kan)"]),
        ("<pre>\n  a\n    b &lt;\n</pre>c", ["  a\n    b <", "c"]),
        ("<textarea>x <b>\ny</textarea>", ["x <b>\ny"]),
        ("<input type=checkbox checked> yes <input type=radio> no <input value='7'>", ["☒ yes ☐ no 7"]),
        ("<p class='a>b' title=\"<p>\">x", ["x"]),
        ("<a href=x'y>z</a> <a b = 'c' d>e</a><br/>f", ["z e\nf"]),
        ("<select><option>a<option>b</select>", ["a", "b"]),
        ("<script>never closed", ["never closed"]),
        ("a</p></div></table></b>b", ["a", "b"]),
        ("<dl><dt>Term<dd>meaning<dt>Other</dl>", ["Term", "meaning", "Other"]),
        ("", []),
        ("<", ["<"]),
        ("soft&shy;ware", ["software"]),
    ],
)
def test_text(source: str, expected: list[str]) -> None:
    """White space, entities, tags left open and what is no text."""
    assert _texts(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<ul><li>a<li>b<ul><li>c</ul><li>d</ul>", ["• a", "• b", "• c", "• d"]),
        ("<ol><li>a<li value=7>b<li>c</ol><ol start=-1><li>d</ol>", ["1. a", "7. b", "8. c", "-1. d"]),
        ("<ol type=a start=27><li>x</ol><ol type=I><li>x</ol>", ["aa. x", "I. x"]),
        ("<ol reversed start=3><li>x<li>y</ol>", ["3. x", "2. y"]),
        ("<ol style='list-style-type: cjk-ideographic'><li>x</ol>", ["一、x"]),
        ("<ol style='list-style: none'><li>（一）x</ol>", ["（一）x"]),
        ("<ol><li><p>x</p><p>y</p><li></ol><ul><li></ul>", ["1. x", "y", "2."]),
        ("<ol><li><ol type=a><li>x</ol></ol>", ["1. a. x"]),
        ("<li>stray", ["• stray"]),
    ],
)
def test_lists(source: str, expected: list[str]) -> None:
    """Items begin with the marker that a browser prints."""
    assert _texts(source) == expected


def test_kinds() -> None:
    """Headings, items, captions."""
    source = "<h1>A <i>b</i></h1><h3>C</h3>p<ul><li>i</ul><figure><img><figcaption>Fig</figcaption></figure>"

    assert [(block.kind, block.level, block.text) for block in blocks_of(read_html(source.encode()))] == [
        (BlockKind.HEADING, 1, "A b"),
        (BlockKind.HEADING, 3, "C"),
        (BlockKind.PARAGRAPH, 0, "p"),
        (BlockKind.LIST_ITEM, 0, "• i"),
        (BlockKind.CAPTION, 0, "Fig"),
    ]


def test_table() -> None:
    """Cells at their places, with spans, header rows and the caption before the table."""
    source = (
        "<table><caption>Prices</caption><thead><tr><th>A<th colspan=2>B</thead>"
        "<tr><td rowspan=9>r<td>1<td>2<tr><td>3<td>4 <b>x</b><p>y</table>"
    )
    caption, table = blocks_of(read_html(source.encode()))

    assert (caption.kind, caption.text) == (BlockKind.CAPTION, "Prices")
    assert table.header_rows == 1
    assert table.cells == (
        FlowCell(0, 0, 1, 1, "A", True),
        FlowCell(0, 1, 1, 2, "B", True),
        FlowCell(1, 0, 2, 1, "r"),
        FlowCell(1, 1, 1, 1, "1"),
        FlowCell(1, 2, 1, 1, "2"),
        FlowCell(2, 1, 1, 1, "3"),
        FlowCell(2, 2, 1, 1, "4 x\ny"),
    )


@pytest.mark.parametrize(
    ("source", "header_rows"),
    [
        ("<tr><th>a<th>b<tr><td>1<td>2", 1),
        ("<tr><th>a<th>b<tr><th>c<th>d<tr><th>e<td>2", 2),
        ("<tr><th>a<td>b<tr><th>c<td>d", 0),
        ("<tr><th>a<th>b<tr><th>c<th>d", 0),
        ("<thead><tr><td>a<td>b</thead><tbody><tr><td>c<td>d", 1),
    ],
)
def test_header_rows(source: str, header_rows: int) -> None:
    """The rows of the head, else those of header cells above the first row of data."""
    (table,) = blocks_of(read_html(f"<table>{source}</table>".encode()))

    assert table.header_rows == header_rows


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<table><tr><td><h2>H</h2><p>p</p><td>side</table>", ["H", "p", "side"]),
        ("<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>", ["a", "b", "c", "d"]),
        ("<table><tr><td>one cell<p>two blocks</table>", ["one cell", "two blocks"]),
        ("<table><tr><td>(a)</td><td></td><td>the clause</td></tr></table>", ["(a) the clause"]),
        ("<table><tr><td>left<td><table><tr><td>a<td>b<tr><td>c<td>d</table></table>", ["left", ""]),
        ("<table><tr><td></table>", []),
        ("<td>stray</td><tr>row", ["stray", "row"]),
    ],
)
def test_layout_tables(source: str, expected: list[str]) -> None:
    """A table that only puts text in its place is read as the text."""
    assert _texts(source) == expected


@pytest.mark.parametrize(
    ("source", "hiding"),
    [
        ("<p hidden>secret</p>", Hiding.INVISIBLE),
        ("<p style='Display : NONE !important'>secret</p>", Hiding.INVISIBLE),
        ("<div style='visibility:hidden'><p>secret</p></div>", Hiding.INVISIBLE),
        ("<span style='opacity:0'>secret</span>", Hiding.INVISIBLE),
        ("<span style='font-size:0'>secret</span>", Hiding.TINY),
        ("<span style='font-size:1px'>secret</span>", Hiding.TINY),
        ("<span style='position:absolute;left:-9999px'>secret</span>", Hiding.OFF_PAGE),
        ("<span style='color:#FFF'>secret</span>", Hiding.NO_CONTRAST),
        ("<style>.x, #y {display:none}</style><p class='a x'>secret</p>", Hiding.INVISIBLE),
        ("<style>/* .x{} */#y{display:none}</style><p id=y>secret</p>", Hiding.INVISIBLE),
        ("<dialog>secret</dialog>", Hiding.INVISIBLE),
        ("<p aria-hidden=true>secret</p>", None),
        ("<span style='color:white;background:navy'>secret</span>", None),
        ("<span style='font-size:1em'>secret</span>", None),
        ("<style>@media print{.x{display:none}}</style><p class=x>secret</p>", None),
        ("<style media=print>.x{display:none}</style><p class=x>secret</p>", None),
        ("<style>.x .y{display:none}</style><p class=x>secret</p>", None),
        ("<style>.x{display:none}.x{display:block}</style><p class=x>secret</p>", None),
    ],
)
def test_hidden_text(source: str, hiding: Hiding | None) -> None:
    """Text that a browser does not show comes last, with the reason."""
    blocks = blocks_of(read_html(f"<p>before</p>{source}after".encode()))
    hidden = [block for block in blocks if block.kind is BlockKind.HIDDEN]

    assert hidden == (
        [] if hiding is None else [FlowBlock(kind=BlockKind.HIDDEN, text="secret", hiding=hiding)]
    )
    assert ("secret" in "".join(block.text for block in blocks if block not in hidden)) == (hiding is None)
    assert blocks[0].text == "before"


def test_notices() -> None:
    """Pictures are counted; text that is struck through is read, and that is said."""
    source = b"<img><svg></svg><p>a <del>b</del>"

    assert texts_of(read_html(source)) == ["a b"]
    assert [(notice.code, notice.detail[-2:]) for notice in notices_of(read_html(source))] == [
        ("pictures", "2."),
        ("struck_text", "1."),
    ]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ('<meta charset="gbk"><p>合同'.encode("gb18030"), "合同"),
        (b'<meta http-equiv=x content="text/html; charset=gb2312"><p>' + "镕".encode("gb18030"), "镕"),
        ("<meta charset=iso-8859-1><p>“x”".encode("cp1252"), "“x”"),
        ("<meta charset=latin1><p>合同".encode(), "合同"),
        ("<p>合同".encode("utf-16"), "合同"),
        (b"<meta charset=rot13><p>plain", "plain"),
    ],
)
def test_declared_encodings(data: bytes, expected: str) -> None:
    """The page's declaration counts where the bytes fit it; UTF-8 is recognised whatever is declared."""
    assert texts_of(read_html(data)) == [expected]
    assert notices_of(read_html(data)) == ()


@pytest.mark.parametrize(
    "piece",
    ["<div>", "<ul><li>", "<table><tr><td>x", "<!--", "<a b='", "<a ", "<script>", "</b>", "<b><div><i>", "<style>/* ", "&", "<td colspan=999 rowspan=99>x<tr>"],
)  # fmt: skip
def test_work_grows_with_the_file(piece: str) -> None:
    """Nothing that is left open makes a page slow."""

    def read(times: int) -> None:
        list(read_html(piece.encode() * times))

    assert growth(read, 1_500, 6_000) < 9


@given(st.text())
def test_any_text_is_read(source: str) -> None:
    """What is no tag is text: nothing is lost of a text whose marks are written as entities."""
    escaped = source.replace("&", "&amp;").replace("<", "&lt;").encode("utf-8", "replace")
    shown = source.encode("utf-8", "replace").decode()
    kept = [char for char in shown if not char.isspace() and char.isprintable()]

    read = "".join(texts_of(read_html(b"\xef\xbb\xbf" + escaped)))
    assert [char for char in read if char.isprintable() and not char.isspace() and char != "\ufffd"] == [
        char for char in kept if char != "\ufffd"
    ]


_SCRAPS = st.sampled_from(
    [
        "<p>",
        "</p>",
        "<table>",
        "</table>",
        "<tr>",
        "<td>",
        "</td>",
        "<ul>",
        "</ul>",
        "<li>",
        "<b>",
        "</b>",
        "<div|hidden>",
        "</div>",
        "<h1>",
        "</h2>",
        "<caption>",
        "<thead>",
        "x",
        "<ol>",
        "<style>",
        "</style>",
        "<sup>",
        "<q>",
        "<dl>",
        "<dd>",
        "<pre>",
        "<mfrac>",
        "<br>",
        "</ol>",
        "<th|rowspan=0>",
        "<td|colspan=3|rowspan=2>",
        "<!--",
        "-->",
        "<option>",
    ],
)


@given(st.lists(_SCRAPS, max_size=30))
def test_any_tags_are_read(scraps: list[str]) -> None:
    """Tags in any order neither fail nor lose a letter that is shown."""
    source = "".join(scraps).replace("|", " ")
    letters = sum(token.count("x") for token in tags_and_text(source) if isinstance(token, str))
    styled = 0
    within = False
    for token in tags_and_text(source):
        if isinstance(token, str):
            styled += token.count("x") if within else 0
        else:
            within = token.name == "style" and not token.ends
    blocks = blocks_of(read_html(source.encode()))
    texts = [block.text for block in blocks] + [each.text for block in blocks for each in block.cells]

    assert sum(text.count("x") for text in texts) == letters - styled

"""DOCX files as Word shows them."""

import io
import zipfile

import docx
import pytest

from app.documents.model import BlockKind, Hiding
from app.extract.flow.docx import read_docx
from app.extract.raw import FlowBlock, FlowCell
from tests.flow_builders import (
    blocks_of,
    cell,
    docx_of,
    notices_of,
    paragraph,
    row,
    run,
    style_of,
    table,
    texts_of,
    zip_of,
)

_HEADINGS = (
    style_of("a", "Normal")
    + style_of("1", "heading 1", '<w:basedOn w:val="a"/>')
    + style_of("2", "标题 2")
    + style_of("own", "Our clause", '<w:basedOn w:val="1"/>')
    + style_of("toc", "TOC Heading", '<w:basedOn w:val="1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>')
    + style_of("level", "By level", '<w:pPr><w:outlineLvl w:val="2"/></w:pPr>')
    + style_of("c", "题注")
    + style_of("loop", "Loop", '<w:basedOn w:val="loop"/>')
)


def _styled(style: str, more: str = "") -> str:
    return f'<w:pStyle w:val="{style}"/>{more}'


@pytest.mark.parametrize(
    ("properties", "kind", "level"),
    [
        (_styled("1"), BlockKind.HEADING, 1),
        (_styled("2"), BlockKind.HEADING, 2),
        (_styled("own"), BlockKind.HEADING, 1),
        (_styled("toc"), BlockKind.PARAGRAPH, 0),
        (_styled("level"), BlockKind.HEADING, 3),
        (_styled("1", '<w:outlineLvl w:val="4"/>'), BlockKind.HEADING, 5),
        ('<w:outlineLvl w:val="0"/>', BlockKind.HEADING, 1),
        ('<w:outlineLvl w:val="7000000000"/>', BlockKind.PARAGRAPH, 0),
        (_styled("c"), BlockKind.CAPTION, 0),
        (_styled("loop"), BlockKind.PARAGRAPH, 0),
        (_styled("unknown"), BlockKind.PARAGRAPH, 0),
        ("", BlockKind.PARAGRAPH, 0),
    ],
)
def test_kinds(properties: str, kind: BlockKind, level: int) -> None:
    """Headings are known by the built-in style, whatever it is called, by what it is based on, and by outline level."""
    data = docx_of(paragraph("Scope", properties=properties), styles=_HEADINGS)

    assert blocks_of(read_docx(data)) == [FlowBlock(kind=kind, text="Scope", level=level)]


def test_long_heading_is_a_clause() -> None:
    """A whole clause that was given a heading's style is no heading."""
    (block,) = blocks_of(
        read_docx(docx_of(paragraph("word " * 60, properties=_styled("1")), styles=_HEADINGS))
    )

    assert block.kind is BlockKind.PARAGRAPH


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r>", "a\tb\nc"),
        ("<w:r><w:t>long</w:t><w:noBreakHyphen/><w:t>term soft</w:t><w:softHyphen/><w:t>ware</w:t></w:r>", "long‑term software"),
        (run("soft\u00adware 5\u00a0%"), "software 5\u00a0%"),
        (run("10") + run("3", '<w:vertAlign w:val="superscript"/>'), "10³"),
        (run("1") + run("st", '<w:vertAlign w:val="superscript"/>'), "1st"),
        (run("H") + run("2", '<w:vertAlign w:val="subscript"/>') + run("O"), "H₂O"),
        ('<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>' + run(" yes"), "☒ yes"),
        ('<w:hyperlink r:id="x">' + run("link") + "</w:hyperlink>" + run("ed"), "linked"),
        ("<w:sdt><w:sdtContent>" + run("control") + "</w:sdtContent></w:sdt>", "control"),
        ('<w:fldSimple w:instr="PAGE">' + run("7") + "</w:fldSimple>", "7"),
        ("<w:smartTag><w:smartTag>" + run("x") + "</w:smartTag></w:smartTag>", "x"),
        (
            '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>REF _1 \\h</w:instrText></w:r>'
            '<w:r><w:fldChar w:fldCharType="separate"/></w:r>' + run("5.1")
            + '<w:r><w:fldChar w:fldCharType="end"/></w:r>' + run(" applies"),
            "5.1 applies",
        ),
        (
            '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>'
            '</w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>' + run(" yes"),
            "☒ yes",
        ),
        (
            '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/>{}{}</w:ddList></w:ffData></w:fldChar></w:r>'.format('<w:listEntry w:val="no"/>', '<w:listEntry w:val="yes"/>'),
            "yes",
        ),
        (
            "<mc:AlternateContent><mc:Choice>" + run("new") + "</mc:Choice><mc:Fallback>" + run("old")
            + "</mc:Fallback></mc:AlternateContent>",
            "new",
        ),
        ("<m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>", "1/2"),
        ("<m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>", "x²"),
        ("<w:r><w:ruby><w:rt>" + run("kan") + "</w:rt><w:rubyBase>" + run("漢") + "</w:rubyBase></w:ruby></w:r>", "漢"),
    ],
)  # fmt: skip
def test_runs(content: str, expected: str) -> None:
    """What a run shows is its text; the codes behind it are not."""
    assert texts_of(read_docx(docx_of(paragraph(content)))) == [expected]


def test_field_without_an_end() -> None:
    """A field that is never closed hides at most the rest of its paragraph."""
    opening = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
    data = docx_of(paragraph(run("before"), opening, run("code")) + paragraph("after"))

    assert texts_of(read_docx(data)) == ["before", "after"]


def test_tracked_changes() -> None:
    """Insertions are read, deletions are not, a deleted paragraph end joins, and all are reported without names."""
    deleted_end = '<w:rPr><w:del w:author="Ann"/></w:rPr>'
    data = docx_of(
        paragraph(
            run("within "),
            '<w:del w:author="Ann"><w:r><w:delText>30</w:delText></w:r></w:del>',
            '<w:ins w:author="Bob">' + run("45") + "</w:ins>",
            run(" days"),
        )
        + paragraph("one ", properties=deleted_end)
        + paragraph("two")
        + paragraph("<w:moveFrom>" + run("moved") + "</w:moveFrom>", properties=deleted_end)
        + paragraph("<w:moveTo>" + run("moved") + "</w:moveTo>")
        + table(
            row("kept", "x"),
            row("gone", "y", properties="<w:del/>"),
            row("z", cell("w", properties="<w:cellDel/>")),
        ),
    )
    (notice,) = notices_of(read_docx(data))
    *texts, grid = blocks_of(read_docx(data))

    assert [block.text for block in texts] == ["within 45 days", "one two", "moved"]
    assert [block.text for block in grid.cells] == ["kept", "x", "z", ""]
    assert notice.code == "tracked_changes"
    assert "2 insertions" in notice.detail
    assert "5 deletions" in notice.detail
    assert "Ann" not in notice.detail


def test_what_is_not_read_is_reported() -> None:
    """Comments, pictures and embedded documents are counted; struck-through text is read, and that is said."""
    picture = '<w:r><w:drawing><a:blip xmlns:a="urn:a"/></w:drawing></w:r>'
    comment = "<w:r><w:commentReference/></w:r>"
    data = docx_of(
        paragraph("text", comment, comment, picture)
        + paragraph(run("old", "<w:strike/>"))
        + '<w:altChunk r:id="x"/>',
        comments='<w:comment w:id="0">' + paragraph("a remark") + "</w:comment>",
    )

    assert texts_of(read_docx(data)) == ["text", "old"]
    assert {notice.code: notice.detail[-3:] for notice in notices_of(read_docx(data))} == {
        "comments": " 2.",
        "pictures": " 1.",
        "embedded_documents": " 1.",
        "struck_text": " 1.",
    }


def test_notes() -> None:
    """Footnotes follow the paragraph that refers to them, endnotes the body; each has the mark that is printed."""
    body = (
        paragraph(
            "price", '<w:r><w:footnoteReference w:id="2"/></w:r>', '<w:r><w:endnoteReference w:id="1"/></w:r>'
        )
        + table(row(cell(paragraph("a", '<w:r><w:footnoteReference w:id="3"/></w:r>')), "b"))
        + paragraph("end")
    )
    footnotes = "".join(
        f'<w:footnote w:id="{key}">{paragraph("<w:r><w:footnoteRef/></w:r>", run(text))}</w:footnote>'
        for key, text in ((2, " without tax"), (3, " in cash"))
    )
    endnotes = f'<w:endnote w:id="1">{paragraph("<w:r><w:endnoteRef/></w:r>", run(" see annex"))}</w:endnote>'
    blocks = blocks_of(read_docx(docx_of(body, footnotes=footnotes, endnotes=endnotes)))

    assert [(block.kind, block.text) for block in blocks] == [
        (BlockKind.PARAGRAPH, "price¹[i]"),
        (BlockKind.FOOTNOTE, "¹ without tax"),
        (BlockKind.TABLE, ""),
        (BlockKind.FOOTNOTE, "² in cash"),
        (BlockKind.PARAGRAPH, "end"),
        (BlockKind.FOOTNOTE, "[i] see annex"),
    ]
    assert blocks[2].cells[0].text == "a²"


def test_note_that_refers_to_itself() -> None:
    """A note is written once."""
    reference = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    footnotes = f'<w:footnote w:id="2">{paragraph("again", reference)}</w:footnote>'

    assert texts_of(read_docx(docx_of(paragraph("x", reference), footnotes=footnotes))) == ["x¹", "again¹"]


def test_headers_and_footers() -> None:
    """They come last and once, however many sections have the same."""
    first = '<w:sectPr><w:headerReference r:id="header1"/><w:footerReference r:id="footer1"/></w:sectPr>'
    second = '<w:sectPr><w:headerReference r:id="header2"/><w:headerReference r:id="none"/></w:sectPr>'
    data = docx_of(
        paragraph("one", properties=first) + paragraph("two") + second,
        header1=paragraph("Contract"),
        header2=paragraph("Contract"),
        footer1=paragraph("Page ") + paragraph("7"),
        header3=paragraph("not used"),
    )

    assert [(block.kind, block.text) for block in blocks_of(read_docx(data))] == [
        (BlockKind.PARAGRAPH, "one"),
        (BlockKind.PARAGRAPH, "two"),
        (BlockKind.HEADER, "Contract"),
        (BlockKind.FOOTER, "Page\n7"),
    ]


_WHITE = '<w:color w:val="FFFFFF"/>'


@pytest.mark.parametrize(
    ("properties", "hiding"),
    [
        ("<w:vanish/>", Hiding.INVISIBLE),
        ('<w:vanish w:val="0"/>', None),
        ('<w:rStyle w:val="h"/>', Hiding.INVISIBLE),
        ('<w:rStyle w:val="h"/><w:vanish w:val="false"/>', None),
        ('<w:sz w:val="2"/>', Hiding.TINY),
        ('<w:sz w:val="16"/>', None),
        (_WHITE, Hiding.NO_CONTRAST),
        (_WHITE + '<w:shd w:val="clear" w:fill="000080"/>', None),
        (_WHITE + '<w:highlight w:val="black"/>', None),
        (_WHITE + '<w:shd w:val="clear" w:fill="FFFFFF"/>', Hiding.NO_CONTRAST),
    ],
)
def test_hidden_text(properties: str, hiding: Hiding | None) -> None:
    """Text that a reader does not see is a block of its own with the reason."""
    styles = style_of("h", "Hidden", "<w:rPr><w:vanish/></w:rPr>", "character")
    data = docx_of(paragraph(run("seen "), run("secret", properties)), styles=styles)
    expected = [FlowBlock(kind=BlockKind.PARAGRAPH, text="seen secret" if hiding is None else "seen")]
    if hiding is not None:
        expected.append(FlowBlock(kind=BlockKind.HIDDEN, text="secret", hiding=hiding))

    assert blocks_of(read_docx(data)) == expected


def test_white_text_on_a_dark_cell_is_seen() -> None:
    """A table's own background, or its style's, makes white text readable; plain tables do not."""
    white = paragraph(run("Item", _WHITE))
    styles = style_of(
        "dark", "Dark", '<w:tblStylePr><w:tcPr><w:shd w:fill="000080"/></w:tcPr></w:tblStylePr>', "table"
    )
    shaded = '<w:shd w:val="clear" w:fill="4472C4"/>'
    data = docx_of(
        table(row(cell(white, properties=shaded), "a"))
        + table(row(cell(white), "b"), properties='<w:tblStyle w:val="dark"/>')
        + table(row(cell(white), "c"), properties='<w:tblStyle w:val="TableGrid"/>'),
        styles=styles,
    )
    blocks = blocks_of(read_docx(data))

    assert [block.cells[0].text for block in blocks if block.cells] == ["Item", "Item", ""]
    assert [block.text for block in blocks if block.kind is BlockKind.HIDDEN] == ["Item"]


def test_text_boxes() -> None:
    """Text boxes follow the paragraph that they hang on, in one of their two forms."""
    box = "<w:txbxContent>" + paragraph("boxed") + table(row("a", "b")) + "</w:txbxContent>"
    both = (
        "<w:r><mc:AlternateContent><mc:Choice><w:drawing>" + box + "</w:drawing></mc:Choice><mc:Fallback><w:pict>"
        + box + "</w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    )  # fmt: skip
    blocks = blocks_of(read_docx(docx_of(paragraph("anchor", both) + paragraph("next"))))

    assert [block.text for block in blocks] == ["anchor", "boxed", "", "next"]


def test_table_cells() -> None:
    """Merged cells reach over rows and columns; header rows are those that are repeated on each page."""
    merged = '<w:vMerge w:val="restart"/>'
    data = docx_of(
        table(
            row("Item", cell("Price", properties='<w:gridSpan w:val="2"/>'), properties="<w:tblHeader/>"),
            row(cell("Pump", properties=merged), "1", "2"),
            row(
                cell(properties="<w:vMerge/>"),
                "3",
                "<w:sdt><w:sdtContent>" + cell("4") + "</w:sdtContent></w:sdt>",
            ),
            row("late", "5", properties='<w:gridBefore w:val="1"/><w:tblHeader/>'),
        ),
    )
    (block,) = blocks_of(read_docx(data))

    assert block.header_rows == 1
    assert block.cells == (
        FlowCell(0, 0, 1, 1, "Item", True),
        FlowCell(0, 1, 1, 2, "Price", True),
        FlowCell(1, 0, 2, 1, "Pump"),
        FlowCell(1, 1, 1, 1, "1"),
        FlowCell(1, 2, 1, 1, "2"),
        FlowCell(2, 1, 1, 1, "3"),
        FlowCell(2, 2, 1, 1, "4"),
        FlowCell(3, 0, 1, 1, ""),
        FlowCell(3, 1, 1, 1, "late"),
        FlowCell(3, 2, 1, 1, "5"),
    )


def test_nested_table_and_frame() -> None:
    """A table in a cell is read row by row; one of a single cell is a frame, and what it holds stands for itself."""
    inner = table(row("a", "b"), row("c", "d"))
    data = docx_of(table(row(cell("see", inner), "right")) + table(row(cell("boxed one", "boxed two"))))
    grid, *framed = blocks_of(read_docx(data))

    assert grid.cells[0].text == "see\na  b\nc  d"
    assert [block.text for block in framed] == ["boxed one", "boxed two"]


def test_strict_files() -> None:
    """The strict variant of the format has other names for the same things."""
    with zipfile.ZipFile(io.BytesIO(docx_of(paragraph("strict")))) as archive:
        members = {name: archive.read(name).decode() for name in archive.namelist()}
    strict = {
        name: text.replace(
            "schemas.openxmlformats.org/wordprocessingml/2006", "purl.oclc.org/ooxml/wordprocessingml"
        )
        for name, text in members.items()
    }

    assert strict != members
    assert texts_of(read_docx(zip_of(strict))) == ["strict"]


def test_python_docx_writes_what_we_read() -> None:
    """A file that another program wrote, with its whole set of styles."""
    document = docx.Document()
    document.add_heading("Agreement", 0)
    document.add_heading("Scope", 2)
    document.add_paragraph("first", style="List Number")
    document.add_paragraph("second", style="List Number")
    document.add_paragraph("point", style="List Bullet")
    grid = document.add_table(2, 2)
    grid.cell(0, 0).merge(grid.cell(0, 1)).text = "wide"
    grid.cell(1, 1).text = "low"
    document.sections[0].footer.paragraphs[0].text = "confidential"
    file = io.BytesIO()
    document.save(file)
    blocks = blocks_of(read_docx(file.getvalue()))

    assert [(block.kind, block.level, block.text) for block in blocks] == [
        (BlockKind.HEADING, 1, "Agreement"),
        (BlockKind.HEADING, 2, "Scope"),
        (BlockKind.LIST_ITEM, 0, "1. first"),
        (BlockKind.LIST_ITEM, 0, "2. second"),
        (BlockKind.LIST_ITEM, 0, "• point"),
        (BlockKind.TABLE, 0, ""),
        (BlockKind.FOOTER, 0, "confidential"),
    ]
    assert [(each.row, each.column, each.column_span, each.text) for each in blocks[5].cells] == [
        (0, 0, 2, "wide"),
        (1, 0, 1, ""),
        (1, 1, 1, "low"),
    ]

"""Blocks of a file without pages to a document."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.documents.model import FURNITURE, BlockKind, Document, Hiding, Notice, PageKind
from app.errors import NoText
from app.extract.flow.assembly import assemble_flow
from app.extract.flow.html import read_html
from app.extract.raw import FlowBlock, FlowCell
from tests.flow_builders import blocks_of


def _paragraph(text: str, kind: BlockKind = BlockKind.PARAGRAPH) -> FlowBlock:
    return FlowBlock(kind=kind, text=text)


_TABLE = FlowBlock(
    kind=BlockKind.TABLE,
    header_rows=1,
    cells=(
        FlowCell(0, 0, 1, 1, "Item", True),
        FlowCell(0, 1, 1, 2, "Price\nEUR", True),
        FlowCell(1, 0, 2, 1, "Pump"),
        FlowCell(1, 1, 1, 1, ""),
        FlowCell(1, 2, 1, 1, "12"),
        FlowCell(2, 1, 1, 1, ""),
        FlowCell(3, 1, 1, 1, "14"),
    ),
)


def test_document() -> None:
    """One page without a size; the body first, what stands outside the reading order last."""
    notice = Notice(code="comments", detail="One.")
    document = assemble_flow(
        [
            _paragraph("Head", BlockKind.HEADER),
            FlowBlock(kind=BlockKind.HEADING, text="1. Scope", level=2),
            _paragraph("Text."),
            FlowBlock(kind=BlockKind.HIDDEN, text="secret", hiding=Hiding.TINY),
            _paragraph("End."),
            _paragraph(" "),
        ],
        [notice],
    )
    (page,) = document.pages

    assert document.text == "1. Scope\nText.\nEnd.\nHead\nsecret\n"
    assert document.text[: document.body_end] == "1. Scope\nText.\nEnd.\n"
    assert [document.text_of(block) for block in document.body_of(page)] == ["1. Scope", "Text.", "End."]
    assert (page.number, page.label, page.kind) == (1, "1", PageKind.TEXT)
    assert (page.blocks[0].level, page.blocks[-1].hiding) == (2, Hiding.TINY)
    assert [each.code for each in document.notices] == ["comments", "hidden_text"]


def test_table() -> None:
    """Each row that has text is a line, its cells two spaces apart; cells know their characters, empty ones are out."""
    document = assemble_flow([_paragraph("Before"), _TABLE])
    (table,) = document.tables

    assert document.text == "Before\nItem  Price EUR\nPump  12\n14\n"
    assert [(each.row, each.column, document.text[each.start : each.end]) for each in table.cells] == [
        (0, 0, "Item"),
        (0, 1, "Price EUR"),
        (1, 0, "Pump"),
        (1, 2, "12"),
        (3, 1, "14"),
    ]
    assert (table.rows, table.columns, table.header_rows, table.pages) == (4, 3, 1, (1,))
    assert document.pages[0].blocks[1].table == 0


@pytest.mark.parametrize(
    ("caption", "is_its"), [("表1 价格", True), ("Prices", True), ("图3", False), ("Figure 3", False)]
)
def test_caption(caption: str, is_its: bool) -> None:
    """The caption right before a table is the table's, unless it is a figure's."""
    document = assemble_flow([_paragraph(caption, BlockKind.CAPTION), _TABLE])
    span = document.tables[0].caption

    assert (None if span is None else document.text[span[0] : span[1]]) == (caption if is_its else None)


@pytest.mark.parametrize(
    "blocks", [[], [_paragraph("  ")], [FlowBlock(kind=BlockKind.TABLE, cells=(FlowCell(0, 0, 1, 1, " "),))]]
)
def test_no_text(blocks: list[FlowBlock]) -> None:
    """A file without text is refused."""
    with pytest.raises(NoText):
        assemble_flow(blocks)


_BLOCKS = st.one_of(
    st.builds(
        _paragraph,
        st.text("a中 \n", max_size=6),
        st.sampled_from([kind for kind in BlockKind if kind is not BlockKind.TABLE]),
    ),
    st.lists(st.text("a中 \n", max_size=4), min_size=1, max_size=6).map(
        lambda texts: FlowBlock(
            kind=BlockKind.TABLE, cells=tuple(FlowCell(at // 2, at % 2, 1, 1, text) for at, text in enumerate(texts))
        ),
    ),
)  # fmt: skip


@given(st.lists(_BLOCKS, max_size=8).filter(lambda blocks: any(_letters(block) for block in blocks)))
def test_spans(blocks: list[FlowBlock]) -> None:
    """Blocks follow each other without a gap, cells lie in their blocks in order, and no letter is lost."""
    document = assemble_flow(blocks)
    placed = document.pages[0].blocks

    assert "".join(document.text_of(block) + "\n" for block in placed) == document.text
    assert [block.kind in FURNITURE for block in placed] == [
        block.start >= document.body_end for block in placed
    ]
    assert sorted(letter for block in blocks for letter in _letters(block)) == sorted(
        "".join(document.text.split())
    )
    for block in placed:
        cells = () if block.table is None else document.tables[block.table].cells
        ends = [block.start, *(at for each in cells for at in (each.start, each.end)), block.end]
        assert ends == sorted(ends)


def _letters(block: FlowBlock) -> str:
    return "".join((block.text + "".join(each.text for each in block.cells)).split())


@given(st.binary(max_size=120))
def test_documents_can_be_stored(data: bytes) -> None:
    """Whatever bytes a text is made of, the document goes through the form in which it is stored."""
    blocks = [*blocks_of(read_html(data)), _paragraph("x")]
    document = assemble_flow(blocks)

    assert msgspec.msgpack.decode(msgspec.msgpack.encode(document), type=Document) == document

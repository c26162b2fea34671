"""Reads a DOCX file as Word shows it after all changes were accepted: text, numbers, tables, notes.

The XML is read directly: python-docx knows neither the numbers of paragraphs nor tracked changes, notes, fields or
text boxes, and the standard library reads XML without another dependency.
"""

from collections import Counter
from collections.abc import Iterator

from app.documents.model import BlockKind, Notice
from app.errors import Damage, DamagedDocument
from app.extract.flow.grid import cell_text
from app.extract.flow.numbering import Numbering
from app.extract.flow.package import Element, Package
from app.extract.flow.runs import RunReader
from app.extract.flow.story import Sheet, Story
from app.extract.flow.styles import Styles
from app.extract.flow.words import RELATIONSHIPS, value_of, w
from app.extract.raw import FlowBlock, Opened

_NOTE_PARTS = {"footnotes": "footnote", "endnotes": "endnote"}
_MARGINS = (
    (w("headerReference"), BlockKind.HEADER),
    (w("footerReference"), BlockKind.FOOTER),
)
_RELATIONSHIP_ID = f"{{{RELATIONSHIPS}}}id"


def read_docx(data: bytes) -> Iterator[Opened | FlowBlock]:
    """The blocks of a DOCX file, headers and footers last.

    Raises DamagedDocument, UnsupportedFile (another kind of Office file) or OutputExceeded (it unpacks to too much).
    """
    package = Package(data)
    main = package.main_part()
    root = package.xml(main)
    body = None if root is None else root.find(w("body"))
    if root is None or body is None:
        raise DamagedDocument(Damage.NO_BODY)
    sheet, parts = _sheet(package, main, white_is_hidden=root.find(w("background")) is None)
    blocks = list(_blocks(sheet, body))
    blocks += _margins(sheet, body, parts)
    yield Opened(pages=0, notices=tuple(_notices(sheet.counts)))
    yield from blocks


def _sheet(package: Package, main: str, *, white_is_hidden: bool) -> tuple[Sheet, dict[str, Element]]:
    """What the stories share, and the parts with headers and footers by the id of their relationship."""
    found: dict[str, Element] = {}
    margins: dict[str, Element] = {}
    for key, relationship in package.relationships(main).items():
        if relationship.kind in {"styles", "numbering", "settings", *_NOTE_PARTS}:
            if (root := package.xml(relationship.target)) is not None:
                found[relationship.kind] = root
        elif (
            relationship.kind in {"header", "footer"}
            and (root := package.xml(relationship.target)) is not None
        ):
            margins[key] = root
    styles = Styles(found.get("styles"))
    counts: Counter[str] = Counter()
    runs = RunReader(styles, counts, white_is_hidden=white_is_hidden)
    for kind in _NOTE_PARTS.values():
        settings = found.get("settings")
        style = None if settings is None else value_of(settings.find(w(f"{kind}Pr")), "numFmt")
        runs.note_styles[kind] = style or runs.note_styles[kind]
    notes = {
        (kind, element.get(w("id"), "")): element
        for part, kind in _NOTE_PARTS.items()
        if part in found
        for element in found[part].findall(w(kind))
    }
    numbering = Numbering(found.get("numbering"), styles)
    return Sheet(styles=styles, numbering=numbering, runs=runs, counts=counts, notes=notes), margins


def _blocks(sheet: Sheet, body: Element) -> Iterator[FlowBlock]:
    story = Story(sheet)
    yield from story.blocks(body)
    # An endnote may refer to another one.
    while story.endnotes:
        yield from story.note(story.endnotes.popleft())
        yield from story.blocks(Element("nothing"))


def _margins(sheet: Sheet, body: Element, parts: dict[str, Element]) -> Iterator[FlowBlock]:
    """Each text that runs along the pages, once, in the order of the sections that have it."""
    seen = set()
    for section in body.iter(w("sectPr")):
        for tag, kind in _MARGINS:
            for reference in section.findall(tag):
                part = parts.get(reference.get(_RELATIONSHIP_ID, ""))
                if part is None:
                    continue
                blocks = list(Story(sheet).blocks(part))
                text = cell_text(block for block in blocks if block.kind is not BlockKind.HIDDEN)
                if text and (kind, text) not in seen:
                    seen.add((kind, text))
                    yield FlowBlock(kind=kind, text=text)
                    yield from (block for block in blocks if block.kind is BlockKind.HIDDEN)


def _notices(counts: Counter[str]) -> Iterator[Notice]:
    insertions, deletions = counts["insertions"], counts["deletions"]
    if insertions or deletions:
        yield Notice(
            code="tracked_changes",
            detail=(
                f"The file has tracked changes: {insertions:,} insertions were read as accepted, and "
                f"{deletions:,} deletions left out."
            ),
        )
    for counted, code, sentence in (
        ("comments", "comments", "The file has comments, which were not read: {:,}."),
        ("pictures", "pictures", "The file has pictures or drawings, which were not read: {:,}."),
        ("chunks", "embedded_documents", "Other documents are embedded in the file and were not read: {:,}."),
        ("struck", "struck_text", "Text that is struck through was read like other text; places: {:,}."),
    ):
        if counts[counted]:
            yield Notice(code=code, detail=sentence.format(counts[counted]))

"""DOCX files made for tests, part by part, so that they can hold what no program writes on demand."""

import io
import zipfile
from collections.abc import Iterable, Mapping
from xml.sax.saxutils import escape

from app.documents.model import Notice
from app.extract.raw import FlowBlock, Opened

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_M = "http://schemas.openxmlformats.org/officeDocument/2006/math"
_MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"
_SPACES = f'xmlns:w="{_W}" xmlns:r="{_R}" xmlns:m="{_M}" xmlns:mc="{_MC}"'
_CONTENT_TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
_RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships"


def docx_of(body: str, **parts: str) -> bytes:
    """A DOCX file with this XML in its body; other parts (styles, numbering, footnotes, header1 ...) by name."""
    members = {
        "[Content_Types].xml": _CONTENT_TYPES,
        "_rels/.rels": _relationships({"rId1": ("officeDocument", "word/document.xml")}),
        "word/document.xml": _part("document", f"<w:body>{body}</w:body>"),
        "word/_rels/document.xml.rels": _relationships(
            {name: (name.rstrip("0123456789"), f"{name}.xml") for name in parts}
        ),
    }
    for name, content in parts.items():
        members[f"word/{name}.xml"] = _part(_ROOTS.get(name.rstrip("0123456789"), name), content)
    return zip_of(members)


_ROOTS = {"header": "hdr", "footer": "ftr"}


def zip_of(members: Mapping[str, str | bytes]) -> bytes:
    """An archive with these entries, packed."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


def _part(root: str, content: str) -> str:
    return f'<?xml version="1.0" encoding="UTF-8"?><w:{root} {_SPACES}>{content}</w:{root}>'


def _relationships(targets: Mapping[str, tuple[str, str]]) -> str:
    entries = "".join(
        f'<Relationship Id="{key}" Type="{_R}/{kind}" Target="{target}"/>'
        for key, (kind, target) in targets.items()
    )
    return f'<Relationships xmlns="{_RELATIONSHIPS}">{entries}</Relationships>'


def run(text: str, properties: str = "") -> str:
    """A run of text."""
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def paragraph(*content: str, properties: str = "") -> str:
    """A paragraph of runs; plain text becomes one."""
    runs = "".join(each if each.startswith("<") else run(each) for each in content)
    return f"<w:p><w:pPr>{properties}</w:pPr>{runs}</w:p>"


def numbered(text: str, level: int = 0, number: int = 1) -> str:
    """A paragraph of a list."""
    marks = f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>'
    return paragraph(*([text] if text else []), properties=marks)


def cell(*content: str, properties: str = "") -> str:
    """A table cell with paragraphs; plain text becomes one."""
    inner = "".join(each if each.startswith("<") else paragraph(each) for each in content)
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{inner or '<w:p/>'}</w:tc>"


def table(*rows: str, properties: str = "") -> str:
    """A table of rows."""
    return f"<w:tbl><w:tblPr>{properties}</w:tblPr>{''.join(rows)}</w:tbl>"


def row(*cells: str, properties: str = "") -> str:
    """A table row of cells; plain text becomes one."""
    inner = "".join(each if each.startswith("<") else cell(each) for each in cells)
    return f"<w:tr><w:trPr>{properties}</w:trPr>{inner}</w:tr>"


def levels_of(*levels: tuple[str, str], extra: Mapping[int, str] | None = None) -> str:
    """The part of a numbering definition with a format and a text for each level."""
    return "".join(
        f'<w:lvl w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="{style}"/>{(extra or {}).get(at, "")}'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
        for at, (style, text) in enumerate(levels)
    )


def numbering_of(levels: str, instances: str = "") -> str:
    """A numbering part with definition 0, list 1, and further instances as XML."""
    return (
        f'<w:abstractNum w:abstractNumId="0">{levels}</w:abstractNum>'
        f'<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>{instances}'
    )


def style_of(style_id: str, name: str, content: str = "", kind: str = "paragraph") -> str:
    """A style."""
    return f'<w:style w:type="{kind}" w:styleId="{style_id}"><w:name w:val="{name}"/>{content}</w:style>'


def blocks_of(messages: Iterable[Opened | FlowBlock]) -> list[FlowBlock]:
    """The blocks that a reader gave."""
    return [message for message in messages if isinstance(message, FlowBlock)]


def texts_of(messages: Iterable[Opened | FlowBlock]) -> list[str]:
    """The text of each block that is no table."""
    return [block.text for block in blocks_of(messages)]


def notices_of(messages: Iterable[Opened | FlowBlock]) -> tuple[Notice, ...]:
    """What the reader reported."""
    (opened,) = [message for message in messages if isinstance(message, Opened)]
    return opened.notices

"""What kind of file was sent, by its content first and its name second."""

import codecs
import re
from enum import StrEnum

from app.errors import EmptyUpload, UnsupportedFile

# How much of a file `detect` wants to see: the PDF header stands in the first kilobyte, a DOCX names its parts
# within the first entries of its archive.
HEAD = 65_536
_PDF_HEAD = 1_024
# A damaged header is repaired as everything else, when the first kilobyte holds the beginning of an object.
_OBJECT = re.compile(rb"\b\d{1,10} \d{1,5} obj\b")


class FileKind(StrEnum):
    """The files that can be read."""

    PDF = "pdf"
    DOCX = "docx"
    HTML = "html"
    MARKDOWN = "markdown"
    TEXT = "text"


_DOCX_NAMES = (".docx", ".docm", ".dotx", ".dotm")
_HTML_NAMES = (".html", ".htm", ".xhtml")
_MARKDOWN_NAMES = (".md", ".markdown", ".mdown", ".mkd")
_TEXT_NAMES = (".txt", ".text", *_HTML_NAMES, *_MARKDOWN_NAMES)
_SAVE_AS_PDF = "Save it as PDF or DOCX and send that."
_IMAGE = "Put the picture into a PDF and send that: the pages of a PDF are recognised."
_MAGICS = (
    (
        re.compile(rb"\x89PNG|\xff\xd8\xff|GIF8|II\*\0|MM\0\*|BM.{4}\0\0|RIFF....WEBP", re.DOTALL),
        "a picture",
        _IMAGE,
    ),
    (re.compile(rb"....ftyp(?:hei|hev|mif|avif)", re.DOTALL), "a picture", _IMAGE),
    (re.compile(rb"\{\\rtf"), "a rich text file (RTF)", _SAVE_AS_PDF),
    (
        re.compile(rb"\x1f\x8b|7z\xbc\xaf|Rar!|BZh|\xfd7zXZ"),
        "a compressed archive",
        "Send the document in it.",
    ),
    (re.compile(rb"%!PS"), "a PostScript file", _SAVE_AS_PDF),
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
# The name of an entry in its local header, which is never compressed.
_ENTRY = re.compile(rb"PK\x03\x04.{26}([\x20-\x7e]{1,128})", re.DOTALL)
_ARCHIVES = (
    (b"xl/", "an Excel workbook", _SAVE_AS_PDF),
    (b"ppt/", "a PowerPoint presentation", _SAVE_AS_PDF),
    (b"mimetypeapplication/vnd.oasis", "an OpenDocument file", _SAVE_AS_PDF),
    (b"mimetypeapplication/epub", "an EPUB book", _SAVE_AS_PDF),
)
_PAGE = re.compile(
    r"(?:\s|<\?xml[^>]{0,200}>|<!--(?:[^-]|-(?!->)){0,4000}-->)*<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE,
)
# The tags by which browsers take a file for HTML (WHATWG MIME Sniffing).
_TAG = re.compile(r"\s*<(?:h1|div|p|table|title|style|script|iframe|font|br|b|a)[\s>]", re.IGNORECASE)
# Share of control characters from which on a file without zero bytes is no text.
_BINARY_SHARE = 0.02
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_UTF16_OR_32 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)


def detect(head: bytes, filename: str) -> FileKind:
    """Tell the kind of a file from its first `HEAD` bytes and its name.

    Raises EmptyUpload, or UnsupportedFile, which says what the file looks like and what to send.
    """
    name = filename.lower()
    if not head:
        raise EmptyUpload
    if _is_pdf(head, name):
        return FileKind.PDF
    if head.startswith(_ZIP):
        return _in_archive(head, name)
    if head.startswith(_OLE):
        raise _old_office(head)
    for magic, what, instead in _MAGICS:
        if magic.match(head):
            raise UnsupportedFile(what, instead)
    return _text_kind(_text_of(head), name)


def _is_pdf(head: bytes, name: str) -> bool:
    if not name.endswith(_TEXT_NAMES) and _OBJECT.search(head, 0, _PDF_HEAD):
        return True
    at = head.find(b"%PDF-", 0, _PDF_HEAD)
    # A text about PDF files may name the mark.
    return at >= 0 and (not head[:at].strip(b"\0\xef\xbb\xbf \t\r\n\f") or not name.endswith(_TEXT_NAMES))


def _in_archive(head: bytes, name: str) -> FileKind:
    entries = [match[1] for match in _ENTRY.finditer(head)]
    if any(entry.startswith(b"word/") for entry in entries):
        return FileKind.DOCX
    for start, what, instead in _ARCHIVES:
        if any(entry.startswith(start) for entry in entries):
            raise UnsupportedFile(what, instead)
    # The first entry of a DOCX can be longer than the head.
    if name.endswith(_DOCX_NAMES) or any(entry.startswith(b"[Content_Types].xml") for entry in entries):
        return FileKind.DOCX
    raise UnsupportedFile("a zip archive", "Send the document in it.")


def _old_office(head: bytes) -> UnsupportedFile:
    what = (
        "an Office file with a password"
        if _ENCRYPTED_PACKAGE in head
        else "an old Office file (.doc, .xls, .ppt)"
    )
    return UnsupportedFile(what, "Save it as DOCX or PDF, without a password, and send that.")


def _text_of(head: bytes) -> str:
    """The head as far as it is ASCII; raises UnsupportedFile when it is no text."""
    if head.startswith(_UTF16_OR_32):
        return head.decode("utf-16", "replace")
    if b"\0" in head or len(_CONTROL.findall(head)) > _BINARY_SHARE * len(head):
        raise UnsupportedFile("binary data", "Send a PDF, DOCX, HTML, Markdown or text file (UTF-8).")
    return head.removeprefix(codecs.BOM_UTF8).decode("ascii", "replace")


def _text_kind(text: str, name: str) -> FileKind:
    if name.endswith(_HTML_NAMES) or _PAGE.match(text):
        return FileKind.HTML
    if name.endswith(_MARKDOWN_NAMES):
        return FileKind.MARKDOWN
    return FileKind.HTML if _TAG.match(text) and not name.endswith(_TEXT_NAMES) else FileKind.TEXT

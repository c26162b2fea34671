"""The parts of an Office Open XML package: a zip archive of XML, taken apart without trusting it.

Document types, and with them all entities, are refused before the XML is parsed; expat limits the rest.
"""

import io
import posixpath
import zipfile
import zlib
from xml.etree import ElementTree as ET

import msgspec

from app.errors import Damage, DamagedDocument, OutputExceeded, UnsupportedFile

# Office writes a few dozen parts; a document with a thousand pictures has little more than a thousand.
_MAX_MEMBERS = 20_000
# Bytes of all parts together, and of one part of XML: 128 MiB are about ten thousand pages.
_MAX_UNPACKED = 4 << 30
_MAX_PART = 128 << 20
# A part that is packed this well and is not small is no text that a person wrote.
_MAX_RATIO = 1_000
_SMALL = 16 << 20
_STRICT = (
    (b"http://purl.oclc.org/ooxml/wordprocessingml/main", b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"),
    (b"http://purl.oclc.org/ooxml/officeDocument/", b"http://schemas.openxmlformats.org/officeDocument/2006/"),
    (b"http://purl.oclc.org/ooxml/drawingml/", b"http://schemas.openxmlformats.org/drawingml/2006/"),
)  # fmt: skip
_RELATIONSHIP = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_OTHER_KINDS = (("xl/", "an Excel workbook"), ("ppt/", "a PowerPoint presentation"))

Element = ET.Element


class Relationship(msgspec.Struct, frozen=True, kw_only=True):
    """What a part refers to by an id: the last word of the kind, and the name of the other part."""

    kind: str
    target: str


class Package:
    """Reads parts by name, each under a limit; what an archive says of itself is not believed."""

    def __init__(self, data: bytes) -> None:
        """Raises DamagedDocument, or OutputExceeded for what unpacks to more than is allowed."""
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
            raise DamagedDocument(Damage.ARCHIVE_NOT_OPENED) from error
        members = self._archive.infolist()
        if len(members) > _MAX_MEMBERS:
            raise DamagedDocument(Damage.TOO_MANY_ENTRIES)
        if sum(member.file_size for member in members) > _MAX_UNPACKED:
            raise OutputExceeded(_MAX_UNPACKED)
        self._members = {member.filename.lstrip("/"): member for member in members}

    def main_part(self) -> str:
        """The name of the part with the document's text; raises UnsupportedFile for another kind of package."""
        for found in self.relationships("").values():
            if found.kind == "officeDocument" and found.target in self._members:
                self._refuse_other_kinds(found.target)
                return found.target
        if "word/document.xml" in self._members:
            return "word/document.xml"
        for name in self._members:
            self._refuse_other_kinds(name)
        raise DamagedDocument(Damage.NO_WORD_DOCUMENT)

    @staticmethod
    def _refuse_other_kinds(name: str) -> None:
        for start, what in _OTHER_KINDS:
            if name.startswith(start):
                raise UnsupportedFile(what, "Save it as PDF or DOCX and send that.")

    def relationships(self, part: str) -> dict[str, Relationship]:
        """What the part refers to inside the package, by id; nothing outside is ever followed."""
        folder, name = posixpath.split(part)
        root = self.xml(posixpath.join(folder, "_rels", f"{name}.rels"))
        if root is None:
            return {}
        return {
            element.get("Id", ""): Relationship(
                kind=element.get("Type", "").rpartition("/")[2],
                target=_resolve(folder, element.get("Target", "")),
            )
            for element in root.iter(_RELATIONSHIP)
            if element.get("TargetMode") != "External"
        }

    def xml(self, part: str) -> Element | None:
        """The root of a part, None when the package has no such part; raises DamagedDocument when it is no XML."""
        member = self._members.get(part)
        if member is None:
            return None
        data = self._read(member)
        if _has_document_type(data):
            raise DamagedDocument(Damage.DOCUMENT_TYPE)
        for strict, transitional in _STRICT:
            data = data.replace(strict, transitional)
        try:
            return ET.fromstring(data)  # noqa: S314 - document types, and with them all entities, are refused above
        except (ET.ParseError, ValueError, LookupError) as error:
            raise DamagedDocument(f"its part {posixpath.basename(part)} is no valid XML") from error

    def _read(self, member: zipfile.ZipInfo) -> bytes:
        if member.file_size > max(_SMALL, _MAX_RATIO * member.compress_size) or member.file_size > _MAX_PART:
            raise OutputExceeded(_MAX_PART)
        try:
            with self._archive.open(member) as file:
                data = file.read(_MAX_PART + 1)
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            NotImplementedError,
            RuntimeError,
            OSError,
            ValueError,
        ) as error:
            # RuntimeError: the archive's own encryption.
            raise DamagedDocument(Damage.ARCHIVE_CUT) from error
        if len(data) > _MAX_PART:
            raise OutputExceeded(_MAX_PART)
        return data


def _resolve(folder: str, target: str) -> str:
    if target.startswith("/"):
        return target.lstrip("/")
    return posixpath.normpath(posixpath.join(folder, target))


def _has_document_type(data: bytes) -> bool:
    """Whether entities can be declared; UTF-16 is looked through without its zero bytes."""
    plain = data.replace(b"\0", b"") if data[:1] in {b"\xff", b"\xfe", b"\0"} or data[1:2] == b"\0" else data
    return b"<!DOCTYPE" in plain or b"<!ENTITY" in plain

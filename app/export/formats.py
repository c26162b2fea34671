"""The forms in which a read file is given out; API and command line know the same ones."""

from enum import StrEnum

import msgspec

from app.documents.model import Document
from app.documents.structure import Structure
from app.export.grids import tables_as_csv
from app.export.markdown import as_markdown
from app.export.plain import as_text
from app.export.published import publish


class ContentFormat(StrEnum):
    """How a read file is written."""

    JSON = "json"
    TEXT = "text"
    MARKDOWN = "markdown"
    TABLES = "tables"


MEDIA_TYPES = {
    ContentFormat.JSON: "application/json",
    ContentFormat.TEXT: "text/plain; charset=utf-8",
    ContentFormat.MARKDOWN: "text/markdown; charset=utf-8",
    ContentFormat.TABLES: "text/csv; charset=utf-8",
}


def written(document: Document, structure: Structure, form: ContentFormat) -> bytes:
    """The file in that form, as UTF-8."""
    match form:
        case ContentFormat.JSON:
            return msgspec.json.encode(publish(document, structure)) + b"\n"
        case ContentFormat.TEXT:
            return as_text(document).encode()
        case ContentFormat.MARKDOWN:
            return as_markdown(document, structure).encode()
        case ContentFormat.TABLES:
            return tables_as_csv(document).encode()

"""Everything that is recognised over a document's text."""

from app.documents.model import Document
from app.documents.structure import Structure
from app.structure.clauses.definitions import definitions_of
from app.structure.clauses.references import references_of
from app.structure.clauses.tree import clauses_of
from app.structure.outline.sections import outline_of


def structure_of(document: Document) -> Structure:
    """Sections, clauses, definitions and references; the last three are empty where there are no clauses."""
    clauses = clauses_of(document)
    return Structure(
        sections=outline_of(document),
        clauses=clauses,
        definitions=definitions_of(document, clauses) if clauses else (),
        references=references_of(document, clauses) if clauses else (),
    )

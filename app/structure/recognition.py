"""Everything that is recognised over a document's text."""

from collections.abc import Sequence

from app.documents.model import Document
from app.documents.structure import Clause, Structure
from app.structure.clauses.definitions import definitions_of
from app.structure.clauses.references import references_of
from app.structure.clauses.tree import clauses_of
from app.structure.outline.sections import outline_of

# A document of more clauses than that, of whose text the numbered ones hold less than this share, is none that is
# made of clauses: a filing has headings, and a few numbered lists.
_MANY = 40
_NUMBERED_SHARE = 0.4


def _is_made_of(clauses: Sequence[Clause], document: Document) -> bool:
    if len(clauses) <= _MANY:
        return True
    numbered = sum(clause.own_end - clause.start for clause in clauses if clause.label)
    return numbered >= _NUMBERED_SHARE * document.body_end


def structure_of(document: Document) -> Structure:
    """Sections, clauses, definitions and references; the last three are empty where there are no clauses."""
    clauses = clauses_of(document)
    if not _is_made_of(clauses, document):
        clauses = ()
    return Structure(
        sections=outline_of(document),
        clauses=clauses,
        definitions=definitions_of(document, clauses) if clauses else (),
        references=references_of(document, clauses) if clauses else (),
    )

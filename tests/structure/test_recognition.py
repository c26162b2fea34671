"""All that is recognised over a text."""

from app.structure.clauses.tree import clauses_of
from app.structure.recognition import structure_of
from tests.builders import document_of

_WORDS = "The company sells pumps and spare parts in many countries of the world, and repairs them."


def test_contract() -> None:
    """A contract has clauses, defined terms and references, beside its sections."""
    document = document_of(
        [
            [
                "# Supply contract",
                "1. Definitions",
                '1.1 "Goods" means the pumps in Schedule A.',
                "1.2 The buyer pays as Section 1.1 says.",
                "2. Delivery",
                "2.1 The supplier delivers the Goods.",
            ],
        ],
    )

    structure = structure_of(document)

    assert [clause.label for clause in structure.clauses if clause.label] == ["1.", "1.1", "1.2", "2.", "2.1"]
    assert [definition.term for definition in structure.definitions] == ["Goods"]
    targets = [reference.target for reference in structure.references if reference.text == "Section 1.1"]
    assert [structure.clauses[target].label for target in targets if target is not None] == ["1.1"]


def test_filing() -> None:
    """A long report with headings and one numbered list is not made of clauses."""
    pages = [[f"# Heading number {chr(97 + at % 26)}{at}", _WORDS, _WORDS] for at in range(60)]
    document = document_of([*pages, ["1. The first point.", "2. The second point."]])

    assert len(clauses_of(document)) > 50
    assert structure_of(document).clauses == ()

"""A read file as plain text, page by page."""

from app.documents.model import Document


def as_text(document: Document) -> str:
    """The body of each page below a line with its number and how it was read."""
    parts = []
    for page in document.pages:
        parts.append(f"--- {page.number} ({page.kind.value})\n")
        parts += [document.text_of(block) + "\n" for block in document.body_of(page)]
    return "".join(parts)

"""A read file as plain text, page by page."""

from app.documents.model import Document


def as_text(document: Document) -> str:
    """The body of each page below a line with its number and how it was read.

    A sentence that goes on over a page border stands whole on the page where it begins.
    """
    ends = document.runs()
    parts = []
    for page in document.pages:
        parts.append(f"--- {page.number} ({page.kind.value})\n")
        parts += [
            document.text[block.start : ends[block.start]] + "\n"
            for block in document.body_of(page)
            if block.start in ends
        ]
    return "".join(parts)

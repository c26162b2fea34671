"""What every reader must say of a file in the same words."""

from collections.abc import Sequence

from app.documents.model import Notice


def hidden_text_on(pages: Sequence[int]) -> tuple[Notice, ...]:
    """The notice that text which no reader sees was left out; none without such pages."""
    if not pages:
        return ()
    detail = "Text that a reader of the page does not see was found and is left out of prompts."
    return (Notice(code="hidden_text", detail=detail, pages=tuple(pages)),)

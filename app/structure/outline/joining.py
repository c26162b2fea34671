"""Headings that were printed in two blocks are one: a number over its title, a row that was too long."""

from collections.abc import Iterable

import msgspec

from app.documents.language import is_han
from app.structure.outline.headings import LONGEST_HEADING, SIZE_STEP, Candidate
from app.structure.outline.numbering import label_of

# Words that stand over a chapter's number.
WORDS = frozenset({"part", "chapter", "appendix"})
# In font sizes: the most space between two blocks that are rows of one heading.
_WRAP_GAP = 0.9


def joined_candidates(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Headings that were printed in two blocks: a chapter's number over its title, a row that was too long."""
    joined: list[Candidate] = []
    for item in candidates:
        word = _with_word(joined[-1], item) if joined else None
        if word is not None:
            joined[-1] = word
        elif joined and _goes_on(joined[-1], item):
            before = joined.pop()
            number_only = not before.name
            joined.append(
                msgspec.structs.replace(
                    item,
                    start=before.start,
                    title=_one_title(before.title, item.title),
                    label=before.label,
                    size=item.size if number_only else before.size,
                    y0=before.y0,
                ),
            )
        else:
            joined.append(item)
    return [item for item in joined if item.name or item.stands_out]


def _with_word(before: Candidate, after: Candidate) -> Candidate | None:
    """The number of a chapter, where the word stands over it."""
    if after.order != before.order + 1 or before.title.casefold() not in WORDS:
        return None
    title = f"{before.title} {after.title}"
    label = label_of(title)
    if label is None or label.length < len(title):
        return None
    return msgspec.structs.replace(after, start=before.start, title=title, label=label, y0=before.y0)


def _one_title(before: str, after: str) -> str:
    """Two rows of a title; a word that was broken between them is whole again, and Chinese has no space there."""
    if before.endswith("-") and before[-2:-1].isalpha() and after[0].islower():
        return before[:-1] + after
    return f"{before}{'' if is_han(before[-1]) and is_han(after[0]) else ' '}{after}"


def _goes_on(before: Candidate, after: Candidate) -> bool:
    if after.order != before.order + 1 or after.page != before.page or not after.stands_out:
        return False
    if after.label is not None and after.label.named:
        return False
    if not before.name:
        return True
    return (
        after.label is None
        and before.stands_out
        and before.filled
        and len(before.title) < LONGEST_HEADING
        and before.bold == after.bold
        and abs(before.size - after.size) < SIZE_STEP
        and after.y0 - before.y0 >= 0
        and after.y0 - before.y1 < _WRAP_GAP * after.size
    )

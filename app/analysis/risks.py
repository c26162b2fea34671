"""The risks analysis: what the model must answer, and what is made of it once it is checked."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from app.documents.language import is_han
from app.errors import AnswerNotValid
from app.verify.claims import check_claim
from app.verify.evidence import CheckedNumber, CheckedQuote, Claim, Quote, QuoteStatus
from app.verify.numbers import check_numbers
from app.verify.quotes import QuoteIndex

MIN_RISKS = 3
MAX_RISKS = 5
SUMMARY_LIMIT = 300
EXPLANATION_LIMIT = 240
ANSWER_LIMIT = 2_000
_PHRASE = re.compile(r"[^，、,;；。.]*[，、,;；。.]|[^，、,;；。.]+$")
_MOST_REPEATS = 2
_SENTENCE_END = re.compile(r"[。！？；]|[.!?](?=\s|$)")


class Severity(StrEnum):
    """How much of a loss the risk threatens, as the model sees it."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class RiskDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One risk in the model's words. The quote comes first: small models explain what they have just copied."""

    quote: Annotated[str, Meta(min_length=8, max_length=200)]
    page: Annotated[int, Meta(ge=1, le=99_999)]
    title: Annotated[str, Meta(min_length=2, max_length=60)]
    explanation: Annotated[str, Meta(min_length=8, max_length=EXPLANATION_LIMIT)]
    severity: Severity


class RisksDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The model's answer."""

    risks: Annotated[list[RiskDraft], Meta(min_length=MIN_RISKS, max_length=MAX_RISKS)]
    summary: Annotated[str, Meta(min_length=2, max_length=SUMMARY_LIMIT)]


class Risk(msgspec.Struct, frozen=True, kw_only=True):
    """One risk with its verdicts."""

    title: str
    explanation: str
    severity: Severity
    proved: bool
    quotes: tuple[CheckedQuote, ...]
    numbers: tuple[CheckedNumber, ...]


class RisksAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Risks, proved ones first and then by severity; a summary of at most 300 characters.

    `duplicates` counts risks of the model that quoted a passage which another one had quoted already.
    """

    risks: tuple[Risk, ...]
    summary: str
    summary_numbers: tuple[CheckedNumber, ...]
    duplicates: int


_ORDER = list(Severity)


def answer_schema(quotable: Sequence[Sequence[str]]) -> bytes:
    """The JSON schema of the answer.

    With groups of quotable passages given, risk number n quotes a passage of group n. A document in which fewer
    groups were found than there must be risks is quoted freely: what cannot be found is marked all the same.
    """
    schema = msgspec.json.schema(RisksDraft)
    if len(quotable) >= MIN_RISKS:
        risk = schema["$defs"]["RiskDraft"]
        items = [
            risk | {"properties": risk["properties"] | {"quote": {"enum": list(passages)}}}
            for passages in quotable
        ]
        schema["$defs"]["RisksDraft"]["properties"]["risks"] = {
            "type": "array",
            "prefixItems": items,
            "items": False,
            "minItems": len(items),
            "maxItems": len(items),
        }
    return msgspec.json.encode(schema)


def read_answer(text: str, indexes: Sequence[QuoteIndex]) -> RisksAnswer:
    """Decode and check the model's answer. Raises AnswerNotValid."""
    draft = _decode(text)
    risks = [_check(risk, indexes) for risk in draft.risks]
    kept = list(_without_duplicates(risks))
    kept.sort(key=lambda risk: (not risk.proved, _ORDER.index(risk.severity)))
    summary = _one_line(_cut_at_loop(_cut_at_sentence(draft.summary, SUMMARY_LIMIT)))
    proofs = [quote.text for risk in kept for quote in risk.quotes if quote.status is QuoteStatus.VERBATIM]
    return RisksAnswer(
        risks=tuple(kept),
        summary=summary,
        summary_numbers=check_numbers([summary], proofs),
        duplicates=len(risks) - len(kept),
    )


def _decode(text: str) -> RisksDraft:
    try:
        # Not strict: xgrammar 0.2.8 lets line breaks and tabs stand bare in strings whose length is limited.
        return msgspec.convert(json.loads(text, strict=False), RisksDraft)
    except ValueError as error:  # of either library
        raise AnswerNotValid from error


def _one_line(text: str) -> str:
    """A model's words as they can be shown: no control characters, single spaces."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def _check(draft: RiskDraft, indexes: Sequence[QuoteIndex]) -> Risk:
    title = _one_line(draft.title)
    explanation = _one_line(_cut_at_sentence(draft.explanation, EXPLANATION_LIMIT))
    claim = Claim(
        statements=(title, explanation),
        quotes=(Quote(text=draft.quote, page=draft.page),),
    )
    checked = [check_claim(claim, index) for index in indexes]
    best = next((claim for claim in checked if claim.quotes[0].status is QuoteStatus.VERBATIM), checked[0])
    return Risk(
        title=title,
        explanation=explanation,
        severity=draft.severity,
        proved=best.proved,
        quotes=best.quotes,
        numbers=best.numbers,
    )


def _without_duplicates(risks: Iterable[Risk]) -> Iterable[Risk]:
    seen: set[tuple[str, int, int] | str] = set()
    for risk in risks:
        quote = risk.quotes[0]
        first = quote.occurrences[0] if quote.occurrences else None
        key = (quote.document, first.start, first.end) if first else quote.text
        if key not in seen:
            seen.add(key)
            yield risk


def _cut_at_loop(text: str) -> str:
    """A small model can fall into a loop up to its limit: end the text where a phrase comes for the third time."""
    seen: Counter[str] = Counter()
    kept = ""
    for phrase in _PHRASE.findall(text):
        seen[phrase.strip()] += 1
        if seen[phrase.strip()] > _MOST_REPEATS:
            return kept.rstrip("，、,;； ") + "…"
        kept += phrase
    return text


def _cut_at_sentence(text: str, limit: int) -> str:
    """A text that filled its limit was cut by it: end it where its last whole sentence, or else word, ends."""
    stripped = text.strip()
    if len(text) < limit or _SENTENCE_END.match(stripped[-1:]):
        return stripped
    ends = [match.end() for match in _SENTENCE_END.finditer(stripped)]
    if ends:
        return stripped[: ends[-1]]
    return _cut_at_word(stripped[: limit - 1]) + "…"


def _cut_at_word(text: str) -> str:
    """A text without its last word or number, which may be half of one; Chinese ends after any character."""
    end = len(text)
    while end and not text[end - 1].isspace() and not is_han(text[end - 1]):
        end -= 1
    return text[:end].rstrip() or text

"""Terms that a contract or a statute defines, in Chinese and in English."""

import re
from collections.abc import Iterator, Sequence

from app.documents.model import Document
from app.documents.structure import Clause, Definition
from app.structure.clauses.lookup import Clauses

_QUOTED = r"[“\"「『]([^“”\"「」『』\n]{1,80})[”\"」』]"
_TERM = re.compile(_QUOTED)
# What joins several terms that are defined at once.
_JOIN = r"[ \u00a0]{0,2}(?:,|/|、|和|或|与|及)?[ \u00a0]{0,2}(?:and |or )?[ \u00a0]{0,2}"
_TERMS = rf"{_QUOTED}(?:{_JOIN}{_QUOTED}){{0,6}}"
_MEANS = (
    r"\s{0,3},?\s{0,3}(?:\([^()]{0,80}\)\s{0,3})?"
    r"(?:(?:(?:shall|will|each|collectively|also|when used herein|as used herein),?\s{1,3}){0,3}"
    r"(?:means?\b|meaning\b|ha(?:s|ve) the (?:same )?meanings?\b|refers?\b|includes?\b|(?:is|are) defined\b)"
    r"|[，,]?(?:是指|系指|指的是|意指|即指|指|的含义|的定义|具有))"
)
_QUOTED_MEANS = re.compile(_TERMS + _MEANS)
_SINGLE_QUOTED_MEANS = re.compile(
    r"(?<![\w'’])['‘]([A-Z][^'‘’\n]{1,60})['’]\s{1,3}(?:(?:shall|will)\s{1,3})?(?:means?|ha(?:s|ve) the meaning)\b"
)
# (the "Buyer"), (collectively, the "Parties"), （以下简称“甲方”）: nothing but the term and words that introduce it.
_FILLER = (
    r"(?:the|an?|each|any|all|collectively|together|individually|severally|jointly|hereinafter|hereafter|referred|to|"
    r"as|called|known|defined|and|or|such|our|your|its|their|with|in|this|either|both|"
    r"以下|下|上述|简称|统称|合称|单称|分别|各|为|称|或|和|与|及|双方|合|,|;|:|、|，|：|/|\s)"
)
_BRACKETED = re.compile(
    rf"[（(]{_FILLER}{{0,16}}{_QUOTED}(?:{_FILLER}{{1,10}}{_QUOTED}){{0,6}}{_FILLER}{{0,3}}[）)]",
    re.IGNORECASE,
)
_ABBREVIATED = re.compile(
    r"(?:以下|下)(?:简称|统称|称)为?[“\"]?([^“”\"（）()，。；、\s]{1,30})[”\"]?[）)，,]"
)
_SO_CALLED = re.compile(
    r"本(?:法|条例|规定|办法|细则|合同|协议|条|章|节|款)所称(?:的)?[“\"]?([^“”\"，。；：\s]{1,30})[”\"]?[，,]?(?:是指|系指|指|包括)"
)
# At a clause's beginning, a term may be defined without quotation marks.
_BARE = re.compile(r"\s{0,4}([A-Z][\w’'-]{0,40}(?: [A-Z][\w’'-]{0,40}){0,5})\s{1,3}(?:shall mean|means)\b")
_BARE_HAN = re.compile(r"\s{0,4}([^\s“”\"，。；：:（()）]{1,20})[：:]?\s{0,2}(?:是指|系指|：指|:指)")


def definitions_of(document: Document, clauses: Sequence[Clause]) -> tuple[Definition, ...]:
    """The defined terms in the order of the text; [start, end) is the term itself, without quotation marks."""
    text = document.text[: document.body_end]
    known = Clauses(clauses)
    spans: dict[int, int] = {}
    for start, end in _spans(text, clauses):
        term = text[start:end].rstrip(",，.;； ")
        if term:
            spans.setdefault(start, start + len(term))
    return tuple(
        Definition(term=text[start:end], start=start, end=end, clause=known.around(start))
        for start, end in sorted(spans.items())
    )


def _spans(text: str, clauses: Sequence[Clause]) -> Iterator[tuple[int, int]]:
    for pattern in (_QUOTED_MEANS, _BRACKETED):
        for match in pattern.finditer(text):
            yield from (term.span(1) for term in _TERM.finditer(text, match.start(), match.end()))
    for pattern in (_SINGLE_QUOTED_MEANS, _ABBREVIATED, _SO_CALLED):
        yield from (match.span(1) for match in pattern.finditer(text))
    for clause in clauses:
        begins = clause.start + len(clause.label)
        bare = _BARE.match(text, begins) or _BARE_HAN.match(text, begins)
        if bare:
            yield bare.span(1)

"""Words that point to a clause, and the clause that they mean.

A reference to another law or contract is kept and has no target; so do 前款 and 前条, which count paragraphs.
"""

import re
from collections.abc import Iterator, Sequence

import msgspec

from app.documents.model import Document
from app.documents.structure import Clause, Reference
from app.structure.clauses.lookup import Clauses
from app.structure.numerals import HAN, from_han, from_name

_ITEM = r"(?:[ \u00a0]?\((?:[a-z]{1,4}|[A-Z]|\d{1,3})\))"
_NUMBER = rf"(?:\d{{1,3}}(?:\.\d{{1,3}}){{0,5}}|[IVXLC]{{1,6}}(?![A-Za-z])|[A-Z](?:\.\d{{1,3}}){{0,3}}(?![A-Za-z]))({_ITEM}{{0,4}})"
_FIRST = re.compile(
    rf"(?<![A-Za-z])((?i:sub-?)?(?:Sections?|SECTIONS?|Clauses?|CLAUSES?|Articles?|ARTICLES?|Paragraphs?|"
    rf"sections?(?=[ \u00a0]\d)|clauses?(?=[ \u00a0]\d)|articles?(?=[ \u00a0]\d)|paragraphs?(?=[ \u00a0]\d)|"
    rf"Schedules?|SCHEDULES?|Annex(?:es)?|ANNEX|Appendix|Appendices|APPENDIX|Exhibits?|EXHIBITS?|Attachments?)"
    rf"[ \u00a0\n]{{1,2}}|§{{1,2}} ?)[“\"]?({_NUMBER})"
)
# The rest of "Sections 8.1 (Liability Caps), 8.4 and 9(b)": a title in brackets may follow each number.
_FURTHER = re.compile(
    rf"(?:[ ]?\([A-Z][^()]{{1,80}}\))?[ ]?(?:,|;|&|–|-|,? ?and|,? ?or|to|through)[ ]({_NUMBER})(?![\w])"
)
_SCHEDULE_WORD = re.compile(r"schedule|annex|append|exhibit|attachment", re.IGNORECASE)
_LAW = r"(?:Act|Code|Law|Regulations?|Directive|Rules?|Statutes?|Constitution|Treaty|Convention|Ordinance|Polic(?:y|ies)|GDPR|CCPA|HIPAA|DMCA|FCPA)"
_OF_A_LAW = re.compile(
    rf"(?:[ ]?\([^()]{{1,80}}\))?,?[ ](?:(?:of|in|under)[ ])?(?:(?:that|such|said)[ ]\w|(?:the[ ])?"
    rf"(?:(?:[A-Z][\w.’'&-]{{0,30}}|of|and|for|on|\(\w{{1,8}}\))[ ]){{0,8}}{_LAW}\b)"
)
_AFTER_A_LAW = re.compile(rf"(?:{_LAW}(?: of)?(?: \d{{4}})?|U\.S\.C\.|C\.F\.R\.),? ?$")
_OF_SCHEDULE = re.compile(
    r"(?:[ ]?\([^()]{1,80}\))?[ ](?:of|to|in)[ ](?:Schedule|Annex|Appendix|Exhibit)[ ][“\"]?(\d{1,3}|[A-Z])\b"
)
_BEFORE = 40

_HAN_NUMBER = rf"[{HAN}\d]{{1,9}}"
_HAN_REFERENCE = re.compile(
    rf"第 ?(?P<number>{_HAN_NUMBER}|\d{{1,3}}(?:\.\d{{1,3}}){{1,5}}) ?(?P<unit>章|节|条|款|项)(?:之(?P<inserted>{_HAN_NUMBER}))?"
    rf"(?:第 ?{_HAN_NUMBER} ?款)?(?:第?[（(]?(?P<item>{_HAN_NUMBER})[）)]?项)?"
    rf"|(?P<here>本条)第 ?(?:{_HAN_NUMBER} ?款(?:第?[（(]?(?P<here_item>{_HAN_NUMBER})[）)]?项)?|[（(](?P<only_item>{_HAN_NUMBER})[）)]项)"
    rf"|附件 ?(?P<schedule>[{HAN}]{{1,4}}|\d{{1,3}}|[A-Z])(?![A-Za-z])"
    rf"|前(?:款|条|项|[{HAN}]{{1,2}}[款条项])"
)
# 《公司法》第十二条, 民法典第五百条; but 本法第十二条 is our own.
_OTHER_LAW = re.compile(
    r"(?:》|(?:法|法典|条例|规定|办法|细则|准则|公约|解释|规则|章程))(?:[（(][^（()）]{0,20}[）)])?\s?$"
)
_OWN = re.compile(r"本[^，。；、第]{0,8}$")
_LISTED = re.compile(r"[、和与及或至到，,~～-]{1,2}|以及|或者")
_LINK = 2


class _Found(msgspec.Struct, frozen=True):
    start: int
    end: int
    target: int | None


def references_of(document: Document, clauses: Sequence[Clause]) -> tuple[Reference, ...]:
    """All references in the order of the text; a clause's own label is none."""
    text = document.text[: document.body_end]
    known = Clauses(clauses)
    found = sorted((*_english(text, known), *_chinese(text, known)), key=lambda one: one.start)
    return tuple(
        Reference(
            text=text[one.start : one.end],
            start=one.start,
            end=one.end,
            clause=known.around(one.start),
            target=one.target,
        )
        for one in found
    )


def _english(text: str, known: Clauses) -> Iterator[_Found]:
    for match in _FIRST.finditer(text):
        if known.begins_at(match.start()):
            continue
        spans = [(match.start(), match.end(), match[2])]
        further = _FURTHER.match(text, match.end())
        while further:
            spans.append((further.start(1), further.end(1), further[1]))
            further = _FURTHER.match(text, further.end())
        last = spans[-1][1]
        foreign = _is_foreign(text, match.start(), last)
        of_schedule = _OF_SCHEDULE.match(text, last)
        for start, end, number in spans:
            target = None if foreign else _english_target(match[1], number, of_schedule, start, known)
            yield _Found(start, end, target)


def _is_foreign(text: str, start: int, end: int) -> bool:
    return bool(_OF_A_LAW.match(text, end) or _AFTER_A_LAW.search(text, max(0, start - _BEFORE), start))


def _english_target(
    word: str, number: str, schedule: re.Match[str] | None, place: int, known: Clauses
) -> int | None:
    name, *items = re.findall(r"[A-Za-z]+|\d[\d.]*", number)
    items = [item.lower() for item in items]
    near = known.around(place)
    if _SCHEDULE_WORD.match(word):
        return known.numbered(f"schedule {_counted(name)}", near)
    if schedule:
        near = known.numbered(f"schedule {_counted(schedule[1])}", near)
        if near is None:
            return None
    for name_read in dict.fromkeys((name.lower(), str(_counted(name)))):
        found = known.numbered(name_read, near, items)
        if found is not None:
            return found
    return None


def _counted(name: str) -> str:
    """Articles are counted in figures whatever they are printed in: Article IV is 4, Schedule B is 2."""
    return name if name[0].isdecimal() else str(from_name(name) or name.lower())


def _chinese(text: str, known: Clauses) -> Iterator[_Found]:
    previous_end, foreign = -1, False
    for match in _HAN_REFERENCE.finditer(text):
        before = text[max(0, match.start() - _BEFORE) : match.start()]
        listed = 0 <= match.start() - previous_end <= _LINK and _LISTED.fullmatch(
            text, previous_end, match.start()
        )
        if not listed:
            foreign = bool(_OTHER_LAW.search(before)) and not _OWN.search(before)
        previous_end = match.end()
        if not known.begins_at(match.start()):
            yield _Found(match.start(), match.end(), None if foreign else _chinese_target(match, known))


def _chinese_target(match: re.Match[str], known: Clauses) -> int | None:
    near = known.around(match.start())
    if match["schedule"]:
        return known.numbered(f"schedule {_value(match['schedule'])}", near)
    if match["here"]:
        item = match["here_item"] or match["only_item"]
        return known.within(known.enclosing(near, "article"), [_value(item)] if item else [])
    if not match["number"]:
        return None
    number = _value(match["number"])
    if match["unit"] in "章节":
        name = f"chapter {number}" if match["unit"] == "章" else f"section {number}"
        within = known.within(known.enclosing(near, "chapter"), [name]) if match["unit"] == "节" else None
        return within if within is not None else known.numbered(name, near)
    if match["unit"] != "条" and "." not in number:
        return None
    if match["inserted"]:
        number = f"{number}-{_value(match['inserted'])}"
    return known.numbered(number, near, [_value(match["item"])] if match["item"] else [])


def _value(number: str) -> str:
    if "." in number:
        return number
    return str(from_han(number) or _counted(number))

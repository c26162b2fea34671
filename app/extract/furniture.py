"""Running headers and footers: rows at a page's edge that come again, page after page, but for their digits."""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from statistics import median
from typing import NamedTuple

from app.documents.model import BlockKind
from app.extract.raw import RawTable
from app.extract.rows import Row

# Shares of the page's height in which furniture is looked for.
_TOP = 0.12
_BOTTOM = 0.88
_ROWS_LOOKED_AT = 5
# A row must come again on this share of the pages, and on two at least.
_SHARE = 0.35
# One that changes with the chapter comes again at its own place on one of the next pages: left and right pages may
# have different ones.
_NEXT = 2
# Points by which the place of a running row may differ.
_PLACE = 3.0
_DIGITS = re.compile(r"\d+")
_NUMBERED = re.compile(r"\d+\.\d")
# A row larger than the usual font size by this factor is a heading, until the very same one comes again.
_LARGE = 1.15
_ROMAN = (
    "(?=[ivxlc])c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})"
    "|(?=[IVXLC])C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
)
_PAGE_NUMBER = re.compile(
    rf"[-—–~·|\s]*(?:第\s*|[Pp]age\s+|[A-Z]{{1,2}}-)?(?:\d{{1,4}}|{_ROMAN})(?:\s*页)?"
    r"(?:\s*(?:/|of|[/,，]?\s*共)\s*\d{1,4}(?:\s*页)?)?[-—–~·|\s]*",
)

_PRINTED_NUMBER = re.compile(rf"(?:[A-Z]{{1,2}}-)?(?:\d{{1,4}}|\b(?:{_ROMAN})\b)")
_BARE = re.compile(r"\d{1,4}")

# In a file of few pages nothing comes again. There a row is furniture that stands alone, this near to the edge (a share
# of the height), this far from the text (in its font sizes), not larger than the text, and not longer than that.
_FEW_PAGES = 3
_EDGE = 0.08
_APART = 1.5
_LONGEST = 130
_ROWS_ALONE = 4

Found = dict[int, BlockKind]


class _Candidate(NamedTuple):
    """A row next to an edge: its position on the page, what it reads as but for its digits, its height and text."""

    kind: BlockKind
    at: int
    key: str
    place: float
    text: str
    large: bool


def find_furniture(
    pages: Sequence[tuple[Sequence[Row], float]],
    tables: Sequence[Sequence[RawTable]] = (),
) -> list[Found]:
    """For each page (its rows and its height), the positions of the rows that are header or footer.

    `tables` are those of each page; what stands near one is no furniture.
    """
    sizes = Counter(row.size for rows, _ in pages for row in rows)
    few = len(pages) <= _FEW_PAGES
    # In a file of few pages, rows that differ in a digit are as likely the text of a form.
    style = _Style(_LARGE * sizes.most_common(1)[0][0] if sizes else 0.0, fold=not few)
    candidates = [list(_candidates(rows, height, style)) for rows, height in pages]
    repeated = _Repeated(candidates)
    counted = _counting_rows([rows for rows, _ in pages])
    found = []
    for number, (rows, height) in enumerate(pages):
        others = tables[number] if tables else ()
        found.append(
            {
                one.at: one.kind
                for one in candidates[number]
                if repeated.runs(number, one) or (few and _stands_alone(rows, one.at, height, others))
            },
        )
        if number in counted:
            found[-1].setdefault(counted[number], BlockKind.FOOTER)
    return found


def page_number_in(text: str) -> str | None:
    """The number that a row prints as its page's, without words around it; None when it is another row."""
    if not _PAGE_NUMBER.fullmatch(text):
        return None
    match = _PRINTED_NUMBER.search(text)
    return None if match is None else match[0]


def _counting_rows(pages: Sequence[Sequence[Row]]) -> dict[int, int]:
    """For each page whose last row is a number that counts with the pages, the row's position.

    Files that were made of web pages have their numbers right below the text, at any height.
    """
    last = {
        number: max(range(len(rows)), key=lambda at: rows[at].y0) for number, rows in enumerate(pages) if rows
    }
    texts = {number: pages[number][at].text.strip("-—–~ ") for number, at in last.items()}
    values = {number: int(text) for number, text in texts.items() if _BARE.fullmatch(text)}
    shifts = Counter(value - number for number, value in values.items())
    if not shifts:
        return {}
    shift, count = shifts.most_common(1)[0]
    if count < max(_FEW_PAGES, _SHARE * len(pages)):
        return {}
    return {number: last[number] for number, value in values.items() if value - number == shift}


class _Style(NamedTuple):
    """From which font size a row is a heading, and whether rows that differ in digits are the same one."""

    large: float
    fold: bool


def _candidates(rows: Sequence[Row], height: float, style: _Style) -> Iterator[_Candidate]:
    """The rows next to the top and bottom edge."""
    by_place = sorted(range(len(rows)), key=lambda at: rows[at].y0)
    for at in by_place[:_ROWS_LOOKED_AT]:
        if rows[at].y1 <= _TOP * height:
            yield _candidate(BlockKind.HEADER, rows, at, style)
    for at in by_place[-_ROWS_LOOKED_AT:]:
        if rows[at].y0 >= _BOTTOM * height:
            yield _candidate(BlockKind.FOOTER, rows, at, style)


def _candidate(kind: BlockKind, rows: Sequence[Row], at: int, style: _Style) -> _Candidate:
    row = rows[at]
    text = "".join(row.text.split())
    # Headings at the top of pages differ in nothing but their number: 3.8.1 Requirements, 3.9.1 Requirements.
    large = row.size >= style.large
    exact = large or not style.fold or _NUMBERED.match(row.text)
    key = text if exact else _DIGITS.sub("#", text)
    return _Candidate(kind, at, key, round(row.y0, 1), row.text, large)


class _Repeated:
    """Knows which rows come again, and where such rows usually stand."""

    def __init__(self, candidates: Sequence[Sequence[_Candidate]]) -> None:
        self._pages: defaultdict[tuple[BlockKind, str], list[int]] = defaultdict(list)
        for number, page in enumerate(candidates):
            for key in {(one.kind, one.key) for one in page}:
                self._pages[key].append(number)
        self._needed = max(2, _SHARE * len(candidates))
        self._few = len(candidates) <= _FEW_PAGES
        places = Counter(
            place for page in candidates for place in {(one.kind, round(one.place)) for one in page}
        )
        self._usual: defaultdict[BlockKind, list[float]] = defaultdict(list)
        for (kind, place), count in places.items():
            if count >= self._needed:
                self._usual[kind].append(place)

    def runs(self, number: int, one: _Candidate) -> bool:
        """Whether a row of a page is a page number, or comes again on most pages or, at its usual place, soon."""
        pages = self._pages[one.kind, one.key]
        if len(pages) >= self._needed:
            return True
        usual = any(abs(one.place - place) <= _PLACE for place in self._usual[one.kind])
        if _PAGE_NUMBER.fullmatch(one.text) and not one.large:
            return usual or self._few
        return usual and _comes_again(pages, number)


def _stands_alone(rows: Sequence[Row], at: int, height: float, tables: Sequence[RawTable]) -> bool:
    """Whether a row is a small note at the edge of a page, with the text well away from it."""
    row = rows[at]
    rows = [other for other in rows if other.upright]
    top = row.y1 <= _EDGE * height
    if not (top or row.y0 >= (1 - _EDGE) * height) or len(row.text) > _LONGEST:
        return False
    if row.bold or not row.upright:
        return False
    edge = [
        other for other in rows if (other.y1 <= _EDGE * height if top else other.y0 >= (1 - _EDGE) * height)
    ]
    if len(edge) > _ROWS_ALONE:
        return False
    inner = [other for other in rows if not any(other is one for one in edge)]
    if not inner:
        return False
    if top:
        text = min([*(other.y0 for other in inner), *(table.rect.y0 for table in tables)])
        apart = text - max(other.y1 for other in edge)
    else:
        text = max([*(other.y1 for other in inner), *(table.rect.y1 for table in tables)])
        apart = min(other.y0 for other in edge) - text
    return apart >= _APART * row.size and row.size <= median(other.size for other in inner)


def _comes_again(numbers: Sequence[int], number: int) -> bool:
    """Whether one of the next pages before or after this one is among the numbers, which ascend."""
    at = bisect_left(numbers, number)
    neighbours = (*numbers[max(at - 1, 0) : at], *numbers[at + 1 : at + 2])
    return any(abs(other - number) <= _NEXT for other in neighbours)

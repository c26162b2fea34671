"""Which of the candidates are headings."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from app.documents.model import Document
from app.structure.outline.headings import SIZE_STEP, Body, Candidate, body_of, candidates_of, title_pages
from app.structure.outline.joining import WORDS, joined_candidates
from app.structure.outline.numbering import Scheme
from app.structure.outline.ranks import Rank, is_chinese, ranks_by_font, ranks_by_number
from app.structure.outline.series import headings_in_lists

# A document numbers its headings when so many of those that stand out have a number, and as many as have none.
_NUMBERED = 3
# So many decimal numbers (2.1) say the same, whatever else is printed large.
_DECIMALS = 5
# With so many headings in a font of their own, a number alone makes none.
_STYLED = 3
# So many numbered headings in one size make those without number in that size headings too.
_ONE_SIZE = 2
# An unnumbered row that stands at one height on so many pages is a running header.
_RUNNING = 3
# Share of a document's text and the mean length up to which a font can be one of headings.
_HEADING_SHARE = 0.2
_MEAN_LENGTH = 110
# Words that come again so often (Note, Warning) name no section, unless they are larger than the body.
_REPEATED = 4


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """A heading at [start, end) of the text; a smaller rank encloses a larger one."""

    title: str
    start: int
    end: int
    page: int
    rank: Rank


def printed_headings(document: Document) -> list[Heading]:
    """The headings as fonts and numbering show them, in the order of the text."""
    body = body_of(document)
    titles = title_pages(document, body)
    candidates = [
        item
        for item in joined_candidates(_without_running(candidates_of(document, body)))
        if item.label is not None or item.page > titles
    ]
    numbered = _is_numbered(candidates, body)
    chinese = is_chinese(
        item.label
        for item in candidates
        if item.label and (item.stands_out or (item.fits and item.label.scheme is not Scheme.DECIMAL))
    )
    accepted = _without_cover(list(_standing_out(candidates, body, numbered=numbered)))
    if numbered or chinese or len(accepted) < _STYLED:
        accepted += headings_in_lists(candidates, body, numbered=numbered, chinese=chinese)
    accepted.sort(key=lambda candidate: candidate.start)
    ranks = ranks_by_number(accepted, chinese=chinese) if numbered or chinese else ranks_by_font(accepted)
    return [
        Heading(title=item.title, start=item.start, end=item.end, page=item.page, rank=rank)
        for item, rank in zip(accepted, ranks, strict=True)
    ]


def _without_cover(accepted: Sequence[Candidate]) -> list[Candidate]:
    """Without what is printed on the first page in fonts of its own, unless it is one thing: the document's title."""
    later = {(item.size, item.bold) for item in accepted if item.page > 1}
    cover = {
        item.start
        for item in accepted
        if item.page == 1 and not item.label and (item.size, item.bold) not in later
    }
    if len(cover) == 1 or not later:
        return list(accepted)
    return [item for item in accepted if item.start not in cover]


def _without_running(candidates: Sequence[Candidate]) -> list[Candidate]:
    places = Counter((item.title, round(item.y0)) for item in candidates if item.label is None)
    return [
        item
        for item in candidates
        if item.label or places[item.title, round(item.y0)] < _RUNNING or item.title.casefold() in WORDS
    ]


def _is_numbered(candidates: Iterable[Candidate], body: Body) -> bool:
    larger = [item for item in candidates if item.stands_out and _larger(item, body)]
    labels = [item.label for item in larger if item.label]
    if len(labels) >= _NUMBERED and 2 * len(labels) >= len(larger):
        return True
    return sum(1 for label in labels if label.scheme is Scheme.DECIMAL) >= _DECIMALS


def _standing_out(candidates: Sequence[Candidate], body: Body, *, numbered: bool) -> Iterator[Candidate]:
    """Candidates that their font makes headings."""
    usable = _heading_fonts(candidates, body)
    numbers = Counter(
        round(item.size, 1) for item in candidates if item.stands_out and item.label and _larger(item, body)
    )
    sizes = {size for size, count in numbers.items() if count >= _ONE_SIZE}
    repeated = Counter(item.title for item in candidates if item.stands_out and item.label is None)
    for item in candidates:
        if not item.stands_out:
            continue
        larger = _larger(item, body)
        if item.label is not None:
            sure = item.label.named or item.label.scheme is Scheme.DECIMAL
            if larger or sure or (item.fits and not numbered):
                yield item
        elif numbered:
            if larger and round(item.size, 1) in sizes and repeated[item.title] < _REPEATED:
                yield item
        elif (item.size, item.bold) in usable and (larger or repeated[item.title] < _REPEATED):
            yield item


def _larger(item: Candidate, body: Body) -> bool:
    return item.size > body.size + SIZE_STEP


def _heading_fonts(candidates: Iterable[Candidate], body: Body) -> set[tuple[float, bool]]:
    """Fonts that print little text, in short pieces."""
    lengths: defaultdict[tuple[float, bool], list[int]] = defaultdict(list)
    for item in candidates:
        if item.stands_out:
            lengths[item.size, item.bold].append(item.end - item.start)
    return {
        font
        for font, found in lengths.items()
        if sum(found) <= _HEADING_SHARE * body.length and sum(found) <= _MEAN_LENGTH * len(found)
    }

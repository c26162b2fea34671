"""On which level a heading is: by its number where the document numbers them, else by its font."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from app.structure.outline.headings import SIZE_STEP, Candidate
from app.structure.outline.numbering import Label, Scheme

Rank = tuple[int, int]
"""A smaller rank encloses a larger one."""

# A document is numbered in the Chinese way when so many of its headings begin with 一、 or （一）, and not fewer than
# with 1.1.
_CHINESE = 3
_CHINESE_SCHEMES = frozenset({Scheme.HAN, Scheme.WRAPPED_HAN})
_LETTERS = frozenset({Scheme.ROMAN, Scheme.LETTER})
# Capitals are a level of their own when more than this share of a font's headings is printed in them.
_CAPITALS = 0.1


def is_chinese(labels: Iterable[Label]) -> bool:
    """Whether numbers such as 一、 and （一） prevail."""
    schemes = Counter(label.scheme for label in labels)
    chinese = sum(schemes[scheme] for scheme in _CHINESE_SCHEMES)
    return chinese >= max(_CHINESE, schemes[Scheme.DECIMAL])


def ranks_of_labels(labels: Iterable[Label | None], *, chinese: bool) -> list[Rank | None]:
    """How far out each number stands.

    1. is the number of a chapter; under A. or I. when those come first, as the outer number always does; and below
    （一） where the document is numbered in the Chinese way.
    """
    ranks: list[Rank | None] = []
    under: Scheme | None = None
    plain = False
    for label in labels:
        if label is not None and label.scheme is Scheme.PLAIN and not chinese:
            plain = True
            ranks.append((Scheme.CHAPTER, 0) if under is None else (under, 1))
            continue
        if label is not None and label.scheme in _LETTERS and not plain and under is None:
            under = label.scheme
        ranks.append(None if label is None else _rank(label, chinese=chinese))
    return ranks


def _rank(label: Label, *, chinese: bool) -> Rank:
    if label.scheme is Scheme.DECIMAL:
        return (Scheme.PLAIN if chinese else Scheme.DECIMAL), len(label.values)
    if label.scheme in _LETTERS and chinese:
        return Scheme.CIRCLED, 1
    return label.scheme, 0


def ranks_by_number(accepted: Sequence[Candidate], *, chinese: bool) -> list[Rank]:
    """The rank of each heading; one without a number has that of the numbered ones in its size."""
    ranks = ranks_of_labels(_lettered(accepted), chinese=chinese)
    sizes: defaultdict[float, Counter[Rank]] = defaultdict(Counter)
    for item, rank in zip(accepted, ranks, strict=True):
        if rank is not None and item.stands_out:
            sizes[round(item.size, 1)][rank] += 1
    usual = {size: found.most_common(1)[0][0] for size, found in sizes.items()}
    outermost = min((rank for rank in ranks if rank), default=(0, 0))
    return [
        usual.get(round(item.size, 1), outermost) if rank is None else rank
        for item, rank in zip(accepted, ranks, strict=True)
    ]


def _lettered(accepted: Iterable[Candidate]) -> Iterator[Label | None]:
    """The labels, with I. read as the letter after H."""
    letter = 0
    for item in accepted:
        label = item.label
        if label is not None and label.scheme is Scheme.ROMAN and ord(item.title[0]) - ord("A") == letter:
            label = msgspec.structs.replace(label, scheme=Scheme.LETTER, values=(letter + 1,))
        if label is not None and label.scheme is Scheme.LETTER:
            letter = label.values[0]
        yield label


def ranks_by_font(accepted: Sequence[Candidate]) -> list[Rank]:
    """The rank of each heading: words such as Part and Item, then size; bold before plain, capitals before both."""
    by_font = Counter((item.size, item.bold) for item in accepted)
    capital = Counter((item.size, item.bold) for item in accepted if item.title.isupper())

    def font(item: Candidate) -> tuple[float, bool, bool]:
        key = (item.size, item.bold)
        return -item.size, not item.bold, not item.title.isupper() and capital[key] > _CAPITALS * by_font[key]

    at: dict[tuple[float, bool, bool], int] = {}
    number = -1
    previous: tuple[float, bool, bool] | None = None
    for current in sorted({font(item) for item in accepted}):
        if previous is None or current[0] - previous[0] > SIZE_STEP or current[1:] != previous[1:]:
            number += 1
        at[current] = number
        previous = current
    return [
        (0, item.label.scheme) if item.label and item.label.named else (1, at[font(item)])
        for item in accepted
    ]

"""Key data: short passages of the documents, said once more after them, where a long-context model looks best.

Chosen by code, by words alone and never by the question, so that the prompt's prefix stays the same.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from app.documents.model import BlockKind, Document
from app.packing.ids import TokenIds
from app.packing.vocabulary import Vocabulary

MAX_KEY_TOKENS = 2_048
MAX_PASSAGE_LENGTH = 200
# Up to a full stop, a question or an exclamation mark that ends a sentence, not one inside a number, behind an
# initial or behind a common abbreviation.
_STOP = r"(?<!\b[A-Z])(?<!\b(?:Ms|Mr|Dr|No|Co|St|vs))(?<!\b(?:Mrs|Inc|Ltd|Art|Fig))[.!?](?=\s|$)"
# The end is optional, so that a text without any is passed over at once and not tried again from each character.
_SENTENCE = re.compile(rf"(?:(?!{_STOP})[^。！？\n])++(?P<end>[。！？]|{_STOP})?")
_MIN_LENGTH = 12
# More words of one kind in a sentence make it no more telling.
_MOST_WORDS = 2
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
_MOST_FIGURES = 3
_SIGNAL_WEIGHT = 4
_PROSE = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM})
_MOST_OTHERS = 60


class KeyWord(msgspec.Struct, frozen=True):
    """A pattern that marks a passage as worth repeating, how much, and what the passage then is about."""

    topic: str
    weight: int
    pattern: str


class Passage(msgspec.Struct, frozen=True, order=True):
    """A sentence of a page, or a whole box under a signal word; `document` is the position among several."""

    document: int
    page: int
    start: int
    text: str
    topic: str
    weight: int


class KeyData(msgspec.Struct, frozen=True):
    """The chosen passages in document order, and the token ids of their lines.

    `others` are some sentences without any key word, for documents that hardly have one.
    """

    passages: tuple[Passage, ...] = ()
    ids: TokenIds = TokenIds()
    others: tuple[Passage, ...] = ()


class _Words:
    """Compiled key words."""

    def __init__(self, key_words: Sequence[KeyWord], signal_words: str) -> None:
        self._signal = re.compile(signal_words)
        self._words = [(re.compile(word.pattern), word) for word in key_words]

    def signal(self, heading: str) -> int:
        """What the heading of a box, such as WARNING, adds to the one block below it."""
        return _SIGNAL_WEIGHT if self._signal.fullmatch(heading.strip()) else 0

    def weigh(self, text: str) -> Counter[str]:
        """Weight of each topic in a text: every place where one of its words stands counts."""
        weights: Counter[str] = Counter()
        for pattern, word in self._words:
            found = min(len({match.group() for match in pattern.finditer(text)}), _MOST_WORDS)
            if found:
                weights[word.topic] += word.weight * found
        return weights


def _passages_of(document: Document, start: int, end: int, *, whole: bool) -> Iterator[tuple[int, str]]:
    if whole and end - start <= MAX_PASSAGE_LENGTH:
        yield start, document.text[start:end]
        return
    for match in _SENTENCE.finditer(document.text, start, end):
        if match["end"]:
            yield match.start(), match.group().strip()


def _figures(text: str) -> int:
    """Figures make a passage worth more than a sentence that only speaks of risk."""
    return min(len(_FIGURE.findall(text)), _MOST_FIGURES)


def _weighed(document: Document, position: int, words: _Words) -> Iterator[Passage]:
    ends = document.runs()
    for page in document.pages:
        signal = 0
        for block in document.body_of(page):
            if block.kind is BlockKind.HEADING:
                signal = words.signal(document.text_of(block))
                continue
            if block.kind in _PROSE and block.start in ends:
                for start, text in _passages_of(document, block.start, ends[block.start], whole=signal > 0):
                    if not _MIN_LENGTH <= len(text) <= MAX_PASSAGE_LENGTH:
                        continue
                    topics = words.weigh(text)
                    weight = signal + topics.total() + _figures(text) if topics else 0
                    topic = topics.most_common(1)[0][0] if topics else ""
                    yield Passage(position, page.number, start, text, topic, weight)
            signal = 0


def _heaviest(passages: Iterable[Passage], per_topic: int) -> list[Passage]:
    """The heaviest passages of each topic, heaviest first."""
    taken: Counter[str] = Counter()
    chosen = []
    for passage in sorted(passages, key=lambda passage: (-passage.weight, passage)):
        if taken[passage.topic] < per_topic:
            taken[passage.topic] += 1
            chosen.append(passage)
    return chosen


def select_passages(
    documents: Sequence[Document],
    key_words: Sequence[KeyWord],
    vocabulary: Vocabulary,
    *,
    page_marker: str,
    signal_words: str,
    per_topic: int,
    budget: int = MAX_KEY_TOKENS,
) -> KeyData:
    """The heaviest passages of each topic within the budget of tokens; `page_marker` takes `{page}` and `{number}`."""
    words = _Words(key_words, signal_words)
    found = [passage for at, document in enumerate(documents) for passage in _weighed(document, at, words)]
    chosen: list[tuple[Passage, TokenIds]] = []
    used = 0
    for passage in _heaviest((passage for passage in found if passage.weight), per_topic):
        marker = page_marker.format(page=passage.page, number=passage.document + 1)
        ids = vocabulary.encode(f"{marker} {passage.text}\n")
        if used + len(ids) <= budget:
            chosen.append((passage, ids))
            used += len(ids)
    chosen.sort(key=lambda item: item[0])
    return KeyData(
        passages=tuple(passage for passage, _ in chosen),
        ids=TokenIds.joined(ids for _, ids in chosen),
        others=_spread([passage for passage in found if not passage.weight]),
    )


def _spread(passages: list[Passage]) -> tuple[Passage, ...]:
    """At most so many, evenly over the document."""
    step = -(-len(passages) // _MOST_OTHERS) or 1
    return tuple(passages[::step])


def groups_of(key_data: KeyData, least: int, most: int) -> list[tuple[str, ...]]:
    """Texts by topic, the heaviest topics first: at most `most` groups, and `least` if there are texts enough."""
    topics: dict[str, dict[str, int]] = {}
    for passage in key_data.passages:
        topics.setdefault(passage.topic, {})[passage.text] = passage.weight
    ranked = sorted(topics.values(), key=lambda texts: -max(texts.values()))
    groups = [tuple(texts) for texts in ranked[:most]]
    while len(groups) < least and max(map(len, groups), default=0) > 1:
        largest = max(groups, key=len)
        groups.remove(largest)
        groups += [largest[: len(largest) // 2], largest[len(largest) // 2 :]]
    rest = tuple(dict.fromkeys(passage.text for passage in key_data.others))
    missing = least - len(groups)
    parts = [rest[at * len(rest) // missing : (at + 1) * len(rest) // missing] for at in range(missing)]
    return groups + [part for part in parts if part]

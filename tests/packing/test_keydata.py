"""Which passages are said once more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.documents.model import Document
from app.packing.ids import TokenIds
from app.packing.keydata import KeyData, KeyWord, Passage, groups_of, select_passages
from app.packing.vocabulary import Vocabulary
from tests.builders import document_of
from tests.growth import growth

_WORDS = (
    KeyWord("litigation", 3, "诉讼|lawsuit"),
    KeyWord("pledge", 3, "质押|pledge"),
    KeyWord("other", 1, "风险|risk"),
)


def _select(vocabulary: Vocabulary, *documents: Document, per_topic: int = 4, budget: int = 2_048) -> KeyData:
    return select_passages(
        documents,
        _WORDS,
        vocabulary,
        page_marker="[page {page}]",
        signal_words="WARNING|警告",
        per_topic=per_topic,
        budget=budget,
    )


def _texts(key_data: KeyData) -> list[str]:
    return [passage.text for passage in key_data.passages]


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ("There is a lawsuit pending. The weather is fine.", ["There is a lawsuit pending."]),
        ("公司存在重大诉讼风险，金额较大。天气很好，阳光明媚。", ["公司存在重大诉讼风险，金额较大。"]),
        (
            "A lawsuit for 1.5 million is pending. Another risk is known!",
            ["A lawsuit for 1.5 million is pending.", "Another risk is known!"],
        ),
        ("* 1. There is a lawsuit pending. The weather is fine.", ["There is a lawsuit pending."]),
        ("! There is a lawsuit pending.", []),
        ("A lawsuit that has no end of its sentence", []),
        ("A lawsuit.", []),
        ("lawsuit " * 30 + ".", []),
        ("# A lawsuit is pending here.", []),
        ("^ A lawsuit is pending here.", []),
        ("Nothing of interest stands here.", []),
    ],
)
def test_sentences(vocabulary: Vocabulary, block: str, expected: list[str]) -> None:
    """Whole sentences of paragraphs with a key word, of a length that can be quoted."""
    assert expected == _texts(_select(vocabulary, document_of([[block]])))


def test_places(vocabulary: Vocabulary) -> None:
    """A passage knows its document, page and offset, and its text is the document's."""
    first = document_of([["Nothing."], ["Well. A lawsuit is pending here."]])
    second = document_of([["公司存在重大诉讼风险，金额较大。"]])

    passages = _select(vocabulary, first, second).passages

    assert [(passage.document, passage.page, passage.topic) for passage in passages] == [
        (0, 2, "litigation"),
        (1, 1, "litigation"),
    ]
    for passage, document in zip(passages, (first, second), strict=True):
        at = document.text.index(passage.text)
        assert at - 1 <= passage.start <= at


def test_box_under_a_signal_word(vocabulary: Vocabulary) -> None:
    """What stands under a heading such as WARNING is taken whole and weighs more; the next block does not."""
    document = document_of(
        [["# WARNING", "A risk of lawsuits. Beware of it. Take care", "A risk of lawsuits. Nothing more."]],
    )

    passages = _select(vocabulary, document).passages

    assert [passage.text for passage in passages] == [
        "A risk of lawsuits. Beware of it. Take care",
        "A risk of lawsuits.",
    ]
    assert passages[0].weight > passages[1].weight


def test_heaviest_of_a_topic(vocabulary: Vocabulary) -> None:
    """Of each topic only the heaviest passages are taken, and they come in document order."""
    light = "There is a lawsuit pending."
    heavy = "There is a lawsuit over 1,000 and 2,000 pending."
    pledge = "There is a pledge of shares."

    document = document_of([[light], [pledge], [heavy]])

    assert _texts(_select(vocabulary, document, per_topic=1)) == [pledge, heavy]
    assert _texts(_select(vocabulary, document)) == [light, pledge, heavy]


def test_ids(vocabulary: Vocabulary) -> None:
    """The ids are those of the lines, each with its page."""
    document = document_of([["There is a lawsuit pending."], [], ["There is a pledge of shares."]])

    key_data = _select(vocabulary, document)

    expected = "[page 1] There is a lawsuit pending.\n[page 3] There is a pledge of shares.\n"
    assert expected == vocabulary.decode(key_data.ids)


def test_budget(vocabulary: Vocabulary) -> None:
    """What does not fit is left out whole; with no room nothing is said again."""
    document = document_of([["There is a lawsuit pending."], ["There is a pledge of shares."]])
    both = _select(vocabulary, document)

    assert _select(vocabulary, document, budget=len(both.ids)) == both
    assert len(_select(vocabulary, document, budget=len(both.ids) - 1).passages) == 1
    assert _select(vocabulary, document, budget=0).ids == TokenIds()


def test_text_without_sentences_is_passed_over(vocabulary: Vocabulary) -> None:
    """Four times as much text without a full stop takes about four times as long, not sixteen."""
    short, long = (document_of([["words and words " * count]]) for count in (8_000, 32_000))

    assert _select(vocabulary, long) == KeyData()
    assert growth(lambda document: _select(vocabulary, document), short, long) < 9


_PASSAGES = st.lists(
    st.builds(
        Passage,
        st.just(0),
        st.integers(1, 9),
        st.integers(0, 99),
        st.sampled_from([f"text {at}" for at in range(12)]),
        st.sampled_from("abcdefg"),
        st.integers(1, 9),
    ),
    unique_by=lambda passage: passage.text,
).map(tuple)


@given(_PASSAGES)
def test_groups(passages: tuple[Passage, ...]) -> None:
    """No group is empty, no text is in two, and there are fewer than wanted only when there are not enough texts."""
    groups = groups_of(KeyData(passages=passages), 3, 5)
    grouped = sorted(text for group in groups for text in group)
    texts = sorted(passage.text for passage in passages)

    assert all(groups)
    assert min(3, len(texts)) <= len(groups) <= 5
    assert len(set(grouped)) == len(grouped)
    assert set(grouped) <= set(texts)
    assert texts == grouped or len({passage.topic for passage in passages}) > 5


@given(_PASSAGES, st.integers(0, 20))
def test_groups_are_filled_with_others(passages: tuple[Passage, ...], count: int) -> None:
    """Where too few texts have a key word, others fill the groups up to the least number, and not further."""
    others = tuple(Passage(0, 1, at, f"other {at}", "", 0) for at in range(count))

    groups = groups_of(KeyData(passages=passages, others=others), 3, 5)
    filled = [group for group in groups if group[0].startswith("other")]

    assert all(groups)
    assert len(groups) >= min(3, len(passages) + count)
    assert groups_of(KeyData(passages=passages), 3, 5) == groups[: len(groups) - len(filled)]
    assert not filled or len(groups) <= 3


def test_groups_by_weight() -> None:
    """The heaviest topics are kept when there are too many."""
    weights = {"light": 1, "heavy": 9, "middle": 5}
    passages = tuple(Passage(0, 1, 0, f"{topic} text", topic, weight) for topic, weight in weights.items())

    assert groups_of(KeyData(passages=passages), 1, 2) == [("heavy text",), ("middle text",)]


def test_others(vocabulary: Vocabulary) -> None:
    """Some sentences without a key word are kept, evenly over the document, and are not said once more."""
    document = document_of([[f"Nothing of interest stands on page {page}."] for page in range(1, 151)])

    key_data = _select(vocabulary, document)

    assert key_data.passages == ()
    assert len(key_data.ids) == 0
    assert [passage.page for passage in key_data.others] == list(range(1, 151, 3))


def test_sentence_over_pages(vocabulary: Vocabulary) -> None:
    """A sentence that goes on over a page is one passage of the page where it begins, never its second half."""
    key_data = _select(vocabulary, document_of([["双方不得"], ["+ 就诉讼事项向第三方披露信息。"]]))

    assert [(passage.page, passage.text) for passage in key_data.passages] == [
        (1, "双方不得就诉讼事项向第三方披露信息。")
    ]

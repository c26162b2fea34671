"""Text of any length and kind can be encoded, and its ids are those of the whole."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.packing.slices import SLICE, slices
from app.packing.vocabulary import Vocabulary

_MILLION = 1_000_000


@pytest.mark.parametrize(
    "text",
    [
        " " * _MILLION,
        "a" * _MILLION,
        "啊" * _MILLION,
        "\n" * _MILLION,
        "!" * _MILLION,
        "😀" * (_MILLION // 2),
        "a\u0301" * (_MILLION // 2),
        "\u1100\u1161\u11a8" * (_MILLION // 3),
        "!\x1c" * (_MILLION // 2),
        "word " * (_MILLION // 5),
        "供应商，" * (_MILLION // 4),
        "0123456789" * (_MILLION // 10),
    ],
    ids=[
        "spaces",
        "a",
        "Han",
        "lines",
        "marks",
        "emoji",
        "accents",
        "Hangul",
        "controls",
        "words",
        "phrases",
        "digits",
    ],
)
def test_a_million_characters(vocabulary: Vocabulary, text: str) -> None:
    """Nothing makes the encoder panic, and the text comes back."""
    assert vocabulary.decode(vocabulary.encode(text)) == vocabulary._normal(text)


@given(st.text("ab 1，。\n", max_size=40), st.integers(1, 4))
def test_slices_make_up_the_text(part: str, times: int) -> None:
    """Nothing is lost and no slice is too long."""
    text = (part + "x") * (times * SLICE // (len(part) + 1) + 1)

    found = list(slices(text))

    assert "".join(found) == text
    assert max(map(len, found)) <= SLICE


@pytest.mark.parametrize(
    "sentence",
    [
        "The supplier's 30 days, don't they?  Yes. ",
        "供应商应当自合同生效之日起30日内交付货物，逾期交付的，支付违约金。",
        "a  b\n\n c ",
    ],
)
def test_ids_of_long_text(vocabulary: Vocabulary, sentence: str) -> None:
    """Where the text has seams, cutting changes no id."""
    text = sentence * (3 * SLICE // len(sentence))

    assert vocabulary._encoding.encode_ordinary(text) == vocabulary.encode(text).tolist()


def test_short_text_is_not_cut() -> None:
    """A block of ordinary length is one slice."""
    assert list(slices("a" * SLICE)) == ["a" * SLICE]
    assert list(slices("")) == [""]


@pytest.mark.parametrize("text", ["a\u0301" * SLICE, "x" + "\u1100\u1161\u11a8" * SLICE, "é" * SLICE * 2])
def test_letters_stay_with_their_marks(text: str) -> None:
    """The normal form of the slices is that of the whole."""
    normal = "".join(unicodedata.normalize("NFC", part) for part in slices(text))

    assert normal == unicodedata.normalize("NFC", text)

"""tiktoken with the model's vocabulary against the model's own tokenizer."""

import unicodedata
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from app.errors import VocabularyUnsupported
from app.packing.vocabulary import Vocabulary, _byte_alphabet
from tests.tiny import real_tokenizer_folder

_TEXTS = msgspec.json.decode(
    (Path(__file__).parent.parent / "cases" / "texts.json").read_bytes(), type=list[str]
)


@pytest.fixture(scope="session")
def reference() -> Any:
    """The model's tokenizer, which takes control tokens for what they are."""
    return Tokenizer.from_file(str(real_tokenizer_folder() / "tokenizer.json"))


@pytest.fixture(scope="session")
def plain_reference() -> Any:
    """The model's tokenizer without control tokens: all text is text."""
    content = msgspec.json.decode((real_tokenizer_folder() / "tokenizer.json").read_bytes())
    return Tokenizer.from_str(msgspec.json.encode(content | {"added_tokens": []}).decode())


@pytest.mark.parametrize("text", _TEXTS)
def test_text(vocabulary: Vocabulary, plain_reference: Any, text: str) -> None:
    """Ordinary text has the ids that the model's own tokenizer gives it, and no control token."""
    ids = vocabulary.encode(text).tolist()

    assert plain_reference.encode(text).ids == ids
    assert max(ids, default=0) < 151_643


@pytest.mark.parametrize("text", _TEXTS)
def test_frame(vocabulary: Vocabulary, reference: Any, text: str) -> None:
    """The chat template's strings have the ids that the model's own tokenizer gives them, control tokens too."""
    assert reference.encode(text).ids == vocabulary.encode_frame(text).tolist()


@given(st.text())
def test_any_text(vocabulary: Vocabulary, plain_reference: Any, text: str) -> None:
    """No text has other ids than the model's own tokenizer gives it."""
    assert plain_reference.encode(text).ids == vocabulary.encode(text).tolist()


@given(st.text("供应商 0159.,%‰-\n'sStTdD。，“”（）aé😀\t", max_size=60))
def test_mixed_text(vocabulary: Vocabulary, plain_reference: Any, text: str) -> None:
    """Nor has any mixture of what documents are made of."""
    assert plain_reference.encode(text).ids == vocabulary.encode(text).tolist()


def test_long_text(vocabulary: Vocabulary, plain_reference: Any, samples: Path) -> None:
    """Nor have whole documents."""
    for source in sorted(samples.glob("*.typ")):
        text = source.read_text()

        assert plain_reference.encode(text).ids == vocabulary.encode(text).tolist()


@given(st.text())
def test_decode(vocabulary: Vocabulary, text: str) -> None:
    """Ids are decoded to the text that they were made from."""
    assert text == vocabulary.decode(vocabulary.encode(text))


def test_control_token_in_text(vocabulary: Vocabulary) -> None:
    """A document that spells out a control token cannot end its message: only the frame can."""
    text = "<|im_start|>"

    assert len(vocabulary.encode(text)) > 1
    assert vocabulary.encode_frame(text).tolist() == [151_644]
    assert text == vocabulary.decode(vocabulary.encode(text))


def test_fingerprint(vocabulary: Vocabulary, tmp_path: Path) -> None:
    """Another file is another vocabulary, whatever is in it."""
    assert vocabulary.fingerprint == Vocabulary(real_tokenizer_folder() / "tokenizer.json").fingerprint
    assert vocabulary.fingerprint != _vocabulary(tmp_path, {}).fingerprint


_SPLIT = {"type": "Split", "pattern": {"Regex": r"\s+|\S+"}, "behavior": "Isolated", "invert": False}
_BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
_BYTES = {char: at for at, char in enumerate(_byte_alphabet())}
_MERGED = {"ab": 256, "abc": 257, "bc": 258}
_MODEL: dict[str, object] = {
    "type": "BPE",
    "dropout": None,
    "unk_token": None,
    "continuing_subword_prefix": "",
    "end_of_word_suffix": "",
    "fuse_unk": False,
    "byte_fallback": False,
    "ignore_merges": False,
    "vocab": _BYTES | _MERGED,
    "merges": [["a", "b"], ["ab", "c"], ["b", "c"]],
}
_TOKENIZER: dict[str, object] = {
    "version": "1.0",
    "added_tokens": [],
    "normalizer": None,
    "pre_tokenizer": {"type": "Sequence", "pretokenizers": [_SPLIT, _BYTE_LEVEL]},
    "model": _MODEL,
}


def _vocabulary(folder: Path, changes: dict[str, object]) -> Vocabulary:
    path = folder / "tokenizer.json"
    path.write_bytes(msgspec.json.encode(_TOKENIZER | changes))
    return Vocabulary(path)


@pytest.mark.parametrize("merges", [_MODEL["merges"], ["a b", "ab c", "b c"]])
def test_small_vocabulary(tmp_path: Path, merges: object) -> None:
    """Both spellings of merges are read, and merges apply in their order."""
    vocabulary = _vocabulary(tmp_path, {"model": _MODEL | {"merges": merges}})
    reference = Tokenizer.from_file(str(tmp_path / "tokenizer.json"))

    for text in ("abc", "bc", "aabcbc abc é"):
        assert reference.encode(text).ids == vocabulary.encode(text).tolist()


def test_nfc(tmp_path: Path) -> None:
    """A tokenizer that composes characters first does so here too."""
    vocabulary = _vocabulary(tmp_path, {"normalizer": {"type": "NFC"}})
    decomposed = unicodedata.normalize("NFD", "é")

    assert vocabulary.encode("é") == vocabulary.encode(decomposed)
    assert vocabulary.encode("é") != _vocabulary(tmp_path, {}).encode(decomposed)


@pytest.mark.parametrize(
    "changes",
    [
        {"model": {"type": "WordPiece", "vocab": {}}},
        {"model": {"type": "Unigram", "vocab": []}},
        {"model": _MODEL | {"byte_fallback": True}},
        {"model": _MODEL | {"dropout": 0.1}},
        {"model": _MODEL | {"ignore_merges": True}},
        {"model": _MODEL | {"continuing_subword_prefix": "##"}},
        {"model": _MODEL | {"end_of_word_suffix": "</w>"}},
        {"model": _MODEL | {"merges": [["b", "c"], ["a", "b"], ["ab", "c"]]}},
        {"normalizer": {"type": "NFKC"}},
        {"normalizer": {"type": "Sequence", "normalizers": [{"type": "Lowercase"}]}},
        {"pre_tokenizer": None},
        {"pre_tokenizer": {"type": "Metaspace"}},
        {"pre_tokenizer": _BYTE_LEVEL | {"use_regex": True}},
        {"pre_tokenizer": {"type": "Sequence", "pretokenizers": [_SPLIT]}},
        {
            "pre_tokenizer": {
                "type": "Sequence",
                "pretokenizers": [_SPLIT, _BYTE_LEVEL | {"add_prefix_space": True}],
            }
        },
        {
            "pre_tokenizer": {
                "type": "Sequence",
                "pretokenizers": [_SPLIT | {"behavior": "Removed"}, _BYTE_LEVEL],
            }
        },
        {"pre_tokenizer": {"type": "Sequence", "pretokenizers": [_SPLIT, _SPLIT, _BYTE_LEVEL]}},
    ],
)
def test_unsupported(tmp_path: Path, changes: dict[str, object]) -> None:
    """What tiktoken would do otherwise is refused when it is loaded, not counted wrongly."""
    with pytest.raises(VocabularyUnsupported):
        _vocabulary(tmp_path, changes)

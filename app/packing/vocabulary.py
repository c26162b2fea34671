"""The served model's own vocabulary in tiktoken. The only module that imports tiktoken.

`tokenizer.json` holds a byte-level BPE (Sennrich et al. 2016, with GPT-2's byte alphabet) as strings; tiktoken
wants bytes and ranks. Where the file asks for something that tiktoken would not do the same way, loading raises:
a count is right or there is none.
"""

import hashlib
import unicodedata
from pathlib import Path
from typing import Any

import msgspec
import tiktoken

from app.errors import VocabularyUnsupported
from app.packing.ids import TokenIds
from app.packing.slices import slices


def _byte_alphabet() -> dict[str, int]:
    """GPT-2's printable stand-in for each of the 256 bytes (openai/gpt-2, encoder.py)."""
    plain = [*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)]
    others = [byte for byte in range(256) if byte not in set(plain)]
    return {chr(byte): byte for byte in plain} | {chr(256 + at): byte for at, byte in enumerate(others)}


_BYTES = _byte_alphabet()
# Options of a BPE model that change what comes out, none of which tiktoken has.
_OTHER_BPE = ("byte_fallback", "dropout", "ignore_merges", "continuing_subword_prefix", "end_of_word_suffix")


def _bytes_of(token: str) -> bytes:
    return bytes(_BYTES[char] for char in token)


def _ranks(model: dict[str, Any], special: dict[str, int]) -> dict[bytes, int]:
    """Token bytes to ids, checked to be the order in which the merges apply.

    Entries that no merge makes can never come out of the encoder and are left away.
    """
    vocabulary: dict[str, int] = model["vocab"]
    merges = [
        tuple(merge.split(" ", 1)) if isinstance(merge, str) else tuple(merge) for merge in model["merges"]
    ]
    merged = ["".join(merge) for merge in merges]
    ids = [vocabulary[token] for token in merged]
    if ids != sorted(ids):
        raise VocabularyUnsupported("The tokenizer's merges are not in the order of its ids.")
    made = [token for token in (*_BYTES, *merged) if token not in special]
    return {_bytes_of(token): vocabulary[token] for token in made}


def _pattern(tokenizer: dict[str, Any]) -> str:
    match tokenizer["pre_tokenizer"]:
        case {
            "type": "Sequence",
            "pretokenizers": [
                {
                    "type": "Split",
                    "pattern": {"Regex": str(pattern)},
                    "behavior": "Isolated",
                    "invert": False,
                },
                {"type": "ByteLevel", "add_prefix_space": False, "use_regex": False},
            ],
        }:
            return pattern
        case _:
            pass
    raise VocabularyUnsupported("The tokenizer splits text in a way that tiktoken does not know.")


def _normal_form(tokenizer: dict[str, Any]) -> bool:
    match tokenizer["normalizer"]:
        case None:
            return False
        case {"type": "NFC"}:
            return True
        case _:
            pass
    raise VocabularyUnsupported("The tokenizer rewrites text before it splits it, other than by NFC.")


class Vocabulary:
    """Text to token ids and back, identical to the model's own tokenizer."""

    def __init__(self, tokenizer_file: Path) -> None:
        content = tokenizer_file.read_bytes()
        tokenizer = msgspec.json.decode(content)
        model = tokenizer["model"]
        if model["type"] != "BPE" or any(model.get(option) for option in _OTHER_BPE):
            raise VocabularyUnsupported("The tokenizer is no byte-level BPE.")
        special = {token["content"]: token["id"] for token in tokenizer["added_tokens"]}
        self._normalise = _normal_form(tokenizer)
        self._encoding = tiktoken.Encoding(
            name=tokenizer_file.parent.name,
            pat_str=_pattern(tokenizer),
            mergeable_ranks=_ranks(model, special),
            special_tokens=special,
        )
        self.fingerprint = hashlib.sha256(content).hexdigest()[:16]
        """Names the exact vocabulary that stored token ids belong to."""

    def _normal(self, text: str) -> str:
        return unicodedata.normalize("NFC", text) if self._normalise else text

    def encode(self, text: str) -> TokenIds:
        """Ids of ordinary text: a control token spelt out in a document stays text."""
        encode = self._encoding.encode_ordinary
        return TokenIds.joined(TokenIds(encode(self._normal(part))) for part in slices(text))

    def encode_frame(self, text: str) -> TokenIds:
        """Ids of the chat template's own strings, in which control tokens are meant."""
        return TokenIds(self._encoding.encode(self._normal(text), allowed_special="all"))

    def decode(self, ids: TokenIds) -> str:
        """The text of ids, control tokens spelt out; half characters become U+FFFD."""
        return self._encoding.decode(list(ids))

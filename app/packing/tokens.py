"""A document's token ids, block by block, counted once and stored.

BPE does not add up over joined text, so the ids of each block are what is kept, and a prompt is their
concatenation: what was counted is what the engine gets.
"""

import msgspec

from app.documents.model import Block, Document, Page
from app.packing.ids import TokenIds
from app.packing.vocabulary import Vocabulary

_BLOCK_END = "\n"


class DocumentTokens(msgspec.Struct, frozen=True, kw_only=True):
    """For each page, for each of its body blocks, the token ids as bytes."""

    vocabulary: str
    pages: tuple[tuple[bytes, ...], ...]

    def page(self, index: int) -> tuple[TokenIds, ...]:
        """The body blocks of the page at a position (from 0)."""
        return tuple(TokenIds.from_bytes(block) for block in self.pages[index])

    @property
    def count(self) -> int:
        """Tokens of all body blocks."""
        return sum(len(block) for page in self.pages for block in page) // 4


def tokenize(document: Document, vocabulary: Vocabulary) -> DocumentTokens:
    """Encode every body block with its line end.

    A sentence that goes on in the next column or page is encoded whole where it begins, and its other blocks have no
    ids: the model reads no word in halves.
    """
    ends = document.runs()

    def of_block(block: Block) -> bytes:
        if block.start not in ends:
            return b""
        return vocabulary.encode(document.text[block.start : ends[block.start]] + _BLOCK_END).to_bytes()

    def of_page(page: Page) -> tuple[bytes, ...]:
        return tuple(of_block(block) for block in document.body_of(page))

    return DocumentTokens(
        vocabulary=vocabulary.fingerprint,
        pages=tuple(of_page(page) for page in document.pages),
    )

"""What the assembling process is asked to do, and what it answers."""

import msgspec

from app.documents.model import Document
from app.documents.structure import Structure
from app.extract.raw import Limits
from app.packing.tokens import DocumentTokens


class Assemble(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Make a document of the messages in an open file once they are there.

    `tokenizer` is the open tokenizer.json that token ids are counted with; None: none are.
    """

    limits: Limits
    messages: int
    tokenizer: int | None = None


class MessagesReady(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """All messages are in the file."""


class ReadFile(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A document, what was recognised in it, and its token ids when a tokenizer was given."""

    document: Document
    structure: Structure
    tokens: DocumentTokens | None = None

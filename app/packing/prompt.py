"""The prompt: instructions, documents page by page, key data, and the task with the rules once more.

Everything up to the end of the documents depends on nothing but the documents and the language, so that an
engine that has read them once reads only what follows.
"""

from collections.abc import Sequence

import msgspec

from app.documents.model import READ, BlockKind, Document, PageKind
from app.errors import DocumentTooLong
from app.packing.ids import TokenIds
from app.packing.receipt import DocumentReceipt, Receipt
from app.packing.tokens import DocumentTokens
from app.packing.vocabulary import Vocabulary
from app.profiles.served import ChatFrame


class PromptText(msgspec.Struct, frozen=True, kw_only=True):
    """The words around the documents, in one language. Markers take `{page}` and `{number}`."""

    instructions: str
    document_start: str
    document_end: str
    page_marker: str
    document_page_marker: str
    key_data_heading: str
    task: str


class PackedDocument(msgspec.Struct, frozen=True, kw_only=True):
    """A document as the packer needs it."""

    id: str
    document: Document
    tokens: DocumentTokens


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """What the engine gets, and the receipt of what is in it."""

    ids: TokenIds
    receipt: Receipt


def _pack_document(packed: PackedDocument, number: int, text: PromptText, vocabulary: Vocabulary) -> TokenIds:
    parts = [vocabulary.encode(text.document_start.format(number=number))]
    for index, page in enumerate(packed.document.pages):
        if page.kind in READ:
            parts.append(vocabulary.encode(text.page_marker.format(page=page.number) + "\n"))
            parts += packed.tokens.page(index)
    parts.append(vocabulary.encode(text.document_end.format(number=number)))
    return TokenIds.joined(parts)


def _receipt_of(packed: PackedDocument, tokens: int) -> DocumentReceipt:
    def numbers(kind: PageKind) -> tuple[int, ...]:
        return tuple(page.number for page in packed.document.pages if page.kind is kind)

    return DocumentReceipt(
        document=packed.id,
        pages=len(packed.document.pages),
        pages_whole=numbers(PageKind.TEXT),
        pages_recognised=numbers(PageKind.OCR),
        pages_image_only=numbers(PageKind.IMAGE_ONLY),
        pages_unread=numbers(PageKind.UNREAD),
        pages_empty=numbers(PageKind.EMPTY),
        hidden_text=tuple(
            page.number
            for page in packed.document.pages
            if any(block.kind is BlockKind.HIDDEN for block in page.blocks)
        ),
        tokens=tokens,
    )


def pack(
    documents: Sequence[PackedDocument],
    *,
    text: PromptText,
    key_data: TokenIds,
    chat: ChatFrame,
    vocabulary: Vocabulary,
    answer_limit: int,
    context: int,
) -> Prompt:
    """Concatenate the stored ids. Raises DocumentTooLong, with both figures, when they do not fit."""
    head = TokenIds.joined(
        [
            vocabulary.encode_frame(chat.head),
            vocabulary.encode(text.instructions),
            vocabulary.encode_frame(chat.between),
        ],
    )
    bodies = [_pack_document(packed, at, text, vocabulary) for at, packed in enumerate(documents, start=1)]
    keys = (
        TokenIds.joined([vocabulary.encode(text.key_data_heading), key_data]) if len(key_data) else TokenIds()
    )
    task = TokenIds.joined([vocabulary.encode(text.task), vocabulary.encode_frame(chat.tail)])
    ids = TokenIds.joined([head, *bodies, keys, task])
    if len(ids) + answer_limit > context:
        raise DocumentTooLong(len(ids) + answer_limit, context)
    receipts = tuple(_receipt_of(packed, len(body)) for packed, body in zip(documents, bodies, strict=True))
    receipt = Receipt(
        documents=receipts,
        instructions_tokens=len(head),
        key_data_tokens=len(keys),
        task_tokens=len(task),
        prompt_tokens=len(ids),
        answer_limit=answer_limit,
        context=context,
        complete=all(receipt.complete for receipt in receipts),
    )
    return Prompt(ids=ids, receipt=receipt)

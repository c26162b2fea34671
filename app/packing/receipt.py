"""What of each document went into the prompt, so that nobody has to believe that all of it did."""

import msgspec


class DocumentReceipt(msgspec.Struct, frozen=True, kw_only=True):
    """Page numbers count from 1. `complete` means that every page was read whole.

    `pages_recognised` are whole too, but their text was recognised in pictures; `pages_unread` are damaged.
    `hidden_text` are pages with text that no reader sees, and that was left out.
    """

    document: str
    pages: int
    pages_whole: tuple[int, ...]
    pages_recognised: tuple[int, ...] = ()
    pages_image_only: tuple[int, ...]
    pages_unread: tuple[int, ...] = ()
    pages_empty: tuple[int, ...]
    hidden_text: tuple[int, ...] = ()
    tokens: int

    @property
    def complete(self) -> bool:
        """Whether no page is missing: empty pages need not be read."""
        return not self.pages_image_only and not self.pages_unread


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """Tokens of each part of the prompt; they add up to `prompt_tokens`."""

    documents: tuple[DocumentReceipt, ...]
    instructions_tokens: int
    key_data_tokens: int
    task_tokens: int
    prompt_tokens: int
    answer_limit: int
    context: int
    complete: bool

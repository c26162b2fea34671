"""The small model's real vocabulary."""

import pytest

from app.packing.vocabulary import Vocabulary
from tests.tiny import real_tokenizer_folder


@pytest.fixture(scope="session")
def vocabulary() -> Vocabulary:
    """Of the cached model; `make setup` puts it there."""
    return Vocabulary(real_tokenizer_folder() / "tokenizer.json")

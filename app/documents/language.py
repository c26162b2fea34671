"""Which of the two languages a text is in: enough to choose prompts, not a language detector."""

import unicodedata
from enum import StrEnum


class Language(StrEnum):
    """The languages that every prompt exists in."""

    ENGLISH = "en"
    CHINESE = "zh"


# Chinese contracts are full of Latin names and numbers; English ones hold no Han characters to speak of.
_HAN_SHARE = 0.15


def is_han(char: str) -> bool:
    """Whether a character is a CJK ideograph."""
    return unicodedata.name(char, "").startswith("CJK ")


def language_of(text: str) -> Language:
    """Chinese when more than 15 % of the letters are Han characters, otherwise English."""
    sample = text[:20_000]
    letters = [char for char in sample if char.isalpha()]
    han = sum(1 for char in letters if is_han(char))
    return Language.CHINESE if han > _HAN_SHARE * len(letters) else Language.ENGLISH

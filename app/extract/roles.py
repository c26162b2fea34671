"""What a row of print can be by its words alone: an item of a list, a caption, a note, a sentence's end."""

import re

_CHINESE_NUMBER = "[一二三四五六七八九十百零〇]"
# A bullet or a clause's own number begins a block wherever it stands at a line's beginning.
_BULLET = re.compile(r"[•●▪◦■□√☐☑☒◆◇▶►➢✓✔➤※]\s*\S|[-–*]\s\S")
_ITEM = re.compile(
    r"(?:"
    r"[(（](?:\d{1,3}|[A-Za-z]{1,4}|[一二三四五六七八九十]{1,3})[)）]"
    r"|\d{1,3}(?:\.\d{1,3})*[.)、．）](?!\d)"
    r"|\d{1,2}(?:\.\d{1,3})+\s"
    r"|[A-Za-z][.)]\s"
    r"|[ivxlc]{1,6}[.)]\s"
    rf"|{_CHINESE_NUMBER}{{1,4}}、"
    rf"|第(?:\d|{_CHINESE_NUMBER}){{1,7}}[编章节条款项]"
    r"|[①-⑳❶-❿]"
    r")"
)
_BARE_NUMBER = re.compile(r"(?:\d{1,3}(?:\.\d{1,3})*[.)]?|[(（]?[A-Za-z\d]{1,4}[)）.])\s*")
_LONGEST_NUMBER = 8
_SENTENCE_END = re.compile(r"[.!?。！？；;：:][\"”’」』)）\]]*$")
_CLAUSE_END = re.compile(
    r"(?:[.!?。！？；;：:,，、][\"”’」』)）\]]*|\b(?:and|or)|[；;，,、](?:以及|及|或者?))$",
)
_CAPTION = re.compile(
    r"(?:(?:Table|Figure|Fig\.|Exhibit|Chart|Diagram|Plate)\s*(?:\d+|[IVXLC]+\b|[A-Z]\b)(?:[.\-–]\d+)*"
    r"|(?:表|图|图表|附表|附图)\s*\d+(?:[.\-–—－]\d+)*)"
    r"(?![\d.]*\s*[a-z])[\s.:：．、—–-]*",
)
_LONGEST_CAPTION = 180
_NOTE = re.compile(
    r"(?:[¹²³⁴-⁹⁰]{1,3}|[*†‡§]{1,3}\s?|[(（]\d{1,2}[)）]|\[\d{1,3}\]|[①-⑳]|\d{1,3}\s|注\s*\d*\s*[：:]|Notes?\s*\d*\s*:|Sources?\s*:|资料来源\s*[：:])"
)


def begins_item(text: str) -> bool:
    """Whether a line begins like an item of a list or a clause."""
    return _BULLET.match(text) is not None or _ITEM.match(text) is not None


def is_bullet(text: str) -> bool:
    """Whether a line begins with a mark that nothing but an item begins with."""
    return _BULLET.match(text) is not None


def is_number(text: str) -> bool:
    """Whether a piece is an item's number and nothing else."""
    if len(text) > _LONGEST_NUMBER:
        return False
    return _BARE_NUMBER.fullmatch(text) is not None or _ITEM.match(text) is not None or not text[0].isalnum()


def ends_sentence(text: str) -> bool:
    """Whether a sentence, or what leads to a list, is over with this line."""
    return _SENTENCE_END.search(text[-8:]) is not None


def lets_item_follow(text: str) -> bool:
    """Whether an item of a list can follow this line, whether or not it is filled."""
    return _CLAUSE_END.search(text[-8:]) is not None


def is_caption(text: str) -> bool:
    """Whether a text names a figure or a table and says no more than what it shows."""
    return len(text) <= _LONGEST_CAPTION and _CAPTION.match(text) is not None


def begins_note(text: str) -> bool:
    """Whether a text begins like a note at the foot of a page or of a table."""
    return _NOTE.match(text) is not None

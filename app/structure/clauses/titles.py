"""Titles: what is printed as a clause's heading after its number, and lines that are headings without a number."""

import re

# Longer lines are sentences, in characters and in words.
_LONGEST, _LONGEST_HAN, _WORDS = 120, 40, 12
_LONGEST_QUESTION, _LONGEST_WORDS = 240, 16
# In small letters, these make a line a sentence.
_VERB = re.compile(r"\b(?:means?|shall|will|is|are|was|were|has|have|may|must)\b")
# So few words are a title even where only the first is capitalised.
_FEW_WORDS = 3
_HAN = re.compile("[\u3400-\u9fff]")
_SENTENCE_END = re.compile(r"[.。;；,，:：!！、][”\"’'）)]{0,2}$")
_BRACKETED = re.compile(r"\s{0,3}(?:【[^【】]{1,40}】|\[[^\[\]]{1,60}\]|[（(][^（）()]{1,20}[）)](?=\s|$))")
# A title that runs into its text: "Fees. Customer will ...", "Term: This ...", "定义：本合同 ...".
_RUN_IN = re.compile(
    r"\s{0,4}([^.:：。;；,，“”\"]{1,80}(?:, [^.:：。;；“”\"]{1,60})?)([.:]|：|\s[–—-]\s)(?=\s|$|[\u3400-\u9fff])"
)
# Words before a colon that introduce a list.
_LEAD_IN = re.compile("(?:包括|如下|下列|为|是|有|应|以下|之一|内容)$")
_SMALL_WORDS = frozenset(
    {
        "a",
        "an",
        "and",
        "as",
        "at",
        "between",
        "by",
        "for",
        "from",
        "in",
        "into",
        "of",
        "on",
        "or",
        "per",
        "the",
    }
    | {"to", "under", "upon", "with", "without", "not", "no"},
)
# What may stand between a number and its title.
_SEPARATOR = re.compile(r"[\s.:：、–—-]{0,8}")


def title_in(text: str, start: int, end: int) -> tuple[int, int]:
    """The characters of [start, end) that are a clause's title; an empty run at `start` where it has none.

    `start` is where the label ends, `end` where the block does.
    """
    separator = _SEPARATOR.match(text, start, end)
    start = separator.end() if separator else start
    bracketed = _BRACKETED.match(text, start, end)
    if bracketed:
        return _stripped(text, start, bracketed.end())
    line = text[start:end] if end - start <= _LONGEST else ""
    if not re.search(r"[:：]", line) and (is_title(line) or _is_stopped_title(line)):
        return _stripped(text, start, end)
    run_in = _RUN_IN.match(text, start, min(end, start + 2 * _LONGEST))
    if (
        run_in
        and _is_capitalised(run_in[1])
        and not _LEAD_IN.search(run_in[1])
        and text[run_in.end() : end].strip()
    ):
        return _stripped(text, run_in.start(1), run_in.end(1) + (run_in[2] == "."))
    return start, start


def is_title(text: str) -> bool:
    """Whether a whole line reads as a heading: short, and without the end of a sentence."""
    line = text.strip()
    han = bool(_HAN.search(line))
    longest = _LONGEST_QUESTION if line.endswith("?") else _LONGEST
    if not line or len(line) > (_LONGEST_HAN if han else longest):
        return False
    if not line.endswith("?") and (len(line.split()) > _LONGEST_WORDS or _VERB.search(line)):
        return False
    if _SENTENCE_END.search(line) or " | " in line or "。" in line or "__" in line:
        return False
    return han or line[0].isupper() or line[0] in "“\"'‘"


def stands_out(text: str) -> bool:
    """Whether a line without number and without print of its own can be a heading.

    A title of few words, capitalised, or a question.
    """
    line = text.strip()
    if not is_title(line) or re.search(r"[:：@}{]|//|/s/|\d{3,}", line) or line[0].isdigit():
        return False
    if _HAN.search(line):
        return not re.search("[，；]", line)
    return line.endswith("?") or (len(line.split()) <= _WORDS and _is_capitalised(line))


def _is_stopped_title(text: str) -> bool:
    """A title that ends like a sentence: "Invoice creation." and "Limitation of Liability; Indemnification."."""
    line = text.strip()
    if not line.endswith(".") or not is_title(line[:-1]) or re.search(r"[.。:：]\s", line):
        return False
    words = re.findall(r"[A-Za-z][\w’'-]*", line)
    return len(words) <= _FEW_WORDS or all(word[0].isupper() or word in _SMALL_WORDS for word in words)


def _is_capitalised(title: str) -> bool:
    if _HAN.search(title):
        return len(title.strip()) <= _LONGEST_HAN // 2
    words = [word for word in re.split(r"[\s/&-]+", title) if word]
    if len(words) > _WORDS or not words or not words[0][0].isupper():
        return False
    small = [word for word in words if word[0].islower() and word.lower() not in _SMALL_WORDS]
    return len(small) * 4 <= len(words)


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end

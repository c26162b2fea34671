"""Parts of a contract that have no number: recitals, signature blocks, headings, the document's own title."""

import re
from collections.abc import Sequence

from app.structure.clauses.labels import RANKS
from app.structure.clauses.placing import Ahead, Open
from app.structure.clauses.starts import Start
from app.structure.clauses.titles import is_title, stands_out

RECITAL = re.compile(
    r"(?:WHEREAS|Whereas|RECITALS?|Recitals?|BACKGROUND|Background(?=\s{0,3}:?$)|WITNESSETH|鉴于|序言|前言)(?![A-Za-z])",
)
# Words that end the recitals.
OPERATIVE = re.compile(
    r"NOW,?\s{1,3}THEREFORE|Now,?\s{1,3}[Tt]herefore|NOW,?\s{1,3}(?:IT\s{1,3}IS|THIS)|"
    r"IT\s{1,3}IS\s{1,3}(?:HEREBY\s{1,3})?AGREED|有鉴于此|为此|因此|据此|(?:甲乙)?双方",
)
SIGNATURE = re.compile(
    r"IN\s{1,3}WITNESS(?:\s{1,3}WHEREOF)?|In\s{1,3}[Ww]itness\s{1,3}[Ww]hereof|AS\s{1,3}WITNESS|"
    r"(?:(?:Name|Title|Date|Signature|By)\b[\s:_]{0,60}){2,6}$|"
    r"EXECUTED\s{1,3}(?:AS|BY|as|by)\b|(?:SIGNED|Signed)(?:\s{1,3}(?:BY|By|by))?(?=\s{0,3}[:}])|"
    r"(?:BY|By|SIGNATURE|Signature)\s{0,3}:|SIGNATURES?(?=\s{0,3}$)|\[?Signature [Pp]age|"
    r"[（(]?(?:本页)?(?:以下|此下)无正文[）)]?|[（(]?(?:签署|签字|签章)页|"
    r"(?:法定代表人|授权代表|委托代理人|负责人)(?:[（(][^（()）]{1,12}[）)])?\s{0,3}[:：]|"
    r"[^。；，：:（(]{1,40}[（(][^（()）]{0,12}(?:盖章|签章|签字|签名|公章|签署)[^（()）]{0,8}[）)]",
)
_SCOPES = frozenset(RANKS) - {"第条"}
# Print of one size and weight, in points.
_SAME_WEIGHT = 0.2
# What stands below a heading is a sentence, or longer than a line of an address.
_SENTENCE, _LINE = re.compile(r"[.。;；:：!！?？][”\"’'）)]{0,2}\s*$"), 100
_CONTACT = re.compile(
    r"(?:Attn|Attention|Tel|Telephone|Phone|Fax|Facsimile|E-?mail|Address|Name|Title|By|地址|电话|传真|邮箱|联系人)"
    r"\s{0,3}[.:：]",
    re.IGNORECASE,
)
_ABOVE_TITLE = re.compile(
    r"(?:EXHIBIT|Exhibit|SCHEDULE|Schedule|ANNEX|Annex|APPENDIX|Appendix|附件)(?![a-z])"
)
_LONGEST_HEADING = 240


class Headings:
    """Tells which lines without a number are headings, and under which open clauses they stand.

    Print tells it (size, boldness, the reader's own mark) where the document uses any for headings. Otherwise a
    heading is a short line of the words of a title between a finished sentence and the text below it.
    """

    def __init__(self, text: str, starts: Sequence[Start], ahead: Ahead) -> None:
        self._text = text
        self._ahead = ahead
        self._starts = starts
        self._lines = [self._is_line(start) for start in starts]
        self._printed = any(start.raised for start in starts[1:])
        self.title_length = self._length_of_title()

    def is_heading(self, at: int) -> bool:
        """Whether the start, which has no number, is a heading."""
        start = self._starts[at]
        if not start.whole or start.label is not None or start.contents:
            return False
        return start.raised and self._lines[at] if self._printed else self._stands_alone(at)

    def depth(self, at: int, stack: Sequence[Open]) -> int:
        """How many of the open clauses enclose this heading."""
        weight = self._starts[at].weight
        if self._printed:
            bigger = (clause.weight > weight + _SAME_WEIGHT or clause.form == "schedule" for clause in stack)
            return next((depth for depth, encloses in enumerate(bigger) if not encloses), len(stack))
        inside = next(
            (depth for depth, clause in enumerate(stack) if self._ahead.continues(at, clause)), None
        )
        if inside is not None and not self._is_labelled(at + 1):
            return inside + 1
        return next((depth for depth, clause in enumerate(stack) if clause.form not in _SCOPES), len(stack))

    def _is_line(self, start: Start) -> bool:
        if start.end - start.at > _LONGEST_HEADING:
            return False
        text = self._text[start.at : start.end]
        return is_title(text) or is_title(text.rstrip(" .")) or (start.raised and text.strip().isalnum())

    def _stands_alone(self, at: int) -> bool:
        start = self._starts[at]
        if start.end - start.at > _LONGEST_HEADING or at + 1 == len(self._starts):
            return False
        text, after = self._text[start.at : start.end], self._starts[at + 1]
        finished = at == 0 or start.closed or self._lines[at - 1]
        below = self._text[max(after.at, after.end - _LINE) : after.end]
        sentence = len(below) == _LINE or bool(_SENTENCE.search(below))
        continued = after.label is not None or self._lines[at + 1] or sentence
        return finished and continued and not _CONTACT.match(below) and stands_out(text)

    def _is_labelled(self, at: int) -> bool:
        return at < len(self._starts) and self._starts[at].label is not None

    def _length_of_title(self) -> int:
        """How many of the first starts are the document's title; "Exhibit 10.1" above it is a part of it."""
        starts = self._starts
        at = 0
        if len(starts) > 1 and self._lines[0] and _ABOVE_TITLE.match(self._text, starts[0].at):
            at = 1
        if at >= len(starts) or starts[at].label is not None or RECITAL.match(self._text, starts[at].at):
            return at
        if not self._printed:
            return at + (self._lines[at] and stands_out(self._text[starts[at].at : starts[at].end]))
        if not (starts[at].raised and self._lines[at]):
            return at
        weight = starts[at].weight
        end = at
        while (
            end < len(starts)
            and starts[end].weight == weight
            and self._lines[end]
            and starts[end].label is None
        ):
            end += 1
        again = any(start.weight == weight and start.label is None for start in starts[end:])
        return at if again else end

"""HTML taken apart into tags and text, in one pass: no input makes it slow, deep or fail.

The standard library's parser needs minutes for half a megabyte of unclosed tags, and libxml2 drops what is nested
more than 256 deep without a word. The rules are those of the HTML Standard's tokenizer, as far as text needs them.
"""

import html
import re
from collections.abc import Iterator

import msgspec

_NAME = re.compile(r"[a-zA-Z][^\s/>]*")
_SPACE = re.compile(r"[\s/]*")
_ATTRIBUTE = re.compile(r"[^\s/>][^\s/>=]*")
_EQUALS = re.compile(r"\s*=\s*")
_BARE_VALUE = re.compile(r"[^\s>]*")
# Their content is text up to their end tag, whatever stands in it.
_RAW = frozenset({"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"})
_RAW_END = {name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE) for name in _RAW}
# Entities stand for characters in these and in ordinary text.
_WITH_ENTITIES = frozenset({"textarea", "title"})


class Tag(msgspec.Struct, frozen=True):
    """A start tag with its attributes, or an end tag; names in lower case."""

    name: str
    attributes: dict[str, str]
    ends: bool = False


def tags_and_text(source: str) -> Iterator[Tag | str]:
    """The document's tags and the text between them; comments, document types and instructions are left out."""
    return _Tokenizer(source).run()


class _Tokenizer:
    def __init__(self, source: str) -> None:
        self._source = source
        self._at = 0
        self._absent: set[str] = set()  # what does not stand anywhere in the rest

    def _find(self, needle: str, start: int) -> int:
        """Where the needle stands from here on; each search that fails is made once only."""
        if needle in self._absent:
            return -1
        found = self._source.find(needle, start)
        if found < 0:
            self._absent.add(needle)
        return found

    def run(self) -> Iterator[Tag | str]:
        source = self._source
        while self._at < len(source):
            opening = self._find("<", self._at)
            if opening != self._at:
                end = len(source) if opening < 0 else opening
                yield html.unescape(source[self._at : end])
                self._at = end
                continue
            token = self._markup()
            if token is not None:
                yield token
            if isinstance(token, Tag) and token.name in _RAW and not token.ends:
                yield from self._raw(token.name)

    def _markup(self) -> Tag | str | None:
        """The tag at "<", or the character itself when none begins there."""
        source, at = self._source, self._at
        if source.startswith("<!--", at):
            # "<!-->" is a whole comment.
            self._skip_to("-->", at + 2)
            return None
        if source.startswith("<![CDATA[", at):
            return self._character_data(at + len("<![CDATA["))
        if source.startswith(("<!", "<?"), at):
            self._skip_to(">", at + 2)
            return None
        ends = source.startswith("</", at)
        name = _NAME.match(source, at + 1 + ends)
        if name is None:
            self._at = at + 1
            return "<"
        self._at = name.end()
        return Tag(name[0].lower(), self._attributes(), ends)

    def _skip_to(self, mark: str, start: int) -> None:
        end = self._find(mark, start)
        self._at = len(self._source) if end < 0 else end + len(mark)

    def _character_data(self, start: int) -> str:
        """XHTML writes text so; browsers skip it in HTML, and text that is skipped would be lost."""
        self._skip_to("]]>", start)
        return self._source[start : self._at].removesuffix("]]>")

    def _attributes(self) -> dict[str, str]:
        """The attributes up to the tag's end, the first of each name."""
        source = self._source
        attributes: dict[str, str] = {}
        while True:
            self._at = _matched(_SPACE, source, self._at)
            if self._at >= len(source) or source[self._at] == ">":
                self._at += 1
                return attributes
            end = _matched(_ATTRIBUTE, source, self._at)
            name = source[self._at : end].lower()
            self._at = end
            equals = _EQUALS.match(source, end)
            value = ""
            if equals is not None:
                self._at = equals.end()
                value = self._value()
            attributes.setdefault(name, value)

    def _value(self) -> str:
        source, start = self._source, self._at
        quote = source[start : start + 1]
        if quote in {'"', "'"} and (end := self._find(quote, start + 1)) >= 0:
            self._at = end + 1
            return html.unescape(source[start + 1 : end])
        self._at = _matched(_BARE_VALUE, source, start)
        return html.unescape(source[start : self._at])

    def _raw(self, name: str) -> Iterator[Tag | str]:
        start = self._at
        closing = None if name in self._absent else _RAW_END[name].search(self._source, start)
        if closing is None:
            # A tag that is never closed would hide the rest of the file; it is read as if it were empty.
            self._absent.add(name)
            yield Tag(name, {}, ends=True)
            return
        self._at = closing.start()
        text = self._source[start : self._at]
        yield html.unescape(text) if name in _WITH_ENTITIES else text


def _matched(pattern: re.Pattern[str], source: str, at: int) -> int:
    """Where a match that begins here ends."""
    match = pattern.match(source, at)
    return at if match is None else match.end()

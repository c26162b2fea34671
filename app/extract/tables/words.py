"""Words of a page: what belongs to one cell as a whole."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from app.extract.raw import Piece, RawLine

# A character that begins further from the one before than this many font sizes begins a word: the widest
# characters are one size wide, and spaces are characters of their own.
_ADVANCE = 2.0
# Words whose heights overlap by this share of the lower one are on one line.
_SAME_LINE = 0.5
# The widest space between two words of a sentence, in font sizes: a space is about 0.25, a justified one 0.7.
SENTENCE_GAP = 0.75


class Word(msgspec.Struct, frozen=True):
    """Characters of one line without a space between them, and where they stand."""

    piece: Piece
    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    bold: bool

    @property
    def x(self) -> float:
        """The middle."""
        return (self.x0 + self.x1) / 2

    @property
    def y(self) -> float:
        """The middle."""
        return (self.y0 + self.y1) / 2


def words_of(lines: Sequence[RawLine]) -> tuple[Word, ...]:
    """The words of all lines that can be seen; a line that does not run from left to right is one word."""
    return tuple(word for at, line in enumerate(lines) if line.hiding is None for word in _words(at, line))


def _words(at: int, line: RawLine) -> Iterator[Word]:
    turned = len(line.edges) != len(line.text) + 1
    for start, end in [(0, len(line.text))] if turned else _runs(line):
        x0, x1 = (line.x0, line.x1) if turned else (line.edges[start], line.edges[end])
        piece, text = Piece(at, start, end), line.text[start:end]
        yield Word(piece, text, min(x0, x1), line.y0, max(x0, x1), line.y1, line.size, line.bold)


def _runs(line: RawLine) -> Iterator[tuple[int, int]]:
    start = None
    for at, char in enumerate(line.text):
        if char.isspace():
            if start is not None:
                yield start, at
            start = None
        elif start is None:
            start = at
        elif line.edges[at] - line.edges[at - 1] > _ADVANCE * line.size:
            yield start, at
            start = at
    if start is not None:
        yield start, len(line.text)


def text_lines(words: Iterable[Word]) -> list[list[Word]]:
    """Words in lines from the top, each from the left."""
    lines: list[list[Word]] = []
    bottoms: list[tuple[float, float]] = []
    for word in sorted(words, key=lambda word: (word.y, word.x0)):
        if lines and _beside(bottoms[-1], word):
            lines[-1].append(word)
        else:
            lines.append([word])
            bottoms.append((word.y0, word.y1))
    return [sorted(line, key=lambda word: word.x0) for line in lines]


def _beside(band: tuple[float, float], word: Word) -> bool:
    overlap = min(band[1], word.y1) - max(band[0], word.y0)
    return overlap > _SAME_LINE * min(band[1] - band[0], word.y1 - word.y0)


def pieces_of(words: Iterable[Word]) -> tuple[Piece, ...]:
    """A cell's words in reading order, those that follow each other in one line as one piece."""
    pieces: list[Piece] = []
    for line in text_lines(words):
        for word in line:
            last = pieces[-1] if pieces else None
            if last and last.line == word.piece.line and last.end <= word.piece.start <= last.end + 1:
                pieces[-1] = Piece(last.line, last.start, word.piece.end)
            else:
                pieces.append(word.piece)
    return tuple(pieces)


class Phrase(msgspec.Struct, frozen=True):
    """Neighbouring words of one line that stand as close as the words of a sentence."""

    words: tuple[Word, ...]

    @property
    def x0(self) -> float:
        """Left end."""
        return self.words[0].x0

    @property
    def x1(self) -> float:
        """Right end."""
        return self.words[-1].x1

    @property
    def text(self) -> str:
        """Its words."""
        return " ".join(word.text for word in self.words)


def phrases_of(line: Sequence[Word], *, gap: float = SENTENCE_GAP) -> list[Phrase]:
    """A line's words, in phrases: `gap` is the widest space within one, in font sizes."""
    phrases: list[list[Word]] = []
    for word in line:
        if phrases and word.x0 - phrases[-1][-1].x1 <= gap * min(word.size, phrases[-1][-1].size):
            phrases[-1].append(word)
        else:
            phrases.append([word])
    return [Phrase(tuple(words)) for words in phrases]

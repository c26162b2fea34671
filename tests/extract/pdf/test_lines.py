"""Characters to lines."""

from pathlib import Path

import pytest

from app.documents.model import Hiding
from app.extract.pdf.lines import Part, SeenLine, cut, said, without_reprints
from app.extract.pdf.reading import read_pdf
from app.extract.raw import RawLine, RawPage
from tests.builders import A4, Placed, painted, painted_pdf, placed_pdf, raw_line
from tests.growth import growth

_TURNS = (0, 90, 180, 270)


def _lines(path: Path, pdf: bytes) -> list[RawLine]:
    path.write_bytes(pdf)
    _, page = read_pdf(path, max_pages=1, tables=False, ocr=False)
    assert isinstance(page, RawPage)
    return list(page.lines)


def _texts(path: Path, content: str) -> list[str]:
    return [line.text for line in _lines(path, painted_pdf(content))]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the test's file is written."""
    return tmp_path / "page.pdf"


def test_edges(path: Path) -> None:
    """One edge more than characters, from left to right, also in Chinese."""
    latin, han = _lines(path, placed_pdf([[Placed(72, 100, "Hello"), Placed(72, 200, "供应商", size=10)]]))

    assert latin.text == "Hello"
    assert len(latin.edges) == 6
    assert latin.edges[0] == 72
    assert list(latin.edges) == sorted(latin.edges)
    assert han.edges == pytest.approx((72, 82, 92, 102))
    assert latin.y0 < 100 < latin.y1
    assert (han.size, han.bold) == (10, False)


def test_bold(path: Path) -> None:
    """A line is as bold as most of its characters."""
    assert [line.bold for line in _lines(path, placed_pdf([[Placed(72, 100, "x", bold=True)]]))] == [True]


@pytest.mark.parametrize("turned", _TURNS)
def test_a_page_printed_sideways_and_turned_back(path: Path, turned: int) -> None:
    """A reader sees upright text, and so it is read, at the place where it is shown."""
    (line,) = _lines(path, placed_pdf([[Placed(72, 100, "Hello")]], turned=turned))

    assert line.direction == 0
    assert line.edges[0] == pytest.approx(72, abs=0.2)
    assert line.y0 < 100 < line.y1
    assert len(line.edges) == 6


@pytest.mark.parametrize(("rotation", "direction"), [(0, 0), (90, 1), (180, 2), (270, 3)])
def test_a_page_turned_after_it_was_printed(path: Path, rotation: int, direction: int) -> None:
    """The line runs another way on the page as it is shown, and has its own two edges there."""
    upright = _lines(path, placed_pdf([[Placed(72, 100, "Hello")]]))[0]
    (line,) = _lines(path, placed_pdf([[Placed(72, 100, "Hello")]], rotation=rotation))
    width, height = A4
    x0, x1, y0, y1 = upright.x0, upright.x1, upright.y0, upright.y1
    expected = {
        0: (x0, y0, x1, y1),
        90: (height - y1, x0, height - y0, x1),
        180: (width - x1, height - y1, width - x0, height - y0),
        270: (y0, width - x1, y1, width - x0),
    }

    assert line.direction == direction
    assert (line.x0, line.y0, line.x1, line.y1) == pytest.approx(expected[rotation], abs=0.2)
    assert len(line.edges) == (6 if direction == 0 else 2)


@pytest.mark.parametrize(
    ("matrix", "direction"),
    [
        ("1 0 0 1", 0),
        ("0 -1 1 0", 1),
        ("-1 0 0 -1", 2),
        ("0 1 -1 0", 3),
        ("1 0.05 -0.05 1", 0),
        ("0.7 0.71 -0.71 0.7", 3),
        ("0.7 -0.71 0.71 0.7", 1),
    ],
)
def test_directions(path: Path, matrix: str, direction: int) -> None:
    """Slanted text counts as the nearest quarter turn; a scan that lies a little askew is upright."""
    (line,) = _lines(path, painted_pdf(f"BT /F 12 Tf {matrix} 300 400 Tm (Watermark) Tj ET\n"))

    assert line.direction == direction
    assert line.text == "Watermark"


def test_note_marks_stay_apart_from_numbers(path: Path) -> None:
    """1,234 with the note 3 is not 1,2343: the raised digit is a raised digit."""
    raised = "BT /F 12 Tf 50 700 Td ({}) Tj /F 7 Tf 4 Ts ({}) Tj 0 Ts /F 12 Tf ( total) Tj ET\n"

    assert _texts(path, raised.format("1,234", "3")) == ["1,234³ total"]
    assert _texts(path, raised.format("words", "12")) == ["words¹² total"]
    assert _texts(path, raised.format("the 5", "th")) == ["the 5th total"]
    assert _texts(path, raised.format("year", "2023")) == ["year2023 total"]


def test_glyphs_without_a_character(path: Path) -> None:
    """What the font does not say is U+FFFD, never the number of the glyph; nor half a character."""
    assert _texts(path, painted("abc", font="U")) == ["•\ufffd\ufffd"]


def test_ligatures(path: Path) -> None:
    """One glyph of two letters is two letters, each with an edge."""
    (line,) = _lines(path, painted_pdf(painted("d", font="U")))

    assert line.text == "fi"
    assert len(line.edges) == 3


@pytest.mark.parametrize("times", [2, 3, 5])
def test_printed_again_to_look_bold(path: Path, times: int) -> None:
    """Text that is printed several times on its place, a fraction of a point aside, is there once."""
    content = "".join(painted("Bold", 50 + 0.3 * at, 700 + 0.2 * at) for at in range(times))

    assert _texts(path, content) == ["Bold"]


def test_the_same_words_elsewhere(path: Path) -> None:
    """The same text on the next line, or further right, is another text."""
    assert _texts(path, painted("yes", 50) + painted("yes", 150) + painted("yes", 50, 686)) == ["yes"] * 3


def _seen(line: RawLine, *, invisible: bool = False) -> SeenLine:
    part = Part(start=0, end=len(line.text), light=False, invisible=invisible, tiny=False, color=0)
    return SeenLine(line, (part,))


def test_the_last_print_with_ink_counts() -> None:
    """What is painted last is seen, but for print without ink; it keeps the first one's place in the order."""
    first, again = _seen(raw_line("a", size=10)), _seen(raw_line("a", size=11))
    bare = _seen(raw_line("a"), invisible=True)
    other = _seen(raw_line("b"))

    assert without_reprints([first, other, again]) == [again, other]
    assert without_reprints([first, other, bare]) == [first, other]
    assert without_reprints([bare, other, first]) == [first, other]
    assert without_reprints([bare, bare]) == [bare]


@pytest.mark.parametrize("step", [0.0, 1.0, 40.0])
def test_time_grows_with_the_lines_only(step: float) -> None:
    """The same letter thousands of times, on one place, close by, or apart."""
    few, many = ([_seen(raw_line("a", x=step * at)) for at in range(count)] for count in (1_000, 4_000))

    assert growth(without_reprints, few, many) < 9


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain 文", "plain 文"),
        ("a\ud800b", "a\ufffdb"),
        ("a\x00b\x1f", "a\ufffdb\ufffd"),
        ("tab\tend", "tab\tend"),
    ],
)
def test_said(text: str, expected: str) -> None:
    """Half characters and control characters, which no JSON can hold, become U+FFFD."""
    assert said(text) == expected


def test_cut() -> None:
    """A part of a line is one without the white space around it, each character at its place."""
    line = raw_line("some words ")

    assert cut(line, 4, 11) == raw_line("words", x=line.edges[5])
    assert cut(raw_line("words"), 0, 5) == raw_line("words")
    assert cut(RawLine("up words", 0, 90, (5.0, 9.0), 10, bold=False, direction=3), 0, 3).edges == (5.0, 9.0)


@pytest.mark.parametrize("number", ["1" + "0" * 9, "1" + "0" * 20, "3" + "0" * 38])
def test_absurd_places_and_sizes(path: Path, number: str) -> None:
    """Numbers that no page has end in lines with places and sizes that are numbers, or in none."""
    matrix = f"BT /F 12 Tf {number} 0 0 {number} {number} {number} Tm (far) Tj ET\n"
    scaled = f"q {number} 0 0 {number} 0 0 cm {painted('large')} Q\n"
    sized = painted("size", size=float(number)).replace("e+", "")
    for content in (matrix, scaled, sized):
        for line in _lines(path, painted_pdf(painted("seen") + content, rotation=90)):
            assert all(abs(value) < float("inf") for value in (*line.edges, line.y0, line.y1, line.size))
            assert line.text.startswith("seen") or line.hiding is Hiding.OFF_PAGE or line.size > 1_000


_TOGETHER = "thewordsstandneareachother"


@pytest.mark.parametrize(("ink", "hiding"), [("1 g", Hiding.NO_CONTRAST), ("3 Tr", Hiding.INVISIBLE)])
@pytest.mark.parametrize(
    ("before", "after"), [("(seen ) Tj", ""), ("", "( seen) Tj"), ("(seen ) Tj", "( and more) Tj")]
)
def test_words_set_apart_keep_their_look(
    path: Path, ink: str, hiding: Hiding, before: str, after: str
) -> None:
    """Spaces that are found between touching letters make nothing visible that was not."""
    apart = f"[({_TOGETHER}) -120 (secret) -120 ({_TOGETHER})] TJ"
    again = "0 g 0 Tr"
    lines = _lines(path, painted_pdf(f"BT /F 12 Tf 20 700 Td {before} {ink} {apart} {again} {after} ET\n"))
    unseen = " ".join(line.text for line in lines if line.hiding is hiding)
    seen = "".join(line.text for line in lines if line.hiding is None)

    assert unseen == f"{_TOGETHER} secret {_TOGETHER}"
    assert seen == "".join(text for text in ("seen", "and more") if text in before + after)

"""Pictures of pages to lines, with the real models."""

import sys

import pytest

from app.documents.model import Rect
from app.extract.ocr.availability import MISSING, available

if not available():
    pytest.skip(MISSING, allow_module_level=True)

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from app.extract.ocr.pictures import MOST_PIXELS
from app.extract.ocr.recogniser import Recogniser
from app.extract.raw import RawLine
from tests.builders import A4, Placed
from tests.extract.ocr.drawn import DPI, Pixels, drawn

_ENGLISH = [
    "The tenant shall pay the rent within 14 days.",
    "Notice must be given in writing to both parties.",
    "All prices are in thousands of euros and exclude tax.",
]
_CHINESE = ["承租人应当在每月五日之前支付租金", "本合同一式两份双方各执一份", "逾期付款的应当支付违约金"]
_MIXED = ["请在Linux系统中运行setup程序", "版本号为Version的文件不得修改"]


def _page(texts: list[str], *, size: float = 12) -> list[Placed]:
    return [Placed(x=80, y=100 + 40 * index, text=text, size=size) for index, text in enumerate(texts)]


def _read(pixels: Pixels, *, dpi: float = DPI) -> tuple[RawLine, ...]:
    height, width = pixels.shape[:2]
    return Recogniser().lines(pixels.tobytes(), width, height, dpi=dpi)


def _texts(lines: tuple[RawLine, ...]) -> list[str]:
    return ["".join(line.text.split()) for line in lines]


@pytest.mark.parametrize("texts", [_ENGLISH, _CHINESE, _MIXED], ids=["English", "Chinese", "mixed"])
def test_text(texts: list[str]) -> None:
    """Printed lines come out as they are, in order, with a size and a confidence."""
    lines = _read(drawn(_page(texts)))

    assert _texts(lines) == ["".join(text.split()) for text in texts]
    assert all(0.5 <= line.confidence <= 1 for line in lines if line.confidence is not None)
    assert all(line.confidence is not None and line.direction == 0 and not line.bold for line in lines)
    assert all(line.size == pytest.approx(12, rel=0.3) for line in lines)


def test_spaces() -> None:
    """Words stay apart."""
    assert [line.text for line in _read(drawn(_page(_ENGLISH)))] == _ENGLISH


def test_places() -> None:
    """A line lies where it was printed, and each of its characters too, to a few points."""
    (line,) = _read(drawn([Placed(x=80, y=100, text="Moon and mill and wide area", size=12)]))
    # Widths of Helvetica in thousandths of its size: M 833, o n a d 556, m 833, i l 222, space 278.
    words = [80, 80 + 12 * (0.833 + 3 * 0.556 + 0.278), 80 + 12 * (0.833 + 6 * 0.556 + 2 * 0.278)]

    assert len(line.edges) == len(line.text) + 1
    assert list(line.edges) == sorted(line.edges)
    assert [line.edges[0], line.edges[5], line.edges[9]] == pytest.approx(words, abs=3)
    assert line.y0 < 100 - 0.7 * 12 < 100 < line.y1
    assert line.y1 - line.y0 < 24


def test_columns() -> None:
    """Text of two columns is not joined."""
    lines = _read(drawn([Placed(x=60, y=100, text="left column"), Placed(x=330, y=100, text="right column")]))

    assert _texts(lines) == ["leftcolumn", "rightcolumn"]


@pytest.mark.parametrize(("quarters", "direction"), [(0, 0), (1, 3), (2, 2), (3, 1)])
def test_turned_page(quarters: int, direction: int) -> None:
    """A page that was scanned sideways or upside down is read; the lines say how they run and lie where they are."""
    pixels = np.ascontiguousarray(np.rot90(drawn(_page(_ENGLISH)), quarters))
    lines = _read(pixels)

    assert sorted(_texts(lines)) == sorted("".join(text.split()) for text in _ENGLISH)
    assert {line.direction for line in lines} == {direction}
    first = next(line for line in lines if line.text.startswith("The"))
    middle = ((first.x0 + first.x1) / 2, (first.y0 + first.y1) / 2)
    back = {
        0: middle,
        1: (A4[0] - middle[1], middle[0]),
        2: (A4[0] - middle[0], A4[1] - middle[1]),
        3: (middle[1], A4[1] - middle[0]),
    }
    assert back[quarters] == pytest.approx((205, 96), abs=12)


@pytest.mark.parametrize("degrees", [-4, 2])
def test_skew(degrees: float) -> None:
    """A page that was put in crooked is read in level lines."""
    page = drawn(_page(_ENGLISH))
    height, width = page.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    lines = _read(
        np.asarray(cv2.warpAffine(page, turn, (width, height), borderValue=(255, 255, 255)), dtype=np.uint8)
    )

    assert _texts(lines) == ["".join(text.split()) for text in _ENGLISH]
    assert all(line.y1 - line.y0 < 24 for line in lines)


def test_vertical_chinese() -> None:
    """Columns of upright characters are read down."""
    text = "本合同自双方签字之日起生效"
    characters = [Placed(x=300, y=100 + 18 * index, text=char, size=15) for index, char in enumerate(text)]
    (line,) = _read(drawn(characters))

    assert line.text == text
    assert line.direction == 1
    assert len(line.edges) == 2


def test_blank() -> None:
    """Nothing is read in an empty page, clean or grey."""
    assert _read(drawn([])) == ()
    assert _read(np.full((700, 500, 3), 200, dtype=np.uint8)) == ()


def test_noise() -> None:
    """Next to nothing is read in noise."""
    noise = np.random.default_rng(7).integers(0, 256, size=(700, 500, 3), dtype=np.uint8)

    assert sum(len(line.text) for line in _read(noise)) < 10


def test_light_on_dark() -> None:
    """White text on black is read."""
    assert _texts(_read(255 - drawn(_page(_CHINESE)))) == _CHINESE


def test_huge_picture() -> None:
    """A picture of more pixels than are of use is scaled down; the places stay."""
    page = drawn(_page(_ENGLISH), dpi=450)
    assert page.shape[0] * page.shape[1] > MOST_PIXELS
    lines = _read(page, dpi=450)

    assert _texts(lines) == ["".join(text.split()) for text in _ENGLISH]
    assert lines[0].x0 == pytest.approx(80, abs=3)


def test_ruler() -> None:
    """Extreme shapes are survived."""
    for shape in ((3, 4000, 3), (4000, 3, 3), (1, 1, 3)):
        pixels = np.full(shape, 255, dtype=np.uint8)
        pixels[0, 0] = 0
        assert _read(pixels) == ()


@pytest.mark.parametrize(("size", "width", "height"), [(10, 2, 2), (0, 0, 0), (12, -2, -2)])
def test_wrong_pixels(size: int, width: int, height: int) -> None:
    """Pixels that do not fill the picture are refused."""
    with pytest.raises(ValueError, match="RGB"):
        Recogniser().lines(bytes(size), width, height, dpi=DPI)


@settings(max_examples=8, deadline=None)
@given(
    st.lists(st.sampled_from(["租金", "Deposit", "12,500.00", "第三条", "Article 5"]), min_size=1, max_size=4)
)
def test_law_of_lines(texts: list[str]) -> None:
    """Whatever is read lies on the page, in order, with an edge for each character and its end."""
    lines = _read(drawn(_page(texts)))
    page = Rect(0, 0, *A4)

    assert _texts(lines) == ["".join(text.split()) for text in texts]
    middles = [line.y0 + line.y1 for line in lines]
    assert middles == sorted(middles)
    for line in lines:
        assert line.text == line.text.strip() != ""
        assert len(line.edges) == len(line.text) + 1
        assert list(line.edges) == sorted(line.edges)
        assert page.x0 <= line.x0 < line.x1 <= page.x1 + 1
        assert page.y0 <= line.y0 < line.y1 <= page.y1 + 1


def test_nothing_but_what_is_needed() -> None:
    """The extra's other engines stay unloaded."""
    assert not {"openvino", "paddle", "tensorrt", "MNN"} & set(sys.modules)

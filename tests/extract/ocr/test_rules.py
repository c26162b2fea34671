"""Ruling lines in pictures."""

import pytest

from app.extract.ocr.availability import MISSING, available

if not available():
    pytest.skip(MISSING, allow_module_level=True)

import numpy as np

from app.extract.ocr.pictures import picture_of
from app.extract.ocr.rules import rules_of
from app.extract.raw import Rule
from tests.builders import Placed
from tests.extract.ocr.drawn import DPI, Pixels, drawn

_ACROSS, _DOWN = (100.0, 130.0, 160.0, 190.0), (80.0, 200.0, 320.0)
_GRID = [(_DOWN[0], y, _DOWN[-1], y) for y in _ACROSS] + [(x, _ACROSS[0], x, _ACROSS[-1]) for x in _DOWN]
_CELLS = [Placed(x=x + 8, y=y + 20, text=f"{int(x)} kg") for x in _DOWN[:-1] for y in _ACROSS[:-1]]


def _rules(pixels: Pixels) -> tuple[Rule, ...]:
    height, width = pixels.shape[:2]
    picture, shrunk = picture_of(pixels.tobytes(), width, height)
    return rules_of(picture, 72 / (DPI * shrunk))


@pytest.mark.parametrize("noisy", [False, True])
def test_grid(noisy: bool) -> None:
    """The rules of a table are found where they are, and the text in it makes none."""
    page = drawn(_CELLS, strokes=_GRID)
    if noisy:
        grain = np.random.default_rng(3).normal(0, 12, page.shape)
        page = np.clip(page + grain, 0, 255).astype(np.uint8)
    rules = _rules(page)

    assert sorted(round(rule.y0) for rule in rules if rule.y0 == rule.y1) == pytest.approx(_ACROSS, abs=1)
    assert sorted(round(rule.x0) for rule in rules if rule.x0 == rule.x1) == pytest.approx(_DOWN, abs=1)
    assert all(
        (rule.x0, rule.x1) == pytest.approx((_DOWN[0], _DOWN[-1]), abs=2)
        for rule in rules
        if rule.y0 == rule.y1
    )


def test_text_only() -> None:
    """Text has no rules, whatever its size."""
    lines = [
        Placed(x=60, y=80 + 30 * index, text="Illegible — TTTTT EEEEE 一二三王国中", size=8 + index)
        for index in range(12)
    ]

    assert _rules(drawn(lines)) == ()


def test_box() -> None:
    """A filled box is no rule."""
    page = drawn([]).copy()
    page[300:400, 200:700] = 0

    assert _rules(page) == ()

"""Where a page's tables are: PyMuPDF's layout model, and the lines that are drawn on the page.

The model (PyMuPDF 2.0, `pymupdf.layout`) is loaded for the first page that could hold a table, and not before.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

from app.documents.model import Rect
from app.extract.pdf.failures import MUPDF_FAILURES, is_out_of_memory
from app.extract.raw import RawLine, RawTable, Rule
from app.extract.tables.candidates import could_hold_table
from app.extract.tables.grids import Region
from app.extract.tables.recognition import find_tables

# Rectangles thinner than this many points are lines, and shorter ones than this are nothing.
_THIN = 3.0
_SHORTEST = 3.0
# A line is horizontal or vertical if its ends differ by no more than this.
_STRAIGHT = 1.0
# A shade in nearly the paper's white (of 1) cannot be seen; a white line can, where it parts two shades.
_WHITE = 0.97
# A shade over this share of the page is its ground.
_GROUND = 0.6
# What the model is asked for: its work grows with the square of the pieces, and with the area, in square points.
_MOST_LINES = 3_000
_MOST_DRAWINGS = 6_000
_LARGEST = 4_000_000.0
# More lines than this are a drawing: the largest tables have some hundreds.
_MOST_RULES = 20_000


class Drawn(msgspec.Struct, frozen=True):
    """The lines drawn on a page, and the sides of its shades."""

    rules: tuple[Rule, ...]
    shades: tuple[Rule, ...]
    paths: int


def tables_on(page: Any, lines: Sequence[RawLine]) -> tuple[RawTable, ...]:
    """The tables of a page; its lines are given as it is shown, and the tables speak of them by their position.

    A rotated page is turned into an upright one that looks the same. Where MuPDF cannot read the drawings, there are
    none; where the model fails, tables are found without it. Raises MemoryError.
    """
    try:
        if page.rotation:
            page.remove_rotation()
        drawn = _drawn_on(page)
    except MUPDF_FAILURES as error:
        if is_out_of_memory(error):
            raise MemoryError from error
        drawn = Drawn((), (), 0)
    if not could_hold_table(lines, drawn.rules):
        return ()
    regions = _regions(page) if _is_fit(page, lines, drawn) else None
    return find_tables(lines, drawn.rules, regions, shades=drawn.shades)


def _is_fit(page: Any, lines: Sequence[RawLine], drawn: Drawn) -> bool:
    """Whether the model can look at the page in reasonable time."""
    area = page.rect.width * page.rect.height
    return len(lines) <= _MOST_LINES and drawn.paths <= _MOST_DRAWINGS and area <= _LARGEST


def _regions(page: Any) -> tuple[Region, ...] | None:
    """The tables that the model sees; None if it fails."""
    try:
        groups = _model()(page, return_raw=True)
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001 - the model's own errors have no common kind, and the page is read without it
        return None
    return tuple(_region(group) for group in groups or () if group["class_name"] == "table")


def _region(group: Any) -> Region:
    x0, y0, x1, y1 = (float(value) for value in group["group_bbox"][:4])
    grid = group.get("table_grid")
    rect = Rect(x0, y0, x1, y1)
    if grid is None:
        return Region(rect=rect)
    rows_at = tuple(sorted(y0 + float(height) for height in grid.h_lines))
    columns_at = tuple(sorted(x0 + float(place) for place in grid.v_lines))
    return Region(rect=rect, rows_at=rows_at, columns_at=columns_at)


@cache
def _model() -> Any:
    """The layout model, on one thread: other pages are read by other processes at the same time."""
    import onnxruntime  # noqa: PLC0415 - slow to load, and most documents with few pages need no model

    with_threads = onnxruntime.SessionOptions

    def on_one_thread() -> Any:
        options = with_threads()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        return options

    onnxruntime.SessionOptions = on_one_thread
    try:
        import pymupdf.layout  # noqa: PLC0415 - it loads the model when it is imported
    finally:
        onnxruntime.SessionOptions = with_threads
    return pymupdf._get_layout  # noqa: SLF001 - where it puts the model; `Page.get_layout` keeps results besides


def _drawn_on(page: Any) -> Drawn:
    paths = page.get_cdrawings()
    ground = _GROUND * page.rect.width * page.rect.height
    rules: list[Rule] = []
    shades: list[Rule] = []
    for path in paths:
        stroked = "s" in path["type"]
        paper = not stroked and _is_white(path.get("fill"))
        for item in path["items"]:
            if item[0] == "l":
                rules.extend(_straight(item[1], item[2]))
            elif item[0] in {"re", "qu"}:
                box = item[1] if item[0] == "re" else _box(item[1])
                if stroked or _is_thin(box):
                    rules.extend(_sides(box, ground))
                elif not paper:
                    shades.extend(_sides(box, ground))
    if len(rules) + len(shades) > _MOST_RULES:
        return Drawn((), (), len(paths))
    return Drawn(tuple(rules), tuple(shades), len(paths))


def _is_white(color: Sequence[float] | None) -> bool:
    return color is not None and min(color) > _WHITE


def _is_thin(box: Sequence[float]) -> bool:
    return min(abs(box[2] - box[0]), abs(box[3] - box[1])) <= _THIN


def _straight(start: Sequence[float], end: Sequence[float]) -> Iterator[Rule]:
    x0, x1 = sorted((start[0], end[0]))
    y0, y1 = sorted((start[1], end[1]))
    if min(x1 - x0, y1 - y0) <= _STRAIGHT and max(x1 - x0, y1 - y0) >= _SHORTEST:
        yield Rule(x0, y0, x1, y1)


def _box(quad: Sequence[Sequence[float]]) -> tuple[float, float, float, float]:
    xs, ys = [point[0] for point in quad], [point[1] for point in quad]
    return min(xs), min(ys), max(xs), max(ys)


def _sides(box: Sequence[float], ground: float) -> Iterator[Rule]:
    """A rectangle's four sides; one line for a thin one, none for the ground of the page."""
    x0, x1 = sorted((box[0], box[2]))
    y0, y1 = sorted((box[1], box[3]))
    if (x1 - x0) * (y1 - y0) >= ground:
        return
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    if min(x1 - x0, y1 - y0) <= _THIN:
        yield from _straight((x0, y), (x1, y)) if x1 - x0 >= y1 - y0 else _straight((x, y0), (x, y1))
        return
    for start, end in (
        ((x0, y0), (x1, y0)),
        ((x0, y1), (x1, y1)),
        ((x0, y0), (x0, y1)),
        ((x1, y0), (x1, y1)),
    ):
        yield from _straight(start, end)

"""Pages that are lost, and pages that are shared among processes: real processes on real files."""

import asyncio
import os
import signal
from io import BytesIO
from pathlib import Path

import pytest

from app.errors import AppError
from app.extract.ranges import MOST_RESTARTS, Options, read_in_children
from app.extract.raw import Limits, PageFailed, RawPage
from tests.builders import drawn_pdf, empty_pages_pdf, joined_pdf, pdf_of
from tests.reading import children, messages_in, read_all

pytestmark = pytest.mark.anyio

_ENDLESS = drawn_pdf(b" ", times=10, levels=12)
_ENDLESS_TEXT = drawn_pdf(b"BT /F 10 Tf 50 700 Td (Hello) Tj ET", times=10, levels=12)
_GOOD = pdf_of(["Good."])


def _described(pages: tuple[RawPage | PageFailed, ...]) -> list[str]:
    """The text of each page, or why there is none."""
    return [
        page.problem.code if isinstance(page, PageFailed) else "".join(line.text for line in page.lines)
        for page in pages
    ]


@pytest.mark.parametrize(
    ("bad", "limits", "code"),
    [
        (_ENDLESS, Limits(page_seconds=2), "page_time_exceeded"),
        (_ENDLESS_TEXT, Limits(memory=300 << 20), "memory_exceeded"),
    ],
    ids=["hangs", "needs too much memory"],
)
async def test_one_page_is_lost(tmp_path: Path, bad: bytes, limits: Limits, code: str) -> None:
    """The others are read, and the lost one says why it is lost."""
    path = tmp_path / "test.pdf"
    path.write_bytes(joined_pdf([_GOOD, bad, _GOOD]))
    told: list[tuple[int, int]] = []

    opened, pages = await read_all(
        path, limits=limits, progress=lambda done, pages: told.append((done, pages))
    )

    assert opened.pages == 3
    assert _described(pages) == ["Good.", code, "Good."]
    assert [page.number for page in pages] == [1, 2, 3]
    assert told == [(1, 3), (2, 3), (3, 3)]


async def test_a_crash_costs_one_page(tmp_path: Path) -> None:
    """A parser that dies at a page is started again behind it."""
    path = tmp_path / "test.pdf"
    path.write_bytes(joined_pdf([_GOOD, _ENDLESS, _GOOD]))
    before = children()

    def kill_after_first(done: int, pages: int) -> None:
        if done == 1:
            for child in children() - before:
                os.kill(child, signal.SIGSEGV)

    _, pages = await read_all(path, progress=kill_after_first)

    assert _described(pages) == ["Good.", "page_unreadable", "Good."]
    (lost,) = [page for page in pages if isinstance(page, PageFailed)]
    assert f"signal {signal.SIGSEGV.value}" in lost.problem.detail


async def test_restarts_are_bounded(tmp_path: Path) -> None:
    """Of a file that breaks the parser again and again, the rest is given up for the last reason."""
    path = tmp_path / "test.pdf"
    path.write_bytes(joined_pdf([_GOOD, *[_ENDLESS] * (MOST_RESTARTS + 1), _GOOD, _GOOD]))
    told: list[tuple[int, int]] = []

    _, pages = await read_all(
        path, limits=Limits(page_seconds=1), progress=lambda done, pages: told.append((done, pages))
    )

    count = MOST_RESTARTS + 4
    assert _described(pages) == ["Good.", *["page_time_exceeded"] * (count - 1)]
    assert [page.number for page in pages] == list(range(1, count + 1))
    assert [page.problem.facts["page"] for page in pages[-3:] if isinstance(page, PageFailed)] == [
        MOST_RESTARTS + 2
    ] * 3
    assert told == [(done, count) for done in range(1, count + 1)]


async def test_nothing_is_left_after_all_restarts(tmp_path: Path) -> None:
    """Pages behind those that broke the parser are not tried when none was read before."""
    path = tmp_path / "test.pdf"
    path.write_bytes(joined_pdf([*[_ENDLESS] * (MOST_RESTARTS + 1), _GOOD]))

    with pytest.raises(AppError) as refused:
        await read_all(path, limits=Limits(page_seconds=1))

    assert refused.value.problem.code == "page_time_exceeded"
    assert refused.value.problem.facts["page"] == MOST_RESTARTS + 1


async def test_every_page_is_lost(tmp_path: Path) -> None:
    """Then the document is, for the reason of its first page."""
    path = tmp_path / "test.pdf"
    path.write_bytes(joined_pdf([_ENDLESS, _ENDLESS]))

    with pytest.raises(AppError) as refused:
        await read_all(path, limits=Limits(page_seconds=1))

    assert refused.value.problem.code == "page_time_exceeded"
    assert refused.value.problem.facts["page"] == 1


@pytest.mark.parametrize("children_at_once", [1, 2, 3])
async def test_shared_pages(tmp_path: Path, children_at_once: int) -> None:
    """However many processes read it, every page comes once and in its place."""
    path = tmp_path / "test.pdf"
    path.write_bytes(pdf_of([f"Page {number}." for number in range(1, 121)]))
    told: list[tuple[int, int]] = []

    _, pages = await read_all(
        path,
        options=Options(children=children_at_once, worth_sharing_seconds=0.0),
        progress=lambda done, pages: told.append((done, pages)),
    )

    assert _described(pages) == [f"Page {number}." for number in range(1, 121)]
    assert [page.number for page in pages] == list(range(1, 121))
    assert told == [(done, 120) for done in range(1, 121)]


async def test_a_lost_page_of_a_shared_file(tmp_path: Path) -> None:
    """It is found by whoever has to read it."""
    path = tmp_path / "test.pdf"
    path.write_bytes(joined_pdf([pdf_of(["Good."] * 59), _ENDLESS, pdf_of(["Good."] * 20)]))

    _, pages = await read_all(
        path,
        limits=Limits(page_seconds=2),
        options=Options(children=2, worth_sharing_seconds=0.0),
    )

    assert _described(pages) == ["Good."] * 59 + ["page_time_exceeded"] + ["Good."] * 20


async def test_all_processes_end_with_the_first_error(tmp_path: Path) -> None:
    """A limit of the file ends everything that reads it."""
    path = tmp_path / "test.pdf"
    path.write_bytes(pdf_of([f"Page {number}." for number in range(1, 121)]))
    before = children()

    with pytest.raises(AppError) as refused:
        await read_all(
            path, limits=Limits(output=12_000), options=Options(children=2, worth_sharing_seconds=0.0)
        )

    assert refused.value.problem.code == "output_exceeded"
    assert children() <= before


_OPENED = b"\x82\xa4type\xa6Opened\xa5pages\x02"
_PAGE_NINE = b"\x82\xa4type\xa7RawPage\xa6number\x09"


def _says(*parts: bytes, then: str = "") -> tuple[str, str]:
    """A parser that was taken over: it says bytes, then does something."""
    return "-c", f"import os, signal, sys, time; os.write(1, {b''.join(parts)!r}); {then}"


def _frame(body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + body


@pytest.mark.parametrize(
    ("program", "code"),
    [
        (_says(), "damaged_document"),
        (_says(b"\0\0"), "damaged_document"),
        (_says(b"\0\0\0\x09short"), "damaged_document"),
        (_says(b"\xff\xff\xff\xff"), "output_exceeded"),
        (_says(_frame(b"\xc1")), "damaged_document"),
        (_says(_frame(_PAGE_NINE)), "damaged_document"),
        (_says(_frame(_OPENED)), "damaged_document"),
        (_says(_frame(_OPENED), _frame(b"\xc1" * 9), then="time.sleep(99)"), "damaged_document"),
        (_says(_frame(_OPENED), _frame(_PAGE_NINE), then="time.sleep(99)"), "damaged_document"),
        (_says(_frame(_OPENED), _frame(_OPENED), then="time.sleep(99)"), "damaged_document"),
        (_says(_frame(_OPENED), b"\0\0\0\x09half", then="time.sleep(99)"), "page_time_exceeded"),
        (_says(_frame(_OPENED), then="os.close(1); time.sleep(99)"), "damaged_document"),
        (
            _says(_frame(_OPENED), then="signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(99)"),
            "page_time_exceeded",
        ),
        (_says(_frame(_OPENED), then="os.abort()"), "damaged_document"),
        (_says(then="os.write(1, bytes(9)) and os.kill(os.getpid(), signal.SIGXCPU)"), "damaged_document"),
        (_says(_frame(_OPENED), then="os.kill(os.getpid(), signal.SIGXCPU)"), "processor_time_exceeded"),
    ],
    ids=[
        "nothing",
        "half a length",
        "half a message",
        "a huge length",
        "garbage",
        "a page before the file",
        "no page",
        "garbage for a page",
        "another page",
        "the file twice",
        "half a page and silence",
        "a closed pipe",
        "silence that ignores SIGTERM",
        "an abort",
        "zeros",
        "too much processor time",
    ],
)
async def test_parser_that_was_taken_over(tmp_path: Path, program: tuple[str, str], code: str) -> None:
    """Whatever it does, the document ends in an error, and no process is left."""
    path = tmp_path / "test.pdf"
    path.write_bytes(_GOOD)
    before = children()

    with pytest.raises(AppError) as refused:
        await read_in_children(
            path,
            BytesIO(),
            limits=Limits(page_seconds=1, seconds=30),
            progress=lambda done, pages: None,
            program=program,
        )

    assert refused.value.problem.code == code
    assert children() <= before


async def test_file_without_pages(tmp_path: Path) -> None:
    """Its blocks come as they are, to the end that the process itself makes."""
    path = tmp_path / "test.txt"
    path.write_bytes(b"text")
    opened = b"\x82\xa4type\xa6Opened\xa5pages\x00"
    block = b"\x83\xa4type\xa9FlowBlock\xa4kind\xa9paragraph\xa4text\xa1a"
    spool = BytesIO()

    await read_in_children(
        path,
        spool,
        limits=Limits(),
        progress=lambda done, pages: None,
        program=_says(_frame(opened), _frame(block), _frame(block)),
    )

    assert spool.getvalue() == _frame(opened) + _frame(block) * 2
    assert len(messages_in(spool.getvalue())) == 3


async def test_file_without_pages_that_breaks_off(tmp_path: Path) -> None:
    """Half of such a file is never taken for the whole."""
    path = tmp_path / "test.txt"
    path.write_bytes(b"text")
    opened = b"\x82\xa4type\xa6Opened\xa5pages\x00"

    with pytest.raises(AppError) as refused:
        await read_in_children(
            path,
            BytesIO(),
            limits=Limits(),
            progress=lambda done, pages: None,
            program=_says(_frame(opened), then="os.abort()"),
        )

    assert refused.value.problem.code == "damaged_document"


async def test_many_files_at_once(tmp_path: Path) -> None:
    """Files that are read at the same time do not disturb each other."""
    contents = [empty_pages_pdf(2), pdf_of(["a", "b"]), joined_pdf([_GOOD, _ENDLESS])]
    paths = [tmp_path / f"{at}.pdf" for at in range(len(contents))]
    for path, content in zip(paths, contents, strict=True):
        path.write_bytes(content)

    read = await asyncio.gather(*(read_all(path, limits=Limits(page_seconds=3)) for path in paths))

    assert [_described(pages) for _, pages in read] == [
        ["", ""],
        ["a", "b"],
        ["Good.", "page_time_exceeded"],
    ]

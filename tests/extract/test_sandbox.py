"""The real child process on real PDFs."""

import asyncio
import errno
import os
import signal
from io import BytesIO
from pathlib import Path

import msgspec
import pytest

from app.documents.model import BlockKind, Document, PageKind, Rect
from app.errors import (
    AppError,
    ConfinementUnavailable,
    DamagedDocument,
    EmptyUpload,
    MemoryExceeded,
    NotAPdf,
    NoText,
    OutputExceeded,
    PageNotFound,
    PageUnreadable,
    PasswordRequired,
    PasswordWrong,
    Problem,
    ReadingFault,
    TooManyPages,
    UnsupportedFile,
    describe_fault,
)
from app.extract.assembly import assemble
from app.extract.ranges import read_in_children
from app.extract.raw import Limits, PageFailed, RawPage, Refused
from app.extract.sandbox import refusal
from app.extract.tasks import framed
from tests.builders import (
    Placed,
    drawn_pdf,
    empty_pages_pdf,
    encrypted_pdf,
    image_pdf,
    no_pages_pdf,
    pdf_of,
    placed_pdf,
)
from tests.reading import children, messages_in, read_pages

pytestmark = pytest.mark.anyio

_HELLO = b"BT /F 10 Tf 50 700 Td (Hello) Tj ET"
_ENDLESS = drawn_pdf(b" ", times=10, levels=12)
_ENDLESS_TEXT = drawn_pdf(_HELLO, times=10, levels=12)
_INLINE_PICTURE = b"q 99 0 0 99 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q"


async def _pages(folder: Path, content: bytes, limits: Limits | None = None) -> tuple[RawPage, ...]:
    path = folder / "test.pdf"
    path.write_bytes(content)
    return await read_pages(path, limits=limits)


async def _document(folder: Path, content: bytes) -> Document:
    return assemble(await _pages(folder, content))


async def _problem(folder: Path, content: bytes, limits: Limits | None = None) -> Problem:
    with pytest.raises(AppError) as refused:
        await _pages(folder, content, limits)
    return refused.value.problem


async def test_pages(tmp_path: Path) -> None:
    """Pages come in order with their text, and progress is told after each."""
    path = tmp_path / "test.pdf"
    path.write_bytes(pdf_of(["First page.", "第二页。", "Third."]))
    told: list[tuple[int, int]] = []

    pages = await read_pages(path, progress=lambda done, pages: told.append((done, pages)))

    assert [[line.text for line in page.lines] for page in pages] == [
        ["First page."],
        ["第二页。"],
        ["Third."],
    ]
    assert [page.number for page in pages] == [1, 2, 3]
    assert told == [(1, 3), (2, 3), (3, 3)]


async def test_labels(tmp_path: Path) -> None:
    """A page's label is the PDF's, or else its number."""
    plain = await _pages(tmp_path, pdf_of(["x", "y"]))
    labelled = await _pages(
        tmp_path, placed_pdf([[Placed(72, 72, "x")], [Placed(72, 72, "y")]], label_prefix="A-")
    )

    assert [page.label for page in plain] == ["1", "2"]
    assert [page.label for page in labelled] == ["A-1", "A-2"]


async def test_places(tmp_path: Path) -> None:
    """A character's place is where it was printed, in points from the top left."""
    (page,) = await _pages(tmp_path, placed_pdf([[Placed(100, 200, "文字文字", size=10)]]))
    (line,) = page.lines

    assert list(line.edges) == [100, 110, 120, 130, 140]
    assert line.y0 < 200 < line.y1
    assert (line.size, line.bold) == (10, False)


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
async def test_page_turned_for_reading(tmp_path: Path, turned: int) -> None:
    """On a page that was printed sideways and is shown upright, every character has its place as it is shown."""
    content = placed_pdf([[Placed(100, 200, "文字文字", size=10)]], page_size=(400, 600), turned=turned)

    (page,) = await _pages(tmp_path, content)
    (line,) = page.lines

    assert (page.width, page.height) == (400, 600)
    assert line.edges == pytest.approx((100, 110, 120, 130, 140), abs=0.2)
    assert 188 < line.y0 < 193
    assert 199 < line.y1 < 205


@pytest.mark.parametrize(
    ("rotation", "expected"),
    [(90, Rect(398, 100, 410, 140)), (180, Rect(260, 398, 300, 410)), (270, Rect(190, 260, 202, 300))],
)
async def test_text_shown_sideways(tmp_path: Path, rotation: int, expected: Rect) -> None:
    """Text that does not run from left to right is marked as a whole, where it is shown."""
    content = placed_pdf([[Placed(100, 200, "文字文字", size=10)]], page_size=(400, 600), rotation=rotation)

    document = await _document(tmp_path, content)
    page = document.pages[0]
    (line,) = page.blocks[0].lines

    assert (page.width, page.height) == ((400, 600) if rotation == 180 else (600, 400))
    assert document.text == "文字文字\n"
    assert line.rect(1, 2) == expected


async def test_bold(tmp_path: Path) -> None:
    """Bold print is noticed and makes a heading."""
    content = placed_pdf([[Placed(72, 72, "Clause 1", bold=True), Placed(72, 86, "The supplier delivers.")]])

    document = await _document(tmp_path, content)

    assert [block.kind for block in document.pages[0].blocks] == [BlockKind.HEADING, BlockKind.PARAGRAPH]


async def test_two_columns(tmp_path: Path) -> None:
    """Columns are read one after the other, and a sentence goes on in the next one."""
    left = [f"left column line {number} is full of words" for number in range(6)]
    right = [f"right column line {number} is full of words" for number in range(6)]
    lines = [Placed(72, 100 + 14 * at, text) for at, text in enumerate(left)]
    lines += [Placed(320, 100 + 14 * at, text) for at, text in enumerate(right)]

    document = await _document(tmp_path, placed_pdf([lines]))

    assert document.text == " ".join([*left, *right]) + "\n"


async def test_chinese_is_joined_without_spaces(tmp_path: Path) -> None:
    """A Chinese paragraph comes out as it was written before it was printed in lines."""
    text = "供应商应当自合同生效之日起三十日内交付全部货物，逾期交付的，每逾期一日按合同总价的千分之五支付违约金，累计不超过合同总价的百分之十。"

    document = await _document(tmp_path, pdf_of([text]))

    assert document.text == text + "\n"


async def test_hyphenation_is_undone(tmp_path: Path) -> None:
    """A word that was broken at a line's end is whole again."""
    text = "The supplier shall compensate the purchaser for every conse-\nquential loss."

    document = await _document(tmp_path, pdf_of([text]))

    assert document.text == "The supplier shall compensate the purchaser for every consequential loss.\n"


async def test_running_header_and_footer(tmp_path: Path) -> None:
    """They are kept, as such, outside the body."""
    pages = [
        [Placed(72, 40, "Annual report 2024"), Placed(72, 300, f"Body {word}"), Placed(290, 810, str(number))]
        for number, word in enumerate(("one", "two", "three"), start=1)
    ]

    document = await _document(tmp_path, placed_pdf(pages))

    assert [[block.kind for block in page.blocks] for page in document.pages] == [
        [BlockKind.PARAGRAPH, BlockKind.HEADER, BlockKind.FOOTER] for _ in pages
    ]
    assert [document.text_of(document.body_of(page)[0]) for page in document.pages] == [
        "Body one",
        "Body two",
        "Body three",
    ]


async def test_pictures(tmp_path: Path) -> None:
    """Pages of pictures are told from empty ones, and from pages with text below a picture."""
    scanned = await _document(tmp_path, image_pdf(["", "The text of page two.", "3"]))
    inline = await _pages(tmp_path, drawn_pdf(_INLINE_PICTURE))
    empty = await _pages(tmp_path, empty_pages_pdf(2))

    assert [page.kind for page in scanned.pages] == [PageKind.IMAGE_ONLY, PageKind.TEXT, PageKind.IMAGE_ONLY]
    assert [page.images for page in inline] == [1]
    assert [page.images for page in empty] == [0, 0]


async def test_encrypted(tmp_path: Path) -> None:
    """A password is asked for by its own error."""
    assert (await _problem(tmp_path, encrypted_pdf())).code == "password_required"


@pytest.mark.parametrize(
    "content",
    [b"", b"hello", b"%PDF-1.7\ngarbage", no_pages_pdf(), pdf_of(["x"])[:300]],
    ids=["nothing", "no PDF", "only a header", "no pages", "half"],
)
async def test_damaged(tmp_path: Path, content: bytes) -> None:
    """What cannot be read as pages is damaged."""
    assert (await _problem(tmp_path, content)).code == "damaged_document"


@pytest.mark.parametrize(
    ("content", "limits", "code", "limit"),
    [
        (pdf_of(["x"] * 4), Limits(pages=3), "too_many_pages", 3),
        (_ENDLESS, Limits(seconds=2), "reading_time_exceeded", 2),
        (_ENDLESS, Limits(page_seconds=1), "page_time_exceeded", 1),
        (_ENDLESS_TEXT, Limits(memory=300 << 20), "memory_exceeded", 300 << 20),
        (
            pdf_of(["\n".join(f"Line {at}." for at in range(50))]),
            Limits(output=5_000),
            "output_exceeded",
            5_000,
        ),
        (pdf_of(["A line of text."] * 30), Limits(output=5_000), "output_exceeded", 5_000),
    ],
    ids=["pages", "seconds", "page seconds", "memory", "one page's output", "all pages' output"],
)
async def test_limits(tmp_path: Path, content: bytes, limits: Limits, code: str, limit: int) -> None:
    """A document that costs more than a limit is stopped there; each limit has its own error, which names it."""
    problem = await _problem(tmp_path, content, limits)

    assert (problem.code, problem.facts["limit"]) == (code, limit)


async def test_at_the_limit(tmp_path: Path) -> None:
    """As many pages as are allowed are read."""
    assert len(await _pages(tmp_path, pdf_of(["x"] * 3), Limits(pages=3))) == 3


async def test_crash(tmp_path: Path) -> None:
    """A parser that dies is an error of the document, which says where it happened."""
    before = children()
    reading = asyncio.create_task(_problem(tmp_path, _ENDLESS))
    await asyncio.sleep(0.5)
    for child in children() - before:
        os.kill(child, signal.SIGKILL)

    problem = await reading

    assert problem.code == "damaged_document"
    assert "signal 9" in problem.detail


async def test_cancelled(tmp_path: Path) -> None:
    """The child ends with the one who waits for it."""
    path = tmp_path / "test.pdf"
    path.write_bytes(_ENDLESS)
    before = children()
    reading = asyncio.create_task(read_pages(path))
    await asyncio.sleep(0.5)
    during = children()
    reading.cancel()

    with pytest.raises(asyncio.CancelledError):
        await reading

    assert len(during - before) == 1
    assert children() <= before


@pytest.mark.parametrize(
    "error",
    [
        EmptyUpload(),
        NotAPdf(),
        PasswordRequired(),
        PasswordWrong(),
        NoText(3),
        MemoryExceeded(5),
        OutputExceeded(6),
        TooManyPages(7),
        PageNotFound(9, 8),
        UnsupportedFile("an Excel workbook", "Save it as PDF or DOCX and send that."),
        DamagedDocument("it has no pages"),
        ConfinementUnavailable(os.strerror(errno.EPERM)),
        ReadingFault(f"ValueError at {read_in_children.__code__.co_filename}:9"),
    ],
    ids=lambda error: error.code,
)
def test_refusal_that_a_process_may_send(error: AppError) -> None:
    """It arrives as it was sent."""
    assert refusal(error.problem).problem == error.problem


def test_fault_in_a_library() -> None:
    """The place of a fault is kept also where it lies in a library."""
    with pytest.raises(ValueError, match="coroutine") as fault:
        asyncio.run(None)  # type: ignore[arg-type]
    place = describe_fault(fault.value)

    assert "asyncio" in place
    assert refusal(ReadingFault(place).problem).facts == {"place": place}


_SECRET = "the purchase price"


@pytest.mark.parametrize(
    ("code", "facts"),
    [
        ("internal", {}),
        (_SECRET, {}),
        ("page_unreadable", {}),
        ("page_unreadable", {"page": _SECRET, "reason": _SECRET}),
        ("damaged_document", {"reason": _SECRET}),
        ("damaged_document", {}),
        ("not_a_pdf", {_SECRET: _SECRET}),
        ("memory_exceeded", {}),
        ("memory_exceeded", {"limit": _SECRET}),
        ("too_many_pages", {"limit": _SECRET, "reason": _SECRET}),
        ("no_text", {"pages": _SECRET}),
        ("unsupported_file", {"looks_like": _SECRET}),
        ("unsupported_file", {"looks_like": 3}),
        ("reading_fault", {"place": _SECRET}),
        ("reading_fault", {"place": f"{_SECRET.title().replace(' ', '')} at /etc/{_SECRET}.py:1"}),
        ("reading_fault", {"place": f"ValueError at {Path(__file__).parent}/../price.py:1"}),
        ("reading_fault", {"place": 1}),
        ("confinement_unavailable", {"reason": _SECRET}),
        ("confinement_unavailable", {}),
    ],
)
def test_refusal_of_a_process_that_was_taken_over(code: str, facts: dict[str, int | str]) -> None:
    """Nothing of what it says in its own words gets into an error."""
    problem = refusal(Problem(status=418, code=code, detail=_SECRET, facts=facts)).problem

    said = msgspec.json.encode(problem).decode().lower()
    assert "price" not in said
    assert problem.status != 418
    assert len(problem.detail) > len("An error.")


def _taken_over(*messages: object) -> tuple[str, str]:
    """A parser that opens a file of two pages, and says what it was told to."""
    parts = [b"\x82\xa4type\xa6Opened\xa5pages\x02", *(framed(message)[1] for message in messages)]
    frames = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return "-c", f"import os; os.write(1, {frames!r})"


@pytest.mark.parametrize("code", ["page_unreadable", "damaged_document", "confinement_unavailable", _SECRET])
@pytest.mark.parametrize("facts", [{}, {"page": _SECRET, "reason": _SECRET}], ids=["no facts", "facts"])
async def test_every_page_failed_in_words_of_the_process(
    tmp_path: Path, code: str, facts: dict[str, int | str]
) -> None:
    """The document is damaged, in our words."""
    problem = Problem(status=418, code=code, detail=_SECRET, facts=facts)
    path = tmp_path / "test.pdf"
    path.write_bytes(b"x")
    for message in (PageFailed(number=1, problem=problem), Refused(problem=problem)):
        with pytest.raises(DamagedDocument) as refused:
            await read_in_children(
                path,
                BytesIO(),
                limits=Limits(),
                progress=lambda done, pages: None,
                program=_taken_over(message),
            )
        assert "price" not in refused.value.detail


async def test_one_page_failed_in_words_of_the_process(tmp_path: Path) -> None:
    """What is kept in place of the page is our own error."""
    problem = Problem(status=418, code="page_unreadable", detail=_SECRET, facts={"reason": _SECRET})
    path = tmp_path / "test.pdf"
    path.write_bytes(b"x")
    spool = BytesIO()
    page = RawPage(number=1, label="1", width=1, height=1, images=0, lines=())

    await read_in_children(
        path,
        spool,
        limits=Limits(),
        progress=lambda done, pages: None,
        program=_taken_over(page, PageFailed(number=2, problem=problem)),
    )

    _, _, failed = messages_in(spool.getvalue())
    assert failed == PageFailed(number=2, problem=PageUnreadable(2, "the parser gave up on it").problem)


async def test_more_pages_than_are_allowed_from_a_process_that_was_taken_over(tmp_path: Path) -> None:
    """What it says of the number of pages is not believed beyond the limit."""
    path = tmp_path / "test.pdf"
    path.write_bytes(b"x")

    with pytest.raises(DamagedDocument):
        await read_in_children(
            path,
            BytesIO(),
            limits=Limits(pages=1),
            progress=lambda done, pages: None,
            program=_taken_over(RawPage(number=1, label="1", width=1, height=1, images=0, lines=())),
        )

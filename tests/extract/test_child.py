"""The child's side of the pipes, and its smaller tasks."""

import struct
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from app.errors import AppError, ConfinementUnavailable, StoredError
from app.extract.raw import Limits, Refused
from app.extract.sandbox import Child, check_confinement, confined, refusal, render_page
from app.extract.tasks import CheckConfinement
from tests.builders import drawn_pdf, encrypted_pdf, pdf_of, placed_pdf, raw_pdf
from tests.reading import children

pytestmark = pytest.mark.anyio

_LIMITS = Limits(memory=1 << 30, seconds=20, page_seconds=5)
_HEAD = "from app.extract.channel import run\n"


def _program(body: str) -> Sequence[str]:
    return "-c", f"{_HEAD}def work(channel):\n    task = channel.receive(object)\n    {body}\nrun(work)"


async def _last_word(body: str) -> Refused:
    async with confined(_program(body), CheckConfinement(limits=_LIMITS), limits=_LIMITS) as child:
        answer = await child.hear(seconds=20)
    assert answer is not None
    return msgspec.msgpack.decode(answer, type=Refused)


async def test_fault() -> None:
    """An exception that nobody expected is told by its kind and place; its words may be the document's."""
    problem = (await _last_word("raise KeyError('text of the document')")).problem

    assert problem.code == "reading_fault"
    assert "KeyError" in problem.detail
    assert "text of the document" not in problem.detail


async def test_exceptions_of_other_roots() -> None:
    """A panic of a Rust library is no Exception, and is told as well."""
    problem = (await _last_word("raise type('PanicException', (BaseException,), {})('text')")).problem

    assert problem.code == "reading_fault"
    assert "PanicException" in problem.detail


async def test_out_of_memory() -> None:
    """Even then the child says so, with the limit."""
    body = (
        "from app.extract.confinement import confine; from app.extract.raw import Limits; "
        "confine(Limits(memory=300 << 20), ()); kept = [bytearray(1000) for _ in iter(int, 1)]"
    )
    problem = (await _last_word(body)).problem

    assert problem.code == "memory_exceeded"
    assert problem.facts["limit"] == 300 << 20


async def test_errors_of_ours() -> None:
    """They come as they are."""
    body = "from app.errors import NoText; raise NoText(3)"

    assert (await _last_word(body)).problem.code == "no_text"


async def test_printing_libraries() -> None:
    """What is printed does not get between the messages."""
    body = "import os; print('noise', flush=True); os.write(1, b'noise'); channel.send(task); print('noise')"

    async with confined(_program(body), {"a": 1}, limits=_LIMITS) as child:
        first = await child.hear(seconds=20)
        second = await child.hear(seconds=20)
        cause = await child.cause_of_end()

    assert first is not None
    assert msgspec.msgpack.decode(first) == {"a": 1}
    assert (second, cause) == (None, None)


async def test_no_task() -> None:
    """A parent that dies before it has said anything leaves nobody waiting."""

    async def outcome(child: Child) -> AppError | None:
        assert await child.hear(seconds=20) is not None  # a reading_fault: the task is cut off
        return await child.cause_of_end()

    code = """
import subprocess, sys
done = subprocess.run([sys.executable, "-I", "-m", "app.extract.child"], stdin=subprocess.DEVNULL)
raise SystemExit(done.returncode)
"""
    async with confined(("-c", code), {}, limits=_LIMITS) as child:
        cause = await outcome(child)

    assert cause is not None
    assert "status 1" in cause.detail


async def test_environment_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """No secret of the service's environment reaches a process that looks at files."""
    monkeypatch.setenv("WHOLEDOC_STORE_URL", "s3://secret")

    async with confined(_program("import os; channel.send(sorted(os.environ))"), {}, limits=_LIMITS) as child:
        answer = await child.hear(seconds=20)

    assert answer is not None
    assert set(msgspec.msgpack.decode(answer)) <= {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "LC_CTYPE"}


async def test_confinement_is_possible_here() -> None:
    """The check that a worker makes when it starts."""
    before = children()

    await check_confinement(_LIMITS)

    assert children() <= before


async def test_confinement_is_refused() -> None:
    """The child's refusal stops the worker; it is nothing about the document."""
    assert isinstance(refusal(ConfinementUnavailable("seccomp").problem), ConfinementUnavailable)
    assert isinstance(refusal(AppError("x.").problem), StoredError)


def _size_of(png: bytes) -> tuple[int, int]:
    """Width and height in the image header (ISO/IEC 15948)."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


async def _render(
    folder: Path, content: bytes, *, page: int = 1, dpi: int = 72, password: str | None = None
) -> bytes:
    path = folder / "test.pdf"
    path.write_bytes(content)
    return await render_page(path, page=page, dpi=dpi, limits=_LIMITS, password=password)


async def test_picture(tmp_path: Path) -> None:
    """A page is drawn at the resolution that is asked for, turned as it is shown."""
    turned = placed_pdf([[]], page_size=(400, 600), rotation=90)

    assert _size_of(await _render(tmp_path, pdf_of(["x"]))) == (595, 842)
    assert _size_of(await _render(tmp_path, turned, dpi=144)) == (1200, 800)
    assert await _render(tmp_path, pdf_of(["x", "y"]), page=2) != await _render(tmp_path, pdf_of(["x", "y"]))


async def test_picture_of_a_huge_page(tmp_path: Path) -> None:
    """A page of two hundred metres is drawn small."""
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600000 300000] >>"
    catalogue = b"<< /Type /Catalog /Pages 2 0 R >>"
    content = raw_pdf([catalogue, b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>", page])

    width, height = _size_of(await _render(tmp_path, content, dpi=300))

    assert width * height <= 41_000_000
    assert width == pytest.approx(2 * height, abs=2)


@pytest.mark.parametrize(
    ("content", "page", "password", "code"),
    [
        (pdf_of(["x"]), 2, None, "page_not_found"),
        (pdf_of(["x"]), 0, None, "page_not_found"),
        (b"hello", 1, None, "damaged_document"),
        (b"<html><body>hello</body></html>", 1, None, "not_a_pdf"),
        (encrypted_pdf(), 1, None, "password_required"),
        (encrypted_pdf(), 1, "guess", "password_wrong"),
        (drawn_pdf(b" ", times=10, levels=12), 1, None, "page_time_exceeded"),
    ],
    ids=["behind", "before", "text", "HTML", "no password", "wrong password", "endless"],
)
async def test_no_picture(tmp_path: Path, content: bytes, page: int, password: str | None, code: str) -> None:
    """Why there is none has the same codes as reading."""
    with pytest.raises(AppError) as refused:
        await _render(tmp_path, content, page=page, password=password)

    assert refused.value.problem.code == code


async def test_picture_with_password(tmp_path: Path) -> None:
    """The right password opens the file."""
    assert _size_of(await _render(tmp_path, encrypted_pdf(), password="user"))

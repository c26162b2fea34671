"""Reading pictures with nothing but the picture: no network, no files, little memory, no environment."""

import subprocess
import sys

import msgspec
import pytest

from app.extract.ocr.availability import MISSING, available

if not available():
    pytest.skip(MISSING, allow_module_level=True)

from tests.builders import Placed
from tests.extract.ocr.drawn import DPI, drawn

_CHILD = """
import sys
from pathlib import Path
from app.extract.confinement import confine
from app.extract.ocr.recogniser import Recogniser
from app.extract.raw import Limits
import msgspec

memory, spare, width, height, dpi = map(int, sys.argv[1:])
pixels = sys.stdin.buffer.read()
if spare:
    Recogniser().load()
    memory = int(Path("/proc/self/statm").read_text().split()[0]) * 4096 + spare
confine(Limits(memory=memory), [])
try:
    lines = Recogniser().lines(pixels, width, height, dpi=dpi)
except MemoryError:
    lines = "no memory"
sys.stdout.buffer.write(msgspec.json.encode(lines))
sys.stdout.buffer.flush()
"""


def _confined(*, memory: int = 0, spare: int = 0, lines: int = 1) -> object:
    pixels = drawn(
        [Placed(x=80, y=100 + 15 * index, text="The deposit is 500 euros.") for index in range(lines)]
    )
    height, width = pixels.shape[:2]
    done = subprocess.run(
        [sys.executable, "-I", "-c", _CHILD, *map(str, (memory, spare, width, height, DPI))],
        input=pixels.tobytes(),
        capture_output=True,
        env={},
        cwd="/",
        timeout=120,
        check=True,
    )
    return msgspec.json.decode(done.stdout)


def test_confined() -> None:
    """A confined process reads the page in 1.5 GB, and says nothing but what it read."""
    match _confined(memory=3 << 29):
        case [[str(text), *_]]:
            assert text == "The deposit is 500 euros."
        case other:
            pytest.fail(f"read {other}")


def test_too_little_memory() -> None:
    """A process that has too little left for a page says so."""
    assert _confined(spare=32 << 20, lines=45) == "no memory"


def test_loaded_before() -> None:
    """What was loaded before is enough; a full page takes less than 600 MB more."""
    read = _confined(spare=600 << 20, lines=45)

    assert isinstance(read, list)
    assert len(read) == 45

"""Damaged and malicious PDFs of the test data: each ends in a document or in one clear error, within its limits."""

import asyncio
import os
from pathlib import Path

import pytest

from app.errors import AppError
from app.extract.raw import Limits
from app.intake.reading import read_document

_DATA = Path(os.environ.get("WHOLEDOC_DATA", Path(__file__).parents[3] / "shared" / "data"))  # noqa: TID251
_LIMITS = Limits(seconds=5, page_seconds=5, memory=1 << 30)
_FILES = sorted((_DATA / "hostile").glob("*.pdf"))


@pytest.mark.skipif(not _FILES, reason="WHOLEDOC_DATA has no hostile files")
def test_every_hostile_file_ends() -> None:
    """Nothing hangs, nothing crashes the reader, and nothing comes out as an unnamed error."""

    async def read(path: Path) -> str:
        try:
            await read_document(path, limits=_LIMITS)
        except AppError as error:
            return error.problem.code
        return "read"

    ends = {}
    for path in _FILES:
        # Far above the reader's own limits: whoever gets here hangs.
        ends[path.name] = asyncio.run(asyncio.wait_for(read(path), 120))

    assert len(ends) == len(_FILES)
    assert "internal" not in ends.values()
    assert sum(1 for end in ends.values() if end == "read") > len(ends) / 3

"""Damaged and malicious PDFs of the test data: each ends in a document or in one clear error, within its limits."""

import asyncio
import os
from pathlib import Path

import pytest

from app.extract.raw import Limits
from tests.benchmarks.hostile import Case, Outcome, cases, outcome_of

_DATA = Path(os.environ.get("WHOLEDOC_DATA", Path(__file__).parents[3] / "shared" / "data"))  # noqa: TID251
_FOLDER = _DATA / "hostile"
_CASES = list(cases(_FOLDER)) if (_FOLDER / "index.csv").is_file() else []
# By the clock, from outside: the reader's own limits are smaller, so whoever gets here hangs.
_SECONDS = 30
_LIMITS = Limits(seconds=_SECONDS - 4, page_seconds=_SECONDS - 10, memory=1 << 30)
# Two at a time, as many as a small machine has cores.
_AT_ONCE = 2


async def _outcomes(*, render: bool) -> dict[str, Outcome]:
    turn = asyncio.Semaphore(_AT_ONCE)

    async def one(case: Case) -> Outcome:
        async with turn:
            return await asyncio.wait_for(outcome_of(case, _LIMITS, render=render), _SECONDS)

    found = await asyncio.gather(*(one(case) for case in _CASES))
    return {case.path.name: outcome for case, outcome in zip(_CASES, found, strict=True)}


@pytest.mark.skipif(not _CASES, reason="WHOLEDOC_DATA has no hostile files")
def test_every_hostile_file_ends() -> None:
    """Nothing hangs, no error is without a name, and text is found wherever there is some."""
    found = asyncio.run(_outcomes(render=False))

    ends = {name: outcome.end for name, outcome in found.items()}
    assert {name for name, end in ends.items() if end in {"internal", "reading_fault"}} == set()
    assert {case.path.name for case in _CASES if case.has_text and ends[case.path.name] != "text"} == set()


@pytest.mark.skipif(not _CASES, reason="WHOLEDOC_DATA has no hostile files")
def test_every_hostile_page_is_drawn_or_not() -> None:
    """The same holds for the pictures of their first pages."""
    found = asyncio.run(_outcomes(render=True))

    ends = {outcome.end for outcome in found.values()}
    assert ends & {"internal", "reading_fault"} == set()
    assert "picture" in ends

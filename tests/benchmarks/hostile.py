"""What becomes of the hostile files: python -m tests.benchmarks.hostile [--render].

Bars: no hang, no crash of the parent, each file ends in text or a named error within 30 seconds and 1 GB, and in
text wherever index.csv says that there is some. Time is by the clock from start to end; memory is the largest
resident size of any child. With --render the first page is drawn at 150 dpi instead.
"""

import argparse
import asyncio
import csv
import os
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

from app.errors import AppError
from app.extract.ranges import Options
from app.extract.raw import Limits
from app.extract.sandbox import render_page
from app.intake.reading import read_document

SECONDS, MEGABYTES = 30, 1024
# The clock that is checked from outside also sees the processes start and end.
LIMITS = Limits(seconds=SECONDS - 4, page_seconds=SECONDS - 6, memory=MEGABYTES << 20)
_DPI = 150
_SHOWN = 5


class Case(msgspec.Struct, frozen=True):
    """A file, its password if one is known, and whether it has text that must be found."""

    path: Path
    category: str
    password: str | None
    has_text: bool


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How the reading of a file ended: `end` is "text", "picture" or the error's code."""

    end: str
    characters: int = 0
    unread: int = 0
    seconds: float = 0.0
    megabytes: int = 0


def cases(folder: Path) -> Iterator[Case]:
    """The files as index.csv describes them."""
    with (folder / "index.csv").open(encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table):
            yield Case(
                path=folder / row["file"],
                category=row["category"],
                password=row["password"] if row["password"] not in {"", "?"} else None,
                has_text=row["text_chars"] not in {"", "0"},
            )


async def outcome_of(case: Case, limits: Limits, *, render: bool = False) -> Outcome:
    """Read the file, or draw its first page."""
    try:
        if render:
            await render_page(case.path, page=1, dpi=_DPI, limits=limits, password=case.password)
            return Outcome(end="picture")
        document = await read_document(case.path, limits=limits, options=Options(password=case.password))
    except AppError as error:
        return Outcome(end=error.problem.code)
    unread = sum(1 for page in document.pages if page.kind == "unread")
    return Outcome(end="text", characters=len(document.text), unread=unread)


def _one(case: Case, *, render: bool) -> Outcome:
    """In a process that does nothing else, so that the largest of its children is this file's."""
    begin = time.monotonic()
    outcome = asyncio.run(outcome_of(case, LIMITS, render=render))
    return msgspec.structs.replace(
        outcome,
        seconds=time.monotonic() - begin,
        megabytes=resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024,
    )


def _in_own_process(name: str, options: list[str]) -> Outcome:
    arguments = [sys.executable, "-m", "tests.benchmarks.hostile", "--one", name, *options]
    try:
        done = subprocess.run(arguments, capture_output=True, timeout=4 * SECONDS, check=True)
    except subprocess.TimeoutExpired:
        return Outcome(end="PARENT HANGS")
    except subprocess.CalledProcessError:
        return Outcome(end="PARENT CRASHED")
    return msgspec.json.decode(done.stdout, type=Outcome)


def _report(found: dict[Case, Outcome]) -> Iterator[str]:
    yield "| end | files |\n|---|---|"
    for end, count in Counter(outcome.end for outcome in found.values()).most_common():
        yield f"| {end} | {count} |"
    slowest = sorted(found.items(), key=lambda item: -item[1].seconds)[:_SHOWN]
    largest = sorted(found.items(), key=lambda item: -item[1].megabytes)[:_SHOWN]
    yield "\n| slowest and largest | end | s | MB |\n|---|---|---|---|"
    for case, outcome in [*slowest, *largest]:
        yield f"| {case.path.name} | {outcome.end} | {outcome.seconds:.1f} | {outcome.megabytes} |"
    yield "\n| below the bar | end | s | MB |\n|---|---|---|---|"
    for case, outcome in found.items():
        if not _passes(case, outcome):
            yield f"| {case.path.name} | {outcome.end} | {outcome.seconds:.1f} | {outcome.megabytes} |"
    partly = sum(1 for outcome in found.values() if outcome.unread)
    yield f"\nFiles: {len(found)}, with text expected: {sum(case.has_text for case in found)}, partly read: {partly}"


def _passes(case: Case, outcome: Outcome) -> bool:
    is_named = outcome.end not in {"PARENT HANGS", "PARENT CRASHED", "internal", "reading_fault"}
    is_right = outcome.end in {"text", "picture"} or not case.has_text
    return is_named and is_right and outcome.seconds <= SECONDS and outcome.megabytes <= MEGABYTES


def main() -> None:
    """Print the report, or, for one file, the outcome as JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--one")
    parser.add_argument("--render", action="store_true")
    arguments = parser.parse_args()
    data = Path(os.environ.get("WHOLEDOC_DATA", "../shared/data"))
    known = list(cases(data / "hostile"))
    if arguments.one:
        case = next(case for case in known if case.path.name == arguments.one)
        sys.stdout.write(msgspec.json.encode(_one(case, render=arguments.render)).decode())
        return
    options = ["--render"] if arguments.render else []
    found = {case: _in_own_process(case.path.name, options) for case in known}
    for line in _report(found):
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()

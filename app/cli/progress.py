"""What a job is doing, on standard error: one line that changes on a terminal, plain lines elsewhere."""

import contextlib
import time
from collections.abc import Iterator

from rich.console import Console
from rich.progress import Progress as Bar
from rich.progress import SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn

from app.jobs.model import JobState, Progress


class Ticker:
    """Shows the latest text."""

    def __init__(self, console: Console, bar: Bar | None, task: TaskID | None) -> None:
        self._console = console
        self._bar = bar
        self._task = task
        self._shown = ""
        self._started = time.monotonic()

    def say(self, text: str) -> None:
        """Replace the line; off a terminal, print each stage once."""
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, description=text)
            self._bar.refresh()
        elif text.split(":", maxsplit=1)[0] != self._shown:
            self._shown = text.split(":", maxsplit=1)[0]
            self._console.print(f"{time.monotonic() - self._started:6.1f} s  {text}", highlight=False)


@contextlib.contextmanager
def ticker(console: Console) -> Iterator[Ticker]:
    """A Ticker for as long as the context is open."""
    if not console.is_terminal:
        yield Ticker(console, None, None)
        return
    with Bar(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        auto_refresh=False,  # no thread of its own: services are forked meanwhile
    ) as bar:
        yield Ticker(console, bar, bar.add_task("", total=None))


def describe(state: JobState, progress: Progress | None) -> str:
    """A job's state in words; what follows the colon changes while the stage stays."""
    if progress is None or state is JobState.QUEUED:
        return "waiting for the engine (loading the model takes a moment at first)"
    match progress.stage:
        case "extracting":
            return f"reading the PDF: page {progress.pages_done} of {progress.pages}"
        case "reading":
            return f"the model reads the whole document: {progress.prompt_tokens:,} tokens"
        case "writing":
            return f"the model writes: {progress.answer_tokens:,} tokens"
        case "verifying":
            return "checking every quote and number"
        case _:
            return str(state)

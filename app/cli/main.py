"""The command `wholedoc`. Exit codes: 0 done, 1 the job or file failed, 2 wrong usage, 130 interrupted."""

import contextlib
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from app.analysis.result import AnalysisResult
from app.cli.client import Client
from app.cli.extracting import extract
from app.cli.files import File, Password, check_file, password_of
from app.cli.progress import Ticker, describe, ticker
from app.cli.rendering import render
from app.documents.language import Language
from app.errors import AppError, StoredError
from app.jobs.model import JobState
from app.launcher.stack import Stack, running_stack
from app.profiles.model import load_profile
from app.profiles.served import model_folder, open_model
from app.settings import Settings, inherited_environment, read_settings

cli = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
model_cli = typer.Typer(no_args_is_help=True)
cli.command()(extract)
cli.add_typer(model_cli, name="model", help="The profile's model in the cache.")

_errors = Console(stderr=True, highlight=False)
_output = Console(highlight=False)
_POLL_SECONDS = 0.5
_INTERRUPTED = 130
_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, as the API returns it.")]


def main() -> None:
    """Entry point: an AppError is one line and exit code 1, Ctrl-C is exit code 130 and leaves nothing behind."""
    # A terminal that closes, and `kill`, end us the way Ctrl-C does: through every context's exit.
    for number in _ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _interrupt)
    try:
        cli()
    except AppError as error:
        _errors.print(f"wholedoc: {error.detail} [{error.problem.code}]", markup=False)
        sys.exit(1)
    except SystemExit as end:
        if end.code == _INTERRUPTED:
            _errors.print("wholedoc: interrupted")
        raise


def _interrupt(number: int, frame: object) -> None:
    for ending in _ENDING:  # once is enough: a second one must not break the cleaning up
        signal.signal(ending, signal.SIG_IGN)
    raise KeyboardInterrupt


@cli.command()
def risks(
    file: File,
    *,
    as_json: AsJson = False,
    password: Password = False,
    language: Annotated[
        Language | None, typer.Option(help="Of the answer; the document's own if not given.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Of the sampling; random if not given.")] = None,
) -> None:
    """Find the risks of a document, each with a quote proved on its page.

    Uses the server of WHOLEDOC_URL; without one, starts everything it needs and stops it afterwards.
    """
    check_file(file)
    settings = read_settings()
    secret = password_of(password)
    with ticker(_errors) as show, _server(settings, show) as (client, stack):
        show.say("uploading")
        document = client.upload(file, secret)
        result = _run(client, stack, document.id, language, seed, show)
    if as_json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(result)).decode() + "\n")
    else:
        render(result, file.name, _output)


@cli.command()
def serve() -> None:
    """Run Redis, API and workers on this machine until Ctrl-C, and print the API's address."""
    settings = read_settings()
    _fetch_model(settings)
    with running_stack(settings, _say) as stack:
        _output.print(
            f"wholedoc is at {stack.url}  (API description: {stack.url}/openapi/openapi.json)", soft_wrap=True
        )
        _say(f"documents and results are kept in {settings.home_folder}")
        while True:
            time.sleep(1)
            for name in stack.revive():
                _say(f"{name} had stopped and was started again")


@model_cli.command()
def fetch() -> None:
    """Download and prepare the profile's model, unless it is in the cache."""
    _fetch_model(read_settings())


def _say(text: str) -> None:
    _errors.print(text, markup=False)


def _fetch_model(settings: Settings) -> None:
    profile = load_profile(settings.profile_file)
    if model_folder(profile, settings.models_folder, settings.model_source).is_dir():
        open_model(profile, settings.models_folder, settings.model_source)
        return
    done = subprocess.run(
        [
            *(sys.executable, "-m", "workers.weights.fetch"),
            *(settings.profile, str(settings.models_folder), settings.model_source, settings.model_folder),
        ],
        env={**inherited_environment(), **settings.environment()},
        check=False,
    )
    if done.returncode:
        raise typer.Exit(1)


@contextlib.contextmanager
def _server(settings: Settings, show: Ticker) -> Iterator[tuple[Client, Stack | None]]:
    if settings.url:
        with contextlib.closing(Client(settings.url)) as client:
            yield client, None
        return
    _fetch_model(settings)
    # Nobody asked for a server, so nothing of the document may be left when it ends.
    with tempfile.TemporaryDirectory(prefix="wholedoc-") as home:
        private = msgspec.structs.replace(settings, home=home)
        with running_stack(private, show.say) as stack, contextlib.closing(Client(stack.url)) as client:
            yield client, stack


def _run(
    client: Client,
    stack: Stack | None,
    document: str,
    language: Language | None,
    seed: int | None,
    show: Ticker,
) -> AnalysisResult:
    job = client.analyse("risks", [document], language, seed)
    while job.finished_at is None:
        show.say(describe(job.state, job.progress))
        time.sleep(_POLL_SECONDS)
        if stack is not None:
            for name in stack.revive():
                show.say(f"{name} had stopped and was started again")
        job = client.job(job.id)
    if job.state is not JobState.SUCCEEDED and job.problem is not None:
        raise StoredError(job.problem)
    return client.result(job.id)

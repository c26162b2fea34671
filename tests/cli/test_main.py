"""The command line, run as a person runs it: a process with arguments, output and an exit code."""

import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import msgspec
import psutil
import pytest

from app.analysis.result import AnalysisResult
from app.export.published import PublishedDocument
from app.launcher.stack import Stack
from app.settings import Settings, inherited_environment
from tests.builders import encrypted_pdf, pdf_of

_WHOLEDOC = str(Path(sys.executable).parent / "wholedoc")


def wholedoc(
    *arguments: str, environment: Mapping[str, str] | None = None, stdin: str = ""
) -> "subprocess.CompletedProcess[str]":
    """Run the command to its end."""
    return subprocess.run(
        [_WHOLEDOC, *arguments],
        env={**inherited_environment(), **(environment or {})},
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_extract_json(tmp_path: Path) -> None:
    """`extract --json` prints the document and needs no server."""
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf_of(["Clause 1. The buyer pays within thirty days.", "第二条 交货"]))

    done = wholedoc("extract", str(path), "--json")

    document = msgspec.json.decode(done.stdout, type=PublishedDocument)
    assert done.returncode == 0
    assert [page.number for page in document.pages] == [1, 2]
    assert "thirty days" in document.text


@pytest.mark.parametrize(
    ("form", "expected"),
    [("markdown", "<!-- page 1 -->\n\n"), ("text", "--- 1 (text)\n"), ("tables", "# 1: p. ")],
)
def test_extract_formats(samples: Path, form: str, expected: str) -> None:
    """Each format begins as it should."""
    done = wholedoc("extract", str(samples / "zh-report.pdf"), "--format", form)

    assert done.returncode == 0
    assert done.stdout.startswith(expected)


def test_extract_with_password(tmp_path: Path) -> None:
    """The password is read from standard input, so that no other user of the machine sees it among the arguments."""
    path = tmp_path / "a.pdf"
    path.write_bytes(encrypted_pdf("The secret clause.", password="pässwort"))

    wrong = wholedoc("extract", str(path), "--password", stdin="nonsense\n")
    right = wholedoc("extract", str(path), "--password", stdin="pässwort\n")

    assert wrong.returncode == 1
    assert "[password_wrong]" in wrong.stderr.replace("\n", " ")
    assert "nonsense" not in wrong.stderr
    assert right.returncode == 0
    assert "The secret clause." in right.stdout


def test_extract_text(samples: Path) -> None:
    """Without --json it prints the text, page by page."""
    done = wholedoc("extract", str(samples / "zh-report.pdf"))

    assert done.returncode == 0
    assert done.stdout.startswith("--- 1 (text)\n")
    assert "风险提示" in done.stdout


def test_bad_files(tmp_path: Path) -> None:
    """Each bad file is one line with its code on standard error, and exit code 1."""
    files = {
        "unsupported_file": b"GIF89a of some size",
        "empty_upload": b"",
        "password_required": encrypted_pdf(),
    }
    for code, content in files.items():
        path = tmp_path / f"{code}.pdf"
        path.write_bytes(content)

        done = wholedoc("extract", str(path), "--json")

        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.replace("\n", " ").rstrip().endswith(f"[{code}]")


def test_missing_file(tmp_path: Path) -> None:
    """A file that is not there is named."""
    done = wholedoc("risks", str(tmp_path / "nothing.pdf"))

    assert done.returncode == 1
    assert "nothing.pdf" in done.stderr.replace("\n", "")


def test_misspelt_setting(samples: Path) -> None:
    """A WHOLEDOC_ variable that does not exist is named instead of ignored."""
    done = wholedoc("extract", str(samples / "zh-report.pdf"), environment={"WHOLEDOC_REDIS_ULR": "x"})

    assert done.returncode == 1
    assert "WHOLEDOC_REDIS_ULR" in done.stderr


@pytest.mark.parametrize(
    "arguments", [("nonsense",), ("risks",), ("extract", "a.pdf", "--colour"), ("risks", "a", "--seed", "x")]
)
def test_wrong_usage(arguments: tuple[str, ...]) -> None:
    """Wrong usage is exit code 2, with the usage on standard error."""
    done = wholedoc(*arguments)

    assert (done.returncode, done.stdout) == (2, "")
    assert "Usage" in done.stderr


def test_no_server() -> None:
    """A server that does not answer is named with its address."""
    done = wholedoc("risks", __file__, environment={"WHOLEDOC_URL": "http://127.0.0.1:9"})

    assert done.returncode == 1
    assert "http://127.0.0.1:9" in done.stderr


@pytest.mark.engine
def test_risks_of_a_running_server(tiny_stack: Stack, samples: Path) -> None:
    """With WHOLEDOC_URL the command uses that server; --json prints what the API returns."""
    environment = {"WHOLEDOC_URL": tiny_stack.url}

    done = wholedoc(
        "risks", str(samples / "supply-contract-v2.pdf"), "--json", "--seed", "4", environment=environment
    )

    assert done.returncode == 0, done.stderr
    result = msgspec.json.decode(done.stdout, type=AnalysisResult)
    assert (result.seed, result.model.profile) == (4, "tiny")


@pytest.mark.engine
def test_interrupted(tiny_settings: Settings, samples: Path, tmp_path: Path) -> None:
    """Ctrl-C in the middle ends every process that was started and leaves no file of the document."""
    environment = {**inherited_environment(), **tiny_settings.environment(), "TMPDIR": str(tmp_path)}
    with subprocess.Popen(
        [_WHOLEDOC, "risks", str(samples / "zh-report.pdf")],
        env=environment,
        stderr=subprocess.PIPE,
        # A shell that runs the tests in the background has Ctrl-C ignored, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    ) as command:
        assert command.stderr is not None
        while b"waiting" not in command.stderr.readline():
            pass
        time.sleep(1)
        children = psutil.Process(command.pid).children(recursive=True)
        command.send_signal(signal.SIGINT)
        time.sleep(0.2)
        command.send_signal(signal.SIGTERM)  # an impatient second one must not break the cleaning up
        command.stderr.read()

    assert len(children) >= 4
    assert command.returncode == 130
    assert [child.pid for child in children if child.is_running()] == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.engine
def test_killed(tiny_settings: Settings, samples: Path, tmp_path: Path) -> None:
    """Even when the command itself is killed, nothing goes on running."""
    environment = {**inherited_environment(), **tiny_settings.environment(), "TMPDIR": str(tmp_path)}
    with subprocess.Popen(
        [_WHOLEDOC, "risks", str(samples / "zh-report.pdf")],
        env=environment,
        stderr=subprocess.PIPE,
    ) as command:
        assert command.stderr is not None
        while b"waiting" not in command.stderr.readline():
            pass
        children = psutil.Process(command.pid).children(recursive=True)
        command.kill()
    gone, alive = psutil.wait_procs(children, timeout=10)

    assert len(gone) >= 4
    assert alive == []

"""The installed environment: what the set-up must get right whatever the order of installation."""

import importlib.metadata
import subprocess
import sys
from pathlib import Path

import pytest


def test_litestar_and_vllm_live_together() -> None:
    """`multipart` is the parser that Litestar needs, and vLLM imports beside it: in one fresh process."""
    code = (
        "import litestar._multipart, multipart, vllm; from litestar.testing import TestClient; "
        "print(multipart.__file__, multipart.MultipartParser)"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr[-2_000:]
    assert "multipart.py" in done.stdout


@pytest.mark.parametrize("package", ["python-multipart", "torchvision", "torchaudio", "torchcodec"])
def test_left_out(package: str) -> None:
    """Packages that break others are not there; requirements.lock says why."""
    with pytest.raises(importlib.metadata.PackageNotFoundError):
        importlib.metadata.version(package)


def test_lock_is_what_is_installed() -> None:
    """Every version of the lock is the installed one."""
    lock = Path(__file__).parent.parent / "requirements.lock"
    pinned = dict(
        line.split("==") for line in lock.read_text().splitlines() if "==" in line and line[0] != "#"
    )

    installed = {name: importlib.metadata.version(name) for name in pinned}

    assert {name: version.split("+")[0] for name, version in installed.items()} == pinned

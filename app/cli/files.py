"""Files and their passwords as arguments of commands."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from app.errors import InvalidRequest

File = Annotated[Path, typer.Argument(help="A PDF, DOCX, HTML, Markdown or text file.", show_default=False)]
Password = Annotated[
    bool, typer.Option("--password", help="Ask for the file's password (or read a line of standard input).")
]


def check_file(file: Path) -> None:
    """Raise InvalidRequest unless there is such a file."""
    if file.is_dir():
        raise InvalidRequest(f"{str(file)!r} is a folder. Name a file in it.")
    if not file.is_file():
        raise InvalidRequest(f"There is no file {str(file)!r}.")


def password_of(wanted: bool) -> str | None:
    """The password, typed unseen or piped in: an argument could be read by every user of the machine."""
    if not wanted:
        return None
    if sys.stdin.isatty():
        return str(typer.prompt("Password", hide_input=True, err=True))
    return sys.stdin.readline().rstrip("\r\n") or None

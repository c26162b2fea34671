"""`wholedoc extract`: what is read from a file, without a server."""

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from app.cli.files import File, Password, check_file, password_of
from app.cli.progress import ticker
from app.export.formats import ContentFormat, written
from app.extract.ranges import Options
from app.extract.raw import Limits
from app.intake.reading import read_file
from app.intake.tasks import ReadFile
from app.settings import read_settings

Form = Annotated[ContentFormat, typer.Option("--format", help="json has every place; tables are CSV.")]
Ocr = Annotated[bool, typer.Option(help="Recognise text in pages that are pictures.")]

_errors = Console(stderr=True, highlight=False)


def extract(
    file: File,
    *,
    form: Form = ContentFormat.TEXT,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    password: Password = False,
    ocr: Ocr = True,
    tables: Annotated[bool, typer.Option(help="Look for tables; without, it is faster.")] = True,
) -> None:
    """Print what is read from a document: text, tables, outline, clauses. Needs no server.

    What was not read, or is hidden, is said on standard error.
    """
    check_file(file)
    options = Options(password=password_of(password), tables=tables, ocr=ocr)
    read = asyncio.run(_read(file, read_settings().extract_limits, options))
    sys.stdout.buffer.write(written(read.document, read.structure, ContentFormat.JSON if as_json else form))
    for notice in read.document.notices:
        pages = f" (pages {', '.join(map(str, notice.pages))})" if notice.pages else ""
        _errors.print(f"note: {notice.detail}{pages}", markup=False)


async def _read(file: Path, limits: Limits, options: Options) -> ReadFile:
    with ticker(_errors) as show:
        return await read_file(
            file,
            limits=limits,
            options=options,
            progress=lambda done, pages: show.say(f"reading: page {done} of {pages}"),
        )

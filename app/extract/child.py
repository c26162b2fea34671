"""Entry point of the confined process that looks at one file: its pages, or a picture of one of them.

Started by `sandbox`. Libraries are imported after the process has locked itself in.
"""

from collections.abc import Iterable
from pathlib import Path

from app.extract.channel import Channel, run
from app.extract.confinement import confine
from app.extract.flow.detection import FileKind
from app.extract.raw import Message
from app.extract.tasks import (
    CheckConfinement,
    Confined,
    Picture,
    ReadPages,
    RenderPage,
    Task,
    descriptor_path,
)


def _contents(task: ReadPages) -> Iterable[Message]:
    path = Path(descriptor_path(task.source))
    if task.kind is not FileKind.PDF:
        from app.extract.flow.reading import read_flow  # noqa: PLC0415

        return read_flow(path.read_bytes(), task.kind)
    from app.extract.pdf.reading import read_pdf  # noqa: PLC0415

    return read_pdf(
        path,
        first=task.first,
        last=task.last,
        max_pages=task.limits.pages,
        password=task.password,
        tables=task.tables,
        ocr=task.ocr,
    )


def _picture(task: RenderPage) -> Picture:
    from app.extract.pdf.images import draw_page  # noqa: PLC0415

    path = Path(descriptor_path(task.source))
    return Picture(png=draw_page(path, task.page, dpi=task.dpi, password=task.password))


def work(channel: Channel) -> None:
    """Do what the one task asks for."""
    task: Task = channel.receive(Task)
    confine(task.limits, () if isinstance(task, CheckConfinement) else (task.source,))
    match task:
        case ReadPages():
            for message in _contents(task):
                channel.send(message)
        case RenderPage():
            channel.send(_picture(task))
        case CheckConfinement():
            channel.send(Confined())


if __name__ == "__main__":
    run(work)

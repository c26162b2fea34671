"""Entry point of the confined process that makes a document of what was read: assembly, structure, token ids.

Its input comes from a file that somebody else wrote, so it is locked in as the parser is. It is started together
with the parser and loads what it needs meanwhile.
"""

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from app.documents.model import Document
from app.errors import Damage, DamagedDocument
from app.extract.channel import Channel, run
from app.extract.confinement import confine
from app.extract.raw import FlowBlock, Message, Opened, PageFailed, RawPage, Refused
from app.extract.tasks import LENGTH_BYTES, descriptor_path
from app.intake.tasks import Assemble, MessagesReady, ReadFile

if TYPE_CHECKING:
    from app.packing.vocabulary import Vocabulary


def _messages(path: Path) -> Iterator[Message]:
    """The messages as the parser sent them. Raises msgspec.DecodeError when it sent garbage."""
    decoder = msgspec.msgpack.Decoder(Message)
    with path.open("rb") as spool:
        while header := spool.read(LENGTH_BYTES):
            yield decoder.decode(spool.read(int.from_bytes(header, "big")))


def _vocabulary(task: Assemble) -> "Vocabulary | None":
    if task.tokenizer is None:
        return None
    from app.packing.vocabulary import Vocabulary  # noqa: PLC0415

    return Vocabulary(Path(descriptor_path(task.tokenizer)))


def _document(path: Path) -> Document:
    from app.extract.assembly import assemble  # noqa: PLC0415
    from app.extract.flow.assembly import assemble_flow  # noqa: PLC0415
    from app.structure.tables.completion import complete_tables  # noqa: PLC0415

    opened = Opened(pages=0)
    pages: list[RawPage | PageFailed] = []
    blocks: list[FlowBlock] = []
    for message in _messages(path):
        match message:
            case Opened():
                opened = message
            case RawPage() | PageFailed():
                pages.append(message)
            case FlowBlock():
                blocks.append(message)
            case Refused():
                raise DamagedDocument(Damage.GARBAGE)
    if not opened.pages:
        return complete_tables(assemble_flow(blocks, opened.notices))
    return complete_tables(assemble(pages, bookmarks=opened.bookmarks, notices=opened.notices))


def work(channel: Channel) -> None:
    """Wait for the messages, then send the one ReadFile."""
    task = channel.receive(Assemble)
    confine(task.limits, (task.messages, *(() if task.tokenizer is None else (task.tokenizer,))))
    gc.disable()  # millions of small objects and no cycles among them
    from app.packing.tokens import tokenize  # noqa: PLC0415
    from app.structure.recognition import structure_of  # noqa: PLC0415

    vocabulary = _vocabulary(task)
    channel.receive(MessagesReady)
    document = _document(Path(descriptor_path(task.messages)))
    channel.send(
        ReadFile(
            document=document,
            structure=structure_of(document),
            tokens=None if vocabulary is None else tokenize(document, vocabulary),
        ),
    )


if __name__ == "__main__":
    run(work)

"""What the API and both kinds of worker hold, built from the settings."""

import asyncio
from pathlib import Path

import msgspec

from app.analysis.running import Toolbox
from app.errors import InvalidSettings
from app.jobs.queue import EXTRACT_QUEUE, GENERATE_QUEUE, Queue
from app.jobs.redis import ProgressBoard, connection_pool
from app.packing.vocabulary import Vocabulary
from app.profiles.model import load_profile
from app.profiles.served import open_model
from app.prompting.library import PromptLibrary
from app.settings import Settings
from app.store.documents import DocumentStore
from app.store.jobs import JobStore
from app.store.opening import open_store

_PAGES_DRAWN_AT_ONCE = 2


class Services(msgspec.Struct, frozen=True, kw_only=True):
    """Stores, queues, progress board and planning tools of one process."""

    settings: Settings
    toolbox: Toolbox
    documents: DocumentStore
    jobs: JobStore
    board: ProgressBoard
    extract_queue: Queue
    generate_queue: Queue
    drawing: asyncio.Semaphore
    """Held while a page is drawn."""

    async def close(self) -> None:
        """Give the connections back."""
        await self.extract_queue.close()
        await self.generate_queue.close()
        await self.board.close()


def open_toolbox(settings: Settings) -> Toolbox:
    """Profile, vocabulary and prompts; raises a SetupError that says what is missing."""
    profile = load_profile(settings.profile_file)
    model = open_model(profile, settings.models_folder, settings.model_source)
    return Toolbox(
        profile=profile,
        model=model,
        vocabulary=Vocabulary(model.tokenizer_file),
        prompts=PromptLibrary(Path(settings.prompts)),
    )


def open_services(settings: Settings, toolbox: Toolbox) -> Services:
    """Connect; call it inside the loop that uses the connections."""
    check_redis_url(settings)
    objects = open_store(settings.home_folder, settings.store_url)
    return Services(
        settings=settings,
        toolbox=toolbox,
        documents=DocumentStore(objects),
        jobs=JobStore(objects),
        board=ProgressBoard(connection_pool(settings.redis_url, retries=1)),
        extract_queue=Queue(settings.redis_url, EXTRACT_QUEUE),
        generate_queue=Queue(settings.redis_url, GENERATE_QUEUE),
        drawing=asyncio.Semaphore(_PAGES_DRAWN_AT_ONCE),
    )


def check_redis_url(settings: Settings) -> None:
    """Raise InvalidSettings when there is no Redis to talk to."""
    if not settings.redis_url:
        raise InvalidSettings(
            "This process needs WHOLEDOC_REDIS_URL. `wholedoc serve` starts Redis, API and workers together.",
        )

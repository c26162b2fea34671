"""The extract worker: reads uploaded documents, each in a child process. `python -m workers.extract`."""

import asyncio
import os
import sys
from functools import partial

from app.documents.identity import DocumentId, TenantId, parse_document_id
from app.errors import WANTS_PASSWORD, StoredError, UploadError
from app.extract.ranges import Options
from app.extract.sandbox import check_confinement
from app.intake.reading import read_and_tokenize
from app.jobs.model import JobState, Progress
from app.jobs.queue import EXTRACT_QUEUE, serve_queue
from app.services.delivery import deliver
from app.services.opening import Services, open_services, open_toolbox
from app.settings import Settings
from app.store.documents import DocumentState, ReadDocument
from workers.entry import given_back_when_stopped, run_worker


class Extractor:
    """Reads documents and lets the jobs that wait for one go on."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.limits = services.settings.extract_limits

    async def work(self, tenant: TenantId, identifier: str) -> None:
        """Read a document unless it is read; a document that cannot be read gets its failure stored."""
        document = parse_document_id(identifier)
        if document is None:
            return
        documents = self._services.documents
        if await documents.state(tenant, document) is not DocumentState.EXTRACTING:
            await documents.settle(tenant, document)
        else:
            try:
                attempt = await documents.begin(tenant, document, most=self._services.settings.job_attempts)
                async with given_back_when_stopped(partial(documents.give_back, tenant, document, attempt)):
                    await self._read(tenant, document)
            except (UploadError, StoredError) as error:
                await documents.save_failure(tenant, document, error.problem)
        for job in await documents.waiting(tenant, document):
            if await self._services.jobs.final(tenant, job) is None:
                await deliver(self._services, await self._services.jobs.submission(tenant, job))

    async def _read(self, tenant: TenantId, document: DocumentId) -> None:
        loop = asyncio.get_running_loop()
        posts: set[asyncio.Task[None]] = set()

        def show(done: int, pages: int) -> None:
            if posts:  # the last one is still on its way; this one may be skipped
                return
            progress = Progress(state=JobState.EXTRACTING, stage="extracting", pages_done=done, pages=pages)
            post = loop.create_task(self._services.board.post(f"{tenant}:{document}", progress))
            posts.add(post)
            post.add_done_callback(posts.discard)

        documents = self._services.documents
        record = await documents.record(tenant, document)
        password = await documents.password(tenant, document)
        try:
            async with documents.source(tenant, document) as path:
                read, tokens = await read_and_tokenize(
                    path,
                    self._services.toolbox.model.tokenizer_file,
                    limits=self.limits,
                    progress=show,
                    options=Options(password=password, ocr=self._services.settings.ocr),
                    name=record.filename,
                )
        except StoredError as error:
            if (
                error.problem.code in WANTS_PASSWORD
                and await documents.password(tenant, document) != password
            ):
                # Another one came with the file while this one was tried.
                return await self._read(tenant, document)
            raise
        extracted = ReadDocument(document=read.document, structure=read.structure)
        await documents.keep_password(tenant, document, password)
        return await documents.save_extracted(tenant, document, extracted, tokens)


async def serve(settings: Settings) -> None:
    """Work until SIGTERM. Raises ConfinementUnavailable where files cannot be read safely."""
    services = open_services(settings, open_toolbox(settings))
    extractor = Extractor(services)
    await check_confinement(extractor.limits)
    await serve_queue(
        settings.redis_url,
        EXTRACT_QUEUE,
        extractor.work,
        board=services.board,
        slots=max(1, (os.cpu_count() or 2) // 2),
        lease_seconds=settings.lease_seconds,
    )


if __name__ == "__main__":
    sys.exit(run_worker("extract", serve))

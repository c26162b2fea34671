"""The generate worker: holds the engine and runs analyses. `python -m workers.generate`."""

import asyncio
import sys

from app.jobs.queue import GENERATE_QUEUE, serve_queue
from app.services.opening import open_services, open_toolbox
from app.settings import Settings
from workers.analyst import Analyst
from workers.engine.start import start_engine
from workers.entry import run_worker
from workers.sweep import sweep_forever


async def serve(settings: Settings) -> None:
    """Start the engine, then work until SIGTERM."""
    toolbox = open_toolbox(settings)
    services = open_services(settings, toolbox)
    generator = await start_engine(toolbox.profile, toolbox.model)
    sweeper = asyncio.create_task(sweep_forever(services))
    try:
        await serve_queue(
            settings.redis_url,
            GENERATE_QUEUE,
            Analyst(services, generator).work,
            board=services.board,
            slots=toolbox.profile.engine.max_num_seqs,
            lease_seconds=settings.lease_seconds,
        )
    finally:
        sweeper.cancel()
        await generator.close()


if __name__ == "__main__":
    sys.exit(run_worker("generate", serve))

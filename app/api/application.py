"""The HTTP API. `python -m app.api.application` serves it on a socket that the launcher hands over."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn
from litestar import Litestar
from litestar.config.app import AppConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from app.api.analyses import Analyses
from app.api.contents import Contents
from app.api.described import DescribedStructs
from app.api.documents import Documents
from app.api.health import alive, ready
from app.api.jobs import Jobs
from app.api.problems import app_error, http_error, unexpected_error
from app.api.requests import current_tenant
from app.errors import AppError, SetupError
from app.services.opening import Services, check_redis_url, open_services, open_toolbox
from app.settings import Settings, read_settings

_JSON_LIMIT = 1_000_000


def create_app(settings: Settings) -> Litestar:
    """The application. Raises a SetupError when profile, model or prompts are not as they must be."""
    toolbox = open_toolbox(settings)

    @asynccontextmanager
    async def services(app: Litestar) -> AsyncIterator[None]:
        app.state.services = open_services(settings, toolbox)
        yield
        await app.state.services.close()

    async def provide(state: State) -> Services:
        opened: Services = state.services
        return opened

    return Litestar.from_config(
        AppConfig(
            route_handlers=[Documents, Contents, Analyses, Jobs, alive, ready],
            dependencies={"services": Provide(provide), "tenant": Provide(current_tenant)},
            exception_handlers={AppError: app_error, HTTPException: http_error, Exception: unexpected_error},
            lifespan=[services],
            plugins=[DescribedStructs()],
            request_max_body_size=_JSON_LIMIT,
            openapi_config=OpenAPIConfig(
                title="wholedoc",
                version="1",
                path="/openapi",
                # The other renderers load their scripts from elsewhere.
                render_plugins=[JsonRenderPlugin()],
            ),
            logging_config=None,
        ),
    )


def main() -> int:
    """Serve on the listening socket whose descriptor is the first argument, until SIGTERM."""
    try:
        settings = read_settings()
        check_redis_url(settings)
        app = create_app(settings)
    except SetupError as error:
        sys.stderr.write(f"api: {error.detail}\n")
        return 1
    config = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=5)
    listener = socket.socket(fileno=int(sys.argv[1]))
    asyncio.run(uvicorn.Server(config).serve(sockets=[listener]))
    return 0


if __name__ == "__main__":
    sys.exit(main())

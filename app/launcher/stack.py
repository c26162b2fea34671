"""The whole service on one machine: Redis, API, an extract worker and a generate worker."""

import contextlib
import fcntl
import os
import shutil
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TextIO

import httpx
import msgspec

from app.errors import StartFailed
from app.launcher.processes import Command, Service, wait_until
from app.launcher.redis_server import prepare, url_of
from app.settings import Settings, inherited_environment

_REDIS_SECONDS = 20
_API_SECONDS = 60

Say = Callable[[str], None]


class Stack:
    """Running services; `url` is the API's address. They start without waiting for the engine, which takes longest."""

    def __init__(self, url: str, services: list[Service]) -> None:
        self.url = url
        self._services = services

    def service(self, name: str) -> Service:
        """By name: redis, api, extract, generate."""
        return next(service for service in self._services if service.command.name == name)

    def revive(self) -> list[str]:
        """Start dead services again; returns their names."""
        return [service.command.name for service in self._services if service.revive()]


@contextlib.contextmanager
def running_stack(settings: Settings, say: Say) -> Iterator[Stack]:
    """Start everything and, at the end of the context, stop it in reverse order."""
    home = settings.home_folder
    with contextlib.ExitStack() as cleanup:
        cleanup.enter_context(_lock(home))
        _empty(home / "uploads", home / "store" / "tmp")
        services: list[Service] = []
        cleanup.callback(_stop, services)
        settings = _with_redis(settings, services, cleanup, say)
        listener = cleanup.enter_context(_listen(settings))
        host, port = listener.getsockname()[:2]
        url = f"http://{host}:{port}"
        say("starting API and workers")
        for name, module, sockets in (
            ("api", "app.api.application", (listener.fileno(),)),
            ("extract", "workers.extract", ()),
            ("generate", "workers.generate", ()),
        ):
            command = _python(name, module, settings, sockets)
            services.append(Service(command))
        _wait_for_api(url, services)
        yield Stack(url, services)


def _empty(*folders: Path) -> None:
    """Remove what a killed process left half written; the lock says that nobody writes there now."""
    for folder in folders:
        for path in folder.glob("*"):
            path.unlink(missing_ok=True)


def _stop(services: list[Service]) -> None:
    for service in reversed(services):
        if service.command.name != "redis":
            service.ask_to_stop()
    for service in reversed(services):
        service.stop()


@contextlib.contextmanager
def _lock(home: Path) -> Iterator[TextIO]:
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (home / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise StartFailed(
                f"Another wholedoc is running with {home}. Stop it, or set WHOLEDOC_HOME to another folder."
            ) from error
        yield lock


def _with_redis(
    settings: Settings, services: list[Service], cleanup: contextlib.ExitStack, say: Say
) -> Settings:
    if settings.redis_url:
        return settings
    say("starting a private Redis")
    home = settings.home_folder
    arguments, socket_path = prepare(home / "redis")
    if socket_path.parent != home / "redis":
        cleanup.callback(shutil.rmtree, socket_path.parent, ignore_errors=True)
    command = Command(
        name="redis",
        arguments=arguments,
        environment=inherited_environment(),
        log=home / "logs" / "redis.log",
    )
    services.append(Service(command))
    if not wait_until(
        lambda: _connects(socket_path) or services[0].exit_code is not None, _REDIS_SECONDS
    ) or (services[0].exit_code is not None):
        raise StartFailed(f"Redis did not start: {services[0].last_words()}")
    return msgspec.structs.replace(settings, redis_url=url_of(socket_path))


def _connects(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as client:
        try:
            client.connect(str(path))
        except OSError:
            return False
    return True


def _listen(settings: Settings) -> socket.socket:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        raise StartFailed(
            f"Port {settings.port} of {settings.host} cannot be used: {error.strerror}. Set WHOLEDOC_PORT."
        ) from error
    listener.listen(128)
    return listener


def _python(name: str, module: str, settings: Settings, sockets: tuple[int, ...]) -> Command:
    threads = str(os.cpu_count() or 1)
    return Command(
        name=name,
        arguments=[sys.executable, "-m", module, *map(str, sockets)],
        environment={"OMP_NUM_THREADS": threads, **inherited_environment(), **settings.environment()},
        log=settings.home_folder / "logs" / f"{name}.log",
        sockets=sockets,
    )


def _wait_for_api(url: str, services: list[Service]) -> None:
    api = next(service for service in services if service.command.name == "api")

    def ready() -> bool:
        if api.exit_code is not None:
            return True
        try:
            return httpx.get(f"{url}/readyz", timeout=2).is_success
        except httpx.HTTPError:
            return False

    if not wait_until(ready, _API_SECONDS) or api.exit_code is not None:
        raise StartFailed(f"The API did not start: {api.last_words()}")

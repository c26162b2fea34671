"""Starting and stopping everything on one machine."""

from pathlib import Path

import psutil
import pytest

from app.errors import StartFailed
from app.launcher.processes import Command, Service, wait_until
from app.launcher.redis_server import prepare
from app.launcher.stack import Stack, running_stack
from app.settings import Settings, inherited_environment


def test_one_service_for_one_home(tiny_stack: Stack, tiny_settings: Settings) -> None:
    """A second service on the same folder is refused and harms nothing."""
    with pytest.raises(StartFailed, match="Another wholedoc is running"), running_stack(tiny_settings, print):
        pass

    assert tiny_stack.service("api").exit_code is None


def test_a_service_that_cannot_start_leaves_nothing(tmp_path: Path) -> None:
    """The reason is in the error, and no process stays."""
    settings = Settings(home=str(tmp_path / "home"), profile=str(tmp_path / "missing.toml"))

    with pytest.raises(StartFailed, match=r"missing\.toml"), running_stack(settings, lambda text: None):
        pass

    ours = [process.cmdline() for process in psutil.Process().children(recursive=True)]
    assert [command for command in ours if str(tmp_path) in " ".join(command)] == []


def test_a_long_home_still_has_a_socket(tmp_path: Path) -> None:
    """A Unix socket's path may not have more than 107 bytes; the home's may."""
    deep = tmp_path / ("x" * 120)

    _, socket = prepare(deep)

    assert len(str(socket)) <= 107
    socket.parent.rmdir()


def test_dead_services_are_revived(tmp_path: Path) -> None:
    """A service that has ended is started again, once for each end."""
    service = Service(
        Command(
            name="short",
            arguments=["sleep", "0.1"],
            environment=inherited_environment(),
            log=tmp_path / "short.log",
        ),
    )
    assert wait_until(lambda: service.exit_code is not None, 5)

    assert service.revive()
    assert not service.revive()
    service.stop()


def test_a_service_that_keeps_stopping_is_given_up(tmp_path: Path) -> None:
    """After some early ends in a row, the reason from its log becomes an error instead of another start."""
    service = Service(
        Command(
            name="broken",
            arguments=["sh", "-c", "echo no such model >&2; exit 1"],
            environment=inherited_environment(),
            log=tmp_path / "broken.log",
        ),
    )

    def revive_until_given_up() -> None:
        for _ in range(10):
            assert wait_until(lambda: service.exit_code is not None, 5)
            service.revive()

    with pytest.raises(StartFailed, match=r"broken keeps stopping: .*no such model"):
        revive_until_given_up()

"""A Generator over an engine that is stepped: one thread of ours owns it, the event loop never waits for it."""

import asyncio
import logging
import queue
import threading
from collections.abc import AsyncGenerator, Callable, Iterable
from typing import Protocol

import msgspec

from app.analysis.generator import Delta, Generation, GenerationRequest
from app.errors import EngineDied, GenerationError, RequestRefused, describe_fault

_logger = logging.getLogger(__name__)


class Output(msgspec.Struct, frozen=True, kw_only=True):
    """What one step brought for one request: the new text and how many tokens it is."""

    key: str
    text: str
    tokens: int
    finish: str | None
    prompt_tokens: int
    cached_tokens: int

    def generation(self, text: str, tokens: int) -> Generation:
        """The end of a stream. Raises EngineDied when the engine gave up the request by itself."""
        match self.finish:
            case "stop" | "length":
                return Generation(
                    text=text,
                    finish=self.finish,
                    prompt_tokens=self.prompt_tokens,
                    cached_tokens=self.cached_tokens,
                    answer_tokens=tokens,
                )
            case _:
                raise EngineDied


class Stepper(Protocol):
    """An engine without a loop of its own. All calls come from one thread."""

    def add(self, key: str, request: GenerationRequest) -> None:
        """Take a request in."""

    def abort(self, key: str) -> None:
        """Forget a request; unknown keys are ignored."""

    def reseed(self, seed: int) -> None:
        """Set the random state that the next step draws from."""

    def step(self) -> Iterable[Output]:
        """Work for one step."""
        ...

    def close(self) -> None:
        """Free everything."""


class _Stream:
    """One request's way back into the event loop."""

    def __init__(self, request: GenerationRequest, loop: asyncio.AbstractEventLoop) -> None:
        self.request = request
        self.items: asyncio.Queue[Output | GenerationError] = asyncio.Queue()
        self.started = False  # set by the thread when the first token is there
        self._loop = loop

    def send(self, item: Output | GenerationError) -> None:
        """From the engine's thread."""
        # The loop may be closed already when the process ends in the middle of a request.
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.items.put_nowait, item)


class SteppedEngine:
    """The thread, its inbox, and the streams that are open. `create` waits until the engine is up."""

    def __init__(self, make: Callable[[], Stepper], check: Callable[[GenerationRequest], None]) -> None:
        self._make = make
        self._check_request = check
        self._inbox: queue.SimpleQueue[Callable[[Stepper], None] | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._open: dict[str, _Stream] = {}  # streams with a reader; guarded by the lock
        self._closed = False  # likewise; nothing is taken in any more
        self._active: dict[str, _Stream] = {}  # what the stepper has; the thread's own
        self._count = 0
        self._failure: BaseException | None = None
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="engine", daemon=True)

    @classmethod
    async def create(
        cls, make: Callable[[], Stepper], check: Callable[[GenerationRequest], None]
    ) -> "SteppedEngine":
        """Build the stepper in its thread; what goes wrong there is raised here."""
        engine = cls(make, check)
        engine._thread.start()
        await asyncio.to_thread(engine._ready.wait)
        if engine._failure is not None:
            raise engine._failure
        return engine

    async def generate(self, request: GenerationRequest) -> AsyncGenerator[Delta | Generation, None]:
        """See Generator."""
        self._check_request(request)
        self._count += 1
        key = str(self._count)
        stream = _Stream(request, asyncio.get_running_loop())
        self._submit(key, stream)
        text, tokens, finished = "", 0, False
        try:
            while True:
                output = await stream.items.get()
                if isinstance(output, GenerationError):
                    finished = True
                    raise output
                text, tokens = text + output.text, tokens + output.tokens
                if output.finish is not None:
                    finished = True
                    yield output.generation(text, tokens)
                    return
                yield Delta(text=output.text, answer_tokens=tokens)
        finally:
            with self._lock:
                del self._open[key]
            if not finished:
                self._inbox.put(lambda stepper: self._abort(stepper, key))

    async def check(self) -> None:
        """See Generator."""
        if not self._thread.is_alive() or self._failure is not None:
            raise EngineDied

    async def close(self) -> None:
        """See Generator."""
        self._inbox.put(None)
        await asyncio.to_thread(self._thread.join)

    def _submit(self, key: str, stream: _Stream) -> None:
        with self._lock:
            if self._closed:
                raise EngineDied
            self._open[key] = stream
            self._inbox.put(lambda stepper: self._add(stepper, key, stream))

    def _add(self, stepper: Stepper, key: str, stream: _Stream) -> None:
        try:
            stepper.add(key, stream.request)
        except Exception as error:  # noqa: BLE001 - one request that is refused must not end the others
            _logger.error("request refused: %s", describe_fault(error))  # noqa: TRY400
            stream.send(RequestRefused(type(error).__name__))
        else:
            self._active[key] = stream

    def _abort(self, stepper: Stepper, key: str) -> None:
        if self._active.pop(key, None) is not None:
            stepper.abort(key)

    def _run(self) -> None:
        try:
            stepper = self._make()
        except BaseException as error:  # noqa: BLE001 - handed to `create`, which raises it
            self._failure = error
            self._ready.set()
            return
        self._ready.set()
        try:
            self._serve(stepper)
        except BaseException as error:  # noqa: BLE001 - the engine is dead, and every caller is told so
            _logger.error("the engine stopped: %s", describe_fault(error))  # noqa: TRY400
            self._failure = error
        finally:
            with self._lock:
                self._closed = True
                for stream in self._open.values():
                    stream.send(EngineDied())
            stepper.close()

    def _serve(self, stepper: Stepper) -> None:
        while True:
            # Wait for work only when there is none; otherwise take what has come and go on.
            while not self._active or not self._inbox.empty():
                command = self._inbox.get()
                if command is None:
                    return
                command(stepper)
            self._step(stepper)

    def _step(self, stepper: Stepper) -> None:
        alone = next(iter(self._active.values())) if len(self._active) == 1 else None
        if alone is not None and not alone.started:
            # How many steps a prompt takes depends on what is cached; the answer must not.
            stepper.reseed(alone.request.seed)
        for output in stepper.step():
            stream = self._active.get(output.key)
            if stream is None:
                continue
            stream.started = True
            stream.send(output)
            if output.finish is not None:
                del self._active[output.key]

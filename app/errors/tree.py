"""The root of the errors, and the form in which one is stored and sent."""

from typing import ClassVar

import msgspec


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """An error as it is stored and sent: RFC 9457 members plus our stable `code`."""

    status: int
    code: str
    detail: str
    facts: dict[str, int | str] = msgspec.field(default_factory=dict)


class AppError(Exception):
    """Root of the tree; `facts` are the figures and names that a program may want besides the sentence."""

    status: ClassVar[int] = 500
    code: ClassVar[str] = "internal"

    def __init__(self, detail: str, **facts: int | str) -> None:
        super().__init__(detail)
        self.detail = detail
        self.facts = facts

    @property
    def problem(self) -> Problem:
        """The form in which the error is stored with a job and sent to a client."""
        return Problem(status=self.status, code=self.code, detail=self.detail, facts=dict(self.facts))


def describe_fault(error: BaseException) -> str:
    """Kind and place of an unexpected exception, for logs: its own words may hold text of a document."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else "an unknown place"
    return f"{type(error).__name__} at {place}"


class StoredError(AppError):
    """An error that happened elsewhere (in a worker) and was stored as a Problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.detail, **problem.facts)
        self._problem = problem

    @property
    def problem(self) -> Problem:
        """The problem as it was stored, with its own status and code."""
        return self._problem

"""What the service itself lacks at the moment."""

from app.errors.tree import AppError


class ServiceError(AppError):
    """A part of the service is missing at the moment."""

    status = 503


class QueueUnavailable(ServiceError):
    """Redis does not answer."""

    code = "queue_unavailable"

    def __init__(self) -> None:
        super().__init__(
            "The queue (Redis) does not answer. What was accepted is kept, and queued when it does again."
        )


class JobInterrupted(ServiceError):
    """A job was begun too often without an end, so it is not begun again."""

    code = "job_interrupted"

    def __init__(self, attempts: int) -> None:
        super().__init__(
            f"This job was begun {attempts} times and no attempt came to an end: the worker was stopped, or met a "
            "fault that its log names. It is not tried again.",
            attempts=attempts,
        )

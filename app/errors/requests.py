"""Why a request cannot be done as it stands."""

from app.errors.tree import AppError


class RequestError(AppError):
    """The request is well received but cannot be done as it stands."""

    status = 422


class InvalidRequest(RequestError):
    """The request does not have the form that the API describes."""

    status = 400
    code = "invalid_request"


class DocumentTooLong(RequestError):
    """The prompt with the whole document is longer than the model's context."""

    code = "document_too_long"

    def __init__(self, tokens: int, context: int) -> None:
        super().__init__(
            f"The documents need {tokens:,} tokens with instructions and answer, "
            f"and the model's context holds {context:,}. Nothing was cut; send a shorter document.",
            tokens=tokens,
            context=context,
        )

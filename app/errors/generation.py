"""Why the engine gave no answer."""

from app.errors.tree import AppError


class GenerationError(AppError):
    """The model's answer cannot be used."""

    status = 502


class PromptTooLong(GenerationError):
    """The engine refuses a prompt that leaves no room in its context."""

    status = 422
    code = "prompt_too_long"

    def __init__(self, tokens: int, context: int) -> None:
        super().__init__(
            f"A prompt of {tokens:,} tokens and its answer do not fit into the context of {context:,}.",
            tokens=tokens,
            context=context,
        )


class RequestRefused(GenerationError):
    """The engine would not take or finish this one request; it goes on with others."""

    code = "request_refused"

    def __init__(self, fault: str) -> None:
        super().__init__(f"The model engine refused the request ({fault}). This is a fault of the service.")


class AnswerCutShort(GenerationError):
    """The model reached the answer's token limit; a cut answer is never shown."""

    code = "answer_cut_short"

    def __init__(self, tokens: int) -> None:
        super().__init__(
            f"The answer was still unfinished after {tokens:,} tokens and was discarded. Try another seed.",
            tokens=tokens,
        )


class AnswerNotValid(GenerationError):
    """The answer does not follow its schema."""

    code = "answer_not_valid"

    def __init__(self) -> None:
        super().__init__("The model's answer did not follow the schema and was discarded. Try another seed.")


class EngineDied(GenerationError):
    """The engine stopped; the worker ends and its supervisor starts another."""

    status = 503
    code = "engine_died"

    def __init__(self) -> None:
        super().__init__("The model engine stopped while it worked. The job can be sent again.")

"""Everything that can stop a request or a job, as one tree.

::

    AppError                      500 internal
      UploadError
        EmptyUpload               422 empty_upload
        UploadTooLarge            413 upload_too_large
        NotAPdf                   415 not_a_pdf
        PasswordRequired          422 password_required
        PasswordWrong             422 password_wrong
        NoText                    422 no_text
        DamagedDocument           422 damaged_document
        PageUnreadable            422 page_unreadable
        ExtractionLimitExceeded
          TooManyPages            422 too_many_pages
          ReadingTimeExceeded     422 reading_time_exceeded
          ProcessorTimeExceeded   422 processor_time_exceeded
          PageTimeExceeded        422 page_time_exceeded
          MemoryExceeded          422 memory_exceeded
          OutputExceeded          422 output_exceeded
        ReadingInterrupted        422 reading_interrupted
        ReadingFault              502 reading_fault
        UnsupportedFile           415 unsupported_file
      RequestError
        InvalidRequest            400 invalid_request
        DocumentTooLong           422 document_too_long
      NotFoundError
        DocumentNotFound          404 document_not_found
        DocumentNotReady          409 document_not_ready
        PageNotFound              404 page_not_found
        JobNotFound               404 job_not_found
        ResultNotFound            409 result_not_ready
      GenerationError
        PromptTooLong             422 prompt_too_long
        RequestRefused            502 request_refused
        AnswerCutShort            502 answer_cut_short
        AnswerNotValid            502 answer_not_valid
        EngineDied                503 engine_died
      ServiceError
        QueueUnavailable          503 queue_unavailable
        JobInterrupted            503 job_interrupted
      SetupError                  500, at start or in the command line only
        InvalidSettings               invalid_settings
        InvalidProfile                invalid_profile
        ModelMissing                  model_missing
        ModelMismatch                 model_mismatch
        VocabularyUnsupported         vocabulary_unsupported
        PromptInvalid                 prompt_invalid
        StartFailed                   start_failed
        ConfinementUnavailable        confinement_unavailable

An error knows the facts and writes its own message; the message says what to do and never holds
document text. A quote that is not in the document is no error: it is a verdict in the result.
"""

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


class UploadError(AppError):
    """The uploaded file cannot be read."""

    status = 422


class EmptyUpload(UploadError):
    """No bytes were sent."""

    code = "empty_upload"

    def __init__(self) -> None:
        super().__init__("The file is empty (0 bytes). Send the file itself as the request body.")


class UploadTooLarge(UploadError):
    """The body is longer than the limit."""

    status = 413
    code = "upload_too_large"

    def __init__(self, limit: int) -> None:
        super().__init__(
            f"The file is larger than the limit of {limit:,} bytes. "
            "Send a smaller file, or raise WHOLEDOC_MAX_UPLOAD_BYTES on the server.",
            limit=limit,
        )


class NotAPdf(UploadError):
    """No PDF header in the first kilobyte."""

    status = 415
    code = "not_a_pdf"

    def __init__(self) -> None:
        super().__init__("The file is not a PDF: it has no %PDF- header in its first 1,024 bytes.")


class PasswordRequired(UploadError):
    """The file is encrypted and no password was given."""

    code = "password_required"

    def __init__(self) -> None:
        super().__init__("The file is protected by a password. Send the password with it.")


class PasswordWrong(UploadError):
    """The password that was given does not open the file."""

    code = "password_wrong"

    def __init__(self) -> None:
        super().__init__(
            "The password does not open the file. Send the right one; upper and lower case differ."
        )


class NoText(UploadError):
    """No page has a text layer."""

    code = "no_text"

    def __init__(self, pages: int) -> None:
        super().__init__(
            f"The file has no text: {pages} page(s) that are pictures or empty. Pictures are read where text "
            "recognition is installed (the extra `ocr`); nothing legible was found in them otherwise.",
            pages=pages,
        )


class DamagedDocument(UploadError):
    """The PDF parser gave up or crashed."""

    code = "damaged_document"

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"The file is damaged and could not be read ({reason}). Save it again and retry.", reason=reason
        )


class PageUnreadable(UploadError):
    """The parser gave up on one page or crashed there; stored in place of the page."""

    code = "page_unreadable"

    def __init__(self, page: int, reason: str) -> None:
        super().__init__(
            f"Page {page:,} is damaged and was not read ({reason}). Print it to a new PDF and upload that.",
            page=page,
            reason=reason,
        )


class ExtractionLimitExceeded(UploadError):
    """Reading the file took more than is allowed; each limit is an error of its own."""


class TooManyPages(ExtractionLimitExceeded):
    """More pages than are read."""

    code = "too_many_pages"

    def __init__(self, limit: int) -> None:
        super().__init__(
            f"The file has more than {limit:,} pages. "
            "Split it, or raise WHOLEDOC_EXTRACT_PAGES on the server.",
            limit=limit,
        )


class ReadingTimeExceeded(ExtractionLimitExceeded):
    """The whole file took too long by the clock."""

    code = "reading_time_exceeded"

    def __init__(self, limit: int) -> None:
        super().__init__(
            f"Reading the file took longer than {limit:,} seconds and was stopped. "
            "Split it, or raise WHOLEDOC_EXTRACT_SECONDS on the server.",
            limit=limit,
        )


class ProcessorTimeExceeded(ExtractionLimitExceeded):
    """A process that reads the file used too much processor time, on all of its threads together."""

    code = "processor_time_exceeded"

    def __init__(self, limit: int) -> None:
        super().__init__(
            f"Reading the file used more than {limit:,} seconds of processor time and was stopped. "
            "Split it, or raise WHOLEDOC_EXTRACT_SECONDS on the server.",
            limit=limit,
        )


class PageTimeExceeded(ExtractionLimitExceeded):
    """One page took too long by the clock."""

    code = "page_time_exceeded"

    def __init__(self, page: int, limit: int) -> None:
        super().__init__(
            f"Page {page:,} took longer than {limit:,} seconds and was not read. "
            "Print it to a new PDF and upload that.",
            page=page,
            limit=limit,
        )


class MemoryExceeded(ExtractionLimitExceeded):
    """Reading needed more address space than a process is given."""

    code = "memory_exceeded"

    def __init__(self, limit: int) -> None:
        super().__init__(
            f"Reading the file needs more than {limit:,} bytes of memory and was stopped. "
            "Split it, or raise WHOLEDOC_EXTRACT_MEMORY on the server.",
            limit=limit,
        )


class OutputExceeded(ExtractionLimitExceeded):
    """More was read from the file than is kept."""

    code = "output_exceeded"

    def __init__(self, limit: int) -> None:
        super().__init__(
            f"The text of the file and its places need more than {limit:,} bytes. Split the file.",
            limit=limit,
        )


class ReadingInterrupted(UploadError):
    """Reading the file ended the process that read it, or met a fault of ours, too often."""

    code = "reading_interrupted"

    def __init__(self, attempts: int) -> None:
        super().__init__(
            f"Reading the PDF was begun {attempts} times and never came to an end; the worker's log names the fault. "
            "Save the file again with another program and upload that.",
            attempts=attempts,
        )


class ReadingFault(UploadError):
    """A fault of ours while the file was read; `place` says where in the program, without any document text."""

    status = 502
    code = "reading_fault"

    def __init__(self, place: str) -> None:
        super().__init__(
            f"Reading the file met a fault of the service ({place}). "
            "Save the file again with another program and upload that.",
            place=place,
        )


class UnsupportedFile(UploadError):
    """The file is of a kind that is not read; `looks_like` names it, `instead` says what to send."""

    status = 415
    code = "unsupported_file"

    def __init__(self, looks_like: str, instead: str) -> None:
        super().__init__(
            f"The file looks like {looks_like}, which is not read. {instead}", looks_like=looks_like
        )


# These are read again when a password comes with the file.
WANTS_PASSWORD = frozenset({PasswordRequired.code, PasswordWrong.code})

# Limits can be raised and faults mended: a file that ended so is read again when it is sent again.
WORTH_ANOTHER_READING = frozenset(
    {ReadingFault.code, *(limit.code for limit in ExtractionLimitExceeded.__subclasses__())},
)


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


class NotFoundError(AppError):
    """The caller has no such object; whether somebody else has, is not said."""

    status = 404


class DocumentNotFound(NotFoundError):
    """Unknown document id."""

    code = "document_not_found"

    def __init__(self, document_id: str) -> None:
        super().__init__(f"There is no document {document_id!r}. Upload it with POST /v1/documents first.")


class DocumentNotReady(NotFoundError):
    """The document is still being read."""

    status = 409
    code = "document_not_ready"

    def __init__(self, document_id: str) -> None:
        super().__init__(f"{document_id} is still being read. Ask again when its state is ready.")


class PageNotFound(NotFoundError):
    """The document has no page of that number."""

    code = "page_not_found"

    def __init__(self, page: int, pages: int) -> None:
        super().__init__(
            f"There is no page {page:,}: the document has {pages:,} pages.", page=page, pages=pages
        )


class JobNotFound(NotFoundError):
    """Unknown job id."""

    code = "job_not_found"

    def __init__(self, job_id: str) -> None:
        super().__init__(f"There is no job {job_id!r}.")


class ResultNotFound(NotFoundError):
    """The job exists and has not succeeded (yet)."""

    status = 409
    code = "result_not_ready"

    def __init__(self, job_id: str, state: str) -> None:
        super().__init__(f"Job {job_id!r} has no result: its state is {state!r}.", state=state)


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


class SetupError(AppError):
    """The process cannot start as it is configured."""


class InvalidSettings(SetupError):
    """An environment variable has a value that cannot be used."""

    code = "invalid_settings"


class InvalidProfile(SetupError):
    """A profile file is missing or not as it must be."""

    code = "invalid_profile"


class ModelMissing(SetupError):
    """The profile's weights are not in the cache."""

    code = "model_missing"

    def __init__(self, profile: str, folder: str) -> None:
        super().__init__(
            f"The model of profile {profile!r} is not in {folder}. Fetch it with: wholedoc model fetch",
        )


class ModelMismatch(SetupError):
    """The weights are not the ones that the profile pins."""

    code = "model_mismatch"


class VocabularyUnsupported(SetupError):
    """The model's tokenizer cannot be counted exactly by tiktoken."""

    code = "vocabulary_unsupported"


class PromptInvalid(SetupError):
    """A prompt file disagrees with its pinned version or its placeholders."""

    code = "prompt_invalid"


class StartFailed(SetupError):
    """A service did not start."""

    code = "start_failed"


class ConfinementUnavailable(SetupError):
    """The kernel or the container refuses what locks the reading of files in; nothing is read without it."""

    code = "confinement_unavailable"

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"Files cannot be read in a locked process here ({reason}). Run on Linux 4.14 or later, on x86_64 or "
            "aarch64, and allow the seccomp system call in the container's own profile.",
            reason=reason,
        )

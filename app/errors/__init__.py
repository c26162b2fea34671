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
        PagesNotDrawn             409 no_page_images
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

from app.errors.generation import (
    AnswerCutShort,
    AnswerNotValid,
    EngineDied,
    GenerationError,
    PromptTooLong,
    RequestRefused,
)
from app.errors.missing import (
    DocumentNotFound,
    DocumentNotReady,
    JobNotFound,
    NotFoundError,
    PageNotFound,
    PagesNotDrawn,
    ResultNotFound,
)
from app.errors.requests import (
    DocumentTooLong,
    InvalidRequest,
    RequestError,
)
from app.errors.services import (
    JobInterrupted,
    QueueUnavailable,
    ServiceError,
)
from app.errors.setup import (
    ConfinementUnavailable,
    InvalidProfile,
    InvalidSettings,
    ModelMismatch,
    ModelMissing,
    PromptInvalid,
    SetupError,
    StartFailed,
    VocabularyUnsupported,
)
from app.errors.tree import (
    AppError,
    Problem,
    StoredError,
    describe_fault,
)
from app.errors.uploads import (
    WANTS_PASSWORD,
    WORTH_ANOTHER_READING,
    Damage,
    DamagedDocument,
    EmptyUpload,
    ExtractionLimitExceeded,
    MemoryExceeded,
    NotAPdf,
    NoText,
    OutputExceeded,
    PageTimeExceeded,
    PageUnreadable,
    PasswordRequired,
    PasswordWrong,
    ProcessorTimeExceeded,
    ReadingFault,
    ReadingInterrupted,
    ReadingTimeExceeded,
    TooManyPages,
    UnsupportedFile,
    UploadError,
    UploadTooLarge,
)

__all__ = [
    "WANTS_PASSWORD",
    "WORTH_ANOTHER_READING",
    "AnswerCutShort",
    "AnswerNotValid",
    "AppError",
    "ConfinementUnavailable",
    "Damage",
    "DamagedDocument",
    "DocumentNotFound",
    "DocumentNotReady",
    "DocumentTooLong",
    "EmptyUpload",
    "EngineDied",
    "ExtractionLimitExceeded",
    "GenerationError",
    "InvalidProfile",
    "InvalidRequest",
    "InvalidSettings",
    "JobInterrupted",
    "JobNotFound",
    "MemoryExceeded",
    "ModelMismatch",
    "ModelMissing",
    "NoText",
    "NotAPdf",
    "NotFoundError",
    "OutputExceeded",
    "PageNotFound",
    "PageTimeExceeded",
    "PageUnreadable",
    "PagesNotDrawn",
    "PasswordRequired",
    "PasswordWrong",
    "Problem",
    "ProcessorTimeExceeded",
    "PromptInvalid",
    "PromptTooLong",
    "QueueUnavailable",
    "ReadingFault",
    "ReadingInterrupted",
    "ReadingTimeExceeded",
    "RequestError",
    "RequestRefused",
    "ResultNotFound",
    "ServiceError",
    "SetupError",
    "StartFailed",
    "StoredError",
    "TooManyPages",
    "UnsupportedFile",
    "UploadError",
    "UploadTooLarge",
    "VocabularyUnsupported",
    "describe_fault",
]

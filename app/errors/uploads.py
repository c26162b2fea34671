"""Why a file cannot be read."""

from enum import StrEnum

from app.errors.tree import AppError


class UploadError(AppError):
    """The uploaded file cannot be read."""

    status = 422


class EmptyUpload(UploadError):
    """No bytes were sent."""

    code = "empty_upload"

    def __init__(self) -> None:
        super().__init__("The file is empty (0 bytes). Send one with content.")


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
        super().__init__(
            "The file is protected by a password. Give it with the file (on the command line: --password)."
        )


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


class Damage(StrEnum):
    """What a confined process can say of a damaged file; other words of it reach nobody."""

    GAVE_UP = "MuPDF gave up on it"
    NOT_OPENED = "it cannot be opened"
    NO_PAGES = "it has no pages"
    NO_BODY = "its Word document has no body"
    ARCHIVE_NOT_OPENED = "its zip archive cannot be opened"
    TOO_MANY_ENTRIES = "its zip archive has too many entries"
    NO_WORD_DOCUMENT = "its zip archive holds no Word document"
    ARCHIVE_CUT = "its zip archive is cut short or broken"
    DOCUMENT_TYPE = "one of its parts has a document type, which Word never writes"
    GARBAGE = "the parser sent something unreadable"


class DamagedDocument(UploadError):
    """The PDF parser gave up or crashed."""

    code = "damaged_document"

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"The file is damaged and could not be read ({reason}). Save it again and retry.",
            reason=str(reason),
        )


class PageUnreadable(UploadError):
    """The parser gave up on one page or crashed there; stored in place of the page."""

    code = "page_unreadable"

    def __init__(self, page: int, reason: str) -> None:
        super().__init__(
            f"Page {page:,} is damaged and was not read ({reason}). Print it to a new PDF and upload that.",
            page=page,
            reason=str(reason),
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
            f"Reading the file was begun {attempts} times and never came to an end; the worker's log names the fault. "
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
    {ReadingFault.code, NoText.code, *(limit.code for limit in ExtractionLimitExceeded.__subclasses__())},
)

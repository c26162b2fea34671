"""What the caller does not have, or not yet."""

from app.errors.tree import AppError


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


class PagesNotDrawn(NotFoundError):
    """The document is a file without pages."""

    status = 409
    code = "no_page_images"

    def __init__(self, kind: str) -> None:
        super().__init__(
            f"There are no pages to draw: the document is a {kind} file, and only a PDF has pages. "
            "Ask for its content instead.",
            kind=kind,
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

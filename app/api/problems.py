"""Every error as application/problem+json (RFC 9457) with a stable `code`."""

import logging
import uuid
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException

from app.errors import AppError, InvalidRequest, Problem, describe_fault

_logger = logging.getLogger(__name__)
_MEDIA_TYPE = "application/problem+json"

AnyRequest = Request[Any, Any, Any]


def _respond(problem: Problem) -> Response[bytes]:
    body: dict[str, Any] = {
        "type": f"urn:wholedoc:problem:{problem.code}",
        "title": problem.code.replace("_", " "),
        "status": problem.status,
        "code": problem.code,
        "detail": problem.detail,
        **problem.facts,
    }
    return Response(content=msgspec.json.encode(body), status_code=problem.status, media_type=_MEDIA_TYPE)


def app_error(request: AnyRequest, error: AppError) -> Response[bytes]:
    """Our own errors say everything themselves."""
    return _respond(error.problem)


def http_error(request: AnyRequest, error: HTTPException) -> Response[bytes]:
    """Litestar's errors: wrong JSON, unknown paths, wrong methods."""
    if error.status_code == InvalidRequest.status:
        reasons = error.extra if isinstance(error.extra, list) else []
        detail = "; ".join(
            f"{reason.get('key', 'body')}: {reason.get('message', '')}"
            for reason in reasons
            if isinstance(reason, dict)
        )
        return _respond(InvalidRequest(detail or error.detail).problem)
    codes = {404: "not_found", 405: "method_not_allowed", 413: "upload_too_large"}
    problem = Problem(
        status=error.status_code,
        code=codes.get(error.status_code, "http_error"),
        detail=error.detail,
    )
    return _respond(problem)


def unexpected_error(request: AnyRequest, error: Exception) -> Response[bytes]:
    """Anything else is a fault of ours: the log has its kind and place under an id, the client only the id."""
    incident = uuid.uuid4().hex[:12]
    _logger.error("incident %s: %s", incident, describe_fault(error))
    detail = f"Something went wrong in the server. Its log has the details under {incident}."
    return _respond(Problem(status=500, code="internal", detail=detail, facts={"incident": incident}))

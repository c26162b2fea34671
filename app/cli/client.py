"""The API as the command line uses it."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import msgspec

from app.analysis.result import AnalysisResult
from app.api.schemas import PASSWORD_HEADER, DocumentOut, JobOut
from app.errors import Problem, StartFailed, StoredError

_TIMEOUT = httpx.Timeout(30, write=300)


class Client:
    """Requests in, structs out; a problem document becomes a StoredError."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._http = httpx.Client(base_url=url, timeout=_TIMEOUT)

    def upload(self, path: Path, password: str | None = None) -> DocumentOut:
        """Send a file."""
        secret = {} if password is None else {PASSWORD_HEADER: quote(password)}
        with path.open("rb") as stream:
            content = self._request(
                "POST",
                "/v1/documents",
                params={"filename": path.name},
                headers={
                    "content-type": "application/octet-stream",
                    "content-length": str(path.stat().st_size),
                    **secret,
                },
                content=stream,
            )
        return msgspec.json.decode(content, type=DocumentOut)

    def document(self, document: str) -> DocumentOut:
        """One document as it stands."""
        return msgspec.json.decode(self._request("GET", f"/v1/documents/{document}"), type=DocumentOut)

    def analyse(self, kind: str, documents: list[str], language: str | None, seed: int | None) -> JobOut:
        """Ask for an analysis."""
        body = {"kind": kind, "documents": documents, "language": language, "seed": seed}
        return msgspec.json.decode(self._request("POST", "/v1/analyses", json=body), type=JobOut)

    def job(self, job: str) -> JobOut:
        """One job as it stands."""
        return msgspec.json.decode(self._request("GET", f"/v1/jobs/{job}"), type=JobOut)

    def result(self, job: str) -> AnalysisResult:
        """The result of a job that has succeeded."""
        return msgspec.json.decode(self._request("GET", f"/v1/jobs/{job}/result"), type=AnalysisResult)

    def close(self) -> None:
        """Give the connection back."""
        self._http.close()

    def _request(self, method: str, path: str, **options: Any) -> bytes:
        try:
            response = self._http.request(method, path, **options)
        except httpx.HTTPError as error:
            raise StartFailed(
                f"The server at {self._url} does not answer ({type(error).__name__})."
            ) from error
        if response.is_success:
            return response.content
        try:
            problem = msgspec.json.decode(response.content, type=Problem)
        except msgspec.DecodeError as error:
            raise StartFailed(f"The server at {self._url} answered {response.status_code}.") from error
        raise StoredError(problem)

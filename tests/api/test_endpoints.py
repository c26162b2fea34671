"""The API as a client meets it: a running server with its workers and the tiny model."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import msgspec
import pytest

from app.launcher.stack import Stack
from tests.builders import encrypted_pdf, image_pdf, pdf_of

_UNKNOWN_DOCUMENT = "doc_" + "0" * 64
_UNKNOWN_JOB = "job_" + "0" * 32


class Rejected(msgspec.Struct):
    """A request that must fail, and how."""

    name: str
    method: str
    path: str
    status: int
    code: str
    body: str = ""
    content_type: str = "application/json"


CASES = msgspec.json.decode(
    (Path(__file__).parent.parent / "cases" / "rejected_requests.json").read_bytes(),
    type=list[Rejected],
)


@pytest.fixture(scope="module")
def client(tiny_stack: Stack) -> Iterator[httpx.Client]:
    """Talks to the stack."""
    with httpx.Client(base_url=tiny_stack.url, timeout=30) as http:
        yield http


def upload(client: httpx.Client, content: bytes, name: str = "report.pdf") -> dict[str, Any]:
    """Send a file that is taken in."""
    response = client.post("/v1/documents", params={"filename": name}, content=content)
    assert response.status_code == 202, response.text
    body: dict[str, Any] = response.json()
    return body


def settled(client: httpx.Client, document: str) -> dict[str, Any]:
    """The document once it is read or known to be unreadable."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        body: dict[str, Any] = client.get(f"/v1/documents/{document}").json()
        if body["state"] != "extracting":
            return body
        time.sleep(0.1)
    raise TimeoutError(document)


def problem_of(response: httpx.Response) -> dict[str, Any]:
    """The problem document, whose form is always the same."""
    assert response.headers["content-type"] == "application/problem+json"
    body: dict[str, Any] = response.json()
    assert body["status"] == response.status_code
    assert body["type"] == f"urn:wholedoc:problem:{body['code']}"
    assert body["detail"]
    return body


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_rejected(client: httpx.Client, case: Rejected) -> None:
    """A bad request gets its own code and a sentence that says what to do."""
    path = case.path.replace("UNKNOWN_DOCUMENT", _UNKNOWN_DOCUMENT).replace("UNKNOWN_JOB", _UNKNOWN_JOB)
    body = case.body.replace("UNKNOWN_DOCUMENT", _UNKNOWN_DOCUMENT)

    response = client.request(case.method, path, content=body, headers={"content-type": case.content_type})

    assert (case.status, case.code) == (response.status_code, problem_of(response)["code"])


def test_too_large(client: httpx.Client) -> None:
    """A body over the limit is refused with the limit, whether its length is announced or not."""
    content = b"%PDF-1.7\n" + b"x" * 2_000_000

    announced = client.post("/v1/documents", content=content)
    streamed = client.post("/v1/documents", content=iter([content]))

    for response in (announced, streamed):
        assert response.status_code == 413
        assert (problem_of(response)["code"], response.json()["limit"]) == ("upload_too_large", 2_000_000)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (encrypted_pdf(), "password_required"),
        (image_pdf(), "no_text"),
        (b"%PDF-1.7\nthis is all there is", "damaged_document"),
    ],
    ids=["encrypted", "image only", "damaged"],
)
def test_unreadable(client: httpx.Client, content: bytes, code: str) -> None:
    """What only reading can tell is shown with the document, and refused when an analysis is asked for."""
    document = upload(client, content)["id"]

    shown = settled(client, document)
    refused = client.post("/v1/analyses", json={"kind": "risks", "documents": [document]})

    assert (shown["state"], shown["problem"]["code"]) == ("failed", code)
    assert problem_of(refused)["code"] == code


def test_unreadable_while_it_is_read(client: httpx.Client) -> None:
    """A job that was taken in before its document turned out unreadable fails with the document's error."""
    document = upload(client, encrypted_pdf("another"))["id"]
    response = client.post("/v1/analyses", json={"kind": "risks", "documents": [document]})
    if response.status_code == 422:  # the reader was faster
        assert problem_of(response)["code"] == "password_required"
        return

    job = _ended(client, response.json()["id"])

    assert (job["state"], job["problem"]["code"]) == ("failed", "password_required")


def test_password(client: httpx.Client) -> None:
    """A password comes with the upload; a missing or wrong one can be mended by sending the file again."""
    content = encrypted_pdf("The secret clause.", password="pässwort")

    def sent(password: str | None) -> dict[str, Any]:
        headers = {} if password is None else {"x-document-password": quote(password)}
        response = client.post("/v1/documents", content=content, headers=headers)
        assert response.status_code == 202
        return settled(client, response.json()["id"])

    assert sent(None)["problem"]["code"] == "password_required"
    assert sent("nonsense")["problem"]["code"] == "password_wrong"
    ready = sent("pässwort")
    assert ready["state"] == "ready"
    image = client.get(f"/v1/documents/{ready['id']}/pages/1/image")
    assert image.content.startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("form", "media_type", "expected"),
    [
        ("json", "application/json", '"schema_version":1'),
        ("text", "text/plain", "--- 1 (text)\nPage one has words."),
        ("markdown", "text/markdown", "<!-- page 1 -->"),
        ("tables", "text/csv", ""),
    ],
)
def test_content(client: httpx.Client, form: str, media_type: str, expected: str) -> None:
    """What was read can be had in each form."""
    document = settled(client, upload(client, pdf_of(["Page one has words.", "Page two too."]))["id"])

    response = client.get(f"/v1/documents/{document['id']}/content", params={"format": form})

    assert response.status_code == 200
    assert response.headers["content-type"].startswith(media_type)
    assert expected in response.text


def test_content_of_what_is_not_read(client: httpx.Client) -> None:
    """A document that cannot be read says why; an unknown one and an unknown format are refused."""
    unreadable = settled(client, upload(client, image_pdf())["id"])["id"]
    readable = settled(client, upload(client, pdf_of(["Page one has words."]))["id"])["id"]

    assert problem_of(client.get(f"/v1/documents/{unreadable}/content"))["code"] == "no_text"
    assert (
        problem_of(client.get(f"/v1/documents/{_UNKNOWN_DOCUMENT}/content"))["code"] == "document_not_found"
    )
    refused = client.get(f"/v1/documents/{readable}/content", params={"format": "pdf"})
    assert problem_of(refused)["code"] == "invalid_request"


def test_page_image(client: httpx.Client) -> None:
    """A page is drawn at the resolution that is asked for; one that is not there is an error."""
    document = settled(client, upload(client, pdf_of(["Page one has words."]))["id"])["id"]
    path = f"/v1/documents/{document}/pages"

    image = client.get(f"{path}/1/image", params={"dpi": 72})
    assert image.headers["content-type"] == "image/png"
    assert int.from_bytes(image.content[16:20], "big") == 595
    assert problem_of(client.get(f"{path}/2/image"))["code"] == "page_not_found"
    assert problem_of(client.get(f"{path}/0/image"))["code"] == "invalid_request"
    assert problem_of(client.get(f"{path}/1/image", params={"dpi": 9_999}))["code"] == "invalid_request"


def test_other_files(client: httpx.Client) -> None:
    """A Markdown file is read as one, by its name; pictures of its pages there are none."""
    document = settled(client, upload(client, b"# Title\n\nSome words.\n", "notes.md")["id"])

    assert document["summary"]["sections"] == 1
    image = client.get(f"/v1/documents/{document['id']}/pages/1/image")
    assert problem_of(image)["code"] == "no_page_images"


def test_same_bytes_same_document(client: httpx.Client) -> None:
    """Uploading a file again gives the document of the first time, name and all."""
    content = pdf_of(["The supplier is liable for delay."])

    first, second = upload(client, content, "first.pdf"), upload(client, content, "second.pdf")

    assert first["id"] == second["id"]
    assert second["filename"] == "first.pdf"


def test_document(client: httpx.Client) -> None:
    """A read document shows its pages and tokens."""
    document = upload(client, pdf_of(["Page one has words.", "Page two has more."]), "../../x\x00.pdf")

    shown = settled(client, document["id"])

    assert shown["state"] == "ready"
    assert shown["filename"] == "../../x.pdf"
    assert shown["summary"]["pages"] == 2
    assert shown["summary"]["tokens"] > 5


def test_too_long(client: httpx.Client) -> None:
    """A document longer than the context is refused before it is queued, with both figures."""
    sentence = "The contractor bears the risk of loss until acceptance has been declared in writing. "
    document = upload(client, pdf_of([sentence * 40 + str(page) for page in range(30)]))["id"]
    tokens = settled(client, document)["summary"]["tokens"]

    problem = problem_of(client.post("/v1/analyses", json={"kind": "risks", "documents": [document]}))

    assert problem["code"] == "document_too_long"
    assert problem["context"] == 16_384
    assert problem["tokens"] > tokens > 14_000


def test_no_result_yet(client: httpx.Client, samples: Path) -> None:
    """The result of an open job is a 409 that names the state; the job's own seed is shown."""
    document = upload(client, (samples / "supply-contract-v1.pdf").read_bytes())["id"]
    response = client.post("/v1/analyses", json={"kind": "risks", "documents": [document], "seed": 5})

    early = client.get(f"/v1/jobs/{response.json()['id']}/result")

    assert response.status_code == 202
    assert response.json()["seed"] == 5
    assert early.status_code == 409
    assert problem_of(early)["code"] == "result_not_ready"
    assert _ended(client, response.json()["id"])["state"] == "succeeded"


def test_openapi_is_complete_and_self_contained(client: httpx.Client) -> None:
    """Every route stands in the description, and nothing in it is loaded from elsewhere."""
    description = client.get("/openapi/openapi.json").json()

    assert set(description["paths"]) == {
        "/v1/documents",
        "/v1/documents/{document}",
        "/v1/documents/{document}/content",
        "/v1/documents/{document}/pages/{number}/image",
        "/v1/analyses",
        "/v1/jobs/{job}",
        "/v1/jobs/{job}/result",
        "/healthz",
        "/readyz",
    }
    upload_body = description["paths"]["/v1/documents"]["post"]["requestBody"]["content"]
    assert upload_body == {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
    assert "http" not in json.dumps(description.get("servers", [])).replace("http://127.0.0.1", "")


def test_health(client: httpx.Client) -> None:
    """Alive and ready."""
    assert [client.get(path).status_code for path in ("/healthz", "/readyz")] == [200, 200]


def _ended(client: httpx.Client, job: str) -> dict[str, Any]:
    end = time.monotonic() + 120
    while time.monotonic() < end:
        body: dict[str, Any] = client.get(f"/v1/jobs/{job}").json()
        if body["finished_at"] is not None:
            return body
        time.sleep(0.2)
    raise TimeoutError(job)

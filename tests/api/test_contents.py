"""The content of documents: how the API describes it, and files that have no pages to draw."""

import inspect
import time
from typing import Any

import httpx
import msgspec
import pytest

from app.documents.structure import Section
from app.export.published import BlockOut, CellOut, LineOut, PageOut, PictureOut, PublishedDocument, TableOut
from app.launcher.stack import Stack
from tests.flow_builders import docx_of, paragraph


@pytest.fixture(scope="module")
def described(tiny_stack: Stack) -> dict[str, Any]:
    """The description of the API, as clients get it."""
    description: dict[str, Any] = httpx.get(f"{tiny_stack.url}/openapi/openapi.json", timeout=30).json()
    return description


def test_content_is_described(described: dict[str, Any]) -> None:
    """The JSON by its component, the other formats as text."""
    response = described["paths"]["/v1/documents/{document}/content"]["get"]["responses"]["200"]

    assert "CSV" in response["description"]
    assert response["content"] == {
        "application/json": {"schema": {"$ref": "#/components/schemas/PublishedDocument"}},
        "text/plain": {"schema": {"type": "string"}},
        "text/markdown": {"schema": {"type": "string"}},
        "text/csv": {"schema": {"type": "string"}},
    }


@pytest.mark.parametrize(
    "struct", [PublishedDocument, PageOut, BlockOut, LineOut, PictureOut, TableOut, CellOut, Section]
)
def test_parts_are_described(described: dict[str, Any], struct: type[msgspec.Struct]) -> None:
    """Each part is a component with what it means and all of its members."""
    component = described["components"]["schemas"][struct.__name__]

    assert component["description"] == inspect.getdoc(struct)
    assert set(component["properties"]) == set(struct.__struct_encode_fields__)


def test_rectangles_are_described_as_lists(described: dict[str, Any]) -> None:
    """As the JSON has them."""
    rect = described["components"]["schemas"]["BlockOut"]["properties"]["rect"]

    assert (rect["type"], rect["prefixItems"]) == ("array", [{"type": "number"}] * 4)


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("notes.txt", b"A file without pages.", "text"),
        ("notes.md", b"# A file without pages", "markdown"),
        ("notes.html", b"<p>A file without pages.", "html"),
        ("notes.docx", docx_of(paragraph("A file without pages.")), "docx"),
    ],
)
def test_no_pages_to_draw(tiny_stack: Stack, name: str, content: bytes, kind: str) -> None:
    """A file without pages says so, read or not, whatever page is asked for."""
    with httpx.Client(base_url=tiny_stack.url, timeout=30) as client:
        document = client.post("/v1/documents", params={"filename": name}, content=content).json()["id"]
        path = f"/v1/documents/{document}"
        early = client.get(f"{path}/pages/1/image")
        end = time.monotonic() + 60
        while client.get(path).json()["state"] == "extracting" and time.monotonic() < end:
            time.sleep(0.1)
        late = client.get(f"{path}/pages/2/image")

    assert [(each.status_code, each.json()["code"], each.json()["kind"]) for each in (early, late)] == [
        (409, "no_page_images", kind)
    ] * 2

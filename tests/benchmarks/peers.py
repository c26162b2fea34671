"""Other readers of PDFs, each as a function from a file to the text of its pages; missing ones are left out."""

import importlib.util
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pymupdf

Reader = Callable[[Path], list[str]]


def plain_pymupdf(path: Path) -> list[str]:
    """`get_text` as it is."""
    with pymupdf.open(path) as file:
        return [page.get_text() for page in file]


def pymupdf4llm_text(path: Path) -> list[str]:
    """`to_markdown` with its layout model, page by page, OCR off."""
    import pymupdf4llm  # noqa: PLC0415 - slow to load, and not always wanted

    chunks = pymupdf4llm.to_markdown(str(path), page_chunks=True, use_ocr=False)
    return [chunk["text"] for chunk in chunks]


def pdfplumber_text(path: Path) -> list[str]:
    """`extract_text` of pdfplumber."""
    import pdfplumber  # noqa: PLC0415 - an optional peer

    with pdfplumber.open(path) as file:
        return [page.extract_text() or "" for page in file.pages]


def poppler_text(path: Path) -> list[str]:
    """`pdftotext` of poppler, in its reading order."""
    command = ["pdftotext", "-enc", "UTF-8", str(path), "-"]
    return subprocess.run(command, capture_output=True, check=True).stdout.decode().split("\f")[:-1]


def text_peers() -> dict[str, Reader]:
    """Those that are installed, by the name that a table shows."""
    peers: dict[str, Reader] = {"PyMuPDF get_text": plain_pymupdf}
    if importlib.util.find_spec("pymupdf4llm"):
        peers["pymupdf4llm"] = pymupdf4llm_text
    if importlib.util.find_spec("pdfplumber"):
        peers["pdfplumber"] = pdfplumber_text
    if shutil.which("pdftotext"):
        peers["poppler pdftotext"] = poppler_text
    return peers

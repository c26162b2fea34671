"""Whether the packages that read pictures are installed: importable without any of them."""

from importlib.util import find_spec

# What the extra `ocr` brings, and what the reader loads of it.
_PACKAGES = ("rapidocr", "onnxruntime", "cv2", "numpy", "pyclipper", "shapely", "omegaconf", "colorlog")
MISSING = "Pages that are only pictures are not read: install the extra `ocr` (pip install 'wholedoc[ocr]')."


def available() -> bool:
    """Whether the extra `ocr` is installed; nothing is loaded to find out."""
    return all(find_spec(package) is not None for package in _PACKAGES)

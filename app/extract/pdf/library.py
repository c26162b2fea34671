"""Imports PyMuPDF without its layout model and converters, which take most of a second and a hundred megabytes.

Who needs the model imports `pymupdf.layout` later.
"""

import sys

_SLOW = ("pymupdf.layout", "pymupdf4llm")

if "pymupdf" not in sys.modules:
    # PyMuPDF 2.0 tries to import both and goes on when there are no such modules.
    absent = {name: None for name in _SLOW if name not in sys.modules}
    sys.modules.update(absent)  # type: ignore[arg-type]  # None is what `import` takes for a missing module
    import pymupdf as pymupdf  # noqa: PLC0414

    for name in absent:
        del sys.modules[name]

"""What PyMuPDF raises when MuPDF gives up."""

import pymupdf

# Which one it is depends on whether the call goes through PyMuPDF's own C++ code.
MUPDF_FAILURES = (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase)


def is_out_of_memory(error: Exception) -> bool:
    """MuPDF says only in words that it was given no more memory."""
    return "alloc" in str(error)

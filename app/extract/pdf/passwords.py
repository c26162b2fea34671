"""Opening protected PDFs."""

import stringprep
import unicodedata
from typing import Any

from app.errors import PasswordRequired, PasswordWrong


def unlock(file: Any, password: str | None) -> None:
    """Open a file that needs it with a password. Raises PasswordRequired or PasswordWrong."""
    if not file.needs_pass:
        return
    if password is None:
        raise PasswordRequired
    if not (file.authenticate(password) or file.authenticate(prepared(password))):
        raise PasswordWrong


def prepared(password: str) -> str:
    """The form in which PDF 2.0 takes passwords: mapped and normalised as in SASLprep (RFC 4013); MuPDF does not."""
    kept = (char for char in password if not stringprep.in_table_b1(char))
    mapped = "".join(" " if stringprep.in_table_c12(char) else char for char in kept)
    return unicodedata.normalize("NFKC", mapped)

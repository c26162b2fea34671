"""Whether pictures can be read here."""

import subprocess
import sys


def test_without_the_extra() -> None:
    """Asking loads nothing, and the answer says what to install."""
    code = (
        "import sys; from app.extract.ocr import availability as a, resolution; "
        "print('wholedoc[ocr]' in a.MISSING, 'numpy' in sys.modules, 'rapidocr' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["True", "False", "False"]

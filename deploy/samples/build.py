"""Compile the sample documents beside their Typst sources; the same sources give the same bytes."""

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
DOCUMENTS: Final = ("zh-report", "en-manual", "supply-contract-v1", "supply-contract-v2")
FAMILIES: Final = ("Noto Serif CJK SC", "Noto Sans CJK SC", "DejaVu Serif", "DejaVu Sans", "Libertinus Serif")
TIMESTAMP: Final = 1_745_798_400  # 2025-04-28T00:00:00Z, written into every file


def main() -> int:
    """Build all documents and return the exit status."""
    if find_spec("typst") is None:
        print("typst is missing: pip install typst==0.15.2", file=sys.stderr)
        return 1
    import typst  # noqa: PLC0415  it is an optional package, so its absence is reported above

    fonts = typst.Fonts()
    missing = sorted(set(FAMILIES) - set(fonts.families()))
    if missing:
        print(
            f"fonts are missing: {', '.join(missing)}; on Debian: apt-get install fonts-noto-cjk fonts-dejavu",
            file=sys.stderr,
        )
        return 1
    compiler = typst.Compiler(font_paths=fonts, root=HERE)
    for name in DOCUMENTS:
        source, target = HERE / f"{name}.typ", HERE / f"{name}.pdf"
        try:
            _, warnings = compiler.compile_with_warnings(source, target, timestamp=TIMESTAMP)
        except typst.TypstError as error:
            print(f"{source.name}: {error.message}", file=sys.stderr)
            return 1
        for warning in warnings:
            print(f"{source.name}: warning: {warning.message}", file=sys.stderr)
        print(f"{target.name}: {target.stat().st_size // 1024} KiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())

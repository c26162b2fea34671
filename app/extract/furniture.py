"""Running headers and footers: rows at a page's edge that come again, page after page, but for their digits."""

import re
from collections import Counter
from collections.abc import Iterable

from app.documents.model import BlockKind
from app.extract.rows import Row

# Shares of the page's height in which furniture is looked for.
_TOP = 0.12
_BOTTOM = 0.88
_ROWS_LOOKED_AT = 3
# A row must come again on this share of the pages, and on two at least.
_SHARE = 0.35
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(
    r"[-—–\s]*(?:第\s*|[Pp]age\s+)?\d{1,4}(?:\s*页)?(?:\s*(?:/|of|[/,，]?\s*共)\s*\d{1,4}(?:\s*页)?)?[-—–\s]*"
)

Key = tuple[BlockKind, str]


def _edge_rows(rows: tuple[Row, ...], height: float) -> Iterable[tuple[BlockKind, Row]]:
    by_place = sorted(rows, key=lambda row: row.y0)
    for row in by_place[:_ROWS_LOOKED_AT]:
        if row.y1 <= _TOP * height:
            yield BlockKind.HEADER, row
    for row in by_place[-_ROWS_LOOKED_AT:]:
        if row.y0 >= _BOTTOM * height:
            yield BlockKind.FOOTER, row


def _key(kind: BlockKind, row: Row) -> Key:
    return kind, _DIGITS.sub("#", "".join(row.text.split()))


def find_furniture(pages: Iterable[tuple[tuple[Row, ...], float]]) -> list[dict[Row, BlockKind]]:
    """For each page (its rows and its height), the rows that are header or footer."""
    candidates = [list(_edge_rows(rows, height)) for rows, height in pages]
    seen = Counter(key for page in candidates for key in {_key(kind, row) for kind, row in page})
    needed = max(2, _SHARE * len(candidates))
    return [
        {
            row: kind
            for kind, row in page
            if seen[_key(kind, row)] >= needed or _PAGE_NUMBER.fullmatch(row.text) is not None
        }
        for page in candidates
    ]

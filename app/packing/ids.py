"""Token ids as they are stored and concatenated: four bytes each, never a list of Python integers."""

import sys
from array import array
from collections.abc import Iterable, Iterator
from typing import Self

_TYPE = "I"


class TokenIds:
    """An immutable sequence of token ids."""

    __slots__ = ("_ids",)

    def __init__(self, ids: Iterable[int] = ()) -> None:
        self._ids = array(_TYPE, ids)

    @classmethod
    def from_bytes(cls, content: bytes) -> Self:
        """Inverse of `to_bytes`."""
        ids = cls()
        ids._ids.frombytes(content)
        if sys.byteorder == "big":
            ids._ids.byteswap()
        return ids

    @classmethod
    def joined(cls, parts: Iterable["TokenIds"]) -> Self:
        """The concatenation of all parts."""
        ids = cls()
        for part in parts:
            ids._ids.extend(part._ids)  # noqa: SLF001
        return ids

    def to_bytes(self) -> bytes:
        """Little-endian, four bytes an id."""
        ids = array(_TYPE, self._ids)
        if sys.byteorder == "big":
            ids.byteswap()
        return ids.tobytes()

    def tolist(self) -> list[int]:
        """As the engine wants them."""
        return self._ids.tolist()

    def __len__(self) -> int:
        return len(self._ids)

    def __iter__(self) -> Iterator[int]:
        return iter(self._ids)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TokenIds) and self._ids == other._ids

    def __hash__(self) -> int:
        return hash(self._ids.tobytes())

    def __repr__(self) -> str:
        return f"TokenIds({len(self)} ids)"

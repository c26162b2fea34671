"""Token ids as bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.packing.ids import TokenIds

_IDS = st.lists(st.integers(0, 2**32 - 1), max_size=20)


@given(_IDS)
def test_bytes_and_back(ids: list[int]) -> None:
    """Ids come back from their bytes as they were."""
    assert TokenIds(ids) == TokenIds.from_bytes(TokenIds(ids).to_bytes())
    assert ids == TokenIds(ids).tolist()
    assert ids == list(TokenIds(ids))


def test_stored_form() -> None:
    """An id is four bytes, the lowest first, on every machine."""
    assert TokenIds([1, 151_643]).to_bytes() == b"\x01\0\0\0\x5b\x50\x02\0"


@given(st.lists(_IDS, max_size=5))
def test_joined(parts: list[list[int]]) -> None:
    """Joining concatenates and leaves the parts as they were."""
    made = [TokenIds(part) for part in parts]
    joined = TokenIds.joined(made)

    assert [token for part in parts for token in part] == joined.tolist()
    assert sum(map(len, parts)) == len(joined)
    assert parts == [part.tolist() for part in made]


def test_equality() -> None:
    """Equal ids are one key, and are no list."""
    assert {TokenIds([1, 2]), TokenIds([1, 2])} == {TokenIds([1, 2])}
    assert TokenIds([1, 2]) != TokenIds([2, 1])
    assert TokenIds([1, 2]) != [1, 2]


def test_repr_is_short() -> None:
    """Logs and assertions show how many ids there are, never which."""
    assert repr(TokenIds([1, 2, 3])) == "TokenIds(3 ids)"


@pytest.mark.parametrize("token", [-1, 2**32])
def test_no_id(token: int) -> None:
    """What is no 32-bit number cannot be an id."""
    with pytest.raises(OverflowError):
        TokenIds([token])


def test_broken_bytes() -> None:
    """Bytes that are no whole ids are refused."""
    with pytest.raises(ValueError, match="bytes"):
        TokenIds.from_bytes(b"\0\0\0")

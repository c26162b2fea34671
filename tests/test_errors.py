"""The error tree."""

import inspect
import re
from collections.abc import Callable, Iterator

import msgspec
import pytest

from app import errors
from app.errors import (
    AppError,
    DocumentTooLong,
    Problem,
    SetupError,
    StoredError,
    UploadTooLarge,
    describe_fault,
)

# Holds whatever error a worker has stored, so it has no place of its own.
_CARRIERS = {StoredError}


def _below(parent: type[AppError]) -> Iterator[type[AppError]]:
    yield parent
    for child in parent.__subclasses__():
        if child not in _CARRIERS and child.__module__.startswith(f"{errors.__name__}."):
            yield from _below(child)


_TREE = list(_below(AppError))
_LEAVES = [kind for kind in _TREE if not kind.__subclasses__()]
# "  NotAPdf     415 not_a_pdf", with status and code only at leaves; set-up errors never reach a client.
_DRAWN_LINE = re.compile(r" {4}( *)([A-Z]\w+)(?: +(\d{3}))?(?: +([a-z_]+))?(?:,.*)?")


def _drawing() -> Iterator[tuple[str, str, str | None, str | None]]:
    """Each drawn error below the one that it is drawn under, with status and code."""
    text = (errors.__doc__ or "").partition("::\n")[2]
    above = [""]
    for match in filter(None, map(_DRAWN_LINE.fullmatch, text.splitlines())):
        depth = len(match[1]) // 2
        del above[depth + 1 :]
        yield above[-1], match[2], match[3], match[4]
        above.append(match[2])


def test_codes_are_unique() -> None:
    """Every leaf has a code of its own, and it is not the root's."""
    codes = [kind.code for kind in _LEAVES]

    assert len(set(codes)) == len(codes)
    assert AppError.code not in codes
    assert all(re.fullmatch("[a-z_]+", code) for code in codes)


def test_drawing() -> None:
    """The package's docstring draws the tree as it is, with the status and code of each leaf."""
    expected = {
        (
            "" if kind is AppError else kind.__bases__[0].__name__,
            kind.__name__,
            str(kind.status)
            if kind is AppError or (kind in _LEAVES and not issubclass(kind, SetupError))
            else None,
            kind.code if kind is AppError or kind in _LEAVES else None,
        )
        for kind in _TREE
    }

    drawn = {
        (parent, name, None if name == SetupError.__name__ else status, code)
        for parent, name, status, code in _drawing()
    }
    assert expected == drawn


@pytest.mark.parametrize("kind", _LEAVES)
def test_statuses(kind: type[AppError]) -> None:
    """What a client can mend is a 4xx, what the service has to is a 5xx."""
    assert 400 <= kind.status < 600
    assert issubclass(kind, SetupError) == (kind.status == 500)


@pytest.mark.parametrize("kind", _LEAVES)
def test_message(kind: type[AppError]) -> None:
    """An error is made of its facts alone, writes whole sentences, and shows its status, code and facts."""
    parameters = list(inspect.signature(kind.__init__).parameters.values())[1:]
    facts = [parameter for parameter in parameters if parameter.kind is parameter.POSITIONAL_OR_KEYWORD]
    make: Callable[..., AppError] = kind
    error = make(*(12_345 if fact.annotation is int else "something." for fact in facts))

    assert error.detail == str(error)
    assert re.search(r"[.:] ?|wholedoc ", error.detail)
    assert error.problem == Problem(
        status=kind.status, code=kind.code, detail=error.detail, facts=dict(error.facts)
    )
    for fact in facts:
        assert ("12,345" if fact.annotation is int else "something") in error.detail.replace(
            "12345", "12,345"
        )


@pytest.mark.parametrize(
    "problem",
    [
        UploadTooLarge(1_000_000).problem,
        DocumentTooLong(200_000, 131_072).problem,
        AppError("Something.", name="x").problem,
    ],
)
def test_problem_round_trip(problem: Problem) -> None:
    """A problem comes back from its stored form as it was, and so does the error that carries it."""
    stored = msgspec.json.decode(msgspec.json.encode(problem), type=Problem)
    carried = StoredError(stored)

    assert problem == stored
    assert problem == carried.problem
    assert problem.detail == str(carried)
    assert problem.facts == carried.facts


def test_facts() -> None:
    """The figures are there for a program and in the sentence for a reader."""
    problem = DocumentTooLong(200_000, 131_072).problem

    assert problem == Problem(
        status=422,
        code="document_too_long",
        detail=problem.detail,
        facts={"tokens": 200_000, "context": 131_072},
    )
    assert "200,000" in problem.detail
    assert "131,072" in problem.detail


def test_describe_fault() -> None:
    """An unexpected exception is told by kind and place; its words, which may be a document's, are not."""
    with pytest.raises(KeyError) as raised:
        raise KeyError("text of a document")

    assert re.fullmatch(rf"KeyError at {re.escape(__file__)}:\d+", describe_fault(raised.value))
    assert describe_fault(KeyError("text")) == "KeyError at an unknown place"

"""What is made of the model's answer."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.analysis.risks import (
    EXPLANATION_LIMIT,
    MAX_RISKS,
    SUMMARY_LIMIT,
    RisksAnswer,
    Severity,
    answer_schema,
    read_answer,
)
from app.errors import AnswerNotValid
from app.verify.evidence import NumberStatus
from app.verify.quotes import QuoteIndex
from tests.builders import document_of

_PENALTY = "The penalty is 15 % of the price."
_DELAY = "Delivery may take 30 days."
_LOSS = "The supplier bears no loss."
_INDEX = QuoteIndex(document_of([[_PENALTY, _DELAY], [_LOSS]]))
_OTHER_INDEX = QuoteIndex(document_of([["公司存在重大诉讼风险。"]]))


def _risk(quote: str, **changes: object) -> dict[str, object]:
    fields = {
        "quote": quote,
        "page": 1,
        "title": "A title",
        "explanation": "It may happen.",
        "severity": "medium",
    }
    return fields | changes


def _answer(*risks: dict[str, object], summary: str = "There are risks.") -> str:
    return msgspec.json.encode({"risks": risks, "summary": summary}).decode()


def _read(*risks: dict[str, object], summary: str = "There are risks.") -> RisksAnswer:
    return read_answer(_answer(*risks, summary=summary), [_INDEX, _OTHER_INDEX])


_THREE = (_risk(_PENALTY), _risk(_DELAY), _risk(_LOSS, page=2))


def test_order() -> None:
    """Proved risks come first, then the more severe ones, and otherwise the model's order stays."""
    answer = _read(
        _risk("This stands nowhere.", title="false", severity="high"),
        _risk(_DELAY, title="low", severity="low"),
        _risk(_PENALTY, title="first"),
        _risk(_LOSS, title="second"),
        _risk("公司存在重大诉讼风险。", title="high", severity="high"),
    )

    assert [risk.title for risk in answer.risks] == ["high", "first", "second", "low", "false"]
    assert [risk.proved for risk in answer.risks] == [True, True, True, True, False]
    assert answer.risks[0].severity is Severity.HIGH


def test_duplicates() -> None:
    """Of risks that quote the same passage, in whatever form, the first is kept and the others are counted."""
    answer = _read(
        _risk(_PENALTY, title="first"),
        _risk("The  penalty is\n15 % of the price.", title="again"),
        _risk(_LOSS),
        _risk("This stands nowhere.", title="false"),
        _risk("This stands nowhere.", title="false again"),
    )

    assert [risk.title for risk in answer.risks] == ["first", "A title", "false"]
    assert answer.duplicates == 2


def test_numbers() -> None:
    """Numbers of title and explanation are looked for in the risk's own quote, those of the summary in all proved."""
    answer = _read(
        _risk(_PENALTY, title="15 % penalty"),
        _risk(_DELAY, explanation="It may cost 15 % more."),
        _risk("The supplier pays 99 euros.", explanation="99 euros."),
        summary="15 %, 30 days and 99 euros.",
    )
    numbers = {risk.quotes[0].text: [number.status for number in risk.numbers] for risk in answer.risks}

    assert numbers[_PENALTY] == [NumberStatus.FOUND]
    assert numbers[_DELAY] == [NumberStatus.UNSUPPORTED]
    assert not {risk.quotes[0].text: risk.proved for risk in answer.risks}[_DELAY]
    assert [(number.text, number.status) for number in answer.summary_numbers] == [
        ("15 %", NumberStatus.FOUND),
        ("30", NumberStatus.FOUND),
        ("99", NumberStatus.UNSUPPORTED),
    ]


def test_white_space_around() -> None:
    """White space around the JSON does no harm."""
    assert read_answer(f" \n{_answer(*_THREE)}\n", [_INDEX]) == read_answer(_answer(*_THREE), [_INDEX])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no JSON",
        _answer(*_THREE)[:-1],
        _answer(*_THREE) + "more",
        _answer(*_THREE[:2]),
        _answer(*[_risk(_PENALTY)] * (MAX_RISKS + 1)),
        _answer(*_THREE[:2], _risk(_LOSS, page=0)),
        _answer(*_THREE[:2], _risk(_LOSS, page="1")),
        _answer(*_THREE[:2], _risk(_LOSS, severity="deadly")),
        _answer(*_THREE[:2], _risk(_LOSS, comment="more")),
        _answer(*_THREE[:2], _risk("short")),
        _answer(*_THREE, summary="x" * (SUMMARY_LIMIT + 1)),
        "[]",
        "null",
    ],
)
def test_not_valid(text: str) -> None:
    """An answer that does not follow the schema is refused."""
    with pytest.raises(AnswerNotValid):
        read_answer(text, [_INDEX])


def _summary(text: str) -> str:
    return _read(*_THREE, summary=text).summary


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Short and without an end", "Short and without an end"),
        ("  Short.  ", "Short."),
        ("One sentence. " + "word " * 57 + "w", "One sentence."),
        ("It costs 1.5 million. " + "word " * 55 + "1.2", "It costs 1.5 million."),
        ("第一句。" + "字" * 296, "第一句。"),
        ("word " * 59 + "unfin", ("word " * 59).rstrip() + "…"),
        ("字" * 300, "字" * 299 + "…"),
        ("关于 ABC" + "字" * 292 + "12", "关于 ABC" + "字" * 292 + "…"),
        ("字" * 294 + "1,2345", "字" * 294 + "…"),
        ("x" * 299 + ".", "x" * 299 + "."),
        ("字" * 299 + "。", "字" * 299 + "。"),
    ],
)
def test_summary_that_filled_its_limit(text: str, expected: str) -> None:
    """A summary that was cut by its limit ends with its last whole sentence, or else with its last whole word."""
    assert len(text) in {24, 10, SUMMARY_LIMIT}
    assert expected == _summary(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "第一条、第二条、第三条、第二条、第三条、第二条、第三条。",
            "第一条、第二条、第三条、第二条、第三条…",
        ),
        ("Fire, water, fire, water, and no more.", "Fire, water, fire, water, and no more."),
        ("It leaks. It leaks. It leaks. It leaks.", "It leaks. It leaks.…"),
        ("A loss of 1.5, 2.5 and 3.5 million.", "A loss of 1.5, 2.5 and 3.5 million."),
    ],
)
def test_summary_in_a_loop(text: str, expected: str) -> None:
    """A summary that says the same over and over ends where it does so for the third time."""
    assert expected == _summary(text)


@given(
    st.text("ab1 字", min_size=2, max_size=SUMMARY_LIMIT).filter(str.strip)
    | st.text("ab字 ", min_size=SUMMARY_LIMIT, max_size=SUMMARY_LIMIT).filter(str.strip)
)
def test_summary_is_never_longer(text: str) -> None:
    """The summary keeps its limit, and is the model's but for its end and its white space."""
    summary = _summary(text)

    assert 0 < len(summary) <= SUMMARY_LIMIT
    assert " ".join(text.split()).startswith(summary.removesuffix("…").rstrip())


def test_explanation_that_filled_its_limit() -> None:
    """So does an explanation."""
    text = "It happens. " + "word " * 100

    answer = _read(_risk(_PENALTY, explanation=text[:EXPLANATION_LIMIT]), *_THREE[1:])

    assert [risk.explanation for risk in answer.risks] == ["It happens.", "It may happen.", "It may happen."]


def _schema(groups: Sequence[Sequence[str]]) -> Any:
    return msgspec.json.decode(answer_schema(groups))


def test_schema_with_groups() -> None:
    """With groups given, each risk quotes a passage of its own group, and there are as many risks as groups."""
    groups = [["a first passage", "a second passage"], ["another one"], ["公司存在重大诉讼风险。"]]

    risks = _schema(groups)["$defs"]["RisksDraft"]["properties"]["risks"]

    assert [item["properties"]["quote"]["enum"] for item in risks["prefixItems"]] == groups
    assert (risks["minItems"], risks["maxItems"], risks["items"]) == (3, 3, False)
    for item in risks["prefixItems"]:
        assert list(item["properties"]) == ["quote", "page", "title", "explanation", "severity"]
        assert item["additionalProperties"] is False


@pytest.mark.parametrize("groups", [[], [["a first passage"], ["another one"]]])
def test_schema_without_groups(groups: list[list[str]]) -> None:
    """With fewer groups than there must be risks, quotes are free."""
    risks = _schema(groups)["$defs"]["RisksDraft"]["properties"]["risks"]

    assert (risks["minItems"], risks["maxItems"]) == (3, 5)
    assert "prefixItems" not in risks

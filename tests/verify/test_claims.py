"""A claim with its quotes and numbers."""

import pytest

from app.verify.claims import check_claim
from app.verify.evidence import Claim, NumberStatus, Quote, QuoteStatus
from app.verify.quotes import QuoteIndex
from tests.builders import document_of

_INDEX = QuoteIndex(
    document_of(
        [
            ["违约金为合同总价的0.5%，最高15万元。", "_ 第1页"],
            ["The supplier delivers within 30 days,"],
            ["or pays 200 euros."],
        ]
    )
)
_PENALTY = "违约金为合同总价的0.5%，最高15万元。"


@pytest.mark.parametrize(
    ("statements", "quotes", "proved"),
    [
        (["违约金最高15万元"], [_PENALTY], True),
        (["违约金最高150,000元", "比例为0.5%"], [_PENALTY], True),
        (["There is a penalty"], [_PENALTY], True),
        (["违约金最高15元"], [_PENALTY], False),
        (["违约金最高15万元", "比例为0.6%"], [_PENALTY], False),
        (["There is a penalty"], [], False),
        (["There is a penalty"], ["违约金为合同总价的0.6%"], False),
        (["There is a penalty"], [_PENALTY, "This stands nowhere"], False),
        (["30 days, 200 euros"], ["delivers within 30 days, or pays 200 euros."], True),
        (["delivers on page 1"], ["delivers within 30 days, or pays 200 euros."], False),
    ],
)
def test_proved(statements: list[str], quotes: list[str], proved: bool) -> None:
    """A claim is proved when it has a quote and all of its quotes and numbers stand."""
    claim = Claim(statements=tuple(statements), quotes=tuple(Quote(text=quote, page=1) for quote in quotes))

    assert proved is check_claim(claim, _INDEX).proved


def test_false_quote_proves_no_number() -> None:
    """A number of a quote that is not in the document counts for nothing."""
    claim = Claim(statements=("99 days",), quotes=(Quote(text="delivers within 99 days", page=2),))

    checked = check_claim(claim, _INDEX)

    assert [quote.status for quote in checked.quotes] == [QuoteStatus.UNSUPPORTED]
    assert [number.status for number in checked.numbers] == [NumberStatus.UNSUPPORTED]


def test_page_numbers_prove_nothing() -> None:
    """What stands between the halves of a quote over a page break, such as page numbers, is no part of it."""
    index = QuoteIndex(document_of([["The supplier delivers", "_ 12"], ["^ 2024", "all the goods."]]))
    claim = Claim(
        statements=("12 goods in 2024",), quotes=(Quote(text="supplier delivers all the goods.", page=1),)
    )

    checked = check_claim(claim, index)

    assert checked.quotes[0].status is QuoteStatus.VERBATIM
    assert [number.status for number in checked.numbers] == [NumberStatus.UNSUPPORTED] * 2


def test_order() -> None:
    """Quotes come out as they came in."""
    texts = ["or pays 200 euros.", "nowhere to be found", "within 30 days"]
    claim = Claim(statements=(), quotes=tuple(Quote(text=text, page=1) for text in texts))

    assert texts == [quote.text for quote in check_claim(claim, _INDEX).quotes]

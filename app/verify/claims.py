"""One claim against one document: its quotes are looked up, then its numbers in the quotes that were found."""

from app.verify.evidence import CheckedClaim, Claim, QuoteStatus
from app.verify.numbers import check_numbers
from app.verify.quotes import QuoteIndex


def check_claim(claim: Claim, index: QuoteIndex) -> CheckedClaim:
    """The verdicts. A number inside a quote that is not in the document counts for nothing."""
    quotes = tuple(index.check(quote) for quote in claim.quotes)
    proofs = [quote.text for quote in quotes if quote.status is QuoteStatus.VERBATIM]
    return CheckedClaim(quotes=quotes, numbers=check_numbers(claim.statements, proofs))

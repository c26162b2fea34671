"""Results as a person reads them on a terminal. Document and model text is never taken as markup."""

from collections.abc import Iterator

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from app.analysis.result import AnalysisResult
from app.analysis.risks import Risk
from app.documents.language import Language
from app.packing.receipt import DocumentReceipt
from app.verify.evidence import CheckedNumber, CheckedQuote, NumberStatus, QuoteStatus

_WORDS = {
    Language.ENGLISH: {
        "title": "Risks", "summary": "Summary", "page": "p. {}", "unsupported": "NOT FOUND IN THE DOCUMENT",
        "unproved": "Not proved: a quote or a number of these could not be found where it belongs",
        "numbers": "numbers not in the quote: ", "model_page": "the model said p. {}", "high": "high",
        "medium": "medium", "low": "low", "draft": "numbers of the summary that no quote has: ",
    },
    Language.CHINESE: {
        "title": "风险", "summary": "摘要", "page": "第{}页", "unsupported": "文件中找不到这句话",
        "unproved": "未能证实：引文或数字在应有之处找不到",
        "numbers": "引文中没有的数字：", "model_page": "模型说第{}页", "high": "高", "medium": "中", "low": "低",
        "draft": "引文中没有的摘要数字：",
    },
}  # fmt: skip

_COLOURS = {"high": "red", "medium": "yellow", "low": "green"}


def render(result: AnalysisResult, name: str, console: Console) -> None:
    """Risks with their quotes and pages, the summary, and what it rests on."""
    words = _WORDS[result.language]
    console.print(Text(f"\n{words['title']} · {name}", style="bold"))
    proved = [risk for risk in result.answer.risks if risk.proved]
    unproved = [risk for risk in result.answer.risks if not risk.proved]
    for number, risk in enumerate(proved, start=1):
        _risk(number, risk, words, console)
    if unproved:
        console.print(Text(f"\n{words['unproved']}", style="bold"))
        for number, risk in enumerate(unproved, start=len(proved) + 1):
            _risk(number, risk, words, console)
    console.print(Text(f"\n{words['summary']}", style="bold"))
    console.print(Padding(Text(result.answer.summary), (0, 0, 0, 3)))
    _numbers(result.answer.summary_numbers, words["draft"], console)
    console.print()
    console.print(_basis(result))


def _risk(number: int, risk: Risk, words: dict[str, str], console: Console) -> None:
    severity = risk.severity.value
    head = Text.assemble(f"\n{number}. ", (risk.title, "bold"), "  ", (words[severity], _COLOURS[severity]))
    console.print(head)
    console.print(Padding(Text(risk.explanation), (0, 0, 0, 3)))
    for quote in risk.quotes:
        console.print(Padding(_quote(quote, words), (0, 0, 0, 3)))
    _numbers(risk.numbers, words["numbers"], console)


def _quote(quote: CheckedQuote, words: dict[str, str]) -> Text:
    text = normalise_for_display(quote.text)
    if quote.status is QuoteStatus.UNSUPPORTED:
        return Text.assemble(("✗\u00a0", "red"), f"“{text}” ", (words["unsupported"], "red"))
    pages = sorted({place.page for place in quote.occurrences[0].places})
    where = words["page"].format("–".join(map(str, pages)))
    corrected = f" ({words['model_page'].format(quote.model_page)})" if quote.page_corrected else ""
    return Text.assemble(
        ("✓\u00a0", "green"), (f"“{text}”", "italic"), (f"  {where}", "cyan"), (corrected, "dim")
    )


def _numbers(numbers: tuple[CheckedNumber, ...], label: str, console: Console) -> None:
    missing = [number.text for number in numbers if number.status is NumberStatus.UNSUPPORTED]
    if missing:
        console.print(Padding(Text(label + ", ".join(missing), style="red"), (0, 0, 0, 3)))


def _not_as_printed(receipt: DocumentReceipt) -> Iterator[str]:
    for pages, words in (
        (receipt.pages_recognised, "recognised in pictures"),
        (receipt.pages_image_only, "pictures not read"),
        (receipt.pages_unread, "damaged and not read"),
        (receipt.hidden_text, "with hidden text, left out"),
    ):
        if pages:
            yield f", {len(pages)} {words}"


def _basis(result: AnalysisResult) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    quotes = [quote for risk in result.answer.risks for quote in risk.quotes]
    verbatim = sum(1 for quote in quotes if quote.status is QuoteStatus.VERBATIM)
    table.add_row("quotes", f"{verbatim} of {len(quotes)} are the document's own text")
    for receipt in result.receipt.documents:
        whole = len(receipt.pages_whole) + len(receipt.pages_recognised)
        table.add_row("read", f"{whole} of {receipt.pages} pages whole{''.join(_not_as_printed(receipt))}")
    tokens = result.tokens
    table.add_row("tokens", f"{tokens.prompt:,} in ({tokens.cached:,} cached), {tokens.answer:,} out")
    table.add_row("time", ", ".join(f"{stage} {seconds:.1f} s" for stage, seconds in result.seconds.items()))
    table.add_row("model", f"{result.model.model}, profile {result.model.profile}, seed {result.seed}")
    table.add_row("prompts", ", ".join(result.prompts))
    table.style = "dim"
    return table


def normalise_for_display(text: str) -> str:
    """Line breaks of the page and gaps between cells become one space."""
    return " ".join(text.split())

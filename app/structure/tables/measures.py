"""In what a table's numbers are given: 单位：万元, RMB in millions, (%), $'000, and the words around a single cell."""

import re
import unicodedata
from collections.abc import Iterator

from app.documents.tables import Measure

_CURRENCIES = {
    "人民币": "CNY", "rmb": "CNY", "cny": "CNY", "renminbi": "CNY", "yuan": "CNY", "cn¥": "CNY",
    "美元": "USD", "usd": "USD", "us$": "USD", "u.s. dollars": "USD", "us dollars": "USD", "dollars": "USD", "$": "USD",
    "港元": "HKD", "港币": "HKD", "hk$": "HKD", "hkd": "HKD", "欧元": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR",
    "€": "EUR", "英镑": "GBP", "gbp": "GBP", "£": "GBP", "日元": "JPY", "jpy": "JPY", "yen": "JPY", "瑞士法郎": "CHF",
    "chf": "CHF", "a$": "AUD", "c$": "CAD",
}  # fmt: skip
_CHINESE_SCALES = {
    "": 1, "十": 10, "百": 100, "千": 1_000, "万": 10_000, "十万": 100_000, "百万": 1_000_000, "千万": 10_000_000,
    "亿": 100_000_000, "十亿": 1_000_000_000, "百亿": 10_000_000_000, "万亿": 1_000_000_000_000,
}  # fmt: skip
_ENGLISH_SCALES = {
    "hundreds": 100, "thousand": 1_000, "thousands": 1_000, "'000": 1_000, "000": 1_000, "000s": 1_000, "million": 1_000_000,
    "millions": 1_000_000, "mn": 1_000_000, "mm": 1_000_000, "billion": 1_000_000_000, "billions": 1_000_000_000,
    "bn": 1_000_000_000, "trillion": 1_000_000_000_000,
}  # fmt: skip
_CHINESE_SCALE = "万亿|十万|百万|千万|十亿|百亿|[十百千万亿]"
_CHINESE_MONEY = "人民币元|美元|港元|港币|欧元|英镑|日元|瑞士法郎|人民币|元"
# What is counted and no money; shown as it is printed.
_CHINESE_COUNT = "股|人|吨|公斤|千克|克|台|套|件|辆|只|个|户|次|张|天|年|小时|平方米|立方米|米|公里|千瓦时|千瓦|兆瓦|升|份|手|倍"
_CURRENCY = r"rmb|cny|renminbi|yuan|cn¥|us\$|usd|u\.?s\.? dollars|dollars|hk\$|hkd|eur|euros?|gbp|jpy|yen|chf|a\$|c\$|[$€£¥]"
_SCALE = r"hundreds|thousands?|millions?|billions?|trillion|mn|mm|bn|'?000s?"
_APOSTROPHES = str.maketrans("‘’`", "'''")

# White space is taken whole (`*+`): with many optional words in a row, giving some back takes cubic time and finds
# nothing more.
_DECLARED_CHINESE = re.compile(
    rf"(?:金额|货币)?单\s*+位(?:均)?(?:为|[：:])\s*+(?P<currency>人民币|美元|港币|港元|欧元)?\s*+"
    rf"(?P<scale>{_CHINESE_SCALE})?\s*+(?P<unit>{_CHINESE_MONEY}|{_CHINESE_COUNT}|[%％])(?![一-鿿]*?(?:整|以上))"
)
# 以 means many things, so the verb must say that numbers are given; 数以百万元计 means very many.
_STATED_CHINESE = re.compile(
    rf"(?<!数)以\s*+(?P<currency>人民币|美元|港币|港元|欧元)?\s*+(?P<scale>{_CHINESE_SCALE})?\s*+"
    rf"(?P<unit>{_CHINESE_MONEY}|[%％]|(?:{_CHINESE_COUNT})(?=\s*+为\s*+单位))"
    r"\s*+(?:为\s*+单位|列示|列报|呈列|表示|填列|计(?![价量提入息]))"
)
_BRACKETED_CHINESE = re.compile(
    rf"[(（]\s*+(?P<currency>人民币|美元|港币|港元|欧元)?\s*+(?P<scale>{_CHINESE_SCALE})?\s*+"
    rf"(?P<unit>{_CHINESE_MONEY}|{_CHINESE_COUNT}|[%％‰])\s*+(?:[/／]\s*+[一-鿿]{{1,3}})?\s*+[)）]"
)
_CURRENCY_CHINESE = re.compile(r"币\s*+种\s*+[：:]\s*+(?P<currency>人民币|美元|港币|港元|欧元|英镑|日元)")
_IN_SCALE = re.compile(
    rf"(?:(?P<before>{_CURRENCY})\s*+(?:amounts\s*+|figures\s*+)?)?\bin\s++(?:(?P<inside>{_CURRENCY})\s*+)?"
    rf"(?P<scale>{_SCALE})\b(?:\s++of\s++(?P<after>{_CURRENCY}))?",
    re.IGNORECASE,
)
_CURRENCY_SCALE = re.compile(
    rf"(?<![a-z])(?P<before>{_CURRENCY})\s*+(?P<scale>{_SCALE})(?![\d,a-z])", re.IGNORECASE
)
_BRACKETED_SCALE = re.compile(rf"[(（]\s*+(?P<scale>{_SCALE})\b", re.IGNORECASE)
_PERCENT = re.compile(
    r"[(（]\s*+[%％]\s*+[)）]|(?:^|\s)[%％](?:$|\s)|\bper\s?cent(?:age)?\b|占比|比例|比率|增长率|百分比",
    re.IGNORECASE,
)
_PER_SHARE = re.compile(
    r"\bper\s++(?!cent)[a-z]|每股|每份|元[/／](?:股|份)",
    re.IGNORECASE,
)
_EARNINGS = re.compile(r"(?:basic|diluted|basic and diluted|基本|稀释)[\s:：]*+", re.IGNORECASE)
_CENTS = re.compile(r"\.\d\d(?!\d)")
_SHARES = re.compile(r"\bshares?\b|股数|股份数|股本总数", re.IGNORECASE)
_EXCEPTS = re.compile(r"\bexcept|\bexcluding per|除每股|每股.{0,8}除外", re.IGNORECASE)
_COUNT = re.compile(
    r"\bnumber of\b|\bstores?\b|\bemployees\b|\bheadcount\b|\bmemberships?\b|\bsubscribers?\b|\bconnections?\b|人数|户数|家数|数量",
    re.IGNORECASE,
)
# What is longer is a sentence about something else.
_LONGEST_TEXT = 200
_LONGEST_NUMBER = 40
_NUMBER = re.compile(
    r"[(（]?\s*+[-−–+]?\s*+(?P<currency>[$€£¥]|us\$|hk\$|rmb|人民币)?\s*+[(（]?\s*+[-−–]?\s*+"
    r"\d[\d,，]*+(?:\.\d++)?\s*+(?P<percent>[%％])?\s*+[)）]?\s*+(?P<tail>[%％])?[*¹²³⁴-⁹]*+",
    re.IGNORECASE,
)


def is_number(text: str) -> bool:
    """Whether a cell holds a number and nothing else but its sign, currency or per cent."""
    return len(text) <= _LONGEST_NUMBER and _NUMBER.fullmatch(_folded(text).strip()) is not None


def is_per_share(text: str) -> bool:
    """Whether a row or column counts for one share (or customer, or day), to which no scale applies."""
    return _PER_SHARE.search(text) is not None


def is_earnings_a_share(label: str, number: str) -> bool:
    """Whether a row called no more than Basic or Diluted has dollars and cents, and not a count of shares."""
    return _EARNINGS.fullmatch(label) is not None and _CENTS.search(number) is not None


def is_share_count(text: str) -> bool:
    """Whether a row counts shares."""
    return _SHARES.search(text) is not None and not is_per_share(text)


def is_count(text: str) -> bool:
    """Whether a row counts things, and no money."""
    return _COUNT.search(text) is not None and not is_per_share(text)


def excepts_shares(text: str) -> bool:
    """Whether a declaration makes exceptions: in thousands, except share and per share data."""
    return _EXCEPTS.search(text) is not None


def own_measure(text: str, start: int) -> Measure | None:
    """What a numeric cell says of itself: a per cent or a currency sign. `start` is the cell's place."""
    match = _NUMBER.fullmatch(_folded(text).strip()) if len(text) <= _LONGEST_NUMBER else None
    if match is None:
        return None
    if match["percent"] or match["tail"]:
        return Measure(unit="%", scale=1, start=start, end=start + len(text))
    if match["currency"]:
        unit = _CURRENCIES.get(match["currency"].lower(), "")
        return Measure(unit=unit, scale=1, start=start, end=start + len(text)) if unit else None
    return None


def declared_measure(text: str, start: int) -> Measure | None:
    """What a line above a table, or its corner, says of all its numbers."""
    if len(text) > _LONGEST_TEXT:
        return None
    folded = _folded(text)
    chinese = _DECLARED_CHINESE.search(folded) or _STATED_CHINESE.search(folded)
    if chinese is not None:
        return _chinese(chinese, folded, start)
    for pattern in (_IN_SCALE, _CURRENCY_SCALE, _BRACKETED_SCALE):
        match = pattern.search(folded)
        if match is not None:
            return _english(match, start)
    bracketed = _BRACKETED_CHINESE.search(folded)
    return None if bracketed is None else _chinese(bracketed, folded, start)


def begins_declaration(text: str) -> bool:
    """Whether a cell begins with what is said of the whole table, which somebody put into its header."""
    if len(text) > _LONGEST_TEXT:
        return False
    folded = _folded(text).lstrip("(（ ")
    if folded.startswith(("单位", "金额单位", "货币单位")):
        return _DECLARED_CHINESE.match(folded) is not None
    return text.lstrip().startswith(("(", "（")) and _IN_SCALE.match(folded) is not None


def heading_measure(text: str, start: int) -> Measure | None:
    """What the heading of a row or column says of its numbers."""
    if len(text) > _LONGEST_TEXT:
        return None
    folded = _folded(text)
    bracketed = _BRACKETED_CHINESE.search(folded)
    if bracketed is not None:
        return _chinese(bracketed, folded, start)
    percent = _PERCENT.search(folded)
    if percent is not None:
        return Measure(unit="%", scale=1, start=start + percent.start(), end=start + percent.end())
    for pattern in (_IN_SCALE, _CURRENCY_SCALE, _BRACKETED_SCALE):
        match = pattern.search(folded)
        if match is not None:
            return _english(match, start)
    return None


def _folded(text: str) -> str:
    """Full-width forms read as plain ones; the length stays, so that places do."""
    folded = (unicodedata.normalize("NFKC", char) for char in text.translate(_APOSTROPHES))
    return "".join(new if len(new) == 1 else old for new, old in zip(folded, text, strict=True))


def _chinese(match: re.Match[str], text: str, start: int) -> Measure:
    unit = match["unit"]
    currency = match["currency"]
    if currency is None:
        currency = next(_currency_names(text), None)
    if unit in {"%", "‰"}:
        name = unit
    elif currency is not None and "元" in unit:
        name = _CURRENCIES[currency]
    elif unit in {"元", "人民币元", "人民币"}:
        name = "CNY"
    else:
        name = _CURRENCIES.get(unit, unit)
    scale = _CHINESE_SCALES[match["scale"] or ""]
    return Measure(unit=name, scale=scale, start=start + match.start(), end=start + match.end())


def _currency_names(text: str) -> Iterator[str]:
    for match in _CURRENCY_CHINESE.finditer(text):
        yield match["currency"]


def _english(match: re.Match[str], start: int) -> Measure:
    groups = match.groupdict()
    named = next((groups[name] for name in ("before", "inside", "after") if groups.get(name)), "")
    unit = _CURRENCIES.get(named.lower().replace("u.s.", "us"), "") if named else ""
    scale = _ENGLISH_SCALES[match["scale"].lower()]
    return Measure(unit=unit, scale=scale, start=start + match.start(), end=start + match.end())

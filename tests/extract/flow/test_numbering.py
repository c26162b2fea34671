"""The numbers of paragraphs, as Word shows them."""

import pytest

from app.extract.flow.docx import read_docx
from tests.flow_builders import (
    docx_of,
    levels_of,
    numbered,
    numbering_of,
    paragraph,
    style_of,
    texts_of,
)

_LEGAL = levels_of(("decimal", "%1."), ("decimal", "%1.%2"), ("lowerLetter", "(%3)"))
_INSTANCE = '<w:num w:numId="{}"><w:abstractNumId w:val="0"/>{}</w:num>'
_START = '<w:lvlOverride w:ilvl="{}"><w:startOverride w:val="{}"/></w:lvlOverride>'


def _shown(body: str, numbering: str, styles: str = "") -> list[str]:
    return texts_of(read_docx(docx_of(body, numbering=numbering, styles=styles)))


def _list(*levels: int) -> str:
    return "".join(numbered("x", level) for level in levels)


@pytest.mark.parametrize(
    ("levels", "expected"),
    [
        ((0, 0, 0), ["1. x", "2. x", "3. x"]),
        ((0, 1, 1, 0, 1), ["1. x", "1.1 x", "1.2 x", "2. x", "2.1 x"]),
        ((0, 1, 2, 2, 1, 2), ["1. x", "1.1 x", "(a) x", "(b) x", "1.2 x", "(a) x"]),
        ((1, 1, 0), ["1.1 x", "1.2 x", "1. x"]),
        ((0, 2, 1, 2), ["1. x", "(a) x", "1.1 x", "(a) x"]),
        ((0, 5, 0), ["1. x", "x", "2. x"]),
    ],
)
def test_levels(levels: tuple[int, ...], expected: list[str]) -> None:
    """Each level counts by itself and begins anew under the next number above it."""
    assert _shown(_list(*levels), numbering_of(_LEGAL)) == expected


@pytest.mark.parametrize(
    ("style", "text", "expected"),
    [
        ("chineseCountingThousand", "第%1条", "第二条 x"),
        ("chineseCountingThousand", "（%1）", "（二） x"),
        ("japaneseCounting", "%1、", "二、 x"),
        ("ideographTraditional", "%1.", "乙. x"),
        ("decimalEnclosedCircleChinese", "%1", "② x"),
        ("upperRoman", "ARTICLE %1", "ARTICLE II x"),
        ("decimalZero", "%1", "02 x"),
        ("ordinalText", "%1", "Second x"),
        ("none", "", "x"),
        ("none", "Note:", "Note: x"),
        ("bullet", "\uf0b7", "• x"),
        ("bullet", "–", "– x"),
        ("neverHeardOf", "%1)", "2) x"),
    ],
)
def test_formats(style: str, text: str, expected: str) -> None:
    """The number is shown in its format, with what stands around it."""
    assert _shown(_list(0, 0), numbering_of(levels_of((style, text))))[1] == expected


def test_lists_of_one_definition_go_on() -> None:
    """A second list of a definition goes on with its numbers, unless it says where it starts."""
    instances = _INSTANCE.format(2, "") + _INSTANCE.format(3, _START.format(0, 7))
    body = "".join(numbered("x", number=number) for number in (1, 2, 3, 3, 1))

    assert _shown(body, numbering_of(_LEGAL, instances)) == ["1. x", "2. x", "7. x", "8. x", "9. x"]


def test_overridden_level() -> None:
    """A list may bring a level of its own."""
    own = '<w:lvlOverride w:ilvl="0"><w:lvl w:ilvl="0"><w:numFmt w:val="upperLetter"/><w:lvlText w:val="%1)"/></w:lvl></w:lvlOverride>'

    assert _shown(numbered("x", number=2), numbering_of(_LEGAL, _INSTANCE.format(2, own))) == ["A) x"]


@pytest.mark.parametrize(
    ("restart", "expected"),
    [
        ("", ["(a) x", "(a) x", "(a) x"]),
        ("0", ["(a) x", "(b) x", "(c) x"]),
        ("1", ["(a) x", "(b) x", "(a) x"]),
    ],
)
def test_restarts(restart: str, expected: list[str]) -> None:
    """A level restarts after any level above it, after none, or after a certain one."""
    extra = {2: f'<w:lvlRestart w:val="{restart}"/>'} if restart else {}
    levels = levels_of(("decimal", "%1."), ("decimal", "%1.%2"), ("lowerLetter", "(%3)"), extra=extra)
    shown = _shown(_list(0, 1, 2, 1, 2, 0, 1, 2), numbering_of(levels))

    assert [text for text in shown if text.startswith("(")] == expected


def test_legal_numbers() -> None:
    """A legal level shows the numbers above it as digits."""
    levels = levels_of(("upperRoman", "Article %1"), ("decimal", "%1.%2"), extra={1: "<w:isLgl/>"})

    assert _shown(_list(0, 1), numbering_of(levels)) == ["Article I x", "1.1 x"]


def test_no_space_after_the_number() -> None:
    """What follows the number is a space, or nothing when the list says so."""
    levels = levels_of(("chineseCountingThousand", "第%1条"), extra={0: '<w:suff w:val="nothing"/>'})

    assert _shown(numbered("总则"), numbering_of(levels)) == ["第一条总则"]


def test_padded_numbers() -> None:
    """A newer format stands beside an old one that every version knows."""
    level = (
        '<w:lvl w:ilvl="0"><w:start w:val="9"/><mc:AlternateContent><mc:Choice><w:numFmt w:val="custom" '
        'w:format="001, 002, 003, ..."/></mc:Choice><mc:Fallback><w:numFmt w:val="decimal"/></mc:Fallback>'
        '</mc:AlternateContent><w:lvlText w:val="%1"/></w:lvl>'
    )

    assert _shown(_list(0, 0), numbering_of(level)) == ["009 x", "010 x"]


def test_numbers_of_styles() -> None:
    """A style can number its paragraphs, at the level that the list links to it; list 0 takes the number away."""
    styles = "".join(
        style_of(name, f"heading {level}", '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>')
        for level, name in ((1, "H1"), (2, "H2"))
    )
    extra = {0: '<w:pStyle w:val="H1"/>', 1: '<w:pStyle w:val="H2"/>'}
    numbering = numbering_of(levels_of(("decimal", "%1"), ("decimal", "%1.%2"), extra=extra))
    body = "".join(
        paragraph("x", properties=f'<w:pStyle w:val="{style}"/>{more}')
        for style, more in (
            ("H1", ""),
            ("H2", ""),
            ("H2", '<w:numPr><w:numId w:val="0"/></w:numPr>'),
            ("H2", ""),
        )
    )

    assert _shown(body, numbering, styles) == ["1 x", "1.1 x", "x", "1.2 x"]


def test_list_styles() -> None:
    """A definition that stands for a list style has the levels of the list that the style names."""
    styles = style_of(
        "Clauses", "Clauses", '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>', "numbering"
    )
    link = (
        '<w:abstractNum w:abstractNumId="5"><w:numStyleLink w:val="Clauses"/></w:abstractNum>'
        '<w:num w:numId="6"><w:abstractNumId w:val="5"/></w:num>'
    )

    assert _shown(numbered("x", number=6), numbering_of(_LEGAL, link), styles) == ["1. x"]


def test_empty_paragraphs() -> None:
    """A number is shown without a text after it, a bullet is not; both count."""
    assert _shown(numbered("") + numbered("x"), numbering_of(_LEGAL)) == ["1.", "2. x"]
    assert _shown(numbered("") + numbered("x"), numbering_of(levels_of(("bullet", "•")))) == ["• x"]


@pytest.mark.parametrize("number", [2, -1])
@pytest.mark.parametrize("level", [0, 9, -1, 99999999999])
def test_unknown_lists(number: int, level: int) -> None:
    """A list or level that the file does not define shows no number."""
    assert _shown(numbered("x", level, number), numbering_of(_LEGAL)) == ["x"]

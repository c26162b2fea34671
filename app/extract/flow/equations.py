"""Office Math in one line, so that a fraction is not read as another number: (a)/(b), x², √(y)."""

from app.extract.flow.characters import lowered, raised
from app.extract.flow.package import Element
from app.extract.flow.words import m

# Equations are nested a few levels deep; deeper ones are read without their structure.
_MAX_DEPTH = 20


def equation_text(element: Element, depth: int = 0) -> str:
    """The text of an equation or of a part of one."""
    if depth > _MAX_DEPTH:
        return "".join(text.text or "" for text in element.iter(m("t")))
    if element.tag == m("t"):
        return element.text or ""
    parts = {child.tag: equation_text(child, depth + 1) for child in element} if _is_shaped(element) else {}
    if element.tag == m("f"):
        return f"{_grouped(parts.get(m('num'), ''))}/{_grouped(parts.get(m('den'), ''))}"
    if element.tag == m("rad"):
        return f"{raised(parts.get(m('deg'), ''))}√{_grouped(parts.get(m('e'), ''))}"
    if parts:
        return parts.get(m("e"), "") + _below(parts.get(m("sub"), "")) + _above(parts.get(m("sup"), ""))
    return "".join(equation_text(child, depth + 1) for child in element)


def _is_shaped(element: Element) -> bool:
    """Whether the place of the parts on the page has a meaning."""
    return element.tag in {m("f"), m("rad"), m("sSup"), m("sSub"), m("sSubSup")}


def _grouped(text: str) -> str:
    return text if len(text) <= 1 or text.isalnum() else f"({text})"


def _above(text: str) -> str:
    up = raised(text)
    return up if up != text or not text else f"^{_grouped(text)}"


def _below(text: str) -> str:
    down = lowered(text)
    return down if down != text or not text else f"_{_grouped(text)}"

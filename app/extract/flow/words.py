"""Names of WordprocessingML and the little questions that are asked of its elements."""

from xml.etree.ElementTree import Element

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
MATH = "http://schemas.openxmlformats.org/officeDocument/2006/math"
RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
COMPATIBILITY = "http://schemas.openxmlformats.org/markup-compatibility/2006"
_OFF = frozenset({"0", "false", "off", "none"})


def w(name: str) -> str:
    """A name of WordprocessingML in the form in which elements carry it."""
    return f"{{{WORD}}}{name}"


def m(name: str) -> str:
    """A name of Office Math."""
    return f"{{{MATH}}}{name}"


VALUE = w("val")
CHOICE = f"{{{COMPATIBILITY}}}Choice"
FALLBACK = f"{{{COMPATIBILITY}}}Fallback"
ALTERNATE = f"{{{COMPATIBILITY}}}AlternateContent"


def value_of(parent: Element | None, name: str) -> str | None:
    """The `w:val` of a child, None when there is no such child or it has none."""
    child = None if parent is None else parent.find(w(name))
    return None if child is None else child.get(VALUE)


def number_of(parent: Element | None, name: str) -> int | None:
    """The `w:val` of a child as an integer, None when it is none."""
    return integer(value_of(parent, name))


def integer(text: str | None) -> int | None:
    """The integer that an attribute holds, None when it holds none or one that no document needs."""
    if text is None or len(text) > 9:  # noqa: PLR2004 - nine digits
        return None
    try:
        return int(text)
    except ValueError:
        return None


def switch(parent: Element | None, name: str) -> bool | None:
    """A property that is on or off: None when it is not given."""
    child = None if parent is None else parent.find(w(name))
    return None if child is None else child.get(VALUE, "1").lower() not in _OFF


def content_of(alternate: Element) -> Element | None:
    """What is read of content that is there in several forms: the first choice, which is the newest."""
    choice = alternate.find(CHOICE)
    return alternate.find(FALLBACK) if choice is None else choice

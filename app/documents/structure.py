"""What a document's text is made of: the sections of its outline, and the clauses of a contract."""

import msgspec


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """A heading and what stands under it.

    `level` counts from 1, `page` from 1. [start, end) is the whole section with its subsections, [start,
    heading_end) the heading as it is printed. `parent` is the position of the enclosing section, or None.
    """

    title: str
    level: int
    page: int
    start: int
    heading_end: int
    end: int
    parent: int | None = None


class Clause(msgspec.Struct, frozen=True, kw_only=True):
    """A numbered (or named) part of a contract or statute.

    `label` is the number as it is printed (第十二条, 5.1.2, (a), Article 5), `path` the numbers from the outermost
    clause to this one in a comparable form ("12", "5.1.2", "a"), `heading` what is printed as its title, if any.
    [start, end) holds the clause with its sub-clauses and begins at the label; `own_end` is where the first
    sub-clause begins. `parent` is the position of the enclosing clause, or None.
    """

    label: str
    kind: str
    path: tuple[str, ...]
    heading: str
    level: int
    page: int
    start: int
    own_end: int
    end: int
    parent: int | None = None


class Definition(msgspec.Struct, frozen=True, kw_only=True):
    """A defined term, where it is defined, and in which clause."""

    term: str
    start: int
    end: int
    clause: int | None = None


class Reference(msgspec.Struct, frozen=True, kw_only=True):
    """Words that point to a clause: their place and the clause meant; None when the document has no such clause."""

    text: str
    start: int
    end: int
    clause: int | None = None
    target: int | None = None


class Structure(msgspec.Struct, frozen=True, kw_only=True):
    """All that was recognised over a document's text; every list is in the order of the text."""

    sections: tuple[Section, ...] = ()
    clauses: tuple[Clause, ...] = ()
    definitions: tuple[Definition, ...] = ()
    references: tuple[Reference, ...] = ()

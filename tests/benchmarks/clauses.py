"""Clauses of contracts and statutes against contract-pairs and contract-planted: python -m tests.benchmarks.clauses.

A clause of the truth is found when a clause of ours begins there, or has its title right before it (in the truth,
titles are no clauses), and carries its number. A clause of ours is false unless it begins where a paragraph of the
text file begins and its label is printed there. The text file is the truth for its PDF; both are compared after NFKC
and without white space.
"""

import argparse
import asyncio
import os
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

from app.documents.model import Block, BlockKind, Document, Page, PageKind, Rect
from app.documents.structure import Clause
from app.extract.raw import Limits
from app.intake.reading import read_document
from app.structure.clauses.tree import clauses_of

_SETS = ("contract-pairs", "contract-planted")
_UNNUMBERED = frozenset({"preamble", "recital", "heading"})
# How far a clause is looked for behind its neighbour, and by how many of its characters.
_SLACK, _PROBES = 600, (40, 20, 8, 4)


def say(line: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{line}\n")


class Squeezed:
    """A text after NFKC and without white space, and where each of its original characters went."""

    def __init__(self, text: str) -> None:
        self.places: list[int] = []
        parts: list[str] = []
        length = 0
        for character in text:
            self.places.append(length)
            kept = "".join(unicodedata.normalize("NFKC", character).split())
            parts.append(kept)
            length += len(kept)
        self.places.append(length)
        self.text = "".join(parts)


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A clause of ours in the text file's squeezed text: where it and its own words begin; None when not there."""

    clause: Clause
    begins: int | None
    body: int | None


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--form", choices=["txt", "pdf", "both"], default="both")
    parser.add_argument("--only", default="", help="folders whose name contains this")
    parser.add_argument("--show", action="store_true", help="print what is missed and what is false")
    chosen = parser.parse_args()
    data = Path(os.environ.get("WHOLEDOC_DATA", "../shared/data"))
    forms = ["txt", "pdf"] if chosen.form == "both" else [chosen.form]
    counts: Counter[tuple[str, str, str]] = Counter()
    for folder in sorted(
        folder for name in _SETS for folder in (data / name).iterdir() if chosen.only in folder.name
    ):
        for form in forms:
            for side in ("old", "new"):
                measure(folder, side, form, counts, show=chosen.show)
    say("| form | language | files | clauses | found | recall | by place only | ours | false |")
    say("|---|---|---|---|---|---|---|---|---|")
    for form in forms:
        for language in ("en", "zh"):
            row = {
                name: counts[form, language, name]
                for name in ("files", "truth", "found", "unnamed", "ours", "false")
            }
            recall = row["found"] / row["truth"] if row["truth"] else 0.0
            say(
                f"| {form} | {language} | {row['files']} | {row['truth']} | {row['found']} | {recall:.4f} "
                f"| {row['unnamed']} | {row['ours']} | {row['false']} |",
            )


def measure(folder: Path, side: str, form: str, counts: Counter[tuple[str, str, str]], *, show: bool) -> None:
    """Add one file to the counts."""
    language = folder.name[:2]
    text = (folder / f"{side}.txt").read_text(encoding="utf-8")
    truth = msgspec.json.decode((folder / "truth.json").read_bytes())["clauses"]
    whole = Squeezed(text)
    if form == "txt":
        document = document_of_text(text)
    else:
        document = asyncio.run(read_document(folder / f"{side}.pdf", limits=Limits()))
    units = list(located(document, clauses_of(document), whole.text))
    paragraphs = {whole.places[at] for at in paragraph_starts(text)}
    counts[form, language, "files"] += 1
    counts[form, language, "ours"] += len(units)
    for unit in units:
        if not is_true(unit, whole.text, paragraphs):
            counts[form, language, "false"] += 1
            if show:
                say(f"FALSE {form} {folder.name}/{side}: {shown(document, unit.clause)}")
    by_place: dict[int, list[Clause]] = {}
    for unit in units:
        for place in {unit.begins, unit.body} - {None}:
            by_place.setdefault(place or 0, []).append(unit.clause)
    for entry in truth:
        if entry[f"{side}_label"] is None:
            continue
        counts[form, language, "truth"] += 1
        outcome = found_as(entry[f"{side}_label"], whole, text, entry[f"{side}_span"][0], by_place)
        counts[form, language, "found"] += outcome != "missed"
        counts[form, language, "unnamed"] += outcome == "unnamed"
        if show and outcome != "named":
            at = entry[f"{side}_span"][0]
            say(
                f"{outcome.upper()} {form} {folder.name}/{side}: {entry[f'{side}_label']!r} {text[at : at + 60]!r}"
            )


def document_of_text(text: str) -> Document:
    """A text file as a document of one page whose blocks are its lines; the text stays as it is."""
    blocks = []
    at = 0
    for line in text.split("\n"):
        if line.strip():
            blocks.append(
                Block(
                    kind=BlockKind.PARAGRAPH, start=at, end=at + len(line), rect=Rect(0, 0, 0, 0), lines=()
                ),
            )
        at += len(line) + 1
    page = Page(number=1, label="1", width=0, height=0, kind=PageKind.TEXT, blocks=tuple(blocks))
    return Document(text=text, pages=(page,), body_end=len(text))


def paragraph_starts(text: str) -> Iterator[int]:
    """Where the lines of a text file begin."""
    return (match.start() for match in re.finditer(r"(?m)^[^\n]", text))


def located(document: Document, clauses: tuple[Clause, ...], whole: str) -> Iterator[Unit]:
    """Each clause where it stands in the text file, looked for from the one before it on."""
    ours = Squeezed(document.text)
    cursor = previous = 0
    for clause in clauses:
        start = ours.places[clause.start]
        reach = cursor + (start - previous) * 2 + _SLACK
        probes = (ours.text[start : start + length] for length in _PROBES)
        begins = next((at for at in (whole.find(probe, cursor, reach) for probe in probes) if at >= 0), None)
        if begins is not None:
            cursor, previous = begins, start
        named = len(Squeezed(clause.label + clause.heading).text)
        yield Unit(clause=clause, begins=begins, body=None if begins is None else begins + named)


def is_true(unit: Unit, whole: str, paragraphs: set[int]) -> bool:
    """Whether a paragraph begins there with the clause's label."""
    label = Squeezed(unit.clause.label).text
    return unit.begins is not None and unit.begins in paragraphs and whole.startswith(label, unit.begins)


def found_as(label: str, whole: Squeezed, text: str, at: int, by_place: dict[int, list[Clause]]) -> str:
    """How a clause of the truth was found: "named", "missed", or "unnamed" where the truth's number is not printed.

    The truth counts on where a part of a document begins its numbers anew; a clause that begins there is found.
    """
    here = by_place.get(whole.places[at], [])
    wanted = key_of(re.sub(r" \[\d+\]$", "", label))
    if any(wanted in names_of(clause) for clause in here):
        return "named"
    if wanted == "preamble":
        return "named" if any(clause.kind in _UNNUMBERED for clause in here) else "missed"
    above = text[:at].rstrip().rpartition("\n")[2]
    number = re.match(r"[\d.]*\d", above)
    misnumbered = number is not None and not wanted.endswith(number[0])
    return "unnamed" if here and misnumbered else "missed"


def names_of(clause: Clause) -> set[str]:
    """All that the truth may call this clause: its number, its numbers joined by dots, its title."""
    joined = {".".join(clause.path[at:]) for at in range(len(clause.path))}
    return {
        key_of(name) for name in (*joined, clause.label, clause.heading, clause.label + clause.heading)
    } - {""}


def key_of(name: str) -> str:
    """A name without white space, case, brackets and final dots."""
    return Squeezed(name).text.casefold().strip("().")


def shown(document: Document, clause: Clause) -> str:
    """A clause in one line."""
    text = document.text[max(0, clause.start - 30) : clause.start + 50]
    return f"{clause.kind} {clause.label!r} {clause.path} page {clause.page}: {text!r}"


if __name__ == "__main__":
    main()

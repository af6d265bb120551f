"""The report as Markdown. What was stored by others is escaped: it makes no markup, no link, no image."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hindsight_memory.entrypoints.weekly.document import Case, Document, Figure, Note, Section, Table
from hindsight_memory.ports.plots import Mark, Plot

_MARKUP = re.compile(r"([\\`*_\[\]|~#!])")
_HIDDEN = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_AT_START = re.compile(r"^([-+=])")
_BAR = 30
"""Characters of a bar that stands for all."""
_SCHEME = re.compile(r"(?i)\b(https?|ftp)://|\bwww\.")


def markdown(document: Document) -> str:
    """Return the document as a Markdown page that ends in a line break."""
    lines = [f"# {plain(document.title)}", "", plain(document.subtitle), "", plain(document.summary), ""]
    for section in document.sections:
        lines += _section(section)
    lines += ["---", "", *(f"{plain(line)}  " for line in document.foot)]
    return "\n".join(lines).rstrip() + "\n"


def plain(text: str) -> str:
    """Return a text so that Markdown shows it as it is, on one line."""
    flat = _HIDDEN.sub("", " ".join(text.split())).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    flat = _SCHEME.sub(lambda found: found[0].replace("://", "&#58;//").replace("www.", "www&#46;"), flat)
    return _AT_START.sub(r"\\\1", _MARKUP.sub(r"\\\1", flat))


def _section(section: Section) -> Iterator[str]:
    yield from (f"## {plain(section.title)}", "", plain(section.lead), "")
    for block in section.blocks:
        yield from _table(block, section.title) if isinstance(block, Table) else _block(block)
        yield ""


def _block(block: Note | Figure | Case) -> Iterator[str]:
    match block:
        case Note():
            yield f"_{plain(block.text)}_" if block.quiet else plain(block.text)
        case Figure():
            yield from _drawn(block.plot)
        case Case():
            first, *rest = (f"**{plain(label)}**: {plain(text)}" for label, text in block.steps)
            yield f"- {first}"
            yield from (f"  → {step}" for step in rest)
            yield f"  ({plain(block.about)})"


def _table(table: Table, title: str) -> Iterator[str]:
    if table.caption != title:
        yield from (f"**{plain(table.caption)}**", "")
    yield _row(table.columns)
    yield "|" + "|".join("---:" if place in table.numbers else "---" for place in range(len(table.columns))) + "|"
    yield from map(_row, table.rows)


def _drawn(plot: Plot) -> Iterator[str]:
    """A plot as bars of text, one for each value; those that rest on too few are hollow."""
    labels, top = dict(plot.x_ticks), plot.y_ticks[-1][0]
    named = plot.mark is not Mark.POINTS
    names = [labels[value.x] if named else f"{value.x:.2f}" for value in plot.values]
    widest = max(map(len, names), default=0)
    yield from (f"**{plain(plot.title)}**", "", "```text")
    for name, value in zip(names, plot.values, strict=True):
        filled = round(_BAR * min(max(value.y / top, 0.0), 1.0))
        bar = ("▒" if value.faint else "█") * filled + "·" * (_BAR - filled)
        shown = f"{value.y:.0%}" if top <= 1 else f"{value.y:,.0f}"
        yield f"{name:>{widest}}  {bar}  {shown}"
    yield "```"


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(plain(cell) for cell in cells) + " |"

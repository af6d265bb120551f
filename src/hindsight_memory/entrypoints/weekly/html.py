"""The report as one HTML file: nothing in it is fetched from anywhere, and all text in it is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby

from hindsight_memory.entrypoints.weekly.document import Block, Case, Document, Figure, Note, Section, Table, Tile
from hindsight_memory.entrypoints.weekly.style import STYLE
from hindsight_memory.ports.plots import Plots

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""The Content-Security-Policy that the page asks for itself; a server adds what only a header can say."""
_LANGUAGES = {"en": "en", "zh": "zh-Hans"}


class Markup(str):
    """Text that is HTML already; any other text is escaped where it is put in."""

    __slots__ = ()


def html(document: Document, plots: Plots) -> str:
    """Return the document as a page."""
    head = [
        Markup('<meta charset="utf-8">'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">'),
        Markup('<meta name="referrer" content="no-referrer">'),
        tag("title", f"{document.title} · {document.subtitle}"),
        Markup(f"<style>{STYLE}</style>"),
    ]
    header = tag(
        "header",
        tag("h1", document.title),
        tag("p", document.subtitle, class_="subtitle"),
        tag("p", document.summary, class_="summary"),
        tag("dl", *map(_tile, document.tiles), class_="tiles"),
    )
    parts = [_section(section, plots) for section in document.sections]
    footer = tag("footer", *(tag("p", line) for line in document.foot))
    page = tag(
        "html", tag("head", *head), tag("body", tag("main", header, *parts, footer)), lang=_LANGUAGES[document.tongue]
    )
    return f"<!doctype html>\n{page}\n"


def tag(name: str, *inside: str, class_: str = "", **attributes: str) -> Markup:
    """Return an element; what stands inside and is no ``Markup`` is escaped."""
    given = {"class": class_, **attributes} if class_ else attributes
    said = "".join(f' {key.replace("_", "-")}="{escape(value)}"' for key, value in given.items())
    return Markup(f"<{name}{said}>{''.join(map(_escaped, inside))}</{name}>")


def _escaped(text: str) -> str:
    return text if isinstance(text, Markup) else escape(text)


def _tile(tile: Tile) -> Markup:
    inside = (tag("dt", tile.label), tag("dd", tile.value), tag("dd", tile.beside))
    return tag("div", *inside, class_="alarm" if tile.alarm else "")


def _section(section: Section, plots: Plots) -> Markup:
    inside = [tag("h2", section.title, id=section.name), tag("p", section.lead, class_="lead")]
    for is_figure, blocks in groupby(section.blocks, key=lambda block: isinstance(block, Figure)):
        drawn = list(_blocks(blocks, plots, section.title))
        inside += [tag("div", *drawn, class_="figures")] if is_figure and len(drawn) > 1 else drawn
    return tag("section", *inside, aria_labelledby=section.name)


def _blocks(blocks: Iterable[Block], plots: Plots, title: str) -> Iterator[Markup]:
    for block in blocks:
        match block:
            case Note():
                yield tag("p", block.text, class_="quiet" if block.quiet else "")
            case Table():
                yield _table(block, title)
            case Figure():
                caption = tag("figcaption", tag("strong", block.plot.title), block.caption)
                yield tag("figure", Markup(plots.drawn(block.plot)), caption)
            case Case():
                yield _case(block)


def _table(table: Table, title: str) -> Markup:
    names = (_cell("th", table, place, name, scope="col") for place, name in enumerate(table.columns))
    rows = (
        tag("tr", *_row(table, row), class_="faint" if place in table.faint else "")
        for place, row in enumerate(table.rows)
    )
    inside = (
        tag("caption", table.caption, class_="unseen" if table.caption == title else ""),
        tag("thead", tag("tr", *names)),
        tag("tbody", *rows),
    )
    # A table that is wider than the screen scrolls by itself, by keyboard as well.
    return tag("div", tag("table", *inside), class_="scroll", tabindex="0", role="region", aria_label=table.caption)


def _row(table: Table, cells: Sequence[str]) -> Iterator[Markup]:
    yield tag("th", cells[0], scope="row")
    for place, cell in enumerate(cells[1:], start=1):
        yield _cell("td", table, place, cell)


def _cell(name: str, table: Table, place: int, text: str, **attributes: str) -> Markup:
    return tag(name, text, class_="number" if place in table.numbers else "", **attributes)


def _case(case: Case) -> Markup:
    steps = [tag("div", tag("dt", label), tag("dd", text)) for label, text in case.steps]
    return tag("article", tag("dl", *steps), tag("p", case.about, class_="about"), class_="case")

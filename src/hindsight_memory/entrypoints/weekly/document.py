"""What a report consists of, before it is Markdown or HTML: sections of paragraphs, tables, cases and plots.

All text in it is plain; who writes it out escapes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hindsight_memory.ports.plots import Plot

Tongue = Literal["en", "zh"]


@dataclass(frozen=True, slots=True)
class Note:
    """A paragraph. ``quiet`` ones stand back: how something was counted, that there is nothing."""

    text: str
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table. ``numbers`` are the columns that hold such; ``faint`` the rows that rest on too few for a claim."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: frozenset[int] = frozenset()
    faint: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Figure:
    """A plot and what is to be seen in it. The numbers stand in a table beside it."""

    plot: Plot
    caption: str


@dataclass(frozen=True, slots=True)
class Case:
    """One decision as a chain: (label, text) for belief, expected, actual, and last for the delta; a line about it."""

    steps: tuple[tuple[str, str], ...]
    about: str


Block = Note | Table | Figure | Case


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the report with a heading. ``lead`` says in a line what it is about."""

    name: str
    title: str
    lead: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Tile:
    """One of the numbers at the top: what, how much, and a line about it."""

    label: str
    value: str
    beside: str
    alarm: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """A whole report."""

    tongue: Tongue
    title: str
    subtitle: str
    summary: str
    tiles: tuple[Tile, ...]
    sections: tuple[Section, ...]
    foot: tuple[str, ...]

"""What the defence looks at, and what it finds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Protocol

from hindsight_memory.domain.defence.unmasking import unmasked
from hindsight_memory.domain.memory import Source
from hindsight_memory.domain.text.normal import fold
from hindsight_memory.domain.text.simplified import simplified

# Rules look at the head and the tail of a longer text, so that inspecting 1 MB takes no longer than this much.
INSPECTED_CHARS = 20_000

_UNTRUSTED = frozenset({"tool_result", "tool_output", "tool", "web", "import", "memory"})


class Action(StrEnum):
    """What a finding asks for. A closed set."""

    QUARANTINE = "quarantine"
    REDACT = "redact"
    FLAG = "flag"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a rule found: the rule's stable ``code``, a sentence for people, what is to be done."""

    code: str
    text: str
    action: Action


@dataclass(frozen=True)
class Offered:
    """A text offered for storing, with where it comes from.

    ``channel`` is ``user_input``, ``tool_result``, ``web``, ``agent``, ``import`` or empty (then ``source`` decides);
    ``target`` names where it is to be written (a key), ``context`` is what was said around it.
    """

    text: str
    source: Source = Source.INFERRED
    channel: str = ""
    target: str = ""
    context: str = ""

    @cached_property
    def inspected(self) -> str:
        """The part of the text that is looked at: all of it, or head and tail of a very long one."""
        half = INSPECTED_CHARS // 2
        return self.text if len(self.text) <= INSPECTED_CHARS else f"{self.text[:half]}\n{self.text[-half:]}"

    @cached_property
    def folded(self) -> str:
        """``inspected`` without what hides words (invisible characters, look-alikes), folded; Chinese simplified."""
        return simplified(fold(unmasked(self.inspected)))

    @property
    def from_user(self) -> bool:
        """Whether these are the user's own words."""
        return self.channel == "user_input" or (self.channel == "" and self.source is Source.USER)

    @property
    def untrusted(self) -> bool:
        """Whether it comes from a tool, a page or a file: data that nobody vouches for."""
        return self.channel in _UNTRUSTED or (self.channel == "" and self.source is not Source.USER)


class Rule(Protocol):
    """A defence rule: a module with a ``code`` and a function that finds at most one thing."""

    @property
    def code(self) -> str:
        """The stable code shown in verdicts."""
        ...

    def find(self, offered: Offered) -> Finding | None:
        """What the rule finds in ``offered``, or None. Linear in the length of the inspected text."""
        ...


@dataclass(frozen=True, slots=True)
class Cue:
    """A pattern with literal triggers: one of them stands in every text the pattern matches.

    Looking for the triggers first keeps the usual, harmless text cheap.
    """

    triggers: tuple[str, ...]
    pattern: re.Pattern[str]

    def found(self, text: str) -> bool:
        """Whether the pattern matches somewhere in the folded ``text``."""
        return any(t in text for t in self.triggers) and self.pattern.search(text) is not None


def cue(triggers: str, pattern: str) -> Cue:
    """A cue from ``|``-separated triggers and a pattern over folded text."""
    return Cue(tuple(triggers.split("|")), re.compile(pattern))


def any_found(cues: Sequence[Cue], text: str) -> bool:
    """Whether one of ``cues`` is found in ``text``."""
    return any(c.found(text) for c in cues)


def near(text: str, firsts: Sequence[str], seconds: Sequence[str], reach: int) -> bool:
    """Whether one of ``firsts`` stands within ``reach`` characters of one of ``seconds`` (either order)."""
    for first in firsts:
        start = text.find(first)
        tries = 0
        while start >= 0 and tries < 12:
            window = text[max(0, start - reach) : start + len(first) + reach]
            if any(second in window for second in seconds):
                return True
            start = text.find(first, start + len(first))
            tries += 1
    return False

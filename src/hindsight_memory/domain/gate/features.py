"""What can be seen in a statement without knowing its topic: cues, specifics, shape."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from hindsight_memory.domain.text import cues
from hindsight_memory.domain.text.language import HAN
from hindsight_memory.domain.text.particulars import specifics

_PLACED = re.compile(
    r"^(?:for|in|on|at|with|under)\s+\S+(?:\s+\S+){0,3}?,?\s+(?=(?:the|our|my|it's|its|all|every|we)\b)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Features:
    """What one statement shows. Counts are of distinct tokens; the rest are yes or no."""

    numbers: frozenset[str]
    identifiers: frozenset[str]
    names: frozenset[str]
    words: int
    remember: bool
    durable: bool
    sweeping: bool
    change: bool
    one_off: bool
    guess: bool
    retract: bool
    failure: bool
    worked: bool
    cause: bool
    limit: bool
    definition: bool
    stated: bool
    transient: bool
    recurring: bool
    contact: bool
    style: bool
    terms: bool
    bare: bool
    session: bool
    personal: bool
    wish: bool
    status: bool
    chat: bool
    question: bool
    request: bool
    borrowed: bool

    @property
    def specifics(self) -> frozenset[str]:
        """The numbers, identifiers and names that tell this statement from others."""
        return self.numbers | self.identifiers | self.names

    @property
    def ruled(self) -> bool:
        """Whether it is worded as a rule, strictly ("always") or sweepingly ("every")."""
        return self.durable or self.sweeping

    @property
    def says_something(self) -> bool:
        """Whether it holds a rule, a limit, a lesson, a definition, a contact or something personal."""
        particular = bool(self.specifics) and (self.definition or self.change or self.bare)
        plain = self.stated and not self.transient
        lesson = self.limit or self.failure or self.worked
        return (
            self.ruled
            or lesson
            or self.personal
            or self.remember
            or self.contact
            or self.style
            or self.terms
            or self.recurring
            or plain
            or particular
        )


def _words(text: str) -> int:
    return len(re.findall(r"[A-Za-z0-9_]+", text)) + len(re.findall(f"[{HAN}]", text)) // 2


@lru_cache(maxsize=4096)
def features(text: str) -> Features:
    """Return the features of one statement (remembered: the same sentence is looked at by several rules)."""
    numbers, identifiers, names = specifics(text)
    return Features(
        numbers=numbers,
        identifiers=identifiers,
        names=names,
        words=_words(text),
        remember=cues.REMEMBER.found(text),
        durable=cues.DURABLE.found(text),
        sweeping=cues.SWEEPING.found(text),
        change=cues.CHANGE.found(text),
        one_off=cues.ONE_OFF.found(text) and not cues.FROM_NOW.found(text),
        guess=cues.GUESS.found(text),
        retract=cues.RETRACT.found(text),
        failure=cues.FAILURE.found(text),
        worked=cues.WORKED.found(text),
        cause=cues.CAUSE.found(text),
        limit=cues.LIMIT.found(text),
        definition=cues.DEFINITION.found(text),
        stated=cues.STATED.starts(_PLACED.sub("", text)),
        transient=cues.TRANSIENT.found(text),
        recurring=cues.RECURRING.found(text),
        contact=cues.CONTACT.found(text),
        style=cues.STYLE.found(text),
        terms=cues.TERMS.found(text),
        bare=cues.BARE.starts(text),
        session=cues.SESSION.found(text),
        personal=cues.PERSONAL.found(text),
        wish=cues.WISH.found(text),
        status=cues.STATUS.found(text),
        chat=cues.CHAT.found(text),
        question=cues.asks(text),
        request=cues.REQUEST.starts(text.strip()),
        borrowed=cues.BORROWED.found(text),
    )

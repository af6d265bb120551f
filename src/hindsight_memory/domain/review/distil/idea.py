"""The values that the distillation passes along: statements read from a trace, ideas, and what was dropped."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from hindsight_memory.domain.gate.features import Features
from hindsight_memory.domain.memory import Draft, MemoryType, Source
from hindsight_memory.domain.trace import Event, EventKind, Trace
from hindsight_memory.domain.verdict import Reason


@dataclass(frozen=True, slots=True)
class Statement:
    """One unit of what was said: a sentence, or several that belong together.

    ``turn`` counts the user's messages (0 = before the first), ``place`` the units inside a message. ``context``
    is the question that it answers, ``heralded`` is true behind a short "Solved." or 找到了. ``explicit`` says
    that it was asked to be remembered; ``opened`` that it began with "by the way" or the like; ``lead`` is the
    clause before it in the same sentence. ``leaning`` is how much it sounds like something that lasts, in [-1, 1]; ``before`` is
    what the same message said right before it.
    """

    text: str
    event: Event
    seen: Features
    turn: int
    place: int = 0
    context: str = ""
    heralded: bool = False
    explicit: bool = False
    opened: bool = False
    evidence: tuple[int, ...] = ()
    lead: Statement | None = None
    leaning: float = 0.0
    before: Statement | None = None

    @property
    def kind(self) -> EventKind:
        """Who said it."""
        return self.event.kind


@dataclass(frozen=True, slots=True)
class Idea:
    """A possible memory: what a rule read out of a statement. ``strength`` orders ideas; it is about [0, 1.5]."""

    text: str
    type: MemoryType
    source: Source
    strength: float
    rule: str
    at: datetime
    evidence: tuple[int, ...]
    explicit: bool = False
    certainty: float = 0.8
    bare: str = ""

    @property
    def compared(self) -> str:
        """The words by which it is told from other ideas: without the topic or question put before it."""
        return self.bare or self.text


@dataclass(frozen=True, slots=True)
class Dropped:
    """A text that was considered and is no candidate, with the reason."""

    text: str
    evidence: tuple[int, ...]
    reason: Reason


@dataclass(frozen=True, slots=True)
class Distilled:
    """What a trace yields: drafts, best first, and what was left out."""

    candidates: tuple[Draft, ...]
    dropped: tuple[Dropped, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """A trace as the rules see it.

    ``said`` are the user's statements, ``concluded`` the agent's, both in order. ``recalled`` are texts that
    memory put before the agent. ``struggled`` says that something failed on the way, ``tools`` that a tool
    answered at all, ``answered`` is the sequence of its first answer; ``asked`` are the
    user's messages.
    """

    trace: Trace
    said: tuple[Statement, ...]
    concluded: tuple[Statement, ...]
    recalled: tuple[str, ...]
    struggled: bool
    tools: bool
    answered: int | None = None
    asked: tuple[Event, ...] = ()
    dropped: tuple[Dropped, ...] = field(default=())


REASONS = {
    "one_off": "It is a wish for this occasion only.",
    "chit_chat": "It is small talk.",
    "refuted": "It was taken back or refuted later in the task.",
    "guess": "It is a guess that nothing confirmed.",
    "pasted": "It is a pasted prompt, template or document, not something said about this task.",
    "injected": "It is an instruction inside data, addressed to the agent.",
    "recall_echo": "It restates what memory already holds.",
    "echo": "It repeats what the user had just said.",
    "secret": "Its point was a secret, which is not kept.",
    "question": "It is a question.",
    "request": "It asks for this task's work and says nothing lasting.",
    "weak": "Nothing in it points beyond this task.",
    "covered": "Another candidate says the same.",
    "limit": "The task yielded more than the limit; this one ranked behind.",
    "announced": "It only announces what comes after it.",
    "retracted": "The speaker asked not to keep it.",
}


def dropped(text: str, evidence: tuple[int, ...], code: str) -> Dropped:
    """Return a ``Dropped`` with the standing sentence of a reason code."""
    return Dropped(text, evidence, Reason(code, REASONS[code]))

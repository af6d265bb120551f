"""What speaks in a trace for a candidate that was made elsewhere: it is not believed, it is looked up."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hindsight_memory.domain.memory import Draft, Source
from hindsight_memory.domain.review.distil.overlap import words
from hindsight_memory.domain.review.grounding import Grounded, grounding
from hindsight_memory.domain.trace import Event, EventKind, Trace
from hindsight_memory.domain.verdict import Reason

# A candidate has to share so much of its words with what was said and done, all events together.
_SUPPORTED_FROM = 0.5
# An event that holds so much of them speaks for it.
_SPEAKS_FROM = 0.3
_MOST_EVIDENCE = 5
_TOLD_BY = {
    EventKind.USER: Source.USER,
    EventKind.TOOL_RESULT: Source.VERIFIED,
    EventKind.ERROR: Source.VERIFIED,
}


@dataclass(frozen=True, slots=True)
class Supported:
    """The draft with its evidence, the time it was said, and no better source than its evidence has."""

    draft: Draft


@dataclass(frozen=True, slots=True)
class Unsupported:
    """Why nothing speaks for it."""

    reason: Reason


def supported(draft: Draft, trace: Trace) -> Supported | Unsupported:
    """Look a draft up in the trace it is said to come from.

    Every number, name and identifier must occur there, and half of its words. Recalled memories are no evidence. A
    draft that claims to be the user's or verified is ``inferred`` unless the user, or a tool, said the most of it."""
    found = grounding(draft, trace)
    if not isinstance(found, Grounded):
        missing = ", ".join(found.missing)
        return Unsupported(Reason("ungrounded", f"Nothing in the trace says: {missing}."))
    own = words(draft.content)
    shares = {e.sequence: own & _spoken(e) for e in trace.events if e.kind is not EventKind.RECALL}
    said = {word for held in shares.values() for word in held}
    if not own or len(said) < _SUPPORTED_FROM * len(own):
        return Unsupported(Reason("ungrounded", "The trace does not speak of it."))
    speaking = sorted((s for s in shares if len(shares[s]) >= _SPEAKS_FROM * len(own)), key=lambda s: -len(shares[s]))
    chosen = sorted(dict.fromkeys([*speaking, *found.evidence]), key=lambda s: (s not in speaking, -len(shares[s])))
    evidence = tuple(chosen[:_MOST_EVIDENCE])
    by_sequence = {e.sequence: e for e in trace.events}
    best = by_sequence[evidence[0]] if evidence else None
    sources = {_TOLD_BY.get(by_sequence[s].kind, Source.INFERRED) for s in evidence if s in speaking}
    source = draft.source if draft.source in sources else Source.INFERRED
    said_at = best.at if best is not None else draft.said_at
    return Supported(replace(draft, evidence=tuple(sorted(evidence)), source=source, said_at=said_at))


def _spoken(event: Event) -> frozenset[str]:
    return words(" ".join([event.text, event.name, *(str(value) for value in event.args.values())]))

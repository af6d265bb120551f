"""Distillation: from the trace of a finished task to at most a few drafts, each with its reason, by rules.

A rule is a function from a ``Reading`` to ideas; ``RULES`` names them all. What was considered and left out is
reported too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from hindsight_memory.domain.memory import Draft, Provenance, Source
from hindsight_memory.domain.review.claims import claim_of
from hindsight_memory.domain.review.distil import noise
from hindsight_memory.domain.review.distil.conditions import condition_of
from hindsight_memory.domain.review.distil.idea import Distilled, Dropped, Idea, Reading, dropped
from hindsight_memory.domain.review.distil.leaning import Lean, heard, undecided
from hindsight_memory.domain.review.distil.overlap import containment, words
from hindsight_memory.domain.review.distil.ranking import chosen
from hindsight_memory.domain.review.distil.reading import read_trace
from hindsight_memory.domain.review.distil.rules import learnt, said
from hindsight_memory.domain.review.distil.weigh import KEEP, user_strength
from hindsight_memory.domain.text.dates import validity
from hindsight_memory.domain.trace import Event, EventKind, Trace

__all__ = ["RULES", "Distilled", "Dropped", "Lean", "distil", "undecided"]

Rule = Callable[[Reading], Iterable[Idea]]

RULES: Mapping[str, Rule] = {
    "remember": said.remember,
    "preference": said.preference,
    "fact": said.fact,
    "boundary": said.boundary,
    "dead_end": said.dead_end,
    "path": learnt.path,
    "confirmed": learnt.confirmed,
    "negative": learnt.negative,
    "limit_met": learnt.boundary,
    "found": learnt.found,
    "correction": learnt.correction,
    "inferred": learnt.inferred,
}
_SHOWN = 200  # characters of a dropped text in the report
_INJECTED_SHARE = 0.5


def distil(trace: Trace, *, limit: int = 5, lean: Lean = undecided) -> Distilled:
    """Return at most ``limit`` drafts, best first, and what was left out. Pure: equal traces, equal results.

    ``lean`` says of statements how much they sound like something that lasts; without it cues alone decide.
    """
    reading = heard(read_trace(trace), lean)
    ideas = [idea for rule in RULES.values() for idea in rule(reading)]
    clean, poisoned = _without_orders(ideas, trace)
    kept, left_out = chosen(clean, reading.recalled, limit)
    drafts = tuple(_draft(idea, trace) for idea in kept)
    return Distilled(drafts, (*reading.dropped, *poisoned, *_passed_over(reading), *left_out))


def _without_orders(ideas: list[Idea], trace: Trace) -> tuple[list[Idea], list[Dropped]]:
    """Leave out ideas with an order to the agent, and what is not the user's that copies one from a tool's answer."""
    orders = [
        words(line)
        for event in trace.events
        if event.kind is EventKind.TOOL_RESULT
        for line in event.text.split("\n")
        if noise.injected(line)
    ]
    clean: list[Idea] = []
    left_out: list[Dropped] = []
    for idea in ideas:
        mine = words(idea.text)
        copied = idea.source is not Source.USER and any(containment(mine, order) >= _INJECTED_SHARE for order in orders)
        if noise.injected(idea.text) or copied:
            left_out.append(dropped(idea.text[:_SHOWN], idea.evidence, "injected"))
        else:
            clean.append(idea)
    return clean, left_out


def _passed_over(reading: Reading) -> tuple[Dropped, ...]:
    """Why the user's other statements are no candidates."""
    found: list[Dropped] = []
    for statement in reading.said:
        seen = statement.seen
        if statement.explicit or (user_strength(statement) >= KEEP and not seen.one_off):
            continue
        code = (
            "one_off" if seen.one_off else "question" if seen.question else "recall_echo" if seen.borrowed
            else "chit_chat" if seen.chat else "request" if seen.request else "weak"
        )  # fmt: skip
        found.append(dropped(statement.text[:_SHOWN], statement.evidence, code))
    return tuple(found)


def _event(trace: Trace, sequence: int) -> Event | None:
    return next((e for e in trace.events if e.sequence == sequence), None)


def _draft(idea: Idea, trace: Trace) -> Draft:
    first = idea.evidence[0] if idea.evidence else None
    event = _event(trace, first) if first is not None else None
    begins, ends = validity(idea.text, idea.at)
    return Draft(
        content=idea.text,
        said_at=idea.at,
        source=idea.source,
        type=idea.type,
        confidence=idea.certainty,
        explicit=idea.explicit,
        claim=claim_of(idea.compared),
        applies_when=condition_of(idea, trace),
        valid_from=begins,
        valid_until=ends,
        expires_at=ends,
        provenance=Provenance(
            task_id=trace.task.task_id,
            session_id=event.session_id if event else "",
            step=first,
            agent=trace.task.agent,
            task_type=trace.task.task_type,
            channel="review",
        ),
        reasons=(idea.rule,),
        evidence=idea.evidence,
    )

"""The deterministic, bilingual scorer of the write gate (DESIGN §4).

A draft gets reusability, certainty and timeliness in [0, 1] from what its text shows; no model, no clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from hindsight_memory.domain.gate.features import Features, features
from hindsight_memory.domain.gate.policy import GatePolicy
from hindsight_memory.domain.memory import Draft, MemoryType, Scores, Source
from hindsight_memory.domain.text import cues
from hindsight_memory.domain.text.dates import expiry
from hindsight_memory.domain.verdict import Reason


class Placement(StrEnum):
    """Where the gate puts a draft."""

    LONG = "long"
    SHORT = "short"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Scored:
    """The gate's opinion of a draft.

    ``type`` is the draft's own or the inferred one; ``expires_at`` the explicit end named in the draft or its
    text; ``failed`` counts which of the three questions were answered badly.
    """

    scores: Scores
    type: MemoryType
    reasons: tuple[Reason, ...]
    expires_at: datetime | None
    failed: int = 0


_SAID_BY = {Source.VERIFIED: 0.95, Source.USER: 0.9, Source.INFERRED: 0.6}
_READ = 2000  # characters that are scored; no statement is longer
_OWN_CONFIDENCE = 0.4  # share of the claimed confidence in the certainty
_LESSONS = frozenset({MemoryType.PATH, MemoryType.NEGATIVE, MemoryType.BOUNDARY})


def infer_type(text: str) -> MemoryType:
    """Return the type that a statement most looks like; a fact when nothing speaks for another."""
    seen = features(text)
    votes = {
        MemoryType.BOUNDARY: (1.4 if cues.hard_limit(text) else 0.9) * seen.limit,
        MemoryType.NEGATIVE: 1.2 * seen.failure + 0.4 * (seen.failure and seen.cause),
        MemoryType.PATH: 1.3 * seen.worked + 0.2 * (seen.worked and bool(seen.identifiers)),
        MemoryType.PREFERENCE: 0.8 * (seen.ruled) + 0.7 * seen.wish - 0.3 * seen.definition,
        MemoryType.FACT: 0.7 + 0.4 * seen.definition + 0.3 * seen.personal - 0.3 * (seen.durable and seen.wish),
    }
    return max(votes, key=lambda kind: votes[kind])


def _clamp(value: float) -> float:
    return round(min(1.0, max(0.0, value)), 4)


def _questions(seen: Features, kind: MemoryType, draft: Draft) -> tuple[Reason, ...]:
    failed: list[Reason] = []
    kept_for_later = seen.ruled or seen.limit or seen.remember or draft.explicit
    if seen.one_off or ((seen.status or seen.chat or seen.question) and not kept_for_later and kind not in _LESSONS):
        failed.append(Reason("not_reusable", "It concerns this occasion only, not a later session."))
    if not seen.specifics and seen.words < 8 and not (seen.ruled or seen.personal or seen.wish):
        failed.append(Reason("obvious", "It names nothing particular; a later task would know it anyway."))
    if not seen.says_something and kind not in _LESSONS and not draft.explicit and not seen.wish:
        failed.append(Reason("changes_nothing", "No later decision would be taken differently for it."))
    return tuple(failed)


def _reusability(seen: Features, kind: MemoryType, draft: Draft) -> tuple[float, list[Reason]]:
    passing = seen.status and not (seen.ruled or seen.limit) and kind not in _LESSONS
    parts = [
        (0.25, seen.remember or draft.explicit, "explicit", "It was asked to be remembered."),
        (0.25, seen.ruled, "durable", "It is worded as a lasting rule."),
        (0.2, seen.limit, "limit", "It states a limit, a permission or a window."),
        (0.25, kind in _LESSONS, "lesson", "It is a lesson that a later task can use."),
        (0.15, seen.definition, "definition", "It says what something is or where it is."),
        (0.15, seen.personal, "personal", "It says something about a person."),
        (0.1, seen.wish, "wish", "It says how someone wants things done."),
        (0.1, seen.change, "change", "It says that something is different now."),
        (0.15, bool(seen.specifics), "specific", "It names numbers, identifiers or names."),
        (-0.45, seen.one_off, "one_off", "It is said of this once."),
        (-0.2, seen.question, "question", "It is a question."),
        (-0.25, seen.chat and not seen.says_something, "chit_chat", "It is small talk."),
        (-0.2, passing, "status", "It reports a passing state."),
    ]
    held = [part for part in parts if part[1]]
    return 0.35 + sum(part[0] for part in held), [Reason(code, text) for _, _, code, text in held]


def _certainty(seen: Features, draft: Draft) -> float:
    said = _SAID_BY[draft.source]
    value = said * (1 - _OWN_CONFIDENCE) + draft.confidence * _OWN_CONFIDENCE
    return value - 0.3 * (seen.guess and draft.source is Source.INFERRED) - 0.1 * seen.question


def _timeliness(seen: Features, draft: Draft, ends: datetime | None) -> float:
    if ends is not None:
        left = ends - draft.said_at
        if left <= timedelta(0):
            return 0.0
        return 0.4 if left <= timedelta(days=1) else 0.6 if left <= timedelta(days=10) else 0.75
    if seen.one_off:
        return 0.2
    return 0.95 if seen.durable or seen.limit else 0.5 if seen.status else 0.8


def score(draft: Draft, policy: GatePolicy) -> Scored:
    """Return scores, type, reasons and explicit end of a draft. Equal drafts always score equally."""
    text = draft.content[:_READ]
    seen = features(text)
    kind = draft.type or infer_type(text)
    ends = draft.expires_at or draft.valid_until or expiry(text, draft.said_at)
    failed = _questions(seen, kind, draft)
    reusability, reasons = _reusability(seen, kind, draft)
    reusability = _clamp(reusability - policy.question_penalty * len(failed))
    certainty = _clamp(_certainty(seen, draft))
    timeliness = _clamp(_timeliness(seen, draft, ends))
    value = _clamp(
        policy.w_reusability * reusability + policy.w_certainty * certainty + policy.w_timeliness * timeliness
    )
    if ends is not None:
        reasons.append(Reason("ends", f"It holds until {ends.isoformat()}."))
    scores = Scores(reusability=reusability, certainty=certainty, timeliness=timeliness, value=value)
    return Scored(scores, kind, (*reasons, *failed), ends, len(failed))


def place(scored: Scored, draft: Draft, policy: GatePolicy) -> Placement:
    """Return where a scored draft goes. What a user asked to keep is never discarded."""
    value = scored.scores.value
    kept = draft.explicit and draft.source is Source.USER
    if scored.failed >= 3 and not kept:
        return Placement.DISCARD
    if value >= policy.long_term:
        return Placement.LONG
    if value >= policy.short_term or kept:
        return Placement.SHORT
    return Placement.DISCARD

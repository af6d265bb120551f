"""Beliefs that were violated more than once: the same subject and relation, or nearly the same words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from hindsight_memory.domain.decision import Decision
from hindsight_memory.domain.decision_words import belief_names
from hindsight_memory.domain.patterns.calibration import is_known, is_violated
from hindsight_memory.domain.patterns.rates import FEW, Mean, Rate, mean, rate
from hindsight_memory.domain.review.lexicon import NEGATIONS
from hindsight_memory.domain.text.particulars import specifics
from hindsight_memory.domain.text.tokens import STOPWORDS, tokenize

_MOST = 20
_MOST_TEXTS = 1_000
"""Different beliefs in words that are compared with each other, the most frequent."""
_NEAR = 0.75

_Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RepeatedBelief:
    """A belief that was violated at least twice. ``belief`` is how it was said last; ``violated`` counts it among the
    known results of the same belief; ``tasks`` counts different ones."""

    belief: str
    violated: Rate
    tasks: int
    agents: tuple[str, ...]
    confidence: Mean
    first_at: datetime
    last_at: datetime
    decision_ids: tuple[str, ...]

    @property
    def few(self) -> bool:
        """Whether it was violated too rarely for a claim about it."""
        return self.violated.hits < FEW


@dataclass(frozen=True, slots=True)
class _Text:
    """What tells two beliefs in words apart: their words, and their particulars and denials, which have to agree."""

    words: frozenset[str]
    exact: tuple[frozenset[str], ...]

    @classmethod
    def of(cls, text: str) -> _Text:
        tokens = tokenize(text)
        numbers, identifiers, names = specifics(text)
        denials = frozenset({"not"} if sum(token in NEGATIONS for token in tokens) % 2 else ())
        words = frozenset(tokens) - STOPWORDS
        return cls(words or frozenset(tokens), (numbers, identifiers, names, denials))

    def is_near(self, other: _Text) -> bool:
        if self.exact != other.exact:
            return False
        return len(self.words & other.words) >= _NEAR * len(self.words | other.words)


def repeated_beliefs(decisions: Iterable[Decision]) -> tuple[RepeatedBelief, ...]:
    """Return the beliefs that were violated at least twice, the most frequent first; at most 20."""
    groups: dict[_Key, list[Decision]] = {}
    for one in decisions:
        if is_known(one):
            groups.setdefault(_key(one), []).append(one)
    found = [_repeated(members) for members in _joined(groups) if sum(map(is_violated, members)) > 1]
    return tuple(sorted(found, key=lambda one: (-one.violated.hits, -one.last_at.timestamp(), one.belief))[:_MOST])


def _key(decision: Decision) -> _Key:
    """Structured beliefs are told apart by subject and relation, others by their words."""
    subject, relation = belief_names(decision.belief)
    structured = bool(decision.belief.subject and decision.belief.relation)
    return (subject, relation) if structured else (decision.belief.statement.casefold().strip(" .。!！"),)


def _joined(groups: dict[_Key, list[Decision]]) -> list[list[Decision]]:
    """Put beliefs in words beside the nearest more frequent one that says nearly the same. Order never matters: the
    most frequent come first, ties by their text; and what is near is never near of near."""
    joined = [members for key, members in groups.items() if len(key) > 1]
    texts = sorted(((key, members) for key, members in groups.items() if len(key) == 1), key=_frequent)
    leaders: list[tuple[_Text, list[Decision]]] = []
    for key, members in texts[:_MOST_TEXTS]:
        text = _Text.of(key[0])
        near = next((led for leader, led in leaders if leader.is_near(text)), None)
        if near is None:
            leaders.append((text, list(members)))
        else:
            near.extend(members)
    return joined + [led for _, led in leaders] + [members for _, members in texts[_MOST_TEXTS:]]


def _frequent(group: tuple[_Key, list[Decision]]) -> tuple[int, _Key]:
    return -len(group[1]), group[0]


def _repeated(members: Sequence[Decision]) -> RepeatedBelief:
    ordered = sorted(members, key=lambda one: (one.decided_at, one.decision_id))
    violated = [one for one in ordered if is_violated(one)]
    return RepeatedBelief(
        belief=violated[-1].belief.statement,
        violated=rate(len(violated), len(ordered)),
        tasks=len({(one.space, one.task_id) for one in violated if one.task_id}),
        agents=tuple(sorted({one.agent for one in violated})),
        confidence=mean([one.confidence for one in violated]),
        first_at=violated[0].decided_at,
        last_at=violated[-1].decided_at,
        decision_ids=tuple(one.decision_id for one in violated[:-6:-1]),
    )

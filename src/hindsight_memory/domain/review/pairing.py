"""Two statements side by side: where their wordings agree, where they differ, and of whom they speak."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from hindsight_memory.domain.memory import Claim, MemoryType, Source
from hindsight_memory.domain.review import lexicon
from hindsight_memory.domain.review.wording import Wording
from hindsight_memory.domain.verdict import Reason


class Relation(StrEnum):
    """What a new statement is to an old one. A closed set."""

    SAME = "same"
    REFINES = "refines"
    REPLACES = "replaces"
    CONTRADICTS = "contradicts"
    DISTINCT = "distinct"


@dataclass(frozen=True, slots=True)
class Statement:
    """What is compared: a text with who says it, when, and when it holds."""

    text: str
    type: MemoryType
    source: Source
    said_at: datetime
    claim: Claim | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    speaker: str = ""
    task_id: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The relation, why, and how sure that is (in [0, 1])."""

    relation: Relation
    reasons: tuple[Reason, ...]
    certainty: float


@dataclass(frozen=True, slots=True)
class Pair:
    old: Statement
    new: Statement
    a: Wording
    b: Wording
    cosine: float | None
    prefix: int
    suffix: int

    @property
    def gap_old(self) -> tuple[str, ...]:
        return self.a.core[self.prefix : len(self.a.core) - self.suffix]

    @property
    def gap_new(self) -> tuple[str, ...]:
        return self.b.core[self.prefix : len(self.b.core) - self.suffix]

    @property
    def frame(self) -> tuple[str, ...]:
        """What both have in common around the one place where they differ."""
        tail = self.a.core[len(self.a.core) - self.suffix :] if self.suffix else ()
        return self.a.core[: self.prefix] + tail


def common_ends(a: tuple[str, ...], b: tuple[str, ...]) -> tuple[int, int]:
    shorter = min(len(a), len(b))
    prefix = 0
    while prefix < shorter and a[prefix] == b[prefix]:
        prefix += 1
    suffix = 0
    while suffix < shorter - prefix and a[-1 - suffix] == b[-1 - suffix]:
        suffix += 1
    return prefix, suffix


def comparison(kind: Relation, code: str, text: str, certainty: float) -> Comparison:
    return Comparison(relation=kind, reasons=(Reason(code, text),), certainty=certainty)


# Words of grammar: they carry a statement, but two statements that share only them share nothing.
GRAMMAR = (
    frozenset(
        lexicon.key(word)
        for word in (
            "be was do does did have has had will would can could in on at of to for from with by as and or any one been ever "
            "i we you he she it they his her their my our your its more longer 是 了 在 和 也 都 会 不 没 有 再"
        ).split()
    )
    | lexicon.NEGATIONS
)


def content(words: Wording) -> list[str]:
    return [t for t in words.core if t not in GRAMMAR]


def predicate(words: Wording) -> list[str]:
    """The content without names: what is said, not of whom."""
    return [t for t in content(words) if t not in words.names]


def same_subject(pair: Pair) -> bool:
    """Whether both begin with the same definite thing: a name, the speaker, "the X"."""
    a, b = pair.a, pair.b
    if a.indefinite or b.indefinite or not a.core or not b.core:
        return False
    if a.cjk != b.cjk:
        return False
    if a.cjk:
        return pair.prefix >= 2 or (pair.prefix >= 1 and a.core[0] in {"我", "你"})
    lead_a, lead_b = opening(a), opening(b)
    if lead_a or lead_b:
        return lead_a == lead_b
    return pair.prefix >= 1


TITLES = frozenset(lexicon.key(word) for word in "mr mrs ms dr md phd prof professor jr sr".split())


def opening(words: Wording) -> tuple[str, ...]:
    """The names that open a text (joined by "and"), or its pronoun; titles before them do not count."""
    lead: list[str] = []
    for token in words.core:
        if token in TITLES and not lead:
            continue
        if token in words.names or (token == "i" and not lead):
            lead.append(token)
        elif token != "and" or not lead:
            break
    return tuple(sorted(lead))

"""Counts, the audit log and the check-up at the edge."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from enum import StrEnum

from pydantic import Field

from hindsight_memory.domain.spending import Budget, Spent
from hindsight_memory.wire.body import Body
from hindsight_memory.wire.proposals import PendingBody
from hindsight_memory.wire.tiers import StorageBody


class LlmModelBody(Body):
    """What one model has cost on one day; ``money`` is in the currency of the prices that are set."""

    model: str
    calls: int
    input_tokens: int
    output_tokens: int
    money: float


class LlmBody(Body):
    """What the LLM has cost today (UTC) in all spaces, and how much it may cost. ``open`` says whether it may be
    asked now."""

    day: date
    tokens: int
    tokens_per_day: int
    money: float
    money_per_day: float | None
    open: bool
    models: list[LlmModelBody]

    @classmethod
    def of(cls, day: date, models: Mapping[str, Spent], budget: Budget, may_ask: bool) -> LlmBody:
        """Return the body of a day's meter."""
        rows = [
            LlmModelBody(
                model=name,
                calls=spent.calls,
                input_tokens=spent.input_tokens,
                output_tokens=spent.output_tokens,
                money=spent.micros / 1e6,
            )
            for name, spent in models.items()
        ]
        return cls(
            day=day,
            tokens=sum(spent.tokens for spent in models.values()),
            tokens_per_day=budget.tokens_per_day,
            money=sum(spent.micros for spent in models.values()) / 1e6,
            money_per_day=None if budget.micros_per_day is None else budget.micros_per_day / 1e6,
            open=may_ask,
            models=rows,
        )


class StatsBody(Body):
    """How much a space holds, by what; ``spaces`` are those that the caller may name. ``home`` is empty,
    ``bytes_on_disk`` 0 and ``llm`` absent for who may not name every space; ``llm`` also where there is none.
    ``pending`` is what waits for a person, ``storage`` what lies in which tier."""

    space: str
    home: str
    bytes_on_disk: int
    counts: dict[str, dict[str, int]]
    spaces: list[str]
    pending: PendingBody = PendingBody(waiting=0, oldest_at=None, age_days=None)
    storage: list[StorageBody] = Field(default_factory=list[StorageBody])
    llm: LlmBody | None = Field(default=None, exclude_if=lambda value: value is None)

    @classmethod
    def of(
        cls,
        space: str,
        home: str,
        size: int,
        counts: Mapping[str, Mapping[str, int]],
        spaces: list[str],
        llm: LlmBody | None = None,
    ) -> StatsBody:
        """Return the body of counts."""
        plain = {name: dict(by) for name, by in counts.items()}
        return cls(space=space, home=home, bytes_on_disk=size, counts=plain, spaces=spaces, llm=llm)


class InitAnswer(Body):
    """Where the store is; ``created`` says whether it was made now."""

    home: str
    created: bool
    space: str


class AuditBody(Body):
    """One change of the audit log."""

    space: str
    number: int
    recorded_at: datetime
    actor: str
    action: str
    subject_id: str
    reason: str
    content_hash: str
    previous: str
    hash: str


class AuditList(Body):
    """Part of the audit log, newest first."""

    items: list[AuditBody]
    next_cursor: str | None


class AuditVerified(Body):
    """The chains hold: how many entries were checked."""

    verified: bool
    entries: int
    space: str | None


class Grade(StrEnum):
    """How a check came out."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


class CheckBody(Body):
    """One check: how it came out, what was seen, and what to do about it."""

    name: str
    grade: Grade
    seen: str
    advice: str


class CheckupBody(Body):
    """All checks; ``healthy`` is false when one failed."""

    healthy: bool
    checks: list[CheckBody]
    settings: dict[str, str]

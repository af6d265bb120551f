"""The second look: what an LLM adds to the rules' reading of a trace, checked, within its budgets.

Whatever goes wrong, the rules' drafts remain and the reason stands in ``degraded``. Never called in a transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from hindsight_memory.domain.errors import LlmUnavailable, LlmUnusable
from hindsight_memory.domain.memory import Draft, Memory
from hindsight_memory.domain.report import LeftOut
from hindsight_memory.domain.review import asking, proposed, rulings
from hindsight_memory.domain.review.distil import Dropped
from hindsight_memory.domain.review.joining import joined
from hindsight_memory.domain.review.scrutiny import Case, scrutinised
from hindsight_memory.domain.trace import Trace
from hindsight_memory.domain.verdict import Reason
from hindsight_memory.ports.reviewer import Question
from hindsight_memory.services.allowance import Allowance, Purse, ReviewBudgetSpent

T = TypeVar("T")

REVIEW_BUDGET = "llm_review_budget"
PARTIAL = "llm_partial"
_REFUSED_SHOWN = 20


@dataclass(frozen=True, slots=True)
class LookPolicy:
    """How much is shown to the model, what it may write, and how sure it must be (in [0, 1]).

    A trace goes out in at most ``portions`` pieces of ``portion_tokens``; an answer that is not of the schema is
    asked for again ``retries`` times. ``judge_conflicts`` also asks about disputed pairs, ``pairs`` at a time."""

    portions: int = 3
    portion_tokens: int = 6_000
    max_output_tokens: int = 1_500
    retries: int = 1
    sure_from: float = 0.6
    judge_conflicts: bool = True
    conflict_sure_from: float = 0.85
    pairs: int = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """The drafts after the second look. ``owed`` is why the task should be looked at again later, if it should."""

    drafts: tuple[Draft, ...]
    left_out: tuple[LeftOut, ...] = ()
    degraded: tuple[str, ...] = ()
    owed: LlmUnavailable | None = None
    asked: bool = False

    @property
    def reviewer(self) -> str:
        """Who looked at the task."""
        return "rules and llm" if self.asked else "rules"


@dataclass(frozen=True, slots=True)
class SecondLook:
    """Asks, checks, joins."""

    allowance: Allowance
    policy: LookPolicy

    def at(
        self, trace: Trace, drafts: Sequence[Draft], dropped: Sequence[Dropped], *, limit: int, purse: Purse
    ) -> Opinion:
        """Return the drafts of the rules with what the model adds; the rules' alone when it cannot be asked."""
        if not asking.worth_asking(trace):
            return Opinion(drafts=tuple(drafts))
        policy = self.policy
        texts, missed = asking.portions(trace, drafts, tokens=policy.portion_tokens, most=policy.portions)
        degraded = [PARTIAL] if missed else []
        owed: LlmUnavailable | None = None
        answered = 0
        offered: list[proposed.Proposed] = []
        refused: list[LeftOut] = []
        for text in texts:
            try:
                answer = self._proposals(text, limit, purse)
            except ReviewBudgetSpent:
                degraded.append(REVIEW_BUDGET)
                break
            except LlmUnavailable as error:
                degraded.append(error.code)
                owed = error
                break
            answered += 1
            offered += answer.proposed
            refused += _refused(answer)
        held, unheld = scrutinised(offered, Case(trace, dropped, policy.sure_from))
        kept, surplus = joined(drafts, held, limit)
        return Opinion(
            drafts=tuple(kept),
            left_out=(*refused, *unheld[:_REFUSED_SHOWN], *surplus[:_REFUSED_SHOWN]),
            degraded=tuple(degraded),
            owed=owed,
            asked=answered > 0,
        )

    def rulings(self, pairs: Sequence[tuple[Memory, Memory]], purse: Purse) -> list[rulings.Ruling]:
        """Return what the model says about pairs, ``UNRULED`` where it is not sure enough or the budget ended.

        Raises LlmUnavailable."""
        found: list[rulings.Ruling] = []
        for start in range(0, len(pairs), self.policy.pairs):
            batch = pairs[start : start + self.policy.pairs]
            try:
                found += self._ruled(batch, purse)
            except ReviewBudgetSpent:
                break
        found += [rulings.UNRULED] * (len(pairs) - len(found))
        sure = self.policy.conflict_sure_from
        return [one if one.confidence >= sure else rulings.UNRULED for one in found]

    def _proposals(self, text: str, limit: int, purse: Purse) -> proposed.Answered:
        question = Question(
            system=asking.instructions(limit),
            text=text,
            name="memories",
            schema=proposed.SCHEMA,
            max_tokens=self.policy.max_output_tokens,
        )

        def read(said: str) -> proposed.Answered | str:
            answer = proposed.read_proposed(said)
            return answer.reason if isinstance(answer, proposed.Unreadable) else answer

        return self._asked(question, purse, read)

    def _ruled(self, pairs: Sequence[tuple[Memory, Memory]], purse: Purse) -> list[rulings.Ruling]:
        question = Question(
            system=rulings.INSTRUCTIONS,
            text=rulings.pairs_text(pairs),
            name="pairs",
            schema=rulings.SCHEMA,
            max_tokens=min(self.policy.max_output_tokens, 60 + 40 * len(pairs)),
            batch=True,
        )

        def read(said: str) -> list[rulings.Ruling] | str:
            return rulings.read_rulings(said, len(pairs)) or 'The answer holds no JSON object with a list "pairs".'

        return self._asked(question, purse, read)

    def _asked(self, question: Question, purse: Purse, read: Callable[[str], T | str]) -> T:
        """Ask until the answer can be read, at most ``retries`` times more. ``read`` gives a complaint instead of a
        value. Raises LlmUnusable with the last complaint."""
        complaint = ""
        for _ in range(1 + self.policy.retries):
            again = replace(question, text=question.text + asking.complaint(complaint)) if complaint else question
            reply = self.allowance.ask(again, purse)
            value = read(reply.text)
            if not isinstance(value, str):
                return value
            complaint = f"It was cut off at its limit. {value}" if reply.cut else value
        failure = LlmUnusable(f"The LLM's answer cannot be used: {complaint}")
        self.allowance.leave_alone(failure)
        raise failure


def _refused(answer: proposed.Answered) -> list[LeftOut]:
    left = [LeftOut(text="", evidence=(), reason=Reason("llm_schema", why)) for why in answer.violations]
    if answer.unread:
        why = f"The answer held {answer.unread} more entries than are read."
        left.append(LeftOut(text="", evidence=(), reason=Reason("llm_count", why)))
    return left[:_REFUSED_SHOWN]

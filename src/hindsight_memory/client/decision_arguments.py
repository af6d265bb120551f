"""The keyword arguments of the calls on decisions, for editors and type checkers; the bodies of ``wire`` check them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from pydantic import Field

from hindsight_memory.client.arguments import InSpace, Time
from hindsight_memory.client.values import shown
from hindsight_memory.domain.decision import DecisionKind, DeltaResult, ExpectedKind, OutcomeSource
from hindsight_memory.domain.errors import Invalid
from hindsight_memory.wire.decisions import IntentBody

_LONGEST = 120
"""Characters of an argument's value in a text."""
_NAMED = re.compile(r"\{([A-Za-z_]\w*)\}")
_TRIPLE = ("belief_subject", "belief_relation", "belief_object")
_FILLED = ("intent", "belief_text", *_TRIPLE, "observation", "expected")

Triple = tuple[str, str, str]
"""A belief as subject, relation and object."""


class IntentArguments(InSpace, total=False):
    """What a decision rests on, and what is expected of it."""

    intent_type: str
    belief_text: str
    belief_subject: str
    belief_relation: str
    belief_object: str
    observation: str
    expected: str
    expected_kind: ExpectedKind | str | None
    action: str
    options: str | Sequence[str]
    choice_reason: str
    confidence: float
    memory_ids: str | Sequence[str]
    kind: DecisionKind | str
    task_id: str
    session_id: str
    step: int | None
    decided_at: Time | None
    top_k: int


class OutcomeArguments(InSpace, total=False):
    """What happened, and who says so."""

    outcome: str
    outcome_source: OutcomeSource | str
    outcome_status: str
    exit_code: int | None
    outcome_event: int | None
    claimed: DeltaResult | str | None
    outcome_at: Time | None


class RecordArguments(IntentArguments, OutcomeArguments, total=False):
    """A decision, with its outcome if that is known already."""


class DecidingArguments(IntentArguments, total=False):
    """A decision that is about to be made; ``belief`` is a sentence or (subject, relation, object)."""

    belief: str | Triple


class DecisionsArguments(TypedDict, total=False):
    """Which decisions to list."""

    intent_type: str | Sequence[str]
    agent: str | Sequence[str]
    kind: DecisionKind | str | Sequence[DecisionKind | str]
    result: DeltaResult | str | Sequence[DeltaResult | str]
    open: bool | None
    inferred: bool | None
    since: Time | None
    until: Time | None
    task_id: str
    memory_id: str
    space: str | Sequence[str] | None
    limit: int
    cursor: str | None


class SimilarArguments(TypedDict, total=False):
    """What is about to be decided, beside ``query``, and which past decisions count."""

    belief: str
    intent: str
    intent_type: str | Sequence[str]
    agent: str | Sequence[str]
    result: DeltaResult | str | Sequence[DeltaResult | str]
    since: Time | None
    until: Time | None
    top_k: int
    space: str | Sequence[str] | None


class PatternsArguments(TypedDict, total=False):
    """Which decisions to look at."""

    since: Time | None
    until: Time | None
    intent_type: str | Sequence[str]
    agent: str | Sequence[str]
    space: str | Sequence[str] | None


class WeeklyArguments(TypedDict, total=False):
    """Which week to report (such as ``2026-W48``), as ``json``, ``markdown`` or ``html``, in ``en`` or ``zh``."""

    week: str
    format: str
    lang: str
    space: str | Sequence[str] | None


class DecidingOptions(IntentBody):
    """A decision to record before and after something is done. Texts may name a function's arguments in braces, as in
    ``{package} and {other} are independent``."""

    intent: str = Field(default="", description="What is about to be done.")
    belief: str | Triple = Field(default="", description="The belief: a sentence, or subject, relation and object.")

    @classmethod
    def checked(cls, given: Mapping[str, object], *, named: bool = False) -> DecidingOptions:
        """Take them; ``named`` ones get their intent from a call. Raises UnknownArgument, Invalid."""
        options = cls.taken(given)
        if not any(str(options.stated.get(name, "")).strip() for name in (*_TRIPLE, "belief_text")):
            raise Invalid("A decision rests on a belief.", hint="Say it: belief='A and B are independent'.")
        if not named and not options.intent.strip():
            raise Invalid("A decision has an intent.", hint="Say in a few words what is about to be done.")
        return options

    def named(self, name: str, args: Mapping[str, object]) -> DecidingOptions:
        """Return the options for one call of a function: its arguments stand where texts name them, and the call is
        the intent, and the action, where nothing else is said."""

        def fill(text: str) -> str:
            return _NAMED.sub(lambda found: shown(args[found[1]], _LONGEST) if found[1] in args else found[0], text)

        call = f"{name}({', '.join(f'{key}={shown(value, _LONGEST)}' for key, value in args.items())})"[:500]
        filled: dict[str, object] = {field: fill(text) for field in _FILLED if (text := getattr(self, field))}
        belief = self.belief
        filled["belief"] = fill(belief) if isinstance(belief, str) else tuple(fill(part) for part in belief)
        return self.model_copy(update={"intent": call, **filled, "action": self.action or call})

    @property
    def stated(self) -> dict[str, Any]:
        """What is recorded before anything is done, by the names of ``record_decision``."""
        given = {name: getattr(self, name) for name in self.model_fields_set - {"belief"}}
        if isinstance(self.belief, tuple):
            given |= dict(zip(_TRIPLE, self.belief, strict=True))
        elif self.belief:
            given["belief_text"] = self.belief
        return {name: value for name, value in given.items() if value not in ("", None)}

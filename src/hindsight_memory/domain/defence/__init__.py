"""The defence at the write gate: rules that look at one offered text, without a store and without a model.

Each rule is a module with a stable ``code``; ``RULES`` is the whole default set. A rule sees the text with what
hides words undone, and its channel: a tool's output or a page is not the user.
"""

from __future__ import annotations

from hindsight_memory.domain.defence import (
    encoded,
    exfiltration,
    filler,
    hidden_characters,
    link_exfiltration,
    overriding,
    persistent_rule,
    persona,
    poisoned_experience,
    protected_target,
    request,
    role_forging,
    secrets,
)
from hindsight_memory.domain.defence.offered import Action, Finding, Offered, Rule

RULES: tuple[Rule, ...] = (
    hidden_characters,
    overriding,
    role_forging,
    persona,
    exfiltration,
    link_exfiltration,
    encoded,
    protected_target,
    persistent_rule,
    poisoned_experience,
    request,
    filler,
    secrets,
)


def inspect(offered: Offered) -> tuple[Finding, ...]:
    """Everything the rules find, in the order of ``RULES``. Empty for a harmless text; never raises on any text."""
    return tuple(finding for rule in RULES if (finding := rule.find(offered)) is not None)


__all__ = ["RULES", "Action", "Finding", "Offered", "Rule", "inspect"]

"""Writes to keys that say who the agent is and what it may do, by anyone but its user."""

from __future__ import annotations

import re

from hindsight_memory.domain.defence.offered import Action, Finding, Offered

code = "protected_target"

_PROTECTED = re.compile(
    r"(?:^|[./:_-])(?:system|identity|security|permissions?|capabilit(?:y|ies)|trust_?level|privileges?|roles?|acl|policy|policies|credentials?|auth|config|system_?prompt|instructions|guardrails)(?:[./:_-]|$)"
)
_POWER = re.compile(
    r"\b(?:super ?admin|admin(?:istrator)?|root|sudo|superuser|unrestricted|unlimited|full access|all permissions|delete_all|write_all|execute|code_execution|network_unrestricted|file_system_access|bypass|disable|owner|trusted|allow(?:ed)? all|god|\*)\b|超级管理员|管理员|最高权限|无限制|完全访问"
)
_SYSTEM = re.compile(r"^(?:system|identity|security|agent|permissions?)\b")
_PERMITS = re.compile(
    r"\b(?:allow|allowed|enable|enabled|grant|granted|permit|permitted|unrestricted|disable|disabled|trust|pre-?approved|approve|approved|authori[sz]ed?|exempt|waive|relax|elevate)\w*\b"
)


def find(offered: Offered) -> Finding | None:
    """Power claimed under a protected key. The user's own words, and keys without power in the text, pass."""
    if not offered.target or offered.from_user:
        return None
    key = offered.target.casefold()
    if not _PROTECTED.search(key):
        return None
    text = offered.folded
    if _POWER.search(text) or (_SYSTEM.match(key) and _PERMITS.search(text)):
        return Finding(code, f"It claims power under the protected key {offered.target!r}.", Action.QUARANTINE)
    return None

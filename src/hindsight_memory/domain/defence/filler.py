"""Bulk without content: a text blown up by repeating itself, to flood a store or a context."""

from __future__ import annotations

from hindsight_memory.domain.defence.offered import Action, Finding, Offered

code = "filler"

_LONG = 1_000
_REPEATED_WORDS = 60
_DISTINCT_SHARE = 0.08


def find(offered: Offered) -> Finding | None:
    """More than 1,000 characters of which nearly all repeat (one run without spaces, or the same few words)."""
    text = offered.inspected
    if len(text) < _LONG:
        return None
    words = text.split()
    one_run = len(set(text)) <= 6
    repeated = len(words) >= _REPEATED_WORDS and len(set(words)) < _DISTINCT_SHARE * len(words) and len(set(words)) < 25
    if one_run or repeated:
        return Finding(code, "It repeats itself without saying anything more.", Action.QUARANTINE)
    return None

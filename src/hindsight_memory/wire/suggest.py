"""What somebody may have meant by a name that does not exist."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from types import MappingProxyType

# Names that other memory products give to what we have under another name.
ELSEWHERE: Mapping[str, str] = MappingProxyType(
    {
        "actual": "outcome",
        "agent_id": "space",
        "alternatives": "options",
        "app_id": "space",
        "assumption": "belief_text",
        "belief": "belief_text or belief_subject, belief_relation, belief_object",
        "category": "memory_type",
        "collection": "space",
        "data": "content",
        "delta": "claimed",
        "expectation": "expected",
        "expiration_date": "expires_at",
        "evidence": "observation",
        "filters": "memory_type, source, tags, since or until",
        "goal": "intent",
        "hypothesis": "belief_text",
        "id": "memory_id",
        "k": "top_k",
        "kind": "memory_type",
        "labels": "tags",
        "limit": "top_k",
        "memory": "content",
        "messages": "content",
        "n": "top_k",
        "namespace": "space",
        "num_results": "top_k",
        "prediction": "expected",
        "project": "space",
        "rationale": "choice_reason",
        "reasoning": "choice_reason",
        "q": "query",
        "scope": "space",
        "tenant": "space",
        "text": "content",
        "threshold": "min_score",
        "type": "memory_type",
        "user_id": "space",
    }
)


def nearest(name: str, known: Iterable[str]) -> str:
    """Return a sentence with the known name that is meant, or with all known names."""
    names = sorted(known)
    meant = ELSEWHERE.get(name, "")
    if meant and any(part in names for part in meant.replace(" or ", ", ").split(", ")):
        return f"Use {meant}."
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    if near:
        return f"Did you mean {near[0]}?"
    return f"Known are: {', '.join(names)}."

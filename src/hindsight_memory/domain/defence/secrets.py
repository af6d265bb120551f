"""Secrets in the text: they are taken out before anything is stored."""

from __future__ import annotations

from hindsight_memory.domain.defence.offered import Action, Finding, Offered
from hindsight_memory.domain.defence.redaction import redact

code = "secret_redacted"


def find(offered: Offered) -> Finding | None:
    """Names the kinds of secrets; ``redaction.redact`` gives the text without them."""
    kinds = redact(offered.text).kinds
    if not kinds:
        return None
    return Finding(code, f"It holds a secret ({', '.join(kinds)}), which is not stored.", Action.REDACT)

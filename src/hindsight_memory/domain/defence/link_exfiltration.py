"""Markup that sends data away when it is shown, and links that carry what was said."""

from __future__ import annotations

import re

from hindsight_memory.domain.defence.offered import Action, Finding, Offered

code = "link_exfiltration"

_CARRIES = (
    re.compile(r"!\[[^\]\n]{0,200}\]\(\s*<?https?://[^)\s]{1,500}[?&/=](?:[^)\s]{0,200})(?:\{|%7b|\$|<|\[|data=|q=|prompt=|secret|token=|history|conversation|exfil)", re.I),
    re.compile(r"<(?:img|iframe|script|object|embed|link|audio|video|form|meta)\b[^>]{0,300}(?:src|href|action|data|content)\s*=\s*[\"']?\s*https?:[^>]{0,300}[?&=][^>]{0,100}(?:\{|\$|data|secret|token|prompt|history)", re.I),
    re.compile(r"https?://[^\s\"')<>]{1,300}[?&](?:data|secret|token|key|password|history|prompt|context|exfil|leak)=(?:\{|\[|<|\$|%7b)", re.I),
    re.compile(r"!\[[^\]\n]{0,100}\]\(\s*https?://[^)\s]{0,400}\{[^)\s]{1,60}\}", re.I),
)  # fmt: skip

# Markup that runs: code to write about for a user, a trap in a page.
_RUNS = re.compile(r"<script\b|\bjavascript:|\bdata:text/html|<[^>]{1,100}\son(?:error|load|click)\s*=", re.I)


def find(offered: Offered) -> Finding | None:
    """An image, frame, script or link whose address takes data along."""
    text = offered.inspected
    if offered.untrusted and _RUNS.search(text):
        return Finding(code, "It contains markup that runs.", Action.QUARANTINE)
    if ("http" in text or "<" in text or "javascript" in text) and any(p.search(text) for p in _CARRIES):
        return Finding(code, "It contains markup or a link that sends data away.", Action.QUARANTINE)
    return None

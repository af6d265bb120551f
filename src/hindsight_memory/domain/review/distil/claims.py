"""A statement as a triple where it can be read off without doubt: ``X is Y``, X 是 Y, X 从 A 改成 B."""

from __future__ import annotations

import re

from hindsight_memory.domain.memory import Claim
from hindsight_memory.domain.text.language import HAN
from hindsight_memory.domain.text.normal import fold

_EN_IS = re.compile(
    r"^(?:the\s+|our\s+|my\s+)?(?P<subject>[A-Za-z][\w .'/-]{2,50}?)\s+(?P<relation>is|are|lives?\s+(?:at|in)|belongs?\s+to|uses?|runs?\s+on)\s+(?:now\s+)?(?P<object>(?!not\b|n't)[^,;.?!]{1,80}?(?:\.\d[^,;?!\s]*)?)(?=[,;.?!]|$)",
    re.IGNORECASE,
)
_ZH_IS = re.compile(
    rf"^(?P<subject>[\w{HAN} .'/-]{{2,24}}?)\s?(?:现在|目前)?(?P<relation>是|为|叫|等于)(?!不|否|吗|什么)\s?(?P<object>[^,，;；。？?！!\s吗][^,，;；。？?！!]{{0,60}})"
)
_ZH_CHANGED = re.compile(
    rf"^(?P<subject>[\w{HAN} .'/-]{{2,24}}?)\s?(?:从[^,，;；。]{{1,20}})?(?:改成|改为|调整为|变为|变成|升到|提高到|降到|换成)\s?(?P<object>[^,，;；。？?！!]{{1,60}})"
)
_POINTING = re.compile(
    r"^(?:it|this|that|these|those|there|he|she|they|we|you|i|what|which|who|one)\b|^[这那它他她我你您]", re.IGNORECASE
)


def claim_of(text: str) -> Claim | None:
    """Return the claim of a one-clause statement, or None. Subject and relation are folded."""
    for pattern in (_ZH_CHANGED, _ZH_IS, _EN_IS):
        found = pattern.match(text)
        if found is None or _POINTING.match(found["subject"]):
            continue
        relation = fold(found.groupdict().get("relation") or "是")
        relation = {"are": "is", "为": "是", "叫": "是", "等于": "是"}.get(relation, relation)
        return Claim(fold(found["subject"]), relation, found["object"].strip())
    return None

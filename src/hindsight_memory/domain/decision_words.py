"""What a decision is found, shown and counted by: its tokens, a line of it, the folded names of its parts."""

from __future__ import annotations

import re

from hindsight_memory.domain.decision import Belief, Decision
from hindsight_memory.domain.text.normal import fold
from hindsight_memory.domain.text.particulars import specifics
from hindsight_memory.domain.text.tokens import tokenize

BELIEF_WIDTH = 120.0
"""How wide a belief may be: a CJK character counts ``CJK_WIDTH``, any other 1; so 50 of the one or 120 of the other."""
CJK_WIDTH = 2.4
_CJK = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
# Compounds of plain English, which look like names of packages: read-only, thread-safe, up-to-date.
_COMPOUND = re.compile(
    r"(?:non|re|pre|post|co|multi|single|long|short|high|low|up|read|write|well|built|cross|back|third|real|self|open|"
    r"semi|half|full|one|two|three|out|in|on|off|end|follow|day|time|state|opt|plug|sign|log|set|roll)(?:-[a-z]+)+"
    r"|(?:[a-z]+-)+(?:safe|only|free|based|like|aware|ready|side|wide|level|term|in|out|up|off|date|driven|compatible|"
    r"dependent|independent|specific|sensitive|tolerant|proof|style|size|sized|time|way|to|the|of|bound|heavy|friendly|"
    r"consuming|related|defined|made|run|running|facing|effective|critical)"
)
_NO_NAME = re.compile(r"[\s\-/]+")


def width(text: str) -> float:
    """How wide a text is, as ``BELIEF_WIDTH`` measures it."""
    cjk = len(_CJK.findall(text))
    return cjk * CJK_WIDTH + (len(text) - cjk)


def type_name(intent_type: str) -> str:
    """The one form of an intent type: folded, with ``_`` for spaces, hyphens and slashes."""
    return _NO_NAME.sub("_", fold(intent_type)).strip("_")


def belief_names(belief: Belief) -> tuple[str, str]:
    """Subject and relation as beliefs are compared by them; a belief in words is its own subject."""
    return fold(belief.subject or belief.text), fold(belief.relation)


def decision_tokens(decision: Decision) -> tuple[str, ...]:
    """The tokens of everything it says, by which it is found in words."""
    outcome = decision.outcome.text if decision.outcome else ""
    said = (
        decision.belief.statement,
        decision.intent,
        decision.intent_type.replace("_", " "),
        decision.observation,
        decision.expectation.text,
        decision.action,
        *decision.options,
        decision.choice_reason,
        outcome,
    )
    return tuple(token for text in said if text for token in tokenize(text))


def line(decision: Decision) -> str:
    """Intent, belief and expectation in one short line."""
    parts = [decision.intent, f"believing: {decision.belief.statement}"]
    if decision.expectation.text:
        parts.append(f"expecting: {decision.expectation.text}")
    return "; ".join(parts)


def unseen_entities(belief: str, observation: str) -> tuple[str, ...]:
    """Numbers, identifiers and names of a belief that occur nowhere in the observation, sorted; none without one."""
    seen = fold(observation)
    if not seen:
        return ()
    named = frozenset[str]().union(*specifics(belief))
    return tuple(sorted(entity for entity in named if not is_compound(entity) and not _occurs(entity, seen)))


def is_compound(word: str) -> bool:
    """Whether a folded word with hyphens is plain English and names nothing."""
    return _COMPOUND.fullmatch(word) is not None


def _occurs(entity: str, seen: str) -> bool:
    """Whether it stands there whole: 5 is not in 15, test not in testing; Chinese may stand between anything."""
    start, end = (r"(?<![\w.])" if entity[0].isascii() else ""), (r"(?!\w)" if entity[-1].isascii() else "")
    return re.search(f"{start}{re.escape(entity)}{end}", seen, re.ASCII) is not None

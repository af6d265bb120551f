"""The belief in a statement: the clause that says what the agent takes to be true, short enough to be one.

A statement is what the agent said or thought before a call. Its questions, requests, plans, courtesies and
reports are left out; of what remains the clause that concludes, assumes or states something about what the call
is made with is the belief. A clause that would not be understood alone is left out too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hindsight_memory.domain.decision_words import BELIEF_WIDTH, CJK_WIDTH
from hindsight_memory.domain.extraction import words as cue
from hindsight_memory.domain.review.distil.overlap import words
from hindsight_memory.domain.text.cues import asks
from hindsight_memory.domain.text.language import HAN, is_chinese
from hindsight_memory.domain.text.particulars import specifics
from hindsight_memory.domain.text.sentences import phrases, split, without_code

LONGEST = BELIEF_WIDTH
"""Of a belief, as ``weight`` counts it."""
_HAN_CHARACTER = re.compile(f"[{HAN}]")
_LEAST_WORDS = 4
_LEAST_HAN = 6
_THRESHOLD = 1.5
_MOST_PHRASES = 24
_LONGEST_STATEMENT = 8000
_LONGEST_FIELD = 160
_RUN = 4  # phrases that stand together in one belief at most

# A line that shows a value under its label, or a field of a form: details, no belief.
_LABELLED = re.compile(
    r"^\s*(?:[-*•·]|\d{1,2}[.)、])?\s*(?:\*\*)?[^:：.。!?]{1,40}(?:\*\*)?\s*[:：](?:\*\*)?\s*\S.{0,60}$"
)
_BULLET = re.compile(r"^\s*(?:[-*•·]|\d{1,2}[.)、])\s+")
_SPACES = re.compile(r"[^\S\n]{2,}")
_EMPHASIS = re.compile(r"\*\*|__|`{3}")
_LEAD = re.compile(
    r"^(?:so|therefore|thus|hence|however|but|and|also|then|now|well|okay|ok|yes|no|great|next|finally|additionally|furthermore|moreover|in\s+addition"
    r"|unfortunately|currently|this\s+means(?:\s+that)?|that\s+means(?:\s+that)?|which\s+means(?:\s+that)?|it\s+(?:seems|appears)(?:\s+that)?"
    r"|i\s+(?:think|believe|guess|suspect)(?:\s+that)?|based\s+on\s+(?:this|that)(?:\s+information)?|according\s+to\s+(?:this|that))\b\s*[,:]?\s*"
    r"|^(?:所以|因此|那么|但是?|不过|而且|并且|另外|此外|也就是说|这?说明|看来|我认为|我觉得|我猜|然而|可见|好的|目前|现在)[,，:：]?\s*",
    re.IGNORECASE,
)
_CONCLUSION = re.compile(
    r"^(?:so|therefore|thus|hence|which\s+means|meaning)\b|^(?:所以|因此|因而|于是|说明|意味着)", re.IGNORECASE
)
_BARE = re.compile(
    r"^(?:it|its|this|that|they|them|these|those|he|she|which|who|whose|where|when|one|both|neither|none|there|and|or|but|to|of|for|with|in|on|at|if|unless|not|the\s+(?:first|second|other|former|latter))\b"
    r"(?!\s+(?:reservation|flight|order|file|test|user|error|discrepancy|document|page|function|module|booking|account))|^(?:它|这(?![个些]?[^是样])|那(?![个些]?[^是样])|他|她|其(?!他)|并|且|而|或|和|与|如果|除非)",
    re.IGNORECASE,
)
_LABEL = re.compile(r"^[A-Z][\w ]{1,24}:\s+(?=[A-Z])")
# A pronoun at the end of a single clause stands for something outside it.
_UNRESOLVED = re.compile(
    r"^[^,，]*\s(?:it|them|this|that|these|those|him|her)$|^[^,，]*(?:它|它们|这个|那个|他|她)$", re.IGNORECASE
)
_UNDONE = re.compile(
    r"^(?:since|because|as|given\s+that|although|though|while)\s+|^(?:因为|由于|既然|虽然|尽管)", re.IGNORECASE
)
_BECAUSE = re.compile(r"\s+(?=because\b)|(?=因为)(?<=\S)", re.IGNORECASE)
_ARTICLE = re.compile(
    r"(?:the|an?|this|that|these|those|it|there|my|your|our|their|you|we|i|all|both|no|since|because|without)\b"
)
_RELATIVE = re.compile(r"^which\s+(?=\w)", re.IGNORECASE)
_ADVERBIAL = re.compile(
    r"^(?:without|after|before|due\s+to|given|based|according|despite|besides|by)\b|^(?:没有|根据|按照|除了|鉴于)",
    re.IGNORECASE,
)
_STATES = re.compile(
    r"\b(?:is|are|was|were|has|have|had|costs?|equals?|contains?|includes?|means?|exists?|belongs?|uses?|needs?|requires?|allows?|supports?|covers?|returns?|lives?|works?|depends?|holds?|can|will|should|must|cannot|does|do|did|may|might|could|would|seems?|appears?|isn't|aren't|can't|won't|doesn't|remains?|gives?|takes?|makes?)\b"
    r"|[是有为在能可会应需要没无不等属于已含达共够超须必缺得被把]|依赖|来自|导致|造成|引起|使用|调用|返回|支持|对应|存在|位于|占用|覆盖|通过|冲突|兼容|负责|相同|一致|正确|错误|正常",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Said:
    """A belief found in a statement: its clause, how much speaks for it (from 1.5 up), and the sentence it is of."""

    text: str
    strength: float
    sentence: str

    @property
    def confidence(self) -> float:
        """How sure the agent words it: 0.5 hedged, 0.85 certain, else 0.7."""
        if cue.HEDGES.found(self.text):
            return 0.5
        return 0.85 if cue.CERTAIN.found(self.text) else 0.7


def weight(text: str) -> float:
    """Return the length of a belief as its limit counts it: a Chinese character ``CJK_WIDTH``, any other 1,
    Chinese marks among them (other than in ``decision_words.width``)."""
    han = len(_HAN_CHARACTER.findall(text))
    return len(text) + han * (CJK_WIDTH - 1)


def lack_in(statement: str) -> str:
    """Return the clause of a statement that says what the last answer lacks; else empty."""
    lacking = (
        clause.strip(" ,，;；:：.。")
        for sentence in _sentences(statement)
        for clause in _clauses(sentence)
        if cue.LACKS.found(clause) and weight(clause) <= LONGEST
    )
    return next((_LEAD.sub("", clause) for clause in lacking), "")


def belief_in(statement: str, about: str) -> Said | None:
    """Return the belief of a statement that a call relies on; None when there is none.

    ``about`` is the call in words (its name and arguments): of two clauses the one that speaks of it counts more,
    and of two equal ones the later.
    """
    best: Said | None = None
    named = words(about)
    for sentence in _sentences(statement):
        for clause in _clauses(sentence):
            text = _standing(clause)
            strength = _strength(clause, named) if text else 0.0
            if strength >= _THRESHOLD and (best is None or strength >= best.strength):
                best = Said(text, strength, sentence)
    return best


def plan_in(statement: str) -> str:
    """Return the last clause that says what the agent is about to do, of at most 200 characters; else empty."""
    found = ""
    for sentence in split(plain_text(statement)):
        if not asks(sentence) and not cue.TO_USER.found(sentence):
            found = next((p for p in (sentence, *phrases(sentence)) if cue.PLANS.starts(p) and len(p) <= 200), found)
    return found.rstrip(".。;；,，")


def plain_text(statement: str) -> str:
    """The end of a statement, which is nearest to the act, without code, fields of forms and emphasis."""
    text = _SPACES.sub(" ", without_code(statement[-_LONGEST_STATEMENT:]))
    kept = [line.strip() for line in text.split("\n")]
    kept = [line for line in kept if len(line) > _LONGEST_FIELD or not _LABELLED.match(line)]
    return _EMPHASIS.sub("", "\n".join(kept))


def _sentences(statement: str) -> Iterator[str]:
    for sentence in split(plain_text(statement)):
        if asks(sentence) or cue.TO_USER.found(sentence) or cue.REPORTS.found(sentence):
            continue
        yield sentence


def _clauses(sentence: str) -> Iterator[str]:
    """The sentence, if it is short enough, without what it plans; else runs of its phrases that are."""
    parts = [part for phrase in phrases(sentence) for part in _BECAUSE.split(phrase)][:_MOST_PHRASES]
    stating = [phrase for phrase in parts if not _plans(phrase)]
    if len(stating) == len(parts) and weight(sentence) <= LONGEST:
        yield sentence
        return
    mark = "，" if is_chinese(sentence) else ", "
    stating = _with_subjects(stating)
    for start in range(len(stating)):
        for end in range(min(len(stating), start + _RUN), start, -1):
            yield mark.join(stating[start:end])
        for later in stating[start + 2 :]:
            if _CONCLUSION.match(later):
                yield f"{stating[start]}{mark}{later}"


def _with_subjects(stating: list[str]) -> list[str]:
    """Give a relative clause the noun before it as its subject: ``the last one, which has seats``."""
    joined: list[str] = []
    for phrase in stating:
        if joined and _RELATIVE.match(phrase) and not _states(joined[-1]):
            joined.append(f"{joined[-1]} {_RELATIVE.sub('', phrase)}")
        else:
            joined.append(phrase)
    return joined


def _plans(phrase: str) -> bool:
    bare = _LEAD.sub("", phrase)
    return cue.PLANS.starts(phrase) or cue.PLANS.starts(bare)


def _states(text: str) -> bool:
    return _STATES.search(text) is not None or cue.MODAL.found(text)


def _standing(clause: str) -> str:
    """The clause as it can stand alone, without its connective; empty if it is too long, has no subject of its
    own, or states nothing."""
    text = _LABEL.sub("", clause.strip(" ,，;；:：.。"))
    while (shorter := _LEAD.sub("", text)) != text:
        text = shorter
    if not text or weight(text) > LONGEST or not _states(text) or _plans(text):
        return ""
    if len(_HAN_CHARACTER.findall(text)) < _LEAST_HAN and len(text.split()) < _LEAST_WORDS:
        return ""
    first, *others = phrases(text)
    if _UNDONE.match(text):
        if others:
            return _begun(text) if _states(others[-1]) else ""
        text = _UNDONE.sub("", text)
    if not text or _BARE.match(text) or _UNRESOLVED.search(text) or not (_states(first) or _ADVERBIAL.match(first)):
        return ""
    return _begun(text)


def _begun(text: str) -> str:
    """The clause with a capital at its beginning, unless a name may stand there."""
    return text[0].upper() + text[1:] if _ARTICLE.match(text) else text


def _strength(clause: str, named: frozenset[str]) -> float:
    """How much speaks for a clause: words that conclude, give grounds, judge or assume; particulars; and what it
    shares with the call."""
    mine = words(clause)
    shared = len(mine & named) / max(1, min(len(mine), len(named)))
    return (
        1.5 * cue.CONCLUDES.found(clause)
        + 1.0 * cue.GROUNDS.found(clause)
        + 1.0 * cue.MODAL.found(clause)
        + 1.0 * cue.ASSUMES.found(clause)
        + 1.5 * cue.LACKS.found(clause)
        + 0.5 * any(specifics(clause))
        + 0.5 * (not cue.MODAL.found(clause))
        + 1.5 * shared
    )

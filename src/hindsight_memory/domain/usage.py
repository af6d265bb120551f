"""What a task did with the memories it recalled: used and helped, used, harmed, or ignored."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum

from hindsight_memory.domain.memory import Usage
from hindsight_memory.domain.review.distil.overlap import containment, words
from hindsight_memory.domain.text import cues
from hindsight_memory.domain.text.normal import fold
from hindsight_memory.domain.text.particulars import specifics
from hindsight_memory.domain.text.sentences import split
from hindsight_memory.domain.trace import Event, EventKind, OutcomeStatus, Trace


class Use(StrEnum):
    """What became of one recalled memory in one task."""

    USED_HELPED = "used_helped"
    USED = "used"
    HARMED = "harmed"
    IGNORED = "ignored"


_ACTS = frozenset({EventKind.ASSISTANT, EventKind.THOUGHT, EventKind.TOOL_CALL, EventKind.DECISION})
_SHARE_OF_WORDS = 0.4  # of the memory's words in one act, when it names nothing particular
_SHARE_OF_MARKS = 0.5  # of the memory's particulars over all acts
_TELLING = 6  # characters of a particular that nothing else would bring up
_WORDS_OF_AN_ACT = 3
_SHARE_OF_AN_ACT = 0.6  # of a sentence's words that come from the memory
_FEW_WORDS = 0.2  # of the words, beside a shared particular


def _marks(text: str) -> frozenset[str]:
    numbers, identifiers, names = specifics(text)
    return numbers | identifiers | names


def _has(text: str, mark: str) -> bool:
    head = r"(?<!\d)" if mark[:1].isdigit() else r"(?<![a-z])" if mark[:1].isascii() and mark[:1].isalpha() else ""
    tail = r"(?!\d)" if mark[-1:].isdigit() else r"(?![a-z])" if mark[-1:].isascii() and mark[-1:].isalpha() else ""
    return re.search(head + re.escape(mark) + tail, text) is not None


def _first_recall(trace: Trace, memory_id: str, content: str) -> int:
    """The sequence after which acts count: where the memory was shown, else the trace's first recall, else 0."""
    recalls = [e for e in trace.events if e.kind is EventKind.RECALL]
    shown = [e.sequence for e in recalls if memory_id in e.memory_ids or fold(content) in fold(e.text)]
    if shown:
        return min(shown)
    return min((e.sequence for e in recalls), default=0)


def _said_by_user(trace: Trace, until: int) -> str:
    return " ".join(fold(e.text) for e in trace.events if e.kind is EventKind.USER and e.sequence <= until)


def _act_text(event: Event) -> str:
    return fold(f"{event.name} {event.text} {' '.join(str(v) for v in event.args.values())}")


def _used(content: str, acts: list[Event], told: str) -> bool:
    mine = words(content)
    marks = _marks(content)
    # What the user said again proves nothing about the memory: its other marks have to show.
    own = frozenset(m for m in marks if not _has(told, m))
    spoken = [_act_text(e) for e in acts]
    if own:
        seen = {m for m in own if any(_has(text, m) for text in spoken)}
        enough = len(seen) >= max(1, round(len(own) * _SHARE_OF_MARKS))
        telling = any(len(mark) >= _TELLING and not mark.isdigit() for mark in seen)
        if enough and (telling or any(containment(mine, words(text)) >= _FEW_WORDS for text in spoken)):
            return True
    sentences = [words(sentence) for event in acts for sentence in split(event.text)]
    if any(len(s) >= _WORDS_OF_AN_ACT and containment(s, mine) >= _SHARE_OF_AN_ACT for s in sentences):
        return True
    return any(containment(mine, words(text)) >= _SHARE_OF_WORDS for text in spoken)


def _contradicted(content: str, trace: Trace, since: int) -> bool:
    """Whether the user corrected what the memory says after it was shown."""
    mine = words(content)
    asked = ""
    for event in trace.events:
        if event.sequence <= since:
            continue
        if event.kind is EventKind.ASSISTANT:
            asked = event.text
        told = event.kind is EventKind.USER and (cues.CHANGE.found(event.text) or cues.RETRACT.found(event.text))
        if told and containment(mine, words(f"{event.text} {asked}")) >= _FEW_WORDS:
            return True
    return False


_COUNTS: Mapping[Use, Usage] = {
    Use.USED_HELPED: Usage(recalled=1, used=1, helped=1),
    Use.USED: Usage(recalled=1, used=1),
    Use.HARMED: Usage(recalled=1, used=1, harmed=1),
    Use.IGNORED: Usage(recalled=1, ignored=1),
}


def counted(use: Use, before: str = "") -> Usage | None:
    """Return by how much the counters of a memory change when a task's use of it is found to be ``use``.

    ``before`` is the use that an earlier review of the same task found (empty: none); what it counted is taken
    back, so that a task counts once. None when nothing changes."""
    if use.value == before:
        return None
    now = _COUNTS[use]
    if not before:
        return now
    then = _COUNTS[Use(before)]
    return Usage(*(getattr(now, f.name) - getattr(then, f.name) for f in fields(Usage)))


def usage_of(trace: Trace, recalled: Mapping[str, str]) -> Mapping[str, Use]:
    """Return, for each recalled memory (id → content), what the task did with it.

    Used means that its particulars, or a good share of its words, show in a later act (answer, thought, tool
    call). A used memory helped when the task succeeded and nobody corrected it, and harmed when the task failed;
    a memory that the user contradicted is plainly used when the task still succeeded.
    """
    uses: dict[str, Use] = {}
    for memory_id, content in recalled.items():
        since = _first_recall(trace, memory_id, content)
        acts = [e for e in trace.events if e.kind in _ACTS and e.sequence > since]
        told = _said_by_user(trace, acts[-1].sequence if acts else since)
        if not acts or not _used(content, acts, told):
            uses[memory_id] = Use.IGNORED
        elif trace.task.outcome is OutcomeStatus.FAILURE:
            uses[memory_id] = Use.HARMED
        elif trace.task.outcome is OutcomeStatus.SUCCESS and not _contradicted(content, trace, since):
            uses[memory_id] = Use.USED_HELPED
        else:
            uses[memory_id] = Use.USED
    return uses

"""Whether a trace bears out what an LLM proposes. Whatever fails one check is left out, with the reason.

A model's word counts for nothing here: a statement needs a quote that stands in the trace, in its language, with
its particulars; and who says so is read from the events, not from the answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from hindsight_memory.domain.gate.features import features
from hindsight_memory.domain.memory import Draft, MemoryType, Provenance, Source
from hindsight_memory.domain.report import LeftOut
from hindsight_memory.domain.review.asking import EXAMPLE_TEXTS
from hindsight_memory.domain.review.claims import claim_of
from hindsight_memory.domain.review.compare import Relation, relation, statement_of
from hindsight_memory.domain.review.distil import Dropped, noise
from hindsight_memory.domain.review.distil.idea import Statement
from hindsight_memory.domain.review.distil.overlap import containment, overlap, words
from hindsight_memory.domain.review.distil.weigh import KEEP, agent_strength
from hindsight_memory.domain.review.grounding import Ungrounded, grounding
from hindsight_memory.domain.review.proposed import Proposed
from hindsight_memory.domain.text.dates import resolve_relative, validity
from hindsight_memory.domain.text.language import is_chinese, language, simplified
from hindsight_memory.domain.text.normal import fold
from hindsight_memory.domain.text.particulars import specifics
from hindsight_memory.domain.trace import Event, EventKind, OutcomeStatus, Trace
from hindsight_memory.domain.verdict import Reason

RULE = "llm"
"""The rule name of drafts that an LLM proposed."""
VERBATIM = "llm_verbatim"
"""Added where the words stand in the trace as they are."""
_MOST_CHARACTERS = 600
_FEWEST_WORDS = 2
_ALIKE = 0.6
_LEAK = 0.6
_SUPPORT = 0.5
_QUOTED = 0.45
_CARRIED = 0.7
# How strong a conclusion has to be, by who drew it: a model likes an agent's small talk more than a later task does.
_BARS = {EventKind.ASSISTANT: KEEP + 0.05, EventKind.THOUGHT: KEEP + 0.05, EventKind.TOOL_RESULT: KEEP - 0.1}
_CERTAINTY = 0.85
_MARKS = re.compile(r"[\s\"'“”‘’`*_…]+")
_ENDS = ".。!！,，;；"
_QUESTION = re.compile(r"[?？]\s*$")
# What the rules call so stays out, whoever proposes it.
_FINAL = frozenset(
    {"one_off", "chit_chat", "refuted", "guess", "pasted", "injected", "recall_echo", "secret", "question", "retracted"}
)

REASONS = {
    "llm_example": "It repeats an example of the instructions, not the trace.",
    "llm_form": "It is no single statement of a few words to 600 characters.",
    "llm_quote": "The quote does not stand in the trace.",
    "llm_language": "It is not in the language of what was said.",
    "llm_instruction": "It carries an order to the agent.",
    "llm_unsupported": "The events named do not say that.",
    "llm_contradicts": "What was said is the contrary.",
    "llm_unsure": "The model is not sure enough of it.",
    "llm_question": "It is a question.",
    "llm_failed_task": "The task failed, so what the agent concluded is not known to hold.",
    "guess": "It is a guess that nothing confirmed.",
    "one_off": "It is a wish for this occasion only.",
    "weak": "Nothing in it points beyond this task.",
    "recall_echo": "It restates what memory already holds.",
}


@dataclass(frozen=True)
class Case:
    """What proposals are checked against. ``sure_from`` is the least confidence, in [0, 1]."""

    trace: Trace
    dropped: Sequence[Dropped]
    sure_from: float

    @cached_property
    def events(self) -> dict[int, Event]:
        """The events that can be evidence; recalled memories prove nothing."""
        return {e.sequence: e for e in self.trace.events if e.kind is not EventKind.RECALL}

    @cached_property
    def texts(self) -> dict[int, str]:
        """Their texts in the form in which quotes are looked for."""
        return {sequence: flat(event.text) for sequence, event in self.events.items()}

    @cached_property
    def recalled(self) -> list[frozenset[str]]:
        """The words of each line that memory showed."""
        shown = (e.text for e in self.trace.events if e.kind is EventKind.RECALL)
        return [found for text in shown for line in text.split("\n") if (found := words(line))]

    @cached_property
    def ordered(self) -> list[frozenset[str]]:
        """The words of each line that addresses the agent with orders."""
        return [words(line) for e in self.events.values() for line in e.text.split("\n") if noise.injected(line)]

    @cached_property
    def final(self) -> list[tuple[frozenset[str], Dropped]]:
        """What the rules left out for good, with its words."""
        return [(words(d.text), d) for d in self.dropped if d.reason.code in _FINAL]

    @cached_property
    def chinese(self) -> bool:
        """Whether the user speaks Chinese."""
        return is_chinese("\n".join(e.text for e in self.events.values() if e.kind is EventKind.USER))


def scrutinised(proposals: Iterable[Proposed], case: Case) -> tuple[list[tuple[Draft, float]], list[LeftOut]]:
    """Return the drafts that hold, each with the model's confidence, the surest first; and what was left out."""
    drafts: list[tuple[Draft, float]] = []
    left_out: list[LeftOut] = []
    for one in proposals:
        checked = _checked(one, case)
        if isinstance(checked, Draft):
            drafts.append((checked, one.confidence))
        else:
            left_out.append(LeftOut(text=one.content[:200], evidence=one.evidence, reason=checked))
    return sorted(drafts, key=lambda pair: -pair[1]), left_out


def particulars(text: str) -> frozenset[str]:
    """The numbers, identifiers and names of a text."""
    numbers, identifiers, names = specifics(text)
    return numbers | identifiers | names


def _checked(one: Proposed, case: Case) -> Draft | Reason:
    quoted = _quoted(one, case)
    for code, fails in _ON_TEXT:
        if fails(one, case):
            return Reason(code, REASONS[code])
    if quoted is None:
        return Reason("llm_quote", REASONS["llm_quote"])
    draft = _draft(one, quoted, case)
    for code, fails in _ON_DRAFT:
        if fails(draft, quoted, case):
            return Reason(code, REASONS[code])
    found = grounding(draft, case.trace)
    if isinstance(found, Ungrounded):
        return Reason("ungrounded", f"Nothing in the trace says: {', '.join(found.missing)}.")
    mine = words(draft.content)
    ruled = next((d.reason for theirs, d in case.final if overlap(mine, theirs) >= _ALIKE), None)
    if ruled is not None:
        return ruled
    if one.confidence < case.sure_from:
        return Reason("llm_unsure", REASONS["llm_unsure"])
    return draft


def _is_example(one: Proposed, case: Case) -> bool:
    for text in (one.content, one.quote):
        mine = words(text)
        if any(overlap(mine, words(example)) >= _LEAK for example in EXAMPLE_TEXTS):
            return True
    return False


def _is_formless(one: Proposed, case: Case) -> bool:
    return len(one.content) > _MOST_CHARACTERS or len(words(one.content)) < _FEWEST_WORDS


def _is_question(one: Proposed, case: Case) -> bool:
    return _QUESTION.search(one.content) is not None


def _is_order(one: Proposed, case: Case) -> bool:
    if noise.injected(one.content) or noise.injected(one.quote):
        return True
    mine = words(one.content)
    return any(containment(mine, order) >= _SUPPORT for order in case.ordered)


_ON_TEXT: Sequence[tuple[str, Callable[[Proposed, Case], bool]]] = (
    ("llm_example", _is_example),
    ("llm_form", _is_formless),
    ("llm_question", _is_question),
    ("llm_instruction", _is_order),
)


def flat(text: str) -> str:
    """The form in which quotes are looked for: folded, without spaces and marks."""
    return _MARKS.sub("", simplified(fold(text))).rstrip(_ENDS)


def _quoted(one: Proposed, case: Case) -> Event | None:
    """The event that holds the quote: one that is named, or else the first that has it (models miscount)."""
    wanted = flat(one.quote)
    if len(words(one.quote)) < _FEWEST_WORDS:
        return None
    ordered = [s for s in one.evidence if s in case.texts] + [s for s in case.texts if s not in one.evidence]
    return next((case.events[s] for s in ordered if wanted in case.texts[s]), None)


def _draft(one: Proposed, quoted: Event, case: Case) -> Draft:
    task = case.trace.task
    content = resolve_relative(one.content, quoted.at)
    begins, ends = validity(content, quoted.at)
    evidence = {s for s in one.evidence if s in case.events} | {quoted.sequence}
    witnesses = [quoted] if _carries(quoted, one.content) else [case.events[s] for s in evidence]
    shown = {_shown_by(event, one.type, task.outcome) for event in witnesses}
    return Draft(
        content=content,
        said_at=quoted.at,
        source=_allowed(one.source, shown),
        type=one.type,
        confidence=min(one.confidence, _CERTAINTY),
        claim=claim_of(content),
        valid_from=begins,
        valid_until=ends,
        expires_at=ends,
        provenance=Provenance(
            task_id=task.task_id,
            session_id=quoted.session_id,
            step=quoted.sequence,
            agent=task.agent,
            task_type=task.task_type,
            channel="review",
        ),
        reasons=(RULE, VERBATIM) if flat(one.content) in case.texts[quoted.sequence] else (RULE,),
        evidence=tuple(sorted(evidence)),
    )


def _carries(quoted: Event, content: str) -> bool:
    """Whether one event alone says it, so that nothing of another slips in under its name."""
    told = flat(quoted.text)
    whole = all(flat(particular) in told for particular in particulars(content))
    return whole and containment(words(content), words(quoted.text)) >= _CARRIED


def _allowed(claimed: Source, shown: Iterable[Source]) -> Source:
    """What is claimed, if every witness bears it out; words of the user stay theirs when more is claimed."""
    kinds = set(shown)
    if kinds == {Source.USER}:
        return Source.INFERRED if claimed is Source.INFERRED else Source.USER
    return Source.VERIFIED if kinds == {Source.VERIFIED} and claimed is Source.VERIFIED else Source.INFERRED


def _shown_by(event: Event, kind: MemoryType, outcome: OutcomeStatus) -> Source:
    """The best source that an event can be evidence of: a text that a tool returned proves no fact."""
    if event.kind is EventKind.USER:
        return Source.USER
    by_tool = event.kind in (EventKind.TOOL_RESULT, EventKind.ERROR)
    failed = event.kind is EventKind.ERROR or event.status == "error"
    if by_tool and failed and kind in (MemoryType.NEGATIVE, MemoryType.BOUNDARY):
        return Source.VERIFIED
    if by_tool and not failed and kind is MemoryType.PATH and outcome is OutcomeStatus.SUCCESS:
        return Source.VERIFIED
    return Source.INFERRED


def _is_foreign(draft: Draft, quoted: Event, case: Case) -> bool:
    """Another language than the event's; of a tool's output it may also be the user's language."""
    if language(quoted.text) == "mixed":
        return False
    mine = is_chinese(draft.content)
    by_machine = quoted.kind in (EventKind.TOOL_RESULT, EventKind.ERROR)
    return mine is not is_chinese(quoted.text) and not (by_machine and mine is case.chinese)


def _is_unsupported(draft: Draft, quoted: Event, case: Case) -> bool:
    if is_chinese(draft.content) is not is_chinese(quoted.text):
        # Said in the user's language about a tool's output: its particulars have to carry it.
        return not particulars(draft.content)
    told = frozenset[str]().union(*(words(case.events[s].text) for s in draft.evidence))
    mine = words(draft.content)
    beside_its_quote = containment(mine, words(quoted.text)) < _QUOTED
    return beside_its_quote or containment(mine, told | words(case.trace.task.intent)) < _SUPPORT


def _is_contrary(draft: Draft, quoted: Event, case: Case) -> bool:
    said = replace(draft, content=line) if (line := _line_of(draft, quoted)) else None
    if said is None:
        return False
    found = relation(statement_of(said), statement_of(draft), None).relation
    return found in (Relation.CONTRADICTS, Relation.REPLACES)


def _line_of(draft: Draft, quoted: Event) -> str:
    """The sentence of the event that shares most words with the draft."""
    mine = words(draft.content)
    return max(_sentences(quoted.text), key=lambda s: len(mine & words(s)), default="")


def _sentences(text: str) -> Iterator[str]:
    yield from (s for s in re.split(r"(?<=[.!?])\s+|(?<=[。!?！？;；])|\n", text) if s and s.strip())


def _is_guess(draft: Draft, quoted: Event, case: Case) -> bool:
    """A guess of the agent's; what a user thinks is theirs to say."""
    return quoted.kind is not EventKind.USER and features(_line_of(draft, quoted)).guess


def _is_for_once(draft: Draft, quoted: Event, case: Case) -> bool:
    seen = features(_line_of(draft, quoted))
    return seen.one_off and not seen.durable


def _was_asked(draft: Draft, quoted: Event, case: Case) -> bool:
    return _QUESTION.search(_line_of(draft, quoted)) is not None


def _is_recalled(draft: Draft, quoted: Event, case: Case) -> bool:
    mine = words(draft.content)
    return any(containment(mine, known) >= _ALIKE for known in case.recalled)


def _is_weak(draft: Draft, quoted: Event, case: Case) -> bool:
    """What an agent said in passing, or a tool put out, and that nothing marks as something to keep."""
    bar = _BARS.get(quoted.kind)
    if bar is None:
        return False
    seen = Statement(text=draft.content, event=quoted, seen=features(draft.content), turn=1)
    return agent_strength(seen, after_error=False, closing=False) < bar


def _is_of_failure(draft: Draft, quoted: Event, case: Case) -> bool:
    failed = case.trace.task.outcome is OutcomeStatus.FAILURE
    if draft.type is MemoryType.PATH:
        return failed
    return failed and draft.source is Source.INFERRED and draft.type is MemoryType.FACT


_ON_DRAFT: Sequence[tuple[str, Callable[[Draft, Event, Case], bool]]] = (
    ("llm_language", _is_foreign),
    ("llm_unsupported", _is_unsupported),
    ("llm_contradicts", _is_contrary),
    ("guess", _is_guess),
    ("one_off", _is_for_once),
    ("llm_question", _was_asked),
    ("recall_echo", _is_recalled),
    ("llm_failed_task", _is_of_failure),
    ("weak", _is_weak),
)

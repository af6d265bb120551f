"""Verdicts, memories, histories and discards for people."""

from __future__ import annotations

from datetime import datetime

from hindsight_memory.domain.memory import Status
from hindsight_memory.domain.text.normal import one_line
from hindsight_memory.domain.verdict import VerdictKind
from hindsight_memory.entrypoints.cli.terminal import Terminal, columns
from hindsight_memory.wire.body import ReasonBody
from hindsight_memory.wire.memories import (
    DiscardList,
    HistoryBody,
    MemoryBody,
    MemoryList,
    RevisionBody,
    ScoresBody,
    WriteAnswer,
)

VERDICT_STYLES = {
    VerdictKind.STORED: "green",
    VerdictKind.SHORT_TERM: "green",
    VerdictKind.EXISTING: "cyan",
    VerdictKind.MERGED: "cyan",
    VerdictKind.HELD: "yellow",
    VerdictKind.DISCARDED: "yellow",
    VerdictKind.QUARANTINED: "red",
}
_DEGRADED = {
    "archived_by_words": "Decisions in the archive were compared by their words alone.",
    "vectors_unavailable": "The embedding model is not available: only words are compared. See: hsm doctor",
    "llm_unavailable": "The LLM could not be reached: rules alone; the task is looked at again later",
    "llm_timeout": "The LLM did not answer in time: rules alone; the task is looked at again later",
    "llm_busy": "The LLM is busy: rules alone; the task is looked at again later",
    "llm_refused": "The LLM's endpoint refuses the call (key, model?): rules alone; the task is looked at again later",
    "llm_unusable": "The LLM's answer could not be used: rules alone; the task is looked at again later",
    "llm_budget": "The LLM's budget of the day is spent: rules alone; see: hsm stats",
    "llm_review_budget": "The LLM's budget for one review is spent: it has not seen the whole trace",
    "llm_partial": "The trace is too long for the LLM: it has not seen the middle",
}


def day(at: datetime) -> str:
    """Return the day of an instant."""
    return at.strftime("%Y-%m-%d")


def minute(at: datetime) -> str:
    """Return an instant to the minute, in UTC."""
    return at.strftime("%Y-%m-%d %H:%M") + "Z"


def show_degraded(terminal: Terminal, degraded: list[str]) -> None:
    """Say on stderr what was away and what was done instead."""
    for code in degraded:
        terminal.note(("degraded: ", "yellow"), _DEGRADED.get(code, code))


def show_verdict(terminal: Terminal, answer: WriteAnswer) -> None:
    """Show the verdict of a write with its scores and reasons."""
    style = VERDICT_STYLES[answer.verdict]
    terminal.line((answer.verdict.value, f"bold {style}"), f"  {answer.memory_id or answer.discard_id}")
    if answer.scores:
        terminal.line(f"  {scores_line(answer.scores)}")
    show_reasons(terminal, answer.reasons)
    if answer.verdict is VerdictKind.HELD:
        terminal.line(f"  A person decides: hsm proposals show {answer.memory_id}")
    if answer.discard_id:
        terminal.line(f"  It is kept for a while: hsm discards restore {answer.discard_id}")
    show_degraded(terminal, answer.degraded)


def scores_line(scores: ScoresBody) -> str:
    """Return the gate's scores on one line."""
    return (
        f"value {scores.value:.2f} = reusability {scores.reusability:.2f}, "
        f"certainty {scores.certainty:.2f}, timeliness {scores.timeliness:.2f}"
    )


def show_reasons(terminal: Terminal, reasons: list[ReasonBody], indent: str = "  ") -> None:
    """Show each reason: the sentence, then its code."""
    for reason in reasons:
        terminal.line(f"{indent}- {reason.text} ", (f"[{reason.code}]", "dim"))


def show_memory(terminal: Terminal, memory: MemoryBody) -> None:
    """Show one memory, whole."""
    terminal.line((memory.content, "bold"))
    for line in columns(_facts(memory)):
        terminal.line(line)


def show_changed(terminal: Terminal, memory: MemoryBody) -> None:
    """Show the new state of a memory in short."""
    terminal.line((memory.status.value, "bold"), f"  {memory.memory_id}  revision {memory.revision}")
    terminal.line(f"  {memory.content}")


def _facts(memory: MemoryBody) -> list[tuple[str, str]]:
    facts = [
        ("id", memory.memory_id),
        ("type", memory.memory_type.value),
        ("source", f"{memory.source.value}, confidence {memory.confidence:.2f}"),
        ("status", f"{memory.status.value}, {memory.tier.value}-term, revision {memory.revision}"),
        ("space", f"{memory.space}, {memory.visibility.value}"),
        ("learnt", minute(memory.created_at)),
        ("last said", f"{minute(memory.last_confirmed_at)}, evidence {memory.evidence_count}"),
        ("used", _usage(memory)),
    ]
    optional = {
        "gate": scores_line(memory.scores) if memory.scores else "",
        "claim": " · ".join((memory.claim.subject, memory.claim.relation, memory.claim.object)) if memory.claim else "",
        "applies when": _condition(memory),
        "valid from": minute(memory.valid_from) if memory.valid_from else "",
        "valid until": minute(memory.valid_until) if memory.valid_until else "",
        "expires": minute(memory.expires_at) if memory.expires_at else "",
        "replaced by": memory.superseded_by or "",
        "tags": ", ".join(memory.tags),
        "task": memory.provenance.task_id,
        "speaker": memory.provenance.speaker,
        "pinned": "yes" if memory.pinned else "",
        "metadata": ", ".join(f"{k}={v}" for k, v in memory.metadata.items()),
    }
    return facts + [(name, value) for name, value in optional.items() if value]


def _usage(memory: MemoryBody) -> str:
    use = memory.usage
    return f"recalled {use.recalled}, used {use.used}, helped {use.helped}, harmed {use.harmed}, ignored {use.ignored}"


def _condition(memory: MemoryBody) -> str:
    when = memory.applies_when
    if when is None:
        return ""
    parts = {"tool": when.tool, "task": when.task_type, "version": when.version, "environment": when.environment}
    return ", ".join(f"{name} {value}" for name, value in parts.items() if value)


def show_memories(terminal: Terminal, page: MemoryList) -> None:
    """Show a list of memories, two lines each."""
    if not page.items:
        terminal.note("Nothing here yet. Write something: hsm write “…”")
    for memory in page.items:
        flag = "" if memory.status is Status.ACTIVE else f"  {memory.status.value}"
        terminal.line((one_line(memory.content, 160), "bold"))
        terminal.line(
            (f"  {memory.memory_id}  {memory.memory_type.value} · {memory.source.value}", "dim"),
            (f" · {day(memory.last_confirmed_at)}", "dim"),
            (flag, "yellow"),
        )
    show_cursor(terminal, page.next_cursor)


def show_cursor(terminal: Terminal, cursor: str | None) -> None:
    """Say how to go on, if there is more."""
    if cursor:
        terminal.note(f"There is more: --cursor {cursor}")


def show_history(terminal: Terminal, history: HistoryBody) -> None:
    """Show every state of a memory: what changed, who did it, why."""
    before: MemoryBody | None = None
    for revision in history.items:
        memory = revision.memory
        terminal.line(
            (f"{revision.revision}", "bold"),
            f"  {minute(revision.recorded_at)}  {revision.change} by {revision.actor}",
            f"  {revision.reason}" if revision.reason else "",
        )
        for line in _changes(before, revision):
            terminal.line(f"   {line}")
        before = memory
    terminal.note(f"Go back with: hsm memory rollback {history.memory_id} --to NUMBER")


def _changes(before: MemoryBody | None, revision: RevisionBody) -> list[str]:
    after = revision.memory
    if before is None:
        return [f"+ {after.content}"]
    lines: list[str] = []
    if before.content != after.content:
        lines += [f"- {before.content}", f"+ {after.content}"]
    old, new = before.model_dump(mode="json"), after.model_dump(mode="json")
    for name in ("status", "tier", "memory_type", "confidence", "source", "evidence_count", "pinned", "tags"):
        if old[name] != new[name]:
            lines.append(f"{name}: {old[name]} → {new[name]}")
    return lines


def show_discards(terminal: Terminal, page: DiscardList) -> None:
    """Show what the gate left out."""
    if not page.items:
        terminal.note("Nothing was left out.")
    for one in page.items:
        terminal.line((one_line(one.content, 160), "bold"))
        terminal.line((f"  {one.discard_id}  kept until {day(one.expires_at)}", "dim"))
        show_reasons(terminal, one.reasons)
    show_cursor(terminal, page.next_cursor)

"""``hsm eval regression init``: a person's own transcripts become a labelled draft of a regression set.

What the review would keep stands under ``expected`` and what it looked at and left out under ``left_out``; both are
for the person to correct: the draft says what Hindsight does, not what is right.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from hindsight_memory.bootstrap import App, opened
from hindsight_memory.domain.errors import UnreadableInput
from hindsight_memory.domain.report import Considered, ReviewReport
from hindsight_memory.domain.text.language import HAN, language
from hindsight_memory.domain.text.particulars import specifics
from hindsight_memory.domain.trace import EventKind, Trace
from hindsight_memory.domain.verdict import VerdictKind
from hindsight_memory.evals.measure import SetClock
from hindsight_memory.ports.transcripts import BadLine, Transcript
from hindsight_memory.settings import Settings

_KEPT = frozenset({VerdictKind.STORED, VerdictKind.SHORT_TERM, VerdictKind.EXISTING, VerdictKind.MERGED})
_LONGEST_QUERY = 200
_FEWEST_MARKS = 2
_NO_SPACE = re.compile(r"\s+")
_SPOKEN = re.compile(rf"[a-z][a-z'-]{{3,}}|[{HAN}]{{2,}}")


@dataclass(frozen=True, slots=True)
class Drafted:
    """What was written: worlds, tasks, expected statements, probes, and lines that could not be read."""

    worlds: int
    tasks: int
    expected: int
    probes: int
    bad_lines: int


def draft(files: Sequence[Path], out: Path, settings: Settings) -> Drafted:
    """Write one world for each file to ``out``. ``settings.home`` must be an empty or missing folder.

    Raises UnreadableInput for a file that holds no transcripts or for an ``out`` that is there already."""
    if out.exists():
        raise UnreadableInput(f"{out} is there already.", hint="A draft is corrected by hand; name another file.")
    clock = SetClock()
    worlds: list[dict[str, Any]] = []
    bad = 0
    with opened(settings, clock) as app:
        for path in files:
            read = list(app.transcripts.read(path))
            bad += sum(isinstance(one, BadLine) for one in read)
            runs = [one for one in read if isinstance(one, Transcript) and one.events]
            if runs:
                runs.sort(key=lambda run: (run.started_at, run.task_id))
                worlds.append(_world(app, clock, _name_of(path, worlds), runs))
    if not worlds:
        raise UnreadableInput("The files hold no transcripts with events.")
    text = "".join(json.dumps(world, ensure_ascii=False) + "\n" for world in worlds)
    try:
        with out.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise UnreadableInput(f"{out} cannot be written: {error.strerror or error}") from error
    tasks = [task for world in worlds for task in world["tasks"]]
    return Drafted(
        worlds=len(worlds),
        tasks=len(tasks),
        expected=sum(len(task["expected"]) for task in tasks),
        probes=sum(len(world["probes"]) for world in worlds),
        bad_lines=bad,
    )


def _name_of(path: Path, worlds: Sequence[Mapping[str, Any]]) -> str:
    stem = _NO_SPACE.sub("-", path.name.split(".")[0]) or "world"
    taken = {world["world_id"] for world in worlds}
    return next(name for n in range(len(taken) + 1) if (name := f"{stem}-{n + 1}" if n else stem) not in taken)


def _world(app: App, clock: SetClock, name: str, runs: Sequence[Transcript]) -> dict[str, Any]:
    space = f"project:{name}"
    tasks: list[dict[str, Any]] = []
    probes: list[dict[str, Any]] = []
    defined: dict[str, dict[str, Any]] = {}
    for run in runs:
        clock.at = run.events[-1].at
        app.tasks.ingest(app.actor, run, space)
        report = app.reviews.perform(app.actor, app.reviews.claim_task(app.actor, run.task_id, space))
        trace = app.tasks.trace(app.actor, run.task_id, space)
        expected = list(_expected(report, defined))
        tasks.append(_task(trace, report, expected))
        probes += _probes(trace, expected, probes, clock.at)
    texts = "\n".join(e["text"] for task in tasks for e in task["events"])
    agents = [run.agent for run in runs if run.agent]
    return {
        "world_id": name,
        "lang": language(texts),
        "space": space,
        "agent_id": agents[0] if agents else "agent",
        "tasks": tasks,
        "probes": probes,
    }


def _expected(report: ReviewReport, defined: dict[str, dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The statements that were kept; one that was said before keeps its definition."""
    seen: set[str] = set()
    for one in report.considered:
        if one.verdict.kind in _KEPT and one.verdict.memory_id not in seen:
            seen.add(one.verdict.memory_id)
            yield defined.setdefault(one.verdict.memory_id, _statement(one, len(defined) + 1))


def _statement(one: Considered, number: int) -> dict[str, Any]:
    return {
        "key": f"k{number}",
        "type": one.type.value,
        "source": one.source.value,
        "any_of": telling(one.content),
        "example": one.content,
    }


def telling(content: str) -> list[list[str]]:
    """Return groups of substrings by which a statement is known: its particulars if it has several, else its longest
    words. Every part of a group occurs in the statement."""
    folded = content.casefold()
    numbers, identifiers, names = specifics(content)
    marks = [m for m in sorted(identifiers | names | numbers, key=lambda m: (-len(m), m)) if m in folded]
    if len(marks) < _FEWEST_MARKS:
        spoken = sorted(dict.fromkeys(_SPOKEN.findall(folded)), key=lambda w: (-len(w), w))
        marks += [w for w in spoken if not any(w in m or m in w for m in marks)]
    return [marks[:3]] if marks else [[content]]


def _task(trace: Trace, report: ReviewReport, expected: list[dict[str, Any]]) -> dict[str, Any]:
    task = trace.task
    events: list[dict[str, Any]] = []
    for event in trace.events:
        raw: dict[str, Any] = {"at": _time(event.at), "kind": event.kind.value, "text": event.text}
        given = {"name": event.name, "args": dict(event.args), "status": event.status}
        events.append(raw | {name: value for name, value in given.items() if value})
    return {
        "task_id": task.task_id,
        "session_id": task.session_ids[0] if task.session_ids else task.task_id,
        "task_type": task.task_type or "task",
        "started_at": _time(task.started_at),
        "outcome": task.outcome.value,
        "events": events,
        "expected": expected,
        "forbidden": [],
        "left_out": [{"text": one.text, "reason": one.reason.code} for one in report.left_out],
    }


def _probes(
    trace: Trace, expected: Sequence[Mapping[str, Any]], so_far: Sequence[Mapping[str, Any]], at: datetime
) -> list[dict[str, Any]]:
    """One question for each task that left something: what was asked of it."""
    said = trace.task.intent or next((e.text for e in trace.events if e.kind is EventKind.USER), "")
    query = " ".join(said.split())[:_LONGEST_QUERY]
    if not query or not expected or any(query == probe["query"] for probe in so_far):
        return []
    return [
        {
            "probe_id": f"p{len(so_far) + 1}",
            "after_task": trace.task.task_id,
            "asked_at": _time(at + timedelta(seconds=1)),
            "query": query,
            "gold": [one["key"] for one in expected],
            "acceptable": [],
            "stale": [],
            "expect_empty": False,
        }
    ]


def _time(at: datetime) -> str:
    return at.isoformat(timespec="seconds").replace("+00:00", "Z")

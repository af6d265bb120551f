"""``hsm eval regression``: worlds of tasks go through ingest, review and search as a service would take them.

The clock stands at each task's last event while it is reviewed, and at a probe's time while it is asked; where a
night lies between the two, what has run out is archived first, as the nightly sweep does.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from hindsight_memory.bootstrap import App, opened
from hindsight_memory.domain.errors import UnreadableInput
from hindsight_memory.domain.memory import Memory, MemoryType
from hindsight_memory.domain.trace import Event, EventKind, OutcomeStatus
from hindsight_memory.evals.measure import SetClock, Stopwatch, configuration
from hindsight_memory.evals.regression_scores import (
    TOP,
    Observed,
    Rows,
    Shown,
    by_group,
    counts,
    figures,
    joined,
    rows_of,
)
from hindsight_memory.evals.worlds import Probe, World, WorldTask, read_worlds
from hindsight_memory.ports.records import MemoryFilter
from hindsight_memory.ports.transcripts import Transcript
from hindsight_memory.services.recall import SearchRequest
from hindsight_memory.settings import Settings
from hindsight_memory.wire.moment import moment


def run(
    files: Sequence[Path],
    settings: Settings,
    *,
    sample: int | None = None,
    seed: int = 0,
    every_turn: bool = False,
) -> dict[str, object]:
    """Return the figures over all files. ``sample`` takes that many worlds, drawn with ``seed``.

    ``every_turn`` hands in each event by itself, at once and without the outcome: the same rules and the same gate,
    but no look back. ``settings.home`` must be an empty or missing folder. Raises UnreadableInput."""
    named = [(path.name.split(".")[0], one) for path in files for one in read_worlds(path)]
    if sample is not None and sample < len(named):
        chosen = sorted(random.Random(seed).sample(range(len(named)), sample))
        named = [named[i] for i in chosen]
    if not named:
        raise UnreadableInput("The files hold no worlds.")
    clock, watch = SetClock(), Stopwatch()
    with opened(settings, clock) as app:
        observed = [live_through(app, clock, watch, one, every_turn=every_turn) for _, one in named]
        used = configuration(app, files=[path.name for path in files], sample=sample, seed=seed, every_turn=every_turn)
    return report([name for name, _ in named], observed) | watch.figures() | {"config": used}


def live_through(app: App, clock: SetClock, watch: Stopwatch, world: World, *, every_turn: bool = False) -> Observed:
    """Take a system through one world; returns what it stored and answered."""
    observed = Observed(world)
    for task in world.tasks:
        transcript = _transcript(world, task)
        clock.at = transcript.events[-1].at if transcript.events else transcript.started_at
        with watch.intake(len(transcript.events)):
            for part in _turns(transcript) if every_turn else (transcript,):
                app.tasks.ingest(app.actor, part, world.space)
                job = app.reviews.claim_task(app.actor, part.task_id, world.space)
                app.reviews.perform(app.actor, job)
        observed.snapshots[task.task_id] = tuple(_snapshot(app, world.space))
        reviewed_at = clock.at
        for probe in world.probes:
            if probe.after_task == task.task_id:
                clock.at = probe.asked_at or reviewed_at
                observed.answers[probe.probe_id] = _answer(app, watch, world, probe, reviewed_at)
    return observed


def report(names: Sequence[str], observed: Sequence[Observed]) -> dict[str, object]:
    """Return all figures: over everything, by file, by language and by type of statement."""
    parts = [rows_of(one, observed) for one in observed]
    whole = joined(parts)
    langs = by_group([(one.world.lang, rows) for one, rows in zip(observed, parts, strict=True)])
    sets = by_group(list(zip(names, parts, strict=True)))
    worlds = Counter(one.world.lang for one in observed)
    tasks = sum(len(one.world.tasks) for one in observed)
    return {
        **_known(figures(whole)),
        "by_dataset": {name: _known(figures(rows)) for name, rows in sets.items()},
        "by_lang": {lang: _known(figures(rows)) | {"worlds": worlds[lang]} for lang, rows in langs.items()},
        "by_type": {kind.value: _known(figures(whole.of_type(kind.value))) for kind in MemoryType},
        "write_rejection_by_why": _by_why(whole),
        "pollution_kinds": dict(sum((a.polluted for a in whole.asked), Counter[str]())),
        "counts": {"worlds": len(observed), "tasks": tasks} | counts(whole),
    }


def _known(all_figures: Mapping[str, float | None]) -> dict[str, object]:
    """What does not apply is absent."""
    return {name: value for name, value in all_figures.items() if value is not None}


def _by_why(rows: Rows) -> dict[str, object]:
    whys = dict.fromkeys(d.why for d in rows.decisions if d.why)
    judged = {why: [d.right for d in rows.decisions if d.why == why] for why in whys}
    return {why: {"rate": round(sum(right) / len(right), 4), "n": len(right)} for why, right in judged.items()}


def _snapshot(app: App, space: str) -> list[Shown]:
    shown: list[Shown] = []
    cursor: str | None = None
    while True:
        page = app.memories.list(app.actor, MemoryFilter(), spaces=(space,), limit=1000, cursor=cursor)
        shown += [_shown(memory) for memory in page.entries]
        cursor = page.next_cursor
        if cursor is None:
            return shown


def _answer(app: App, watch: Stopwatch, world: World, probe: Probe, reviewed_at: datetime) -> tuple[Shown, ...]:
    if probe.asked_at is not None and probe.asked_at.date() > reviewed_at.date():
        app.reviews.expire(app.actor, world.space)
    with watch.call():
        found = app.recall.search(app.actor, SearchRequest(query=probe.query, spaces=(world.space,), top_k=TOP))
    return tuple(_shown(hit.memory) for hit in found.hits)


def _shown(memory: Memory) -> Shown:
    return Shown(memory.memory_id, memory.content, memory.type.value, memory.source.value, memory.status.value)


def _transcript(world: World, task: WorldTask) -> Transcript:
    """Only the trace and what describes it; nothing that is for scoring."""
    raw = task.raw
    events = tuple(_event(number, one) for number, one in enumerate(raw["events"], start=1))
    return Transcript(
        task_id=f"{world.world_id}.{task.task_id}",
        session_id=raw.get("session_id", ""),
        agent=world.agent_id,
        task_type=raw.get("task_type", ""),
        outcome=OutcomeStatus(raw["outcome"]),
        started_at=moment(raw["started_at"]),
        ended_at=events[-1].at if events else None,
        events=events,
    )


def _turns(transcript: Transcript) -> Iterator[Transcript]:
    """Each event as a task of its own whose outcome nobody knows."""
    for event in transcript.events:
        yield replace(
            transcript,
            task_id=f"{transcript.task_id}.{event.sequence}",
            outcome=OutcomeStatus.UNKNOWN,
            started_at=event.at,
            ended_at=event.at,
            events=(replace(event, sequence=1),),
        )


def _event(number: int, raw: Mapping[str, Any]) -> Event:
    return Event(
        sequence=number,
        kind=EventKind(raw["kind"]),
        text=raw.get("text", ""),
        at=moment(raw["at"]),
        name=raw.get("name", ""),
        args=raw.get("args") or {},
        status=raw.get("status", ""),
    )

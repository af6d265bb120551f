"""Use cases on many decisions at once: what they have in common, and the report of a week."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from hindsight_memory.domain.actor import Actor, Role, View
from hindsight_memory.domain.decision import Decision
from hindsight_memory.domain.errors import Invalid
from hindsight_memory.domain.extraction.moves import steps_of
from hindsight_memory.domain.memory import VISIBLE_STATUSES
from hindsight_memory.domain.patterns import Patterns as Found
from hindsight_memory.domain.patterns import Span, TaskSeen, patterns_of, tools_of
from hindsight_memory.domain.patterns.calibration import calibration, is_violated
from hindsight_memory.domain.weekly import WINDOW, MemoryStep, WeeklyReport
from hindsight_memory.domain.weeks import Week
from hindsight_memory.ports.clock import Clock
from hindsight_memory.ports.decisions import DecisionFilter
from hindsight_memory.ports.records import AuditEntry, Reading, Records
from hindsight_memory.services.decision_requests import typed
from hindsight_memory.services.paging import first

MOST_DECISIONS = 50_000
"""Decisions that are looked at, the newest."""
MOST_TASKS = 200
"""Tasks whose traces are looked at, the newest."""
MOST_ENTRIES = 20_000
_PAGE = 1_000
_SHOWN = 20
_MEMORY = "memory."
_QUIET = frozenset({"confirmed"})
"""Changes that are counted and not shown one by one."""

_Place = tuple[str, str]
"""A task by its space and its id."""


@dataclass(frozen=True, slots=True)
class PatternsFound:
    """The patterns of these spaces between two times. ``cut``: there were more decisions than are looked at, the
    oldest were left out."""

    spaces: tuple[str, ...]
    since: datetime | None
    until: datetime
    patterns: Found
    cut: bool


@dataclass(frozen=True, slots=True)
class Patterns:
    """The pattern service. It only reads, and its work is bounded: the ``most`` newest decisions and the traces of the
    200 newest tasks."""

    records: Records
    clock: Clock
    most: int = MOST_DECISIONS

    def find(
        self,
        actor: Actor,
        *,
        since: datetime | None = None,
        until: datetime | None = None,
        intent_types: Collection[str] = (),
        agents: Collection[str] = (),
        spaces: Sequence[str] = (),
    ) -> PatternsFound:
        """Return what the decisions of these spaces have in common; an empty collection does not restrict.

        ``since``/``until`` bound when it was decided (inclusive/exclusive). Raises Invalid when they are the wrong way
        round, SpaceRequired, Forbidden."""
        actor.require(Role.READ)
        if since is not None and until is not None and since >= until:
            raise Invalid("since is not before until.", hint="Give an earlier since, or leave one out.")
        view = actor.view(*spaces)
        wanted = typed(
            DecisionFilter(intent_types=frozenset(intent_types), agents=frozenset(agents), since=since, until=until)
        )
        end = until or self.clock.now()
        with self.records.reading() as reading:
            decisions, cut = _read(reading, view, wanted, self.most)
            tasks = _tasks(reading, view, decisions, wanted.agents)
        begin = min((one.decided_at for one in decisions), default=None) if cut else since
        return PatternsFound(view.spaces, since, end, patterns_of(decisions, tasks, Span(begin, end)), cut)

    def weekly(self, actor: Actor, week: Week | None = None, *, spaces: Sequence[str] = ()) -> WeeklyReport:
        """Return the report of a week; of the running one if none is named. Raises SpaceRequired, Forbidden."""
        actor.require(Role.READ)
        now = self.clock.now()
        week = week or Week.of(now)
        begin, end = week.back(WINDOW - 1).start, min(week.end, max(now, week.start))
        view = actor.view(*spaces)
        with self.records.reading() as reading:
            decisions, cut = _read(reading, view, DecisionFilter(since=begin, until=week.end), self.most)
            tasks = _tasks(reading, view, decisions)
            waiting, more = _read(reading, view, DecisionFilter(open=True, until=week.end), self.most)
            steps, left_out = _memory_entries(reading, view, week)
            shown = _steps(reading, view, steps)
        of_week = [one for one in decisions if one.decided_at >= week.start]
        made_in = {(one.space, one.task_id) for one in of_week}
        in_week = [task for task in tasks if (task.tools.space, task.tools.task_id) in made_in]
        last = week.back(1)
        before = [one for one in decisions if last.start <= one.decided_at < week.start]
        return WeeklyReport(
            week=week,
            spaces=view.spaces,
            made_at=now,
            running=now < week.end,
            of_week=patterns_of(of_week, in_week, Span(week.start, end)),
            before=calibration(before).met,
            window=patterns_of(decisions, tasks, Span(begin, end)),
            waiting=tuple(waiting[: -_SHOWN - 1 : -1]),
            waiting_count=len(waiting),
            memory_counts=dict(sorted(Counter(_change(step) for step in steps).items())),
            memory_steps=shown,
            cut=cut or more or left_out,
        )


def tasks_of(reading: Reading, view: View, decisions: Iterable[Decision], *, most: int) -> list[TaskSeen]:
    """Return what is looked at of the tasks of these decisions (newest first), of ``most`` of them."""
    violated: dict[_Place, bool] = {}
    for one in decisions:
        if one.task_id:
            place = (one.space, one.task_id)
            violated[place] = violated.get(place, False) or is_violated(one)
    return [seen for place in [*violated][:most] if (seen := _seen(reading, view, place, violated=violated[place]))]


def _tasks(reading: Reading, view: View, decisions: Iterable[Decision], agents: Collection[str] = ()) -> list[TaskSeen]:
    """Those of the decisions, and the newest others of these spaces and agents."""
    found = tasks_of(reading, view, decisions, most=MOST_TASKS)
    known = {(task.tools.space, task.tools.task_id) for task in found}
    others = reading.tasks(view, limit=MOST_TASKS).entries if len(found) < MOST_TASKS else ()
    for task in others:
        place = (task.space, task.task_id)
        if len(found) < MOST_TASKS and place not in known and (not agents or task.agent in agents):
            found += [seen] if (seen := _seen(reading, view, place, violated=False)) else []
    return found


def _seen(reading: Reading, view: View, place: _Place, *, violated: bool) -> TaskSeen | None:
    space, task_id = place
    trace = reading.trace(replace(view, spaces=(space,)), task_id)
    return None if trace is None else TaskSeen(tools_of(trace, violated=violated), steps_of(trace.events))


def _read(reading: Reading, view: View, wanted: DecisionFilter, most: int) -> tuple[list[Decision], bool]:
    """Return the decisions, newest first, and whether there were more than are looked at."""
    return first(most, lambda cursor: reading.decisions(view, wanted, limit=_PAGE, cursor=cursor))


def _memory_entries(reading: Reading, view: View, week: Week) -> tuple[list[AuditEntry], bool]:
    """Return the changes of memories of a week, newest first, and whether there were more than are looked at."""
    return first(
        MOST_ENTRIES,
        lambda at: reading.audit(view, about=_MEMORY, since=week.start, until=week.end, limit=_PAGE, cursor=at),
    )


def _steps(reading: Reading, view: View, entries: Sequence[AuditEntry]) -> tuple[MemoryStep, ...]:
    """The newest changes that are worth a look; what is not in force is not shown in words."""
    worth = [entry for entry in entries if _change(entry) not in _QUIET][:_SHOWN]
    memories = reading.memories(view, [entry.subject_id for entry in worth])
    shown = {name: memory for name, memory in memories.items() if memory.status in VISIBLE_STATUSES}
    return tuple(
        MemoryStep(
            memory_id=entry.subject_id,
            change=_change(entry),
            reason=entry.reason if entry.subject_id in shown else "",
            at=entry.recorded_at,
            memory=shown.get(entry.subject_id),
        )
        for entry in worth
    )


def _change(entry: AuditEntry) -> str:
    return entry.action.removeprefix(_MEMORY)

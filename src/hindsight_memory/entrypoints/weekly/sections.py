"""The sections of the report, each from its part of the numbers; one without anything to say says so in a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from hindsight_memory.domain.patterns import Measure
from hindsight_memory.domain.text.normal import one_line
from hindsight_memory.entrypoints.weekly.document import Block, Case, Note, Section, Table
from hindsight_memory.entrypoints.weekly.plots import band, met_by_week, reliability, volume_by_week
from hindsight_memory.entrypoints.weekly.saying import Say
from hindsight_memory.wire.patterns import CalibrationBody, DecidedBody, DriftBody, WeekBody
from hindsight_memory.wire.weekly import WeeklyBody

_LONGEST = 240
_MOST_CASES = 10
_MOST_ROWS = 12


def sections(body: WeeklyBody, say: Say) -> tuple[Section, ...]:
    """Return all sections, in their order; what is only there when something is wrong may be absent."""
    return tuple(section for make in _SECTIONS if (section := make(body, say)) is not None)


def _calibration(body: WeeklyBody, say: Say) -> Section:
    table = body.window.calibration
    lead = say("calibration_lead", weeks=body.window_weeks)
    if not table.bins:
        return Section("calibration", say("calibration"), lead, (Note(say("calibration_none"), quiet=True),))
    closed = table.unknown
    scores = say(
        "calibration_scores",
        brier=say.number(table.brier),
        error=say.number(table.calibration_error),
        confident=table.confidently_wrong,
        hesitant=table.hesitantly_wrong,
        unknown=closed.hits,
        closed=closed.of,
        share=say.percent(closed.share or 0.0),
    )
    blocks: list[Block] = [reliability(say, table.bins), _bands(say, table), Note(scores)]
    for name, groups in (("by_intent_type", body.window.by_intent_type), ("by_agent", body.window.by_agent)):
        if len(groups) > 1 or (groups and groups[0].name):
            blocks.append(_groups(say, name, groups[:_MOST_ROWS]))
    return Section("calibration", say("calibration"), lead, tuple(blocks))


def _bands(say: Say, table: CalibrationBody) -> Table:
    columns = ("col_band", "col_known", "col_met", "col_rate", "col_claimed")
    rows = tuple(
        (band(one), str(one.met.of), str(one.met.hits), say.rate(one.met), f"{one.confidence:.2f}")
        for one in table.bins
    )
    return _table(say, "bands", columns, rows, {1, 2, 3, 4}, (one.met.few for one in table.bins))


def _groups(say: Say, name: str, groups: Sequence[CalibrationBody]) -> Table:
    columns = ("col_name", "col_decisions", "col_rate", "col_claimed", "col_confident", "col_unknown", "col_brier")
    rows = tuple(
        (
            one.name or say("none_named"),
            f"{one.decisions:,}",
            say.rate(one.met),
            say.mean(one.confidence),
            str(one.confidently_wrong),
            say.percent(one.unknown.share or 0.0),
            say.number(one.brier),
        )
        for one in groups
    )
    return _table(say, name, columns, rows, {1, 2, 3, 4, 5, 6}, (one.met.few for one in groups))


def _wrong(body: WeeklyBody, say: Say) -> Section:
    cases = tuple(_case(say, one) for one in body.of_week.confidently_wrong[:_MOST_CASES])
    return _section(say, "wrong", cases, lead=say("wrong_lead"))


def _blind(body: WeeklyBody, say: Say) -> Section:
    spots = body.window.blind_spots[:_MOST_ROWS]
    rows = tuple((one.name, say.of(one.violated), say.of(one.met), _few(say, few=one.few)) for one in spots)
    columns = ("col_thing", "col_in_violated", "col_in_met", "")
    table = _table(say, "blind", columns, rows, {1, 2}, (one.few for one in spots))
    return _section(say, "blind", (table,) if rows else (), lead=say("blind_lead"))


def _repeated(body: WeeklyBody, say: Say) -> Section:
    beliefs = body.window.repeated_beliefs[:_MOST_ROWS]
    rows = tuple(
        (
            _short(one.belief),
            say.of(one.violated),
            str(one.tasks),
            say.number(one.confidence),
            say.day(one.last_at),
            _few(say, few=one.few),
        )
        for one in beliefs
    )
    columns = ("col_belief", "col_violated", "col_tasks", "col_claimed", "col_last", "")
    table = _table(say, "repeated", columns, rows, {1, 2, 3}, (one.few for one in beliefs))
    return _section(say, "repeated", (table,) if rows else (), lead=say("repeated_lead"))


def _tools(body: WeeklyBody, say: Say) -> Section:
    tools = body.window.ignored_tools[:_MOST_ROWS]
    rows = tuple(
        (
            one.name,
            one.task_type or say("none_named"),
            str(one.failed),
            str(one.used),
            say("told" if one.told else "untold"),
            _few(say, few=one.few),
        )
        for one in tools
    )
    columns = ("col_tool", "col_task_type", "col_failed", "col_used", "col_told", "")
    table = _table(say, "tools", columns, rows, {2, 3}, (one.few for one in tools))
    lead = say("tools_lead", tasks=say.count(body.window.tasks, "task was", "tasks were"))
    return _section(say, "tools", (table,) if rows else (), lead=lead)


def _drift(body: WeeklyBody, say: Say) -> Section:
    weeks = body.window.weeks
    if not weeks:
        return Section("drift", say("drift"), say("drift_lead"), (Note(say("drift_few"), quiet=True),))
    notes = [Note(_drifted(say, one)) for one in body.window.drifts]
    if not notes:
        comparable = sum(not one.met.few for one in weeks) > 1
        notes = [Note(say("drift_none" if comparable else "drift_few"), quiet=True)]
    blocks: list[Block] = [*notes]
    if any(one.met.of for one in weeks):
        blocks.append(met_by_week(say, weeks))
    blocks += [volume_by_week(say, weeks), _weeks(say, weeks)]
    return Section("drift", say("drift"), say("drift_lead"), tuple(blocks))


def _drifted(say: Say, one: DriftBody) -> str:
    """A change in words."""
    match one.measure:
        case Measure.MET_RATE:
            was, now = say.percent(one.was), say.percent(one.now)
        case Measure.CONFIDENCE:
            was, now = f"{one.was:.2f}", f"{one.now:.2f}"
        case Measure.VOLUME:
            was, now = f"{one.was:,.0f}", f"{one.now:,.0f}"
    return say(f"drift_{one.measure.value}", before=one.before, week=one.week, was=was, now=now)


def _weeks(say: Say, weeks: Sequence[WeekBody]) -> Table:
    columns = ("col_week", "col_decisions", "col_rate", "col_claimed", "col_inferred")
    rows = tuple(
        (one.week, f"{one.volume:,}", say.rate(one.met), say.mean(one.confidence), f"{one.inferred:,}") for one in weeks
    )
    return _table(say, "weeks", columns, rows, {1, 2, 3, 4}, (one.met.few for one in weeks))


def _waiting(body: WeeklyBody, say: Say) -> Section:
    rows = tuple(
        (_short(one.intent), _short(one.belief), one.agent, say.day(one.decided_at), one.task_id or "–")
        for one in body.waiting[:_MOST_ROWS]
    )
    columns = ("col_intent", "col_belief", "col_agent", "col_since", "col_task")
    table = _table(say, "waiting", columns, rows, set(), ())
    return _section(say, "waiting", (table,) if rows else (), lead=say("waiting_lead", count=body.waiting_count))


def _misjudged(body: WeeklyBody, say: Say) -> Section:
    told = body.of_week.judgements
    claims = told.right + told.said_fine + told.said_failed + told.unchecked
    lead = say("misjudged_lead")
    if not claims:
        return _section(say, "misjudged", (), lead=lead)
    counts = say(
        "misjudged_counts", right=told.right, fine=told.said_fine, failed=told.said_failed, unchecked=told.unchecked
    )
    cases = tuple(_case(say, one, claimed=True) for one in told.shown[:_MOST_CASES])
    return _section(say, "misjudged", (Note(counts), *cases), lead=lead)


def _dense(body: WeeklyBody, say: Say) -> Section | None:
    dense = body.window.too_dense[:_MOST_ROWS]
    if not dense:
        return None
    rows = tuple((one.task_id, str(one.decisions), str(one.steps)) for one in dense)
    table = _table(say, "dense", ("col_task", "col_decisions", "col_steps"), rows, {1, 2}, ())
    return _section(say, "dense", (table,), lead=say("dense_lead"))


def _memories(body: WeeklyBody, say: Say) -> Section:
    if not body.memory_counts:
        return _section(say, "memories", (), lead=say("memories_lead"))
    largest = sorted(body.memory_counts.items(), key=lambda pair: (-pair[1], pair[0]))
    comma = ", " if say.tongue == "en" else "、"
    counts = comma.join(f"{say.change(kind)} {number:,}" for kind, number in largest)
    rows = tuple(
        (
            say.change(one.change),
            _short(one.content) if one.content else f"({say('not_in_force')})",
            one.memory_type or "–",
            say.day(one.at),
        )
        for one in body.memory_changes[:_MOST_ROWS]
    )
    table = _table(say, "memories", ("col_change", "col_memory", "", "col_when"), rows, set(), ())
    blocks: tuple[Block, ...] = (Note(say("memories_counts", counts=counts)), *((table,) if rows else ()))
    return _section(say, "memories", blocks, lead=say("memories_lead"))


def _section(say: Say, name: str, blocks: tuple[Block, ...], *, lead: str) -> Section:
    return Section(name, say(name), lead, blocks or (Note(say(f"{name}_none"), quiet=True),))


def _table(
    say: Say,
    name: str,
    columns: Sequence[str],
    rows: tuple[tuple[str, ...], ...],
    numbers: set[int],
    faint: Iterable[bool],
) -> Table:
    """A table whose columns are named by the words; an unnamed one stays so."""
    named = tuple(say(column) if column else "" for column in columns)
    pale = frozenset(place for place, is_faint in enumerate(faint) if is_faint)
    return Table(say(name), named, rows, frozenset(numbers), pale)


def _case(say: Say, one: DecidedBody, *, claimed: bool = False) -> Case:
    kind = "" if one.expected_kind is None else say("in_brackets", text=say.kind(one.expected_kind.value))
    seen = [one.actual, *([one.outcome] if one.outcome != one.actual else [])]
    steps = [
        (say("belief"), _short(one.belief)),
        (say("expected"), _short(one.expected) + kind if one.expected else say("unsaid")),
        (say("actual"), _short(" · ".join(part for part in seen if part)) or say("unsaid")),
    ]
    if claimed and one.claimed is not None:
        steps.append((say("claimed"), say(one.claimed.value)))
    magnitude = "" if one.magnitude is None else f" · {one.magnitude:.2f}"
    sure = f"{say('col_band')} {one.confidence:.2f}"
    about = (one.intent_type, one.agent, one.task_id, sure, say.day(one.decided_at))
    steps.append((say("delta"), f"{say(one.result.value)}{magnitude}"))
    return Case(tuple(steps), " · ".join(part for part in about if part))


def _few(say: Say, *, few: bool) -> str:
    return say("few") if few else ""


def _short(text: str) -> str:
    return one_line(text, _LONGEST)


_SECTIONS: tuple[Callable[[WeeklyBody, Say], Section | None], ...] = (
    _calibration,
    _wrong,
    _misjudged,
    _repeated,
    _blind,
    _tools,
    _drift,
    _waiting,
    _dense,
    _memories,
)

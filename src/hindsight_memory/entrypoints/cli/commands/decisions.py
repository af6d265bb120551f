"""``hsm decisions``: what was believed and expected, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from hindsight_memory.domain.decision import DecisionKind, DeltaResult, ExpectedKind, OutcomeSource
from hindsight_memory.entrypoints.cli import options
from hindsight_memory.entrypoints.cli.render.chain import show_chain
from hindsight_memory.entrypoints.cli.render.decisions import (
    show_decision,
    show_decisions,
    show_recorded,
    show_settled,
    show_similar,
)
from hindsight_memory.entrypoints.cli.render.patterns import show_patterns
from hindsight_memory.entrypoints.cli.session import Session, leaf
from hindsight_memory.wire.decisions import DecisionsBody, OutcomeBody, RecordBody, SimilarBody
from hindsight_memory.wire.patterns import PatternsQuery

app = typer.Typer(
    help="What was believed and expected, and what came of it.",
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
)
_DecisionId = Annotated[str, typer.Argument(help="The decision's id.", metavar="DECISION_ID")]
_Outcome = Annotated[str, typer.Option("--outcome", help="What happened.", metavar="TEXT")]
_OutcomeSource = Annotated[
    OutcomeSource,
    typer.Option("--outcome-source", "--source", help="Who says so; an agent's word makes no delta."),
]
_OutcomeStatus = Annotated[str, typer.Option("--outcome-status", help="`ok` or `error`.", metavar="STATUS")]
_ExitCode = Annotated[int | None, typer.Option("--exit-code", help="The process's exit code.")]
_OutcomeEvent = Annotated[
    int | None,
    typer.Option("--outcome-event", help="For the source `tool_result`: the event's sequence in the task."),
]
_Claimed = Annotated[DeltaResult | None, typer.Option("--claimed", help="The agent's own judgement.")]
_OutcomeAt = Annotated[str, typer.Option("--outcome-at", help="When; now, unless you say.", metavar="TIME")]
_IntentTypes = Annotated[
    list[str] | None, typer.Option("--intent-type", help="Only this kind of intent (repeatable).", metavar="NAME")
]
_Agents = Annotated[list[str] | None, typer.Option("--agent", help="Only by this agent (repeatable).", metavar="NAME")]
_Results = Annotated[list[DeltaResult] | None, typer.Option("--result", help="Only what ended so (repeatable).")]


_Intent = Annotated[str, typer.Argument(help="What is about to be done.", metavar="INTENT")]
_IntentType = Annotated[str, typer.Option("--intent-type", help="Its kind.", metavar="NAME")]
_Belief = Annotated[
    str, typer.Option("--belief", "--belief-text", help="What is believed, in a short sentence.", metavar="TEXT")
]
_Subject = Annotated[str, typer.Option("--belief-subject", help="Or: what the belief is about,", metavar="TEXT")]
_Relation = Annotated[str, typer.Option("--belief-relation", help="how it stands to", metavar="TEXT")]
_Object = Annotated[str, typer.Option("--belief-object", help="what.", metavar="TEXT")]
_Observation = Annotated[str, typer.Option("--observation", help="What it rests on.", metavar="TEXT")]
_Expected = Annotated[str, typer.Option("--expected", help="What will be seen if the belief is right.", metavar="TEXT")]
_ExpectedKind = Annotated[
    ExpectedKind | None, typer.Option("--expected-kind", help="How that is compared with the outcome.")
]
_Action = Annotated[str, typer.Option("--action", help="The call or step.", metavar="TEXT")]
_Options = Annotated[
    list[str] | None, typer.Option("--option", help="What could have been done (repeatable).", metavar="TEXT")
]
_ChoiceReason = Annotated[str, typer.Option("--choice-reason", help="Why this one.", metavar="TEXT")]
_Memories = Annotated[
    list[str] | None, typer.Option("--memory", help="A memory it relies on (repeatable).", metavar="MEMORY_ID")
]
_Kind = Annotated[DecisionKind, typer.Option("--kind", help="What it marks.")]
_Task = Annotated[str, typer.Option("--task", help="Its task.", metavar="TASK_ID")]
_OfSession = Annotated[str, typer.Option("--session", help="Its session.", metavar="SESSION_ID")]
_Step = Annotated[int | None, typer.Option("--step", help="Its place in the trace.")]
_DecidedAt = Annotated[str, typer.Option("--decided-at", help="When; now, unless you say.", metavar="TIME")]
_MostSimilar = Annotated[int, typer.Option("--top-k", help="Most similar past decisions, 0 to 50.")]
_Kinds = Annotated[list[DecisionKind] | None, typer.Option("--kind", help="Only what marks this (repeatable).")]
_Open = Annotated[
    bool | None, typer.Option("--open/--closed", help="Only those that await their outcome, or that do not.")
]
_Inferred = Annotated[
    bool | None, typer.Option("--inferred/--recorded", help="Only those read out of a trace, or recorded ones.")
]
_Since = Annotated[str, typer.Option("--since", help="Decided at this time or later.", metavar="TIME")]
_Until = Annotated[str, typer.Option("--until", help="Decided before this time.", metavar="TIME")]
_OfTask = Annotated[str, typer.Option("--task", help="Only of this task.", metavar="TASK_ID")]
_ReliedOn = Annotated[str, typer.Option("--memory", help="Only what relied on this memory.", metavar="MEMORY_ID")]
_Confidence = options.Confidence


@app.command()
@leaf
def record(
    session: Session,
    intent: _Intent,
    intent_type: _IntentType = "",
    belief_text: _Belief = "",
    belief_subject: _Subject = "",
    belief_relation: _Relation = "",
    belief_object: _Object = "",
    observation: _Observation = "",
    expected: _Expected = "",
    expected_kind: _ExpectedKind = None,
    action: _Action = "",
    options: _Options = None,
    choice_reason: _ChoiceReason = "",
    confidence: _Confidence = None,
    memory_ids: _Memories = None,
    kind: _Kind = DecisionKind.BRANCH,
    task_id: _Task = "",
    session_id: _OfSession = "",
    step: _Step = None,
    decided_at: _DecidedAt = "",
    top_k: _MostSimilar = 3,
    outcome: _Outcome = "",
    outcome_source: _OutcomeSource = OutcomeSource.AGENT,
    outcome_status: _OutcomeStatus = "",
    exit_code: _ExitCode = None,
    outcome_event: _OutcomeEvent = None,
    claimed: _Claimed = None,
    outcome_at: _OutcomeAt = "",
) -> None:
    """Record a decision before it is acted on; similar past ones are shown. With an outcome, both at once.

    Only what rests on an assumption that would sink the task if it is wrong. A belief has at most 50 Chinese
    or 120 other characters.

    \b
      hsm decisions record "Pin datebook 2.0.0." --belief "datebook and billcycle are independent" \\
          --expected 0 --expected-kind exit_code --intent-type dependency_upgrade
      hsm decisions outcome DECISION_ID --exit-code 1 --source system
    """
    body = RecordBody.taken(_said(locals()))
    with session.api() as api:
        answer = api.record_decision(body)
    session.answer(answer, show_recorded)


@app.command("outcome")
@leaf
def settle(
    session: Session,
    decision_id: _DecisionId,
    outcome: _Outcome = "",
    outcome_source: _OutcomeSource = OutcomeSource.AGENT,
    outcome_status: _OutcomeStatus = "",
    exit_code: _ExitCode = None,
    outcome_event: _OutcomeEvent = None,
    claimed: _Claimed = None,
    outcome_at: _OutcomeAt = "",
) -> None:
    """Give an open decision its outcome. The delta is computed, from what the system or a tool's result says.

    \b
      make test; hsm decisions outcome DECISION_ID --exit-code $? --source system
      hsm decisions outcome DECISION_ID --source tool_result --outcome-event 7
    """
    said = _said(locals())
    del said["decision_id"]
    body = OutcomeBody.taken(said)
    with session.api() as api:
        answer = api.settle_decision(decision_id, body)
    session.answer(answer, show_settled)


@app.command()
@leaf
def show(session: Session, decision_id: _DecisionId) -> None:
    """Show one decision: belief, intent, expected, outcome, delta.

    \b
      hsm decisions show DECISION_ID
    """
    with session.api() as api:
        answer = api.read_decision(decision_id, session.space)
    session.answer(answer, show_decision)


@app.command("list")
@leaf
def list_decisions(
    session: Session,
    intent_type: _IntentTypes = None,
    agent: _Agents = None,
    kind: _Kinds = None,
    result: _Results = None,
    open: _Open = None,
    inferred: _Inferred = None,
    since: _Since = "",
    until: _Until = "",
    task_id: _OfTask = "",
    memory_id: _ReliedOn = "",
    limit: options.Limit = 50,
    cursor: options.Cursor = "",
) -> None:
    """List decisions, newest first.

    \b
      hsm decisions list --open
      hsm decisions list --result violated --intent-type dependency_upgrade --since 2026-05-01
    """
    body = DecisionsBody.taken(_said(locals()))
    with session.api() as api:
        answer = api.decisions(body)
    session.answer(answer, show_decisions)


@app.command()
@leaf
def similar(
    session: Session,
    query: Annotated[list[str] | None, typer.Argument(help="What is about to be decided.", metavar="QUERY")] = None,
    belief: Annotated[str, typer.Option("--belief", help="What is believed.", metavar="TEXT")] = "",
    intent: Annotated[str, typer.Option("--intent", help="What is intended.", metavar="TEXT")] = "",
    intent_type: _IntentTypes = None,
    agent: _Agents = None,
    result: _Results = None,
    since: _Since = "",
    until: _Until = "",
    top_k: Annotated[int, typer.Option("--top-k", help="Most decisions, 1 to 50.")] = 5,
) -> None:
    """When was something like this decided, what was believed, and was it right?

    Like in belief and intent, not only in words; what went wrong stands first among equals.

    \b
      hsm decisions similar "pin datebook 3.0 in reminders"
      hsm decisions similar --belief 两个包互相独立 --intent 升级依赖 --result violated
    """
    body = SimilarBody.taken(_said(locals()) | {"query": " ".join(query or ())})
    with session.api() as api:
        answer = api.similar_decisions(body)
    session.answer(answer, show_similar)


@app.command()
@leaf
def trace(session: Session, task_id: options.TaskId) -> None:
    """Draw a task's decisions as one chain over its sessions: belief, intent, expected, outcome, delta.

    \b
      hsm decisions trace deploy-42
    """
    with session.api() as api:
        answer = api.trace(task_id, session.space)
    session.answer(answer, show_chain)


@app.command()
@leaf
def patterns(
    session: Session,
    since: _Since = "",
    until: _Until = "",
    intent_type: _IntentTypes = None,
    agent: _Agents = None,
) -> None:
    """Find what decisions have in common: calibration, blind spots, repeated mistakes, ignored tools, drift.

    Rates carry 95 % intervals; from fewer than five nothing is claimed. `hsm report` makes a page of a week.

    \b
      hsm decisions patterns
      hsm decisions patterns --intent-type dependency_upgrade --since 2026-05-01
    """
    body = PatternsQuery.taken(_said(locals()))
    with session.api() as api:
        answer = api.patterns(body)
    session.answer(answer, show_patterns)


def _said(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of a command, which are called as the fields of its body, and the space."""
    session: Session = given["session"]
    said = {name: value for name, value in given.items() if name != "session"}
    return {name: value for name, value in said.items() if value is not None} | {"space": session.space}

"""The tool that looks back over finished tasks."""

from __future__ import annotations

from collections import Counter

from hindsight_memory.entrypoints.mcp.delimiting import MOST_TOKENS, Json, cut, size
from hindsight_memory.entrypoints.mcp.offer import ADDS, Arguments, Offer
from hindsight_memory.entrypoints.mcp.schema import Schema, arguments, output_schema
from hindsight_memory.wire.api import Api
from hindsight_memory.wire.calls import ReviewBody
from hindsight_memory.wire.reviews import ReviewAnswer
from hindsight_memory.wire.shown import inert

_PASSED_OVER = 5
"""Entries of what a review passed over that stay in an answer that is too long."""

_WAIT: Schema = {"type": "boolean", "default": True, "description": "Review now; else a worker does it."}


def _review(api: Api, given: Arguments) -> ReviewAnswer:
    return api.review(ReviewBody.taken(given))


def fitted(answer: Json) -> Json:
    """Leave off what was passed over first, then whole reports from the end."""
    for report in answer["items"]:
        if size(answer) > MOST_TOKENS:
            report["left_out"] = report["left_out"][:_PASSED_OVER]
    return cut(answer, "items")


def reviewed(answer: Json) -> str:
    """Say what reviews kept, as data, and what failed or waits."""
    lines: list[str] = []
    for report in answer["items"]:
        lines += reported(report)
    lines += [f"The review of {one['task_id']} failed: {one['reason']}" for one in answer["failed"]]
    if answer.get("left_off"):
        lines.append(f"{answer['left_off']} more reports did not fit; ask for one with task_id.")
    lines += swept(answer.get("sweep"))
    if answer["waiting"]:
        lines.append(f"{answer['waiting']} reviews wait.")
    return "\n".join(lines) or "There was nothing to review."


def swept(sweep: Json | None) -> list[str]:
    """Say what became of existing memories."""
    if sweep is None:
        return []
    done = Counter(act["deed"] for act in sweep["acts"])
    counted = ", ".join(f"{times} {deed}" for deed, times in sorted(done.items())) or "nothing to change"
    return [f"{sweep['looked_at']} memories were compared: {counted}."]


def reported(report: Json) -> list[str]:
    """Say what one review decided: a line, then the candidates between marks."""
    verdicts = Counter(one["verdict"] for one in report["considered"])
    counted = ", ".join(f"{times} {verdict}" for verdict, times in sorted(verdicts.items())) or "nothing to keep"
    lines = [f"Task {report['task_id']} ({report['outcome']}): {counted}."]
    for one in report["considered"]:
        named = f' id="{one["memory_id"]}"' if one["memory_id"] else ""
        lines.append(
            f'<hindsight-memory{named} type="{one["memory_type"]}" source="{one["source"]}"'
            f' verdict="{one["verdict"]}">{inert(one["content"])}</hindsight-memory>'
        )
    return lines


TOOLS = (
    Offer(
        name="memory_review",
        title="Look back",
        description=(
            "Look back over a finished task and keep what is worth it, each choice with its reason. Without task_id,"
            " session_id and time_range: all that waits in the space."
        ),
        properties=arguments(ReviewBody) | {"wait": _WAIT},
        output=output_schema(ReviewAnswer),
        effect=ADDS,
        call=_review,
        render=reviewed,
        fit=fitted,
    ),
)

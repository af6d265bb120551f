"""A recalled memory was used when later acts carry its particulars; the outcome says whether it helped."""

import pytest

from hindsight_memory.domain.usage import Use, usage_of
from tests.unit.domain.review.traces import trace

MEMORY = "Lag on pg-2 is released by pg_terminate_backend on the longest query."


@pytest.mark.parametrize(
    ("outcome", "use"),
    [("success", Use.USED_HELPED), ("failure", Use.HARMED), ("unknown", Use.USED)],
)
def test_a_memory_that_shaped_a_tool_call_is_used(outcome: str, use: Use) -> None:
    seen = trace(
        ("user", "lag again"), ("recall", MEMORY), ("tool_call", "psql: select pg_terminate_backend(7)"),
        ("tool_result", "t"), ("assistant", "Gone."), outcome=outcome,
    )  # fmt: skip
    assert usage_of(seen, {"m1": MEMORY}) == {"m1": use}


def test_a_memory_nobody_came_back_to_is_ignored() -> None:
    seen = trace(("recall", MEMORY), ("user", "rename the file"), ("tool_call", "mv a b"), ("assistant", "Renamed."))
    assert usage_of(seen, {"m1": MEMORY}) == {"m1": Use.IGNORED}


def test_what_the_user_said_again_proves_no_use() -> None:
    memory = "The ticket number of the outage is INC-302."
    seen = trace(("recall", memory), ("user", "close INC-302 please"), ("tool_call", "close INC-302"))
    assert usage_of(seen, {"m1": memory}) == {"m1": Use.IGNORED}


@pytest.mark.parametrize(
    ("memory", "asked", "changed"),
    [
        ("用户坐飞机一律选靠过道的座位", "还是靠过道的座位吗?", "改了,现在都要靠窗的座位"),
        (
            "The user wants one commit per package.",
            "As before, one commit per package?",
            "no, that changed: one commit",
        ),
    ],
)
def test_a_memory_that_the_user_corrects_did_not_help(memory: str, asked: str, changed: str) -> None:
    seen = trace(("recall", memory), ("user", "go"), ("assistant", asked), ("user", changed), ("assistant", "ok"))
    assert usage_of(seen, {"m1": memory}) == {"m1": Use.USED}


def test_nothing_recalled_gives_nothing() -> None:
    assert usage_of(trace(("user", "hi")), {}) == {}

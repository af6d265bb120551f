"""Decisions read out of logged traces."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from hindsight_memory.domain.decision import Decision, DecisionKind, DeltaResult, ExpectedKind, OutcomeSource
from hindsight_memory.domain.extraction import extracted
from hindsight_memory.domain.trace import Event, EventKind, Task, Trace

START = datetime(2026, 5, 4, 9, tzinfo=UTC)
Entry = tuple[str, str] | tuple[str, str, dict[str, object]]
KINDS = {
    "user": EventKind.USER,
    "say": EventKind.ASSISTANT,
    "thought": EventKind.THOUGHT,
    "result": EventKind.TOOL_RESULT,
    "error": EventKind.ERROR,
    "decision": EventKind.DECISION,
}


def events(*entries: Entry, session: str = "one", first: int = 1) -> tuple[Event, ...]:
    """``("say", text)``, ``("result", text)`` … or ``(tool, "", arguments)`` for a call."""
    made: list[Event] = []
    tool = ""
    for number, (kind, text, *rest) in enumerate(entries, first):
        known = KINDS.get(kind, EventKind.TOOL_CALL)
        tool = kind if known is EventKind.TOOL_CALL else tool
        made.append(
            Event(
                sequence=number,
                kind=known,
                text=text,
                at=START + timedelta(minutes=number),
                name=tool if known in (EventKind.TOOL_CALL, EventKind.TOOL_RESULT) else "",
                args=rest[0] if rest else {},
                session_id=session,
            )
        )
    return tuple(made)


def trace(*found: Event) -> Trace:
    return Trace(Task(task_id="t", space="s", agent="ann", started_at=START), found)


def decisions(*entries: Entry) -> tuple[Decision, ...]:
    return extracted(trace(*events(*entries)))


ENGLISH: tuple[Entry, ...] = (
    ("user", "Upgrade core to 2.0."),
    ("say", "core and plugin are independent, so the build should still pass after upgrading core. I will upgrade it."),
    ("run_build", "", {"command": "make build", "core": "2.0"}),
    ("result", "Error: plugin 1.4 requires core<2, the build does not pass"),
    ("say", "plugin depends on core after all, so both must be upgraded together. Let me upgrade both instead."),
    ("run_build", "", {"command": "make build", "core": "2.0", "plugin": "2.0"}),
    ("result", "build finished, exit code 0"),
    ("say", "The upgrade is done."),
    ("user", "Thanks!"),
    ("say", "You are welcome."),
)
CHINESE: tuple[Entry, ...] = (
    ("user", "把 core 升级到 2.0。"),
    ("say", "core 和 plugin 互不依赖，所以单独升级 core 后构建应该可以通过。我来升级。"),
    ("运行构建", "", {"命令": "make build", "core": "2.0"}),
    ("result", "错误：plugin 1.4 依赖 core<2，构建无法通过"),
    ("say", "plugin 依赖 core，所以两者必须一起升级。改用一起升级的办法。"),
    ("运行构建", "", {"命令": "make build", "core": "2.0", "plugin": "2.0"}),
    ("result", "构建完成，退出码：0"),
    ("say", "升级完成。"),
    ("user", "谢谢！"),
    ("say", "不客气。"),
)


@pytest.mark.requirement("DEC-1")
@pytest.mark.parametrize(
    ("run", "believed", "learnt"),
    [
        (
            ENGLISH,
            "core and plugin are independent, so the build should still pass after upgrading core",
            "plugin depends on core after all, so both must be upgraded together",
        ),
        (
            CHINESE,
            "core 和 plugin 互不依赖，所以单独升级 core 后构建应该可以通过",
            "plugin 依赖 core，所以两者必须一起升级",
        ),
    ],
    ids=["en", "zh"],
)
def test_a_statement_that_the_result_contradicts_is_a_violation_and_the_next_try_an_update(
    run: tuple[Entry, ...], believed: str, learnt: str
) -> None:
    found = extracted(trace(*events(*run[:10], *run[4:10])))
    broken = found[0]
    assert (broken.belief.statement, broken.kind, broken.step) == (believed, DecisionKind.VIOLATION, 3)
    assert broken.delta.result is DeltaResult.VIOLATED
    assert broken.expectation.kind is ExpectedKind.STATUS
    assert broken.outcome is not None
    assert (broken.outcome.source, broken.outcome.event, broken.outcome.status) == (
        OutcomeSource.TOOL_RESULT,
        4,
        "error",
    )
    changed = found[1]
    assert (changed.belief.statement, changed.kind) == (learnt, DecisionKind.BELIEF_UPDATE)
    assert (changed.delta.result, changed.intent_type) == (DeltaResult.MET, "run")


def test_an_extracted_decision_is_marked_and_placed_by_its_trace() -> None:
    (found,) = decisions(*ENGLISH[:4], ("say", "Hm."))[:1]
    assert found.inferred
    assert (found.space, found.task_id, found.session_id, found.agent) == ("s", "t", "one", "ann")
    assert found.decided_at == START + timedelta(minutes=3)
    assert not found.is_open
    assert found.intent == "I will upgrade it"


def test_a_refused_call_without_a_word_is_a_violation_of_what_the_call_takes_for_granted() -> None:
    found = decisions(
        ("user", "Pay with the voucher."),
        ("pay_order", "", {"order": "8812", "method": "voucher_77", "amount": 40}),
        ("result", "Error: voucher_77 is not valid"),
        ("say", "Sorry."),
        ("say", "Sorry."),
    )
    assert [(d.belief.subject, d.belief.relation, d.belief.object) for d in found] == [
        ("pay_order", "accepts", "voucher_77")
    ]
    assert (found[0].kind, found[0].confidence) == (DecisionKind.VIOLATION, 0.5)


@pytest.mark.parametrize(
    ("empty", "relation"), [("[]", "finds"), ("没有找到相关航班", "能找到"), ("No results found.", "finds")]
)
def test_a_search_that_finds_nothing_breaks_the_expectation_that_it_finds(empty: str, relation: str) -> None:
    place = "上海" if relation == "能找到" else "Lyon"
    (found,) = decisions(("search_flights", "", {"to": place}), ("result", empty), ("say", "Hm."), ("say", "Hm."))
    assert (found.belief.relation, found.belief.object) == (relation, place)
    assert found.delta.result is DeltaResult.VIOLATED


def test_the_same_answer_to_a_search_worded_anew_is_a_violation() -> None:
    page = "A page about something else altogether."
    found = decisions(
        ("Search", "", {"query": "blue lips"}),
        ("result", page),
        ("thought", "The page does not mention blue lips. I need to search another source."),
        ("Search", "", {"query": "blue lips causes"}),
        ("result", page),
        ("thought", "Nothing."),
        ("Finish", "", {"answer": "no"}),
        ("result", "done"),
    )
    assert [(d.step, d.expectation.kind, d.delta.result) for d in found] == [
        (4, ExpectedKind.CHANGED, DeltaResult.VIOLATED)
    ]
    assert found[0].choice_reason == "The page does not mention blue lips"


def test_the_same_holds_in_chinese() -> None:
    page = "这一页讲的是另一件事。"
    found = decisions(
        ("搜索", "", {"关键词": "嘴唇发紫"}),
        ("result", page),
        ("thought", "这一页没有提到嘴唇发紫。我换个说法再搜。"),
        ("搜索", "", {"关键词": "嘴唇发紫的原因"}),
        ("result", page),
        ("say", "没有结果。"),
    )
    assert [(d.belief.statement, d.delta.result, d.choice_reason) for d in found] == [
        ("搜索 会另有回答： 嘴唇发紫的原因", DeltaResult.VIOLATED, "这一页没有提到嘴唇发紫")
    ]


def test_a_choice_in_chinese_has_its_options() -> None:
    (found,) = decisions(
        ("say", "我选择从库而不是主库，因为读取不能阻塞写入。"),
        ("运行查询", "", {"主机": "从库"}),
        ("result", "查询完成"),
        ("say", "好了。"),
        ("say", "还有吗？"),
    )
    assert (found.kind, found.options) == (DecisionKind.BRANCH, ("从库", "主库"))


def test_a_choice_among_stated_options_is_a_branch_with_its_reason() -> None:
    (found,) = decisions(
        ("say", "I will use the replica instead of the primary because reads must not block writes."),
        ("run_query", "", {"host": "replica"}),
        ("result", "ok"),
        ("say", "Done."),
        ("say", "Anything else?"),
    )
    assert found.kind is DecisionKind.BRANCH
    assert found.options == ("the replica", "the primary")
    assert "reads must not block writes" in found.choice_reason


def test_the_agents_own_word_stands_beside_the_delta() -> None:
    failed = (*ENGLISH[:4], ("say", "The build has been completed successfully."), ("say", "Bye."))
    (found,) = decisions(*failed)
    assert (found.delta.result, found.claimed) == (DeltaResult.VIOLATED, DeltaResult.MET)
    assert found.misjudged


def test_prose_that_a_search_brings_says_nothing_of_a_belief() -> None:
    found = decisions(
        ("thought", "So the river must have failed to freeze in 1776."),
        ("Search", "", {"query": "river 1776"}),
        ("result", "The river failed to hold the army in 1776; all was lost."),
        ("thought", "x"),
        ("Finish", "", {"answer": "yes"}),
        ("result", "Episode finished, reward = 0"),
        ("say", "x"),
    )
    assert {d.delta.result for d in found} <= {DeltaResult.UNKNOWN}


@pytest.mark.requirement("DEC-7")
def test_at_most_a_third_of_the_steps_are_decisions_and_those_that_say_most() -> None:
    found = decisions(*ENGLISH)
    assert len(found) == 2
    shorter = decisions(*ENGLISH[:7])
    assert [d.kind for d in shorter] == [DecisionKind.VIOLATION]
    assert decisions(*ENGLISH[:4]) == ()


def test_reading_again_gives_the_same_ids_and_nothing_new_beside_what_is_known() -> None:
    first = extracted(trace(*events(*ENGLISH)))
    assert extracted(trace(*reversed(events(*ENGLISH)))) == first
    assert extracted(trace(*events(*ENGLISH)), first) == ()
    assert len({d.decision_id for d in first}) == len(first)


def test_steps_that_a_recorded_decision_covers_are_skipped() -> None:
    first = extracted(trace(*events(*ENGLISH)))
    recorded = replace(first[0], decision_id="r", inferred=False, step=2, kind=DecisionKind.BRANCH)
    again = extracted(trace(*events(*ENGLISH)), [recorded])
    assert [d.step for d in again] == [6]


def test_a_session_that_comes_in_later_adds_only_its_own() -> None:
    early = events(*ENGLISH)
    late = events(*CHINESE, session="two", first=11)
    first = extracted(trace(*early))
    both = extracted(trace(*early, *late))
    assert both[: len(first)] == first
    assert {d.session_id for d in both[len(first) :]} == {"two"}
    assert extracted(trace(*early, *late), first) == both[len(first) :]


def test_what_the_user_denied_is_no_belief_of_the_agent_any_more() -> None:
    found = decisions(
        ("say", "The order is insured, so it can be refunded."),
        ("user", "No, it is not insured."),
        ("cancel_order", "", {"order": "8812"}),
        ("result", '{"order": "8812", "state": "cancelled"}'),
        ("say", "x"),
        ("say", "x"),
    )
    assert found == ()


def test_a_thought_written_down_by_a_tool_is_a_statement() -> None:
    (found,) = decisions(
        ("think", "", {"thought": "The voucher covers the rest, so it should be accepted."}),
        ("result", ""),
        ("pay_order", "", {"method": "voucher_77"}),
        ("result", "Error: voucher is used up"),
        ("say", "x"),
    )
    assert found.step == 3
    assert found.belief.statement == "The voucher covers the rest, so it should be accepted"


def test_a_value_that_the_answer_gives_differently_is_a_violation() -> None:
    (found,) = decisions(
        ("say", "So the total price is 255 for both seats."),
        ("book_seats", "", {"seats": 2}),
        ("result", '{"total_price": 305, "seats": 2}'),
        ("say", "x"),
        ("say", "x"),
    )
    assert found.expectation.kind is ExpectedKind.JSON_PATH
    assert found.delta.result is DeltaResult.VIOLATED


@pytest.mark.parametrize(
    ("said", "result"),
    [
        (" " * 60_000 + "so it must be", "[" * 50_000),
        ("so" + " " * 60_000 + "it must be", "Error:" + " " * 60_000),
        ("所以应该可以，" * 8_000, "错误" + "失败" * 30_000),
        ("either a or b between c and d " * 2_000, "{" * 60_000),
        ("the total price is 1, which is y, " * 2_000, "not found " * 6_000),
    ],
    ids=["spaces", "spaces inside", "chinese", "options", "values"],
)
def test_texts_made_to_be_slow_are_read_in_good_time(said: str, result: str) -> None:
    run: list[Entry] = [("say", said), ("pay_order", "", {"amount": 1}), ("result", result)] * 3
    assert len(decisions(*run)) <= 2  # The limit of ten seconds for a test is what would fail.

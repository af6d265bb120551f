"""What was overlooked: things no belief speaks of, beliefs that failed before, tools nobody took."""

from datetime import timedelta

import pytest

from hindsight_memory.domain.decision import Belief
from hindsight_memory.domain.patterns.blind_spots import blind_spots
from hindsight_memory.domain.patterns.repeats import repeated_beliefs
from hindsight_memory.domain.patterns.tools import IgnoredTool, TaskTools, ignored_tools, tools_of
from hindsight_memory.domain.trace import Event, EventKind, OutcomeStatus, Task, Trace
from tests.unit.domain.patterns.making import MET, MONDAY, UNKNOWN, VIOLATED, decided

pytestmark = pytest.mark.requirement("DEC-8")


def test_a_thing_that_is_seen_whenever_it_goes_wrong_and_never_believed_about_is_a_blind_spot() -> None:
    seen = "pins.txt names datebook 1.4.0, and billcycle 0.9.0 imports it"
    wrong = [decided(VIOLATED, belief="datebook can be raised alone", observation=seen) for _ in range(5)]
    right = [decided(MET, belief="The tests pass", observation="tests/test_app.py is green") for _ in range(3)]
    (first, second) = blind_spots([*wrong, *right, decided(UNKNOWN, observation="billcycle 0.9.0")])
    assert {first.name, second.name} == {"billcycle", "pins.txt"}
    assert (first.violated.hits, first.violated.of, first.met.hits, first.met.of, first.few) == (5, 5, 0, 3, False)
    assert set(first.decision_ids) == {one.decision_id for one in wrong}


def test_things_of_chinese_text_are_blind_spots_too() -> None:
    seen = "配置文件 app.toml 由张工维护，里面的 redis 地址已经过期"
    wrong = [decided(VIOLATED, belief="服务可以直接启动", observation=seen) for _ in range(2)]
    spots = blind_spots(wrong)
    assert {"app.toml", "张工", "redis"} <= {spot.name for spot in spots}
    assert all(spot.few for spot in spots)


def test_a_word_that_some_belief_is_about_is_a_thing_in_other_observations() -> None:
    right = decided(MET, belief=Belief(subject="quota", relation="is", object="monthly"), observation="x")
    wrong = [decided(VIOLATED, belief="The call succeeds", observation="the quota is used up") for _ in range(2)]
    assert "quota" in {spot.name for spot in blind_spots([right, *wrong])}
    assert blind_spots(wrong) == ()


def test_what_stood_in_one_observation_alone_and_what_a_violated_belief_names_are_none() -> None:
    once = decided(VIOLATED, belief="It works", observation="see deploy.yml")
    named = decided(VIOLATED, belief="ci.yml is complete", observation="ci.yml was read")
    also = decided(VIOLATED, belief="It works", observation="ci.yml was read")
    assert blind_spots([once, named, also]) == ()


def test_what_was_seen_as_often_when_all_went_well_comes_last() -> None:
    wrong = [decided(VIOLATED, belief="b", observation="main.py and cache.db") for _ in range(3)]
    right = [decided(MET, belief="b", observation="main.py") for _ in range(3)]
    assert [spot.name for spot in blind_spots([*wrong, *right])] == ["cache.db", "main.py"]


def test_a_belief_with_the_same_subject_and_relation_repeats_whatever_it_claims() -> None:
    said = [Belief(subject=" Datebook ", relation="works with", object=name) for name in ("billcycle", "invoices")]
    decisions = [decided(VIOLATED, 0.9, belief=one, task_id=str(n), days=n) for n, one in enumerate(said)]
    held = decided(MET, belief=Belief(subject="datebook", relation="Works with", object="reminders"))
    (found,) = repeated_beliefs([*decisions, held])
    assert (found.belief, found.violated.hits, found.violated.of, found.tasks) == (said[1].statement, 2, 3, 2)
    assert (found.first_at, found.last_at) == (MONDAY, MONDAY + timedelta(days=1))
    assert found.few


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The two packages are independent of each other.", "the two packages are independent of each other"),
        ("两个包互相独立。", "两个包 互相独立"),
        ("The nightly backup job has finished on the server", "The nightly backup job has finished on that server"),
    ],
)
def test_nearly_the_same_words_are_one_belief(one: str, other: str) -> None:
    (found,) = repeated_beliefs(
        [decided(VIOLATED, belief=one), decided(MET, belief=one), decided(VIOLATED, belief=other)]
    )
    assert (found.violated.hits, found.violated.of) == (2, 3)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The cache is shared by all workers.", "The cache is not shared by all workers."),
        ("缓存由所有进程共享", "缓存不由所有进程共享"),
        ("The build takes 5 minutes here", "The build takes 9 minutes here"),
        ("app.toml holds the address of the service", "web.toml holds the address of the service"),
    ],
)
def test_a_denial_another_number_and_another_name_make_another_belief(one: str, other: str) -> None:
    assert repeated_beliefs([decided(VIOLATED, belief=one), decided(VIOLATED, belief=other)]) == ()


def tools(task_id: str, used: str, *, failed: bool, named: str = "", kind: str = "deploy") -> TaskTools:
    return TaskTools(
        space="default",
        task_id=task_id,
        task_type=kind,
        failed=failed,
        named=frozenset(named.split()),
        used=frozenset(used.split()),
    )


def test_a_tool_that_a_trace_names_and_no_failed_task_used_was_ignored() -> None:
    failed = [tools(str(n), "shell", failed=True, named="shell changelog") for n in range(5)]
    fine = tools("9", "shell changelog", failed=False)
    assert ignored_tools([*failed, fine]) == (IgnoredTool("changelog", "deploy", 5, 1, True),)
    assert not ignored_tools([*failed, fine])[0].few
    assert ignored_tools([*failed[:4], tools("x", "changelog", failed=True)]) == ()


def test_without_such_names_what_other_tasks_of_the_type_used_was_there() -> None:
    failed = [tools(str(n), "shell", failed=True) for n in range(2)]
    fine = [tools(f"f{n}", "shell changelog", failed=False) for n in range(2)]
    assert ignored_tools([*failed, *fine]) == (IgnoredTool("changelog", "deploy", 2, 2, False),)
    assert ignored_tools([*failed, fine[0]]) == ()
    assert ignored_tools([*failed, *(tools(t.task_id, "changelog", failed=False, kind="x") for t in fine)]) == ()


def test_a_trace_that_names_its_tools_says_that_others_were_not_there() -> None:
    failed = [tools("1", "shell", failed=True, named="shell")]
    fine = [tools(f"f{n}", "changelog", failed=False) for n in range(3)]
    assert ignored_tools([*failed, *fine]) == ()


def test_the_tools_of_a_trace_are_read_from_task_and_events() -> None:
    task = Task(
        task_id="t",
        space="s",
        agent="a",
        task_type="deploy",
        started_at=MONDAY,
        outcome=OutcomeStatus.FAILURE,
        metadata={"tools": ["shell", {"name": "search"}, 7]},
    )
    offered = {"tools": [{"type": "function", "function": {"name": "changelog"}}]}
    events = (
        Event(sequence=1, kind=EventKind.USER, text="Deploy.", at=MONDAY, args=offered),
        Event(sequence=2, kind=EventKind.TOOL_CALL, text="", name="shell", at=MONDAY, args={"tools": ["no name"]}),
    )
    found = tools_of(Trace(task, events), violated=False)
    assert (found.named, found.used) == (frozenset({"shell", "search", "changelog"}), frozenset({"shell"}))
    assert found.failed

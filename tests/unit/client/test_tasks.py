"""A task in a with-block: what happened is recorded, how it ended is known, and nothing is lost on the way."""

from __future__ import annotations

import threading

import pytest

from hindsight_memory import Hindsight
from hindsight_memory.client import recording
from hindsight_memory.domain.errors import HindsightError, Invalid, Unavailable, UnknownArgument
from hindsight_memory.domain.trace import EventKind, OutcomeStatus
from tests.unit.client.folder import events, kinds, store

DEPLOY = "Deploys of the billing service always go through the staging cluster first."


def test_a_task_is_begun_recorded_and_ended_as_a_success() -> None:
    with store() as hs:
        with hs.task(type="deploy", intent="Deploy the API.", session_id="s1") as task:
            task.event("user", "Deploy the API.")
            with task.tool("shell", {"cmd": "make deploy"}) as call:
                call.result("deployed")
            task.event(EventKind.ASSISTANT, "Done.")
        trace = hs.trace(task.task_id)
        assert (trace.task.task_type, trace.task.intent) == ("deploy", "Deploy the API.")
        assert trace.task.outcome is OutcomeStatus.SUCCESS
        assert trace.task.ended_at is not None
        assert [event.sequence for event in trace.events] == [1, 2, 3, 4]
        assert kinds(hs, task.task_id) == [
            ("user", "Deploy the API.", ""),
            ("tool_call", "", ""),
            ("tool_result", "deployed", "ok"),
            ("assistant", "Done.", ""),
        ]
        assert trace.events[1].args == {"cmd": "make deploy"}
        assert {event.session_id for event in trace.events} == {"s1"}


@pytest.mark.requirement("REC-16")
def test_a_task_knows_what_was_laid_out_for_it() -> None:
    with store() as hs:
        memory_id = hs.write(DEPLOY, source="user").memory_id
        with hs.task(type="deploy") as first:
            assert first.preloaded == []
            first.event("recall", "recalled", memory_ids=[memory_id])
            first.event("assistant", "Deploys of the billing service go through the staging cluster first.")
        hs.review(task_id=first.task_id)
        with hs.task(type="deploy") as second:
            assert [one.content for one in second.preloaded] == [DEPLOY]


def test_an_exception_is_the_tasks_failure_and_goes_on() -> None:
    with store() as hs:
        with pytest.raises(RuntimeError, match="quota"), hs.task(type="deploy") as task:
            task.event("user", "Deploy.")
            raise RuntimeError("quota exceeded")
        ended = hs.trace(task.task_id).task
        assert (ended.outcome, ended.outcome_evidence) == (OutcomeStatus.FAILURE, "RuntimeError: quota exceeded")
        assert kinds(hs, task.task_id)[-1] == ("error", "RuntimeError: quota exceeded", "error")


def test_an_exception_of_a_tool_is_its_result_and_recorded_once() -> None:
    with store() as hs:
        with pytest.raises(OSError, match="disk"), hs.task() as task, task.tool("write", {"path": "a"}):
            raise OSError("disk full")
        assert kinds(hs, task.task_id) == [("tool_call", "", ""), ("tool_result", "OSError: disk full", "error")]
        assert hs.trace(task.task_id).task.outcome is OutcomeStatus.FAILURE


def test_a_tool_may_fail_and_the_task_succeed() -> None:
    with store() as hs:
        with hs.task() as task:
            with pytest.raises(OSError, match="disk"), task.tool("write"):
                raise OSError("disk full")
            with task.tool("write") as call:
                call.result("permission denied", status="error")
        assert [status for _, _, status in kinds(hs, task.task_id)] == ["", "error", "", "error"]
        assert hs.trace(task.task_id).task.outcome is OutcomeStatus.SUCCESS


def test_a_task_may_say_itself_how_it_ended() -> None:
    with store() as hs:
        with hs.task() as failed:
            failed.fail("The tests are red.")
        with hs.task() as open_ended:
            open_ended.outcome("unknown", "Nobody looked.")
        with pytest.raises(Invalid), hs.task() as wrong:
            wrong.outcome("splendid")
        outcomes = [hs.trace(task.task_id).task for task in (failed, open_ended, wrong)]
        assert [(one.outcome.value, one.outcome_evidence) for one in outcomes[:2]] == [
            ("failure", "The tests are red."),
            ("unknown", "Nobody looked."),
        ]
        assert outcomes[2].outcome is OutcomeStatus.FAILURE


def test_an_interruption_is_no_outcome() -> None:
    with store() as hs:
        with pytest.raises(KeyboardInterrupt), hs.task() as task:
            raise KeyboardInterrupt
        ended = hs.trace(task.task_id).task
        assert (ended.outcome, ended.outcome_evidence) == (OutcomeStatus.UNKNOWN, "interrupted: KeyboardInterrupt")


def test_a_function_is_called_as_a_tool() -> None:
    def divide(a: int, by: int = 1) -> float:
        return a / by

    with store() as hs:
        with pytest.raises(ZeroDivisionError), hs.task() as task:
            assert task.call(divide, 6, by=3) == 2
            task.call(divide, 1, 0)
        shown = events(hs, task.task_id)
        assert [(event.name, event.args, event.text, event.status) for event in shown] == [
            ("divide", {"a": 6, "by": 3}, "", ""),
            ("divide", {}, "2.0", "ok"),
            ("divide", {"a": 1, "by": 0}, "", ""),
            ("divide", {}, "ZeroDivisionError: division by zero", "error"),
        ]


def test_a_search_is_recorded_with_what_it_showed_so_that_the_review_can_judge_it() -> None:
    with store() as hs:
        written = hs.write(DEPLOY, source="user", space="project:api")
        with hs.task(space="project:api") as task:
            answer = task.search("staging deploys")
        assert [hit.memory_id for hit in answer.hits] == [written.memory_id]
        (event,) = hs.trace(task.task_id, space="project:api").events
        assert (event.kind, event.memory_ids, event.args) == (
            EventKind.RECALL,
            [written.memory_id],
            {"query": "staging deploys"},
        )
        assert DEPLOY in event.text
        hs.review(task_id=task.task_id, space="project:api")
        assert hs.memory(written.memory_id, space="project:api").usage.recalled >= 1


def test_a_write_of_a_task_comes_from_it() -> None:
    with store() as hs:
        with hs.task(space="project:api", session_id="s1") as task:
            written = task.write(DEPLOY, source="user")
        memory = hs.memory(written.memory_id, space="project:api")
        assert (memory.provenance.task_id, memory.provenance.session_id) == (task.task_id, "s1")


@pytest.mark.requirement("TRACE-6")
def test_a_task_is_carried_on_under_its_id() -> None:
    with store() as hs:
        for text in ("one", "two"):
            with hs.task(task_id="deploy-42") as task:
                task.event("thought", text)
        assert [event.text for event in events(hs, "deploy-42")] == ["one", "two"]


def test_two_who_carry_on_one_task_lose_nothing_of_each_other() -> None:
    with store() as hs, hs.task(task_id="shared") as first, hs.task(task_id="shared") as second:
        for number in range(3):
            first.event("thought", f"first {number}")
            second.event("thought", f"second {number}")
            first.flush()
            second.flush()
        assert sorted(event.text for event in events(hs, "shared")) == [
            f"{who} {number}" for who in ("first", "second") for number in range(3)
        ]


@pytest.mark.requirement("TRACE-10")
def test_events_leave_in_batches_and_in_order() -> None:
    many = recording.EVENTS * 2 + 7
    with store() as hs:
        with hs.task() as task:
            for number in range(many):
                task.event("thought", str(number))
            assert len(hs.batches) == 2
        assert len(hs.batches) == 3
        assert [event.text for event in hs.trace(task.task_id).events] == [str(number) for number in range(many)]


def test_while_the_store_is_away_events_wait_and_none_is_lost() -> None:
    with store() as hs:
        with hs.task() as task:
            task.event("thought", "before")
            task.flush()
            hs.away = True
            for number in range(recording.EVENTS * 2):
                task.event("thought", str(number))
            with pytest.raises(Unavailable):
                task.flush()
            hs.away = False
        texts = [event.text for event in hs.trace(task.task_id).events]
        assert texts == ["before", *(str(number) for number in range(recording.EVENTS * 2))]


def test_a_batch_that_was_not_confirmed_is_sent_again_under_its_own_key() -> None:
    with store() as hs:
        with hs.task() as task:
            task.event("thought", "one")
            hs.away = True
            with pytest.raises(Unavailable):
                task.flush()
            task.event("thought", "two")
            hs.away = False
        first, again, second = hs.batches
        assert first == again
        assert second.key != first.key
        assert [event.text for event in second.body.events] == ["two"]


def test_a_task_that_cannot_be_recorded_to_its_end_says_so() -> None:
    with store() as hs:
        with pytest.raises(Unavailable), hs.task() as task:
            task.event("thought", "one")
            hs.away = True
        hs.away = False
        task.flush()
        assert [event.text for event in events(hs, task.task_id)] == ["one"]


def test_the_tasks_own_exception_is_never_hidden_by_one_of_the_store() -> None:
    with store() as hs:
        with pytest.raises(RuntimeError, match="quota") as raised, hs.task():
            hs.away = True
            raise RuntimeError("quota exceeded")
        assert any("could not be recorded" in note for note in raised.value.__notes__)


def test_threads_may_record_into_one_task() -> None:
    with store() as hs:
        with hs.task() as task:

            def work(who: int) -> None:
                for number in range(30):
                    task.event("thought", f"{who}:{number}")

            threads = [threading.Thread(target=work, args=(who,)) for who in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        texts = [event.text for event in hs.trace(task.task_id).events]
        assert sorted(texts) == sorted(f"{who}:{number}" for who in range(4) for number in range(30))


def test_an_event_that_is_none_is_refused_where_it_is_said() -> None:
    with store() as hs, pytest.raises(HindsightError), hs.task() as task:
        task.event("feeling", "good")


def test_an_output_of_any_length_is_recorded_with_its_two_ends() -> None:
    with store() as hs:
        with hs.task() as task, task.tool("cat") as call:
            call.result("begin" + "x" * 5_000_000 + "end")
        text = events(hs, task.task_id)[1].text
        assert text.startswith("begin") and text.endswith("end")
        assert "characters left out" in text


@pytest.mark.parametrize(
    ("name", "given", "meant"),
    [
        ("write", {"content": DEPLOY, "sorce": "user"}, "source"),
        ("write", {"content": DEPLOY, "user_id": "mira"}, "space"),
        ("search", {"query": "deploys", "limit": 3}, "top_k"),
        ("memory", {"memory_id": "m1", "spaces": "a"}, "space"),
        ("task", {"tpye": "deploy"}, "type"),
        ("append_events", {"task_id": "t", "events": [{"kind": "user", "txt": "x"}]}, "text"),
        ("write_many", {"statements": [{"content": DEPLOY, "tag": "a"}]}, "tags"),
    ],
)
def test_an_unknown_argument_is_refused_with_the_one_that_was_meant(
    name: str, given: dict[str, object], meant: str
) -> None:
    with store() as hs, pytest.raises(UnknownArgument) as refused:
        getattr(hs, name)(**given)
    assert meant in refused.value.hint


def test_secrets_among_arguments_are_redacted_by_the_store() -> None:
    with store() as hs:
        with hs.task() as task, task.tool("login", {"user": "mira", "password": "hunter2-and-more"}):
            pass
        assert "hunter2" not in hs.trace(task.task_id).model_dump_json()


def test_a_folder_opens_by_path_and_stays(tmp_path: object) -> None:
    with Hindsight.open(str(tmp_path), space="project:api", agent="builder") as hs:
        written = hs.write(DEPLOY, source="user")
        assert str(tmp_path) in repr(hs)
    with Hindsight.open(str(tmp_path)) as again:
        memory = again.memory(written.memory_id, space="project:api")
        assert (memory.content, memory.provenance.agent) == (DEPLOY, "builder")

"""A purge erases everywhere: after it no byte of the folder says what was erased, and no review relearns it."""

from datetime import timedelta
from pathlib import Path

import pytest

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.actor import Actor, Role
from hindsight_memory.domain.errors import Forbidden, NotFound
from hindsight_memory.domain.memory import Source, Status
from hindsight_memory.domain.proposal import ApprovalMode
from hindsight_memory.domain.trace import EventKind, OutcomeStatus
from hindsight_memory.domain.verdict import Verdict, VerdictKind
from hindsight_memory.entrypoints.reviewing import review_task
from hindsight_memory.ports.records import MemoryFilter
from hindsight_memory.services.memories import WriteRequest
from hindsight_memory.services.outside import Candidate
from hindsight_memory.services.recall import SearchRequest
from hindsight_memory.services.tasks import NewEvent
from hindsight_memory.testing import FrozenClock, throw_away_app

EVERY = MemoryFilter(statuses=frozenset(Status))
SECRET = "Quuxley's zanzibarquux account opens with plughplover 7731."


def say(app: App, content: str, source: Source = Source.USER, **more: object) -> Verdict:
    return app.memories.write(app.actor, WriteRequest(content=content, source=source, **more))  # type: ignore[arg-type]


def tell(app: App, task_id: str, *texts: str) -> None:
    app.tasks.begin(app.actor, task_id=task_id, intent=texts[0])
    app.tasks.append(app.actor, task_id, [NewEvent(kind=EventKind.USER, text=text) for text in texts])
    app.tasks.end(app.actor, task_id, OutcomeStatus.SUCCESS, evidence=texts[0])
    review_task(app, app.actor, task_id, "default")


def bytes_of(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file()).lower()


@pytest.mark.requirement("INV-2A")
def test_after_a_purge_no_byte_of_the_folder_says_what_was_erased(tmp_path: Path) -> None:
    clock = FrozenClock()
    with throw_away_app(tmp_path, clock=clock) as app:
        tell(app, "t1", f"Please remember: {SECRET} Always run the linter before a commit.")
        [memory] = [m for m in app.memories.list(app.actor, EVERY).entries if "zanzibarquux" in m.content]
        shown = app.recall.search(app.actor, SearchRequest(query="zanzibarquux account")).hits
        tell(app, "t2", "Look it up.", f"As you said:  {memory.content.upper()}")
        recall = NewEvent(kind=EventKind.RECALL, text=shown[0].memory.content, memory_ids=(memory.memory_id,))
        app.tasks.append(app.actor, "t2", [recall])
        app.memories.update(app.actor, memory.memory_id, {"content": f"{SECRET} Since May."}, "more")
        say(app, f"{SECRET} Since May.", Source.INFERRED, task_id="t2")
        app.memories.forget(app.actor, memory.memory_id, "")
        clock.advance(timedelta(days=1))
        say(app, f"{SECRET} Since May.", Source.INFERRED)
        assert app.memories.discards(app.actor).entries != ()
        assert b"zanzibarquux" in bytes_of(tmp_path)
        app.memories.purge(app.actor, memory.memory_id, "the owner asked")
        # Read while the store is open: the write-ahead log is a file of the folder too.
        left = bytes_of(tmp_path)
        assert [word for word in (b"zanzibarquux", b"plughplover", b"7731") if word in left] == []
        assert app.upkeep.verify_audit(app.actor) > 0
        for task_id in ("t1", "t2"):
            trace = app.tasks.trace(app.actor, task_id)
            report = app.reviews.report(app.actor, task_id)
            assert "zanzibarquux" not in repr((trace, report)).lower()
            assert "[purged]" in repr(trace)
        assert "linter" in app.tasks.trace(app.actor, "t1").events[0].text
        with pytest.raises(NotFound):
            app.memories.get(app.actor, memory.memory_id)
        assert app.recall.search(app.actor, SearchRequest(query="zanzibarquux account")).hits == ()
    assert b"zanzibarquux" not in bytes_of(tmp_path)


@pytest.mark.requirement("INV-2A")
def test_the_sentence_that_a_purged_memory_was_distilled_from_goes_too() -> None:
    with throw_away_app() as app:
        app.proposals.set_mode(app.actor, ApprovalMode.MANUAL)
        said = "Good morning! My locker at the north warehouse is number 5512, please remember. Then book a van."
        app.tasks.begin(app.actor, task_id="t1")
        app.tasks.append(app.actor, "t1", [NewEvent(kind=EventKind.USER, text=said)])
        candidate = Candidate(content="The user's locker at the north warehouse is number 5512.")
        [one] = app.outside.propose(app.actor, "t1", [candidate]).considered
        assert one.evidence == (1,)
        app.memories.purge(app.actor, one.verdict.memory_id)
        trace = app.tasks.trace(app.actor, "t1")
        assert trace.events[0].text == "Good morning! [purged] Then book a van."
        assert app.proposals.page(app.actor, frozenset()).entries == ()
        app.upkeep.verify_audit(app.actor)


def test_chinese_texts_are_masked_inside_other_texts() -> None:
    with throw_away_app() as app:
        kept = say(app, "仓库门禁码是四四七八")
        tell(app, "t1", "顺便说一下，仓库门禁码是四四七八，别忘了。")
        app.memories.purge(app.actor, kept.memory_id)
        assert "四四七八" not in repr(app.tasks.trace(app.actor, "t1"))


@pytest.mark.requirement("INV-5")
def test_a_review_does_not_relearn_what_was_purged_and_a_person_can_say_it_again() -> None:
    clock = FrozenClock()
    text = "Deploys always go through the canary cluster first."
    with throw_away_app(clock=clock) as app:
        first = say(app, text)
        app.memories.purge(app.actor, first.memory_id)
        clock.advance(timedelta(days=1))
        tell(app, "t1", f"Please remember: {text}")
        assert app.memories.list(app.actor, EVERY).entries == ()
        # It is not kept in the discard log either.
        assert app.memories.discards(app.actor).entries == ()
        assert say(app, text).kind is VerdictKind.STORED


def test_copies_of_the_same_text_in_the_same_scope_go_with_it_and_others_stay() -> None:
    port, new_port = "The port of staging is 9077.", "The port of staging is 8080."
    with throw_away_app() as app:
        old = say(app, port)
        say(app, new_port)
        again = say(app, port)
        assert again.memory_id != old.memory_id
        elsewhere = say(app, port, space="other")
        app.memories.purge(app.actor, again.memory_id)
        assert [m.content for m in app.memories.list(app.actor, EVERY).entries] == [new_port]
        assert app.memories.get(app.actor, elsewhere.memory_id, "other").content == port
        app.upkeep.verify_audit(app.actor)


def test_a_memory_of_one_common_word_can_be_purged_and_names_of_kinds_stay() -> None:
    with throw_away_app() as app:
        kept = say(app, "user")
        tell(app, "t1", "The user wants the report as a table, always.")
        app.memories.purge(app.actor, kept.memory_id)
        event = app.tasks.trace(app.actor, "t1").events[0]
        assert (event.kind, event.text) == (EventKind.USER, "The user wants the report as a table, always.")


def test_only_an_administrator_purges() -> None:
    with throw_away_app() as app:
        kept = say(app, SECRET)
        roles = frozenset({Role.READ, Role.WRITE, Role.REVIEW})
        with pytest.raises(Forbidden):
            app.memories.purge(Actor(agent="kim", any_space=True, default_space="default", roles=roles), kept.memory_id)
        with pytest.raises(NotFound):
            app.memories.purge(app.actor, "nobody")

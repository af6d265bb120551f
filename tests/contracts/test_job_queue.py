"""``JobQueue``: leases that outlive a dead owner, and one job per piece of work."""

import threading

import pytest

from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.domain.actor import View
from hindsight_memory.domain.errors import Conflict
from hindsight_memory.domain.events import JobDone, JobQueued
from hindsight_memory.domain.job import Job, JobState
from tests.contracts.making import NOW, VIEW, commit, job, later, memory, stored

END = later(seconds=60)


def queue(records: SqlRecords, *jobs: Job, space: str = "alpha") -> None:
    commit(records, *map(JobQueued, jobs), space=space)


def shown(records: SqlRecords, job_id: str, view: View = VIEW) -> Job:
    with records.reading() as reading:
        found = reading.job(view, job_id)
    assert found is not None
    return found


def test_a_queued_job_reads_back(records: SqlRecords) -> None:
    queue(records, job("j1"))
    assert shown(records, "j1") == job("j1")
    with records.reading() as reading:
        assert reading.job(View(("beta",), "ann"), "j1") is None
        assert reading.counts(VIEW)["jobs"] == {"queued": 1}


def test_the_oldest_job_of_the_kinds_is_taken_first(records: SqlRecords) -> None:
    queue(
        records,
        job("j1", created_at=later(seconds=2)),
        job("j2", created_at=later(seconds=1)),
        job("j3", kind="sweep", created_at=NOW),
    )
    claimed = records.claim(["review", "other"], "w1", NOW, END)
    assert claimed == job(
        "j2",
        created_at=later(seconds=1),
        state=JobState.RUNNING,
        attempts=1,
        lease_owner="w1",
        lease_until=END,
    )
    assert shown(records, "j2") == claimed
    assert records.claim(["nothing"], "w1", NOW, END) is None


def test_a_claim_can_ask_for_one_space_or_key(records: SqlRecords) -> None:
    queue(records, job("j1"), job("j2"))
    queue(records, job("j3", space="beta", key="j2"), space="beta")
    assert records.claim(["review"], "w1", NOW, END, space="gamma") is None
    first = records.claim(["review"], "w1", NOW, END, space="beta")
    second = records.claim(["review"], "w1", NOW, END, key="j2")
    assert (first and first.job_id, second and second.job_id) == ("j3", "j2")


def test_a_job_is_held_by_one_owner_until_its_lease_has_run_out(records: SqlRecords) -> None:
    queue(records, job("j1"))
    assert records.claim(["review"], "w1", NOW, END) is not None
    assert records.claim(["review"], "w2", later(seconds=59), later(seconds=99)) is None
    again = records.claim(["review"], "w2", END, later(seconds=120))
    assert again is not None
    assert (again.attempts, again.lease_owner) == (2, "w2")
    assert not records.renew("j1", "w1", later(seconds=300))
    assert records.renew("j1", "w2", later(seconds=300))
    assert shown(records, "j1").lease_until == later(seconds=300)


def test_no_two_owners_take_the_same_job(records: SqlRecords) -> None:
    queue(records, *(job(f"j{n}") for n in range(12)))
    taken: list[str] = []

    def work(owner: str) -> None:
        while (claimed := records.claim(["review"], owner, NOW, END)) is not None:
            taken.append(claimed.job_id)

    threads = [threading.Thread(target=work, args=(f"w{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(taken) == sorted(f"j{n}" for n in range(12))


def test_unfinished_work_is_queued_once(records: SqlRecords) -> None:
    queue(records, job("j1", key="task"))
    queue(records, job("j2", key="task"))
    records.claim(["review"], "w1", NOW, END)
    queue(records, job("j3", key="task"), job("j4", key="task", kind="sweep"))
    with records.reading() as reading:
        assert [each.job_id for each in reading.jobs(VIEW, frozenset(), limit=9).entries] == ["j1", "j4"]
    commit(records, JobDone("alpha", "j1"))
    queue(records, job("j5", key="task"))
    assert shown(records, "j5").state is JobState.QUEUED


@pytest.mark.requirement("INV-1C")
def test_done_is_committed_together_with_its_effects(records: SqlRecords) -> None:
    queue(records, job("j1"))
    records.claim(["review"], "w1", NOW, END)
    commit(records, stored(memory("m1")), JobDone("alpha", "j1"), now=later(seconds=5))
    done = shown(records, "j1")
    assert (done.state, done.finished_at, done.lease_owner) == (JobState.DONE, later(seconds=5), "")
    assert records.claim(["review"], "w1", later(days=1), later(days=2)) is None


@pytest.mark.requirement("INV-1C")
def test_work_that_was_done_already_has_no_second_effect(records: SqlRecords) -> None:
    queue(records, job("j1"))
    records.claim(["review"], "w1", NOW, END)
    commit(records, JobDone("alpha", "j1"))
    with pytest.raises(Conflict):
        commit(records, stored(memory("m1")), JobDone("alpha", "j1"))
    with records.reading() as reading:
        assert reading.memory(VIEW, "m1") is None


@pytest.mark.requirement("INV-1C")
def test_a_failed_job_says_why_and_can_be_queued_again(records: SqlRecords) -> None:
    queue(records, job("j1"))
    assert not records.retry(VIEW, "j1")
    records.claim(["review"], "w1", NOW, END)
    records.fail("j1", "w2", "not mine", later(seconds=1))
    assert shown(records, "j1").state is JobState.RUNNING
    records.fail("j1", "w1", "the disk is full", later(seconds=2))
    failed = shown(records, "j1")
    assert (failed.state, failed.error, failed.finished_at) == (JobState.FAILED, "the disk is full", later(seconds=2))
    assert not records.retry(View(("beta",), "ann"), "j1")
    assert records.retry(VIEW, "j1")
    queued = shown(records, "j1")
    assert (queued.state, queued.error, queued.finished_at, queued.attempts) == (JobState.QUEUED, "", None, 1)


def test_a_failed_job_is_not_queued_again_beside_one_that_stands_for_it(records: SqlRecords) -> None:
    queue(records, job("j1", key="task"))
    records.claim(["review"], "w1", NOW, END)
    records.fail("j1", "w1", "no", NOW)
    queue(records, job("j2", key="task"))
    assert not records.retry(VIEW, "j1")


def test_only_a_queued_job_is_cancelled(records: SqlRecords) -> None:
    queue(records, job("j1"))
    assert not records.cancel(View(("beta",), "ann"), "j1", NOW)
    assert records.cancel(VIEW, "j1", NOW)
    assert (shown(records, "j1").state, shown(records, "j1").finished_at) == (JobState.CANCELLED, NOW)
    assert not records.cancel(VIEW, "j1", NOW)
    assert records.retry(VIEW, "j1")
    records.claim(["review"], "w1", NOW, END)
    assert not records.cancel(VIEW, "j1", NOW)


def test_a_released_job_can_be_taken_at_once(records: SqlRecords) -> None:
    queue(records, job("j1"))
    records.claim(["review"], "w1", NOW, END)
    assert not records.release("j1", "w2")
    assert records.release("j1", "w1")
    assert not records.release("j1", "w1")
    taken = records.claim(["review"], "w2", NOW, END)
    assert taken is not None and taken.attempts == 2


def test_jobs_are_listed_newest_first_by_state_in_pages(records: SqlRecords) -> None:
    queue(records, *(job(f"j{n}", created_at=later(seconds=n // 2)) for n in range(5)))
    records.claim(["review"], "w1", NOW, END)
    with records.reading() as reading:
        first = reading.jobs(VIEW, frozenset({JobState.QUEUED}), limit=3)
        second = reading.jobs(VIEW, frozenset({JobState.QUEUED}), limit=3, cursor=first.next_cursor)
        assert [each.job_id for each in first.entries + second.entries] == ["j4", "j2", "j3", "j1"]
        running = reading.jobs(VIEW, frozenset({JobState.RUNNING}), limit=3)
        assert [each.job_id for each in running.entries] == ["j0"]


def test_asking_for_work_does_not_wait_for_a_writer(records: SqlRecords) -> None:
    with records.work("ann", "alpha", NOW):
        assert records.claim(["review"], "w1", NOW, END) is None

"""What keeps API keys, and the answers of calls that may be repeated: each sentence of the ports has a test."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from hindsight_memory.adapters.sql.keys import SqlAnswers, SqlKeys
from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.domain.actor import Role
from hindsight_memory.domain.events import MemoryPurged
from hindsight_memory.domain.keys import ApiKey, Grant
from hindsight_memory.ports.keys import AnswerStore, KeptAnswer, KeyStore
from tests.contracts.making import NOW, later, memory, store

GRANT = Grant(agent="ann", spaces=("alpha", "用户:米拉"), groups=("crew",), roles=frozenset({Role.READ, Role.ADMIN}))
FULL = KeptAnswer(request="r1", status=200, body=b'{"content": "' + b"a long answer " * 200 + b'"}')


def made(key_id: str, *, at: float = 0) -> ApiKey:
    return ApiKey(
        key_id=key_id, digest="d" * 64, name="a name", grant=GRANT, created_at=later(seconds=at), created_by="op"
    )


@pytest.fixture
def keys(records: SqlRecords) -> KeyStore:
    return SqlKeys(records)


@pytest.fixture
def answers(records: SqlRecords) -> AnswerStore:
    return SqlAnswers(records)


def test_a_key_comes_back_as_it_was_added(keys: KeyStore) -> None:
    assert keys.add(made("k1"))
    assert keys.key("k1") == made("k1")
    assert keys.key("k2") is None


def test_a_second_key_of_the_same_id_changes_nothing(keys: KeyStore) -> None:
    keys.add(made("k1"))
    assert not keys.add(replace(made("k1"), name="another"))
    assert keys.listed() == [made("k1")]


def test_keys_are_listed_newest_first_and_revoked_ones_stay(keys: KeyStore) -> None:
    keys.add(made("k1"))
    keys.add(made("k2", at=5))
    assert keys.revoke("k1", later(seconds=9))
    assert [(key.key_id, key.revoked_at) for key in keys.listed()] == [("k2", None), ("k1", later(seconds=9))]


def test_a_key_is_revoked_once(keys: KeyStore) -> None:
    keys.add(made("k1"))
    assert keys.revoke("k1", NOW)
    assert not keys.revoke("k1", later(seconds=1))
    assert not keys.revoke("k2", NOW)
    key = keys.key("k1")
    assert key is not None
    assert key.revoked_at == NOW


def test_a_key_is_taken_once_and_what_is_known_under_it_comes_back(answers: AnswerStore) -> None:
    assert answers.reserve("ann", "k", "r1", NOW, later(seconds=60)) is None
    held = answers.reserve("ann", "k", "r1", NOW, later(seconds=60))
    assert held == KeptAnswer(request="r1", status=0, body=b"")
    answers.keep("ann", "k", FULL, later(days=1))
    assert answers.reserve("ann", "k", "r2", NOW, later(seconds=60)) == FULL


def test_the_same_key_of_another_owner_is_another_key(answers: AnswerStore) -> None:
    answers.reserve("ann", "k", "r1", NOW, later(seconds=60))
    answers.keep("ann", "k", FULL, later(days=1))
    assert answers.reserve("bob", "k", "r1", NOW, later(seconds=60)) is None


def test_what_has_run_out_counts_as_absent(answers: AnswerStore) -> None:
    answers.reserve("ann", "dead", "r1", NOW, later(seconds=60))
    answers.reserve("ann", "done", "r1", NOW, later(seconds=60))
    answers.keep("ann", "done", FULL, later(days=1))
    assert answers.reserve("ann", "dead", "r1", later(seconds=60), later(seconds=120)) is None
    assert answers.reserve("ann", "done", "r1", later(days=1), later(days=2)) is None


def test_a_released_key_is_free_and_a_kept_answer_is_not_released(answers: AnswerStore) -> None:
    answers.reserve("ann", "k", "r1", NOW, later(seconds=60))
    answers.release("ann", "k")
    assert answers.reserve("ann", "k", "r2", NOW, later(seconds=60)) is None
    answers.keep("ann", "k", replace(FULL, request="r2"), later(days=1))
    answers.release("ann", "k")
    assert answers.reserve("ann", "k", "r2", NOW, later(seconds=60)) is not None


def test_of_several_callers_at_once_one_carries_the_call_out(answers: AnswerStore) -> None:
    start = threading.Barrier(6)
    found: list[KeptAnswer | None] = []

    def call() -> None:
        start.wait()
        found.append(answers.reserve("ann", "k", "r1", NOW, later(seconds=60)))

    threads = [threading.Thread(target=call) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found.count(None) == 1
    assert len(found) == 6


def test_a_purge_takes_kept_answers_along_since_they_may_quote_it(records: SqlRecords, answers: AnswerStore) -> None:
    store(records, memory("m1", "the vault code is 4711"))
    answers.reserve("ann", "done", "r1", NOW, later(seconds=60))
    answers.keep("ann", "done", replace(FULL, body=b'{"content": "the vault code is 4711"}'), later(days=1))
    answers.reserve("ann", "held", "r1", NOW, later(seconds=60))
    with records.work("ann", "alpha", NOW) as work:
        work.commit(MemoryPurged("alpha", "m1", "asked for"))
    assert answers.reserve("ann", "done", "r1", NOW, later(seconds=60)) is None
    assert answers.reserve("ann", "held", "r1", NOW, later(seconds=60)) is not None

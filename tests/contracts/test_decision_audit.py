"""The audit knows of decisions: what was altered behind its back is found."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.domain.errors import AuditBroken
from hindsight_memory.domain.events import DecisionChange
from tests.contracts.making import commit, decided, decision, ended, memory, store

TAMPERINGS = (
    "UPDATE decisions SET result = 'met'",
    "UPDATE decisions SET open = 1",
    "UPDATE decisions SET agent = 'eve'",
    "UPDATE decisions SET confidence = 0.99",
    "UPDATE decisions SET intent_type = 'other'",
    "UPDATE decisions SET decided_at = '2020-01-01T00:00:00.000000Z'",
    "UPDATE decisions SET belief_subject = 'x'",
    "UPDATE decisions SET decision_id = 'd9'",
    "UPDATE decisions SET audit_number = 1",
    "UPDATE decisions SET state = CAST(replace(CAST(state AS TEXT), 'build broke', 'build passed') AS BLOB)",
    "UPDATE decisions SET state = X'28b52ffd00'",
    "DELETE FROM decisions",
)


@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_a_decision_that_was_altered_breaks_the_audit(records: SqlRecords, tmp_path: Path, tampering: str) -> None:
    store(records, memory("m1"))
    commit(records, decided(decision("d1")))
    commit(records, decided(ended(decision("d1")), DecisionChange.SETTLED))
    assert records.verify_audit() == 3
    with closing(sqlite3.connect(tmp_path / "store" / "hindsight.db")) as connection, connection:
        connection.execute(tampering)
    with pytest.raises(AuditBroken):
        records.verify_audit()

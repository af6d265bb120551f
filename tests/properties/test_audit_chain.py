"""Whatever was committed verifies; whatever is altered, removed or reordered afterwards is found."""

import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hindsight_memory.adapters.sql.dialects.sqlite import FILE_NAME
from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.domain.errors import AuditBroken
from hindsight_memory.domain.events import Change, DomainEvent, MemoryPurged, UsageCounted
from hindsight_memory.domain.memory import Memory, Status, Usage
from tests.contracts.making import changed, commit, memory, scope, stored

SPACES = ("alpha", "beta")
TEXTS = st.text(max_size=20).filter(lambda text: text.isprintable())
HASH = "f" * 64

Tampering = Callable[[sqlite3.Connection], None]


def run(*statements: str) -> Tampering:
    def tamper(connection: sqlite3.Connection) -> None:
        for statement in statements:
            connection.execute(statement)

    return tamper


MIDDLE = "space_key = 1 AND number = (SELECT max(number) / 2 + 1 FROM audit_entries WHERE space_key = 1)"
LAST = "space_key = 1 AND number = (SELECT max(number) FROM audit_entries WHERE space_key = 1)"
TAMPERINGS: dict[str, Tampering] = {
    "another actor": run(f"UPDATE audit_entries SET actor = actor || 'x' WHERE {MIDDLE}"),
    "another action": run(f"UPDATE audit_entries SET action = 'memory.blessed' WHERE {MIDDLE}"),
    "another subject": run(f"UPDATE audit_entries SET subject_id = 'm999' WHERE {MIDDLE}"),
    "another reason": run(f"UPDATE audit_entries SET reason = reason || ' ' WHERE {LAST}"),
    "another time": run(f"UPDATE audit_entries SET recorded_at = '2020-01-01T00:00:00.000000Z' WHERE {MIDDLE}"),
    "another content": run(f"UPDATE audit_entries SET content_hash = '{HASH}' WHERE {LAST}"),
    "another hash": run(f"UPDATE audit_entries SET hash = '{HASH}' WHERE {LAST}"),
    "another predecessor": run(f"UPDATE audit_entries SET previous = '{HASH}' WHERE {MIDDLE}"),
    "an entry removed": run(f"DELETE FROM audit_entries WHERE {MIDDLE}"),
    "the first entry removed": run("DELETE FROM audit_entries WHERE space_key = 1 AND number = 1"),
    "the end cut off": run(f"DELETE FROM audit_entries WHERE {LAST}"),
    "everything removed": run("DELETE FROM audit_entries WHERE space_key = 1"),
    "two entries exchanged": run(
        "UPDATE audit_entries SET number = -1 WHERE space_key = 1 AND number = 1",
        "UPDATE audit_entries SET number = 1 WHERE space_key = 1 AND number = 2",
        "UPDATE audit_entries SET number = 2 WHERE space_key = 1 AND number = -1",
    ),
    "an entry repeated": run(
        "INSERT INTO audit_entries (space_key, number, recorded_at, actor, action, subject_id, reason, content_hash,"
        " previous, hash) SELECT space_key, number + 1, recorded_at, actor, action, subject_id, reason, content_hash,"
        f" hash, hash FROM audit_entries WHERE {LAST}"
    ),
    "an entry moved to another space": run(f"UPDATE audit_entries SET space_key = 2, number = 999 WHERE {LAST}"),
    "the head moved back": run("UPDATE audit_heads SET number = number - 1 WHERE space_key = 1"),
    "the head removed": run("DELETE FROM audit_heads WHERE space_key = 1"),
    "a content replaced": run(
        "UPDATE revisions SET state = CAST(replace(state, 'statement', 'command') AS BLOB) WHERE number = 1"
    ),
    "a content that cannot be read": run("UPDATE revisions SET state = x'28b52ffd00'"),
    "a revision removed": run("DELETE FROM revisions WHERE row_key = 1 AND number = 1"),
    "a memory removed": run("DELETE FROM memories WHERE memory_id = 'm2'"),
    "a memory set back": run("UPDATE memories SET revision = 1 WHERE memory_id = 'm0'"),
    "another status": run("UPDATE memories SET status = 'forgotten' WHERE memory_id = 'm3'"),
    "another scope": run(
        "INSERT INTO scopes (scope_key, space_key, visibility, member) VALUES (99, 1, 'private', 'bob')",
        "UPDATE memories SET scope_key = 99 WHERE memory_id = 'm1'",
    ),
    "a salt replaced": run("UPDATE salts SET salt = x'00'"),
    "a salt removed": run("DELETE FROM salts"),
    "a revision under another name": run("UPDATE memories SET memory_id = memory_id || 'x'"),
}


@st.composite
def histories(draw: st.DrawFn) -> list[tuple[str, list[DomainEvent]]]:
    """Commits that follow each other: new memories, changes, use, purges, in two spaces."""
    held: dict[str, dict[str, Memory]] = {space: {} for space in SPACES}
    commits: list[tuple[str, list[DomainEvent]]] = []
    for number in range(draw(st.integers(1, 6))):
        space = draw(st.sampled_from(SPACES))
        happened: list[DomainEvent] = []
        for part in range(draw(st.integers(1, 3))):
            known = held[space]
            memory_id = f"{space}-{number}-{part}"
            match draw(st.sampled_from(["store", "change", "use", "purge"])) if known else "store":
                case "change":
                    old = known[draw(st.sampled_from(sorted(known)))]
                    event = changed(old, Change.DISPUTED, status=Status.DISPUTED, metadata={"note": draw(TEXTS)})
                    known[old.memory_id] = event.memory
                    happened.append(event)
                case "use":
                    happened.append(UsageCounted(space, draw(st.sampled_from(sorted(known))), Usage(1), draw(TEXTS)))
                case "purge":
                    purged = draw(st.sampled_from(sorted(known)))
                    del known[purged]
                    happened.append(MemoryPurged(space, purged, draw(TEXTS)))
                case _:
                    known[memory_id] = memory(memory_id, scope=scope(space))
                    happened.append(stored(known[memory_id]))
        commits.append((space, happened))
    return commits


@pytest.mark.requirement("DEF-7")
@pytest.mark.timeout(60)
@settings(max_examples=25)
@given(histories())
def test_every_history_verifies_with_one_entry_per_event(history: list[tuple[str, list[DomainEvent]]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        records = SqlRecords.open(Path(folder))
        for space, happened in history:
            commit(records, *happened, space=space)
        assert records.verify_audit() == sum(len(happened) for _, happened in history)
        for space in SPACES:
            assert records.verify_audit(space) == sum(len(happened) for name, happened in history if name == space)
        records.close()


@pytest.mark.requirement("DEF-7")
@pytest.mark.parametrize("name", TAMPERINGS)
def test_what_was_altered_removed_or_reordered_is_found(tmp_path: Path, name: str) -> None:
    records = SqlRecords.open(tmp_path)
    states = [memory(f"m{n}") for n in range(4)]
    commit(records, *map(stored, states))
    commit(records, changed(states[0], Change.CONFIRMED, evidence_count=2))
    commit(records, stored(memory("b1", scope=scope("beta"))), space="beta")
    assert records.verify_audit() == 6
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = ON" if "removed" in name else "PRAGMA foreign_keys = OFF")
        TAMPERINGS[name](connection)
    with pytest.raises(AuditBroken, match="alpha") as caught:
        records.verify_audit()
    assert caught.value.code == "audit_broken"
    with pytest.raises(AuditBroken):
        records.verify_audit("alpha")
    records.close()

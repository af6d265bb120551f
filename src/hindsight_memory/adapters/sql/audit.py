"""Checking the audit: the chains, their heads, and the memories and decisions they speak of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from pydantic_core import from_json
from sqlalchemy import Connection, and_, select

from hindsight_memory.adapters.sql import codec, schema
from hindsight_memory.adapters.sql.audit_decisions import check_decisions
from hindsight_memory.adapters.sql.chain import GENESIS, content_hash, entry_hash
from hindsight_memory.adapters.sql.columns import AnyRow
from hindsight_memory.adapters.sql.conditions import member
from hindsight_memory.adapters.sql.reading import ENTRY_COLUMNS, entry_of
from hindsight_memory.domain.errors import AuditBroken, Corrupt
from hindsight_memory.domain.memory import Scope, Visibility
from hindsight_memory.ports.records import AuditEntry

_a, _m, _r, _s = schema.audit_entries.c, schema.memories.c, schema.revisions.c, schema.spaces.c
_BATCH = 1000
_FILTERED_BY = ("type", "source", "status", "tier", "pinned", "memory_id", "revision")


def verify(connection: Connection, space: str | None) -> int:
    """Check chains and memories of one space or all; return the number of entries. Raises AuditBroken.

    A memory must have as many revisions as its entries say, each with the content that its entry covers, and the
    row that reads are filtered by must say what the last one says."""
    heads = _heads(connection, space)
    checked = 0
    for name, rows in groupby(_entries(connection, space), key=lambda row: row.space):
        number, changes, decided = _check_chain(name, rows, heads.pop(name, None))
        _check_memories(connection, name, changes)
        check_decisions(connection, name, decided)
        checked += number
    for name, (number, _) in heads.items():
        raise AuditBroken(f"Space {name!r}: all {number} entries are missing.")
    return checked


def _heads(connection: Connection, space: str | None) -> dict[str, tuple[int, str]]:
    h = schema.audit_heads.c
    query = select(_s.name, h.number, h.hash).join_from(schema.audit_heads, schema.spaces, _s.space_key == h.space_key)
    if space is not None:
        query = query.where(_s.name == space)
    return {row[0]: (row[1], row[2]) for row in connection.execute(query)}


def _entries(connection: Connection, space: str | None) -> Iterator[AnyRow]:
    query = select(*ENTRY_COLUMNS).join_from(schema.audit_entries, schema.spaces, _s.space_key == _a.space_key)
    if space is not None:
        query = query.where(_s.name == space)
    ordered = query.order_by(_a.space_key, _a.number)
    yield from connection.execute(ordered, execution_options={"yield_per": _BATCH})


def _check_chain(
    space: str, rows: Iterator[AnyRow], head: tuple[int, str] | None
) -> tuple[int, Counter[str], Counter[str]]:
    """Follow one chain to its head; return its length and how many changes each present memory and decision had."""
    previous, number = GENESIS, 0
    changes: Counter[str] = Counter()
    decided: Counter[str] = Counter()
    for row in rows:
        entry = entry_of(row)
        number += 1
        if entry.number != number:
            raise AuditBroken(f"Space {space!r}: entry {number} is missing.")
        if entry.previous != previous:
            raise AuditBroken(f"Space {space!r}: entry {number} does not follow the one before.")
        if entry_hash(entry) != entry.hash:
            raise AuditBroken(f"Space {space!r}: entry {number} was altered.")
        previous = entry.hash
        _count(changes, entry)
        if entry.action.startswith("decision."):
            decided[entry.subject_id] += 1
    if head != (number, previous):
        raise AuditBroken(f"Space {space!r}: the chain does not end at its head after entry {number}.")
    return number, changes, decided


def _count(changes: Counter[str], entry: AuditEntry) -> None:
    if entry.action == "memory.purged":
        del changes[entry.subject_id]
    elif entry.action.startswith("memory."):
        changes[entry.subject_id] += 1


def _check_memories(connection: Connection, space: str, changes: Counter[str]) -> None:
    """Hash the states of all revisions anew, compare with the entries that recorded them, and count them."""
    found: Counter[str] = Counter()
    for row in connection.execute(_STATES.where(_s.name == space), execution_options={"yield_per": _BATCH}):
        where = f"Space {space!r}, entry {row.audit_number}: revision {row.number} of memory {row.memory_id}"
        try:
            state = codec.unpack(row.state)
        except Corrupt as error:
            raise AuditBroken(f"{where} cannot be read.") from error
        if (row.content_hash, row.subject_id) != (content_hash(state, row.salt or b""), row.memory_id):
            raise AuditBroken(f"{where} is not what was recorded.")
        if row.number == row.revision and not _says(row, state):
            raise AuditBroken(f"{where} is filtered by something else than it says.")
        found[row.memory_id] += 1
        if row.number > row.revision:
            raise AuditBroken(f"{where} is not the present one any more.")
    if found != changes:
        wrong = min((found - changes) | (changes - found))
        raise AuditBroken(
            f"Space {space!r}: memory {wrong} has {found[wrong]} revisions, the entries say {changes[wrong]}."
        )


def _says(row: AnyRow, state: bytes) -> bool:
    """Whether the row of a memory says what its last revision says."""
    said = from_json(state)
    scope = said["scope"]
    who = member(Scope("", Visibility(scope["visibility"]), scope["agent"], scope["group"]))
    return (
        all(said[name] == getattr(row, name) for name in _FILTERED_BY)
        and (scope["visibility"], who) == (row.visibility, row.member)
        and scope["space"] == row.space
    )


_STATES = (
    select(_s.name.label("space"), _r.audit_number, _r.number, _r.state, schema.salts.c.salt, _a.content_hash)
    .add_columns(_a.subject_id, schema.scopes.c.visibility, schema.scopes.c.member, *(_m[n] for n in _FILTERED_BY))
    .join_from(schema.memories, schema.revisions, _r.row_key == _m.row_key)
    .join(schema.spaces, _s.space_key == _m.space_key)
    .join(schema.scopes, schema.scopes.c.scope_key == _m.scope_key)
    .outerjoin(schema.salts, schema.salts.c.row_key == _m.row_key)
    .outerjoin(schema.audit_entries, and_(_a.space_key == _m.space_key, _a.number == _r.audit_number))
)

"""Checking the audit: the chains, their heads, and the contents they cover."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from sqlalchemy import Connection, select

from hindsight_memory.adapters.sql import codec, schema
from hindsight_memory.adapters.sql.chain import GENESIS, content_hash, entry_hash
from hindsight_memory.adapters.sql.columns import AnyRow
from hindsight_memory.adapters.sql.reading import ENTRY_COLUMNS, entry_of
from hindsight_memory.domain.errors import AuditBroken

_a = schema.audit_entries.c
_BATCH = 1000


def verify(connection: Connection, space: str | None) -> int:
    """Check chains and contents of one space or all; return the number of entries. Raises AuditBroken."""
    heads = _heads(connection, space)
    checked = 0
    for name, rows in groupby(_entries(connection, space), key=lambda row: row.space):
        number = _check_chain(name, rows, heads.pop(name, None))
        checked += number
    for name, (number, _) in heads.items():
        raise AuditBroken(f"Space {name!r}: all {number} entries are missing.")
    _check_contents(connection, space)
    return checked


def _heads(connection: Connection, space: str | None) -> dict[str, tuple[int, str]]:
    h = schema.audit_heads.c
    query = select(schema.spaces.c.name, h.number, h.hash).join_from(
        schema.audit_heads, schema.spaces, schema.spaces.c.space_key == h.space_key
    )
    if space is not None:
        query = query.where(schema.spaces.c.name == space)
    return {row[0]: (row[1], row[2]) for row in connection.execute(query)}


def _entries(connection: Connection, space: str | None) -> Iterator[AnyRow]:
    query = select(*ENTRY_COLUMNS).join_from(
        schema.audit_entries, schema.spaces, schema.spaces.c.space_key == _a.space_key
    )
    if space is not None:
        query = query.where(schema.spaces.c.name == space)
    ordered = query.order_by(_a.space_key, _a.number)
    yield from connection.execution_options(yield_per=_BATCH).execute(ordered)


def _check_chain(space: str, rows: Iterator[AnyRow], head: tuple[int, str] | None) -> int:
    """Follow one chain from its first entry to its head and return its length."""
    previous, number = GENESIS, 0
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
    if head != (number, previous):
        raise AuditBroken(f"Space {space!r}: the chain does not end at its head after entry {number}.")
    return number


def _check_contents(connection: Connection, space: str | None) -> None:
    """Hash the states of all revisions anew and compare with the entries that recorded them."""
    r, m = schema.revisions.c, schema.memories.c
    query = (
        select(schema.spaces.c.name, r.audit_number, r.state, schema.salts.c.salt, _a.content_hash, _a.subject_id)
        .add_columns(m.memory_id, r.number)
        .join_from(schema.revisions, schema.memories, m.row_key == r.row_key)
        .join(schema.spaces, schema.spaces.c.space_key == m.space_key)
        .outerjoin(schema.salts, schema.salts.c.row_key == r.row_key)
        .outerjoin(schema.audit_entries, (_a.space_key == m.space_key) & (_a.number == r.audit_number))
    )
    if space is not None:
        query = query.where(schema.spaces.c.name == space)
    for row in connection.execution_options(yield_per=_BATCH).execute(query):
        covered = content_hash(codec.unpack(row.state), row.salt or b"")
        if (row.content_hash, row.subject_id) != (covered, row.memory_id):
            raise AuditBroken(
                f"Space {row.name!r}: revision {row.number} of memory {row.memory_id} is not what entry "
                f"{row.audit_number} recorded."
            )

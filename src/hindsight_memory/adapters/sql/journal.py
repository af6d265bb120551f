"""The running account of one commit: what it adds to the chain, the outbox and the counters of its space."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection, bindparam, insert, select, update

from hindsight_memory.adapters.sql import schema
from hindsight_memory.adapters.sql.chain import GENESIS, entry_hash
from hindsight_memory.adapters.sql.decision_counters import DecisionCounters
from hindsight_memory.adapters.sql.dialects import Dialect
from hindsight_memory.adapters.sql.states import Away, Place
from hindsight_memory.adapters.sql.text_account import TextAccount
from hindsight_memory.ports.records import AuditEntry


class Journal:
    """Collects while events are written; ``close`` stores what was collected. Holds the space's write lock."""

    def __init__(self, connection: Connection, dialect: Dialect, *, space: str, actor: str, now: datetime) -> None:
        self.connection = connection
        self.dialect = dialect
        self.space = space
        self.actor = actor
        self.now = now
        self._scope_keys: dict[tuple[str, str], int] = {}
        self._entries: list[AuditEntry] = []
        self.texts = TextAccount()
        self._decisions: DecisionCounters | None = None
        self.erased_texts = False
        self._left: set[Place] = set()
        row = connection.execute(_SPACE, {"name": space}).first()
        if row is None:
            connection.execute(_NEW_SPACES, {"name": space})
            row = connection.execute(_SPACE, {"name": space}).one()
        self.space_key: int = row.space_key
        self._sequence: int = row.change_sequence
        self._number: int = row.number or 0
        self._head: str = row.hash or GENESIS

    def scope_key(self, visibility: str, member: str) -> int:
        """Return the key of a scope of this space; a new one is made."""
        found = self._scope_keys.get((visibility, member))
        if found is None:
            values = {"space_key": self.space_key, "visibility": visibility, "member": member}
            key = self.connection.execute(_SCOPE, values).scalar()
            if key is None:
                self.connection.execute(_NEW_SCOPES, values)
                key = self.connection.execute(_SCOPE, values).scalar_one()
            found = self._scope_keys[(visibility, member)] = key
        return found

    def next_change(self) -> int:
        """Return the next change sequence of the space."""
        self._sequence += 1
        return self._sequence

    def entry(self, action: str, subject_id: str, reason: str, content_hash: str) -> int:
        """Add an entry to the chain (and to the outbox) and return its number."""
        self._number += 1
        unsigned = AuditEntry(
            space=self.space,
            number=self._number,
            recorded_at=self.now,
            actor=self.actor,
            action=action,
            subject_id=subject_id,
            reason=reason,
            content_hash=content_hash,
            previous=self._head,
            hash="",
        )
        self._head = entry_hash(unsigned)
        self._entries.append(replace(unsigned, hash=self._head))
        return self._number

    def state_left(self, state: bytes | None) -> None:
        """Note that a stored state is not needed any more: where it lies in the archive it is erased there."""
        if isinstance(state, Away):
            self._left.add(state.place)

    @property
    def left(self) -> frozenset[Place]:
        """The places in the archive that are not needed any more."""
        return frozenset(self._left)

    @property
    def decisions(self) -> DecisionCounters:
        """The account of the space's decisions."""
        if self._decisions is None:
            self._decisions = DecisionCounters(self.connection, self.dialect, self.space_key)
        return self._decisions

    def close(self) -> None:
        """Store chain, outbox and counters."""
        if self._decisions is not None:
            self._decisions.close()
        self._store_entries()
        self.texts.store_terms(self.connection, self.dialect, schema.term_statistics, self.space_key)
        self.connection.execute(
            _COUNTERS,
            {
                "at_space": self.space_key,
                "sequence": self._sequence,
                "more_documents": self.texts.documents,
                "more_length": self.texts.length,
            },
        )

    def _store_entries(self) -> None:
        rows = [
            {
                "space_key": self.space_key,
                "number": entry.number,
                "recorded_at": entry.recorded_at,
                "actor": entry.actor,
                "action": entry.action,
                "subject_id": entry.subject_id,
                "reason": entry.reason,
                "content_hash": entry.content_hash,
                "previous": entry.previous,
                "hash": entry.hash,
            }
            for entry in self._entries
        ]
        self.connection.execute(_NEW_AUDIT_ENTRIES, rows)
        self.connection.execute(_NEW_OUTBOX, [{k: row[k] for k in _OUTBOX} for row in rows])
        head = {"number": self._number, "hash": self._head}
        if not self.connection.execute(_HEAD, {"at_space": self.space_key, **head}).rowcount:
            self.connection.execute(_NEW_AUDIT_HEADS, {"space_key": self.space_key, **head})


_NEW_SPACES = insert(schema.spaces)
_NEW_SCOPES = insert(schema.scopes)
_NEW_AUDIT_ENTRIES = insert(schema.audit_entries)
_NEW_OUTBOX = insert(schema.outbox)
_NEW_AUDIT_HEADS = insert(schema.audit_heads)
_OUTBOX = ("space_key", "action", "subject_id", "recorded_at")
_SPACE = (
    select(
        schema.spaces.c.space_key,
        schema.spaces.c.change_sequence,
        schema.audit_heads.c.number,
        schema.audit_heads.c.hash,
    )
    .join_from(
        schema.spaces,
        schema.audit_heads,
        schema.audit_heads.c.space_key == schema.spaces.c.space_key,
        isouter=True,
    )
    .where(schema.spaces.c.name == bindparam("name"))
)
_SCOPE = select(schema.scopes.c.scope_key).where(
    schema.scopes.c.space_key == bindparam("space_key"),
    schema.scopes.c.visibility == bindparam("visibility"),
    schema.scopes.c.member == bindparam("member"),
)
_COUNTERS = (
    update(schema.spaces)
    .where(schema.spaces.c.space_key == bindparam("at_space"))
    .values(
        change_sequence=bindparam("sequence"),
        documents=schema.spaces.c.documents + bindparam("more_documents"),
        total_length=schema.spaces.c.total_length + bindparam("more_length"),
    )
)
_HEAD = (
    update(schema.audit_heads)
    .where(schema.audit_heads.c.space_key == bindparam("at_space"))
    .values(number=bindparam("number"), hash=bindparam("hash"))
)

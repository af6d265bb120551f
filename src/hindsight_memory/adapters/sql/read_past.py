"""Reads of the past: what changed since, and where a text stands."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import select

from hindsight_memory.adapters.sql import schema
from hindsight_memory.adapters.sql.conditions import in_spaces, shown, within
from hindsight_memory.adapters.sql.snapshot import Snapshot
from hindsight_memory.domain.actor import View
from hindsight_memory.domain.memory import Scope

_m, _r = schema.memories.c, schema.revisions.c


class PastReads(Snapshot):
    """See ``ports.records.Reading``."""

    def changed_after(self, view: View, at: datetime) -> frozenset[str]:
        """Return the ids of visible memories that have a state recorded after a time."""
        query = (
            select(_m.memory_id)
            .join_from(schema.memories, schema.revisions, _r.row_key == _m.row_key)
            .where(in_spaces(_m.space_key, view.spaces), shown(view), _r.recorded_at > at)
            .distinct()
        )
        return frozenset(self._connection.execute(query).scalars())

    def same_texts(self, scope: Scope, fingerprints: Collection[str]) -> list[str]:
        """Return the ids of all memories of exactly this scope, of any status, with one of these texts."""
        query = select(_m.memory_id).where(within(scope), _m.fingerprint.in_(sorted(fingerprints)))
        return list(self._connection.execute(query.order_by(_m.created_at, _m.memory_id)).scalars())

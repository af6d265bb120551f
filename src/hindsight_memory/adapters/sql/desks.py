"""Working memory as rows of the record store's database. See ``ports.working`` for the contract."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select, update

from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.adapters.sql.schema_working import working_notes
from hindsight_memory.domain.desk import Desk, Note

_n = working_notes.c


class SqlDesks:
    """Implements ``WorkingMemory`` over the record store."""

    def __init__(self, records: SqlRecords) -> None:
        self._records = records

    def put(self, desk: Desk, notes: Sequence[Note], until: datetime, most: int) -> bool:
        """Lay notes on a desk, all or none; False when they do not fit."""
        if not notes:
            return True
        here = _at(desk)
        with self._records.changing() as connection:
            connection.execute(_RUN_OUT, {"at_time": max(note.put_at for note in notes)})
            places = {row.key: row.position for row in connection.execute(_PLACES, here)}
            fresh = {note.key for note in notes} - places.keys()
            if len(places) + len(fresh) > most:
                return False
            following = max(places.values(), default=0) + 1
            for note in notes:
                given = {"content": note.content, "memory_id": note.memory_id, "put_at": note.put_at}
                if note.key in places:
                    changed = {f"new_{name}": value for name, value in given.items()}
                    connection.execute(_REPLACED, {**here, "of_key": note.key, **changed})
                    continue
                row = {"space": desk.space, "agent": desk.agent, "session_id": desk.session_id, "key": note.key}
                connection.execute(_NEW, {**row, **given, "position": following, "expires_at": until})
                places[note.key] = following
                following += 1
            connection.execute(_KEPT, {**here, "at_time": until})
        return True

    def listed(self, desk: Desk, now: datetime) -> list[Note]:
        """Return the notes in order."""
        with self._records.connected() as connection:
            rows = connection.execute(_LISTED, {**_at(desk), "at_time": now}).all()
        return [Note(key=r.key, content=r.content, memory_id=r.memory_id, put_at=r.put_at) for r in rows]

    def clear(self, desk: Desk, key: str = "") -> int:
        """Take one note, or all, off a desk; returns how many there were."""
        here = _at(desk)
        with self._records.connected() as connection:
            if connection.execute(_PLACES, here).first() is None:
                return 0
        with self._records.changing() as connection:
            gone = connection.execute(_TAKEN, {**here, "of_key": key}) if key else connection.execute(_CLEARED, here)
            return gone.rowcount


def _at(desk: Desk) -> dict[str, str]:
    return {"of_space": desk.space, "of_agent": desk.agent, "of_session": desk.session_id}


_here = (
    _n.space == bindparam("of_space"),
    _n.agent == bindparam("of_agent"),
    _n.session_id == bindparam("of_session"),
)
_time = bindparam("at_time", type_=_n.expires_at.type)
_this = (*_here, _n.key == bindparam("of_key"))
_RUN_OUT = delete(working_notes).where(_n.expires_at <= _time)
_PLACES = select(_n.key, _n.position).where(*_here)
_LISTED = select(working_notes).where(*_here, _n.expires_at > _time).order_by(_n.position)
_NEW = insert(working_notes)
_REPLACED = (
    update(working_notes)
    .where(*_this)
    .values({name: bindparam(f"new_{name}") for name in ("content", "memory_id", "put_at")})
)
_KEPT = update(working_notes).where(*_here).values(expires_at=_time)
_TAKEN = delete(working_notes).where(*_this)
_CLEARED = delete(working_notes).where(*_here)

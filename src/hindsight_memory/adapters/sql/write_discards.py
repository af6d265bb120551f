"""Writing the discard log."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, insert, update

from hindsight_memory.adapters.sql import codec, schema
from hindsight_memory.adapters.sql.chain import content_hash, new_salt
from hindsight_memory.adapters.sql.conditions import member
from hindsight_memory.adapters.sql.journal import Journal
from hindsight_memory.domain.errors import NotFound
from hindsight_memory.domain.events import Discard, DiscardRestored
from hindsight_memory.domain.text.normal import fingerprint


def write_discard(journal: Journal, discard: Discard) -> None:
    """Log a draft that was left out; those of the space that have run out leave the log for good."""
    journal.connection.execute(_RUN_OUT, {"at_space": journal.space_key, "at_time": journal.now})
    json, salt = codec.encode(codec.DISCARD, discard), new_salt()
    scope = discard.memory.scope
    row = {
        "discard_id": discard.discard_id,
        "space_key": journal.space_key,
        "scope_key": journal.scope_key(scope.visibility.value, member(scope)),
        "agent": scope.agent,
        "memory_id": discard.memory.memory_id,
        "fingerprint": fingerprint(discard.memory.content),
        "discarded_at": discard.discarded_at,
        "expires_at": discard.expires_at,
        "restored_at": discard.restored_at,
        "salt": salt,
        "state": codec.pack(json),
    }
    journal.connection.execute(_NEW_DISCARDS, row)
    codes = ", ".join(reason.code for reason in discard.reasons)
    journal.entry("draft.discarded", discard.discard_id, codes, content_hash(json, salt))


def restore_discard(journal: Journal, restored: DiscardRestored) -> None:
    """Mark a discard as restored. Raises NotFound when the log does not hold it."""
    at = {"at_space": journal.space_key, "at_discard": restored.discard_id, "at_time": journal.now}
    if not journal.connection.execute(_RESTORED, at).rowcount:
        raise NotFound(f"There is no discarded draft {restored.discard_id!r} in the space.")
    journal.entry("discard.restored", restored.discard_id, "", content_hash(b""))


_NEW_DISCARDS = insert(schema.discards)
_d = schema.discards.c
_RUN_OUT = delete(schema.discards).where(
    _d.space_key == bindparam("at_space"), _d.expires_at <= bindparam("at_time", type_=_d.expires_at.type)
)
_RESTORED = (
    update(schema.discards)
    .where(
        _d.space_key == bindparam("at_space"),
        _d.discard_id == bindparam("at_discard"),
        _d.expires_at > bindparam("at_time", type_=_d.expires_at.type),
    )
    .values(restored_at=bindparam("at_time", type_=_d.expires_at.type))
)

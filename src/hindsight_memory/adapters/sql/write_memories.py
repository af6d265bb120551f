"""Writing the events of memories: rows, revisions, full text, vectors and salts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update

from hindsight_memory.adapters.sql import codec, schema
from hindsight_memory.adapters.sql.chain import content_hash, new_salt
from hindsight_memory.adapters.sql.columns import AnyRow
from hindsight_memory.adapters.sql.conditions import chunks, member
from hindsight_memory.adapters.sql.journal import Journal
from hindsight_memory.adapters.sql.type_uses import write_type_uses
from hindsight_memory.domain.errors import Conflict, NotFound
from hindsight_memory.domain.events import Indexed, MemoryChanged, UsageCounted, VectorAdded
from hindsight_memory.domain.memory import VISIBLE_STATUSES, Memory
from hindsight_memory.domain.text.normal import fingerprint
from hindsight_memory.domain.text.tokens import fts_token

_word_form = lru_cache(maxsize=65536)(fts_token)


@dataclass(frozen=True, slots=True)
class _Step:
    """One change, with what the store holds of its memory so far (None for a new one)."""

    event: MemoryChanged
    before: AnyRow | None
    row_key: int
    scope_key: int
    salt: bytes
    print: str

    @property
    def index(self) -> Indexed | None:
        return self.event.indexed

    @property
    def length(self) -> int:
        return len(self.index.tokens) if self.index is not None else self.before.length if self.before else 0


def change_memories(journal: Journal, changes: Sequence[MemoryChanged]) -> None:
    """Write new states of different memories. Raises Conflict when one does not follow what is stored."""
    steps = _steps(journal, changes)
    _store_rows(journal, steps)
    _store_revisions(journal, steps)
    _store_tags(journal, steps)
    _store_texts(journal, steps)
    _store_vectors(journal, steps)


def count_usage(journal: Journal, counted: Sequence[UsageCounted]) -> None:
    """Let the counters of memories grow. Raises NotFound for a memory that is not in the space."""
    keys = _row_keys(journal, [each.memory_id for each in counted])
    rows: list[dict[str, Any]] = []
    for each in counted:
        json = codec.encode(codec.USAGE, each.delta)
        journal.entry("usage.counted", each.memory_id, each.reason, content_hash(json))
        delta = each.delta
        rows.append(
            {
                "at_row": keys[each.memory_id],
                "more_recalled": delta.recalled,
                "more_used": delta.used,
                "more_helped": delta.helped,
                "more_harmed": delta.harmed,
                "more_ignored": delta.ignored,
            }
        )
    journal.connection.execute(_GROW, rows)
    used = [{"at_row": keys[each.memory_id], "used_at": journal.now} for each in counted if each.delta.used > 0]
    if used:
        journal.connection.execute(_USED, used)
    write_type_uses(journal, counted, keys)


def add_vectors(journal: Journal, added: Sequence[VectorAdded]) -> None:
    """Store vectors of memories, in the place of one of the same generation. Raises NotFound."""
    keys = _row_keys(journal, [each.memory_id for each in added])
    rows: list[dict[str, Any]] = []
    changed: list[dict[str, Any]] = []
    for each in added:
        journal.entry("vector.added", each.memory_id, each.generation, content_hash(each.vector))
        row_key = keys[each.memory_id]
        rows.append({"row_key": row_key, "generation": each.generation, "vector": each.vector})
        changed.append({"at_row": row_key, "made_by": each.generation, "sequence": journal.next_change()})
    journal.connection.execute(_REPLACED_VECTOR, [{"at_row": r["row_key"], "made_by": r["generation"]} for r in rows])
    journal.connection.execute(_NEW_VECTORS, rows)
    journal.connection.execute(_NEW_GENERATION, changed)


def _row_keys(journal: Journal, memory_ids: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for some in chunks(memory_ids):
        query = select(schema.memories.c.memory_id, schema.memories.c.row_key).where(
            schema.memories.c.memory_id.in_(some), schema.memories.c.space_key == journal.space_key
        )
        found.update((row[0], row[1]) for row in journal.connection.execute(query))
    for memory_id in memory_ids:
        if memory_id not in found:
            raise NotFound(f"There is no memory {memory_id!r} in the space.")
    return found


def _steps(journal: Journal, changes: Sequence[MemoryChanged]) -> list[_Step]:
    stored = _stored(journal, [change.memory.memory_id for change in changes])
    free = journal.dialect.next_row_key(journal.connection) if len(stored) < len(changes) else 0
    steps: list[_Step] = []
    for change in changes:
        memory = change.memory
        before = stored.get(memory.memory_id)
        _check_follows(journal, change, before)
        print_ = fingerprint(memory.content)
        if change.indexed is None and (before is None or before.fingerprint != print_):
            raise ValueError(f"the text of memory {memory.memory_id!r} is new and comes without its index")
        row_key, free = (before.row_key, free) if before is not None else (free, free + 1)
        salt = before.salt if before is not None else new_salt()
        scope_key = journal.scope_key(memory.scope.visibility.value, member(memory.scope))
        steps.append(_Step(change, before, row_key, scope_key, salt, print_))
    return steps


def _stored(journal: Journal, memory_ids: Sequence[str]) -> dict[str, AnyRow]:
    stored: dict[str, AnyRow] = {}
    for some in chunks(memory_ids):
        rows = journal.connection.execute(_STORED, {"memory_ids": some})
        stored.update((row.memory_id, row) for row in rows)
    return stored


def _check_follows(journal: Journal, change: MemoryChanged, before: AnyRow | None) -> None:
    memory = change.memory
    if before is None:
        if memory.revision != 1:
            raise Conflict(f"Memory {memory.memory_id!r} is not there any more.")
    elif before.space_key != journal.space_key or memory.revision != before.revision + 1:
        raise Conflict(f"Memory {memory.memory_id!r} was changed at the same time.")


def _store_rows(journal: Journal, steps: Sequence[_Step]) -> None:
    new = [{"row_key": s.row_key, **_columns(journal, s)} for s in steps if s.before is None]
    old = [{"at_row": s.row_key, **_columns(journal, s)} for s in steps if s.before is not None]
    if new:
        journal.connection.execute(_NEW_MEMORIES, new)
        salts = [{"row_key": s.row_key, "salt": s.salt} for s in steps if s.before is None]
        journal.connection.execute(_NEW_SALTS, salts)
    if old:
        journal.connection.execute(_CHANGE, old)


def _columns(journal: Journal, step: _Step) -> dict[str, Any]:
    memory = step.event.memory
    ends = [each for each in (memory.expires_at, memory.valid_until) if each is not None]
    return {
        "memory_id": memory.memory_id,
        "space_key": journal.space_key,
        "scope_key": step.scope_key,
        "type": memory.type.value,
        "source": memory.source.value,
        "status": memory.status.value,
        "tier": memory.tier.value,
        "pinned": memory.pinned,
        "revision": memory.revision,
        "fingerprint": step.print,
        "claim_subject": memory.claim.subject if memory.claim else None,
        "claim_relation": memory.claim.relation if memory.claim else None,
        "task_id": memory.provenance.task_id,
        "created_at": memory.created_at,
        "last_confirmed_at": memory.last_confirmed_at,
        # Only what can be read can run out: what has, or was replaced, is not looked at again and again.
        "ends_at": min(ends, default=None) if memory.status in VISIBLE_STATUSES else None,
        "last_used_at": memory.last_used_at,
        "recalled": memory.usage.recalled,
        "used": memory.usage.used,
        "helped": memory.usage.helped,
        "harmed": memory.usage.harmed,
        "ignored": memory.usage.ignored,
        "generation": _generation(memory, step.index),
        "length": step.length,
        "change_sequence": journal.next_change(),
    }


def _generation(memory: Memory, index: Indexed | None) -> str:
    if index is None:
        return memory.generation
    return index.generation if index.vector is not None else ""


def _store_revisions(journal: Journal, steps: Sequence[_Step]) -> None:
    rows: list[dict[str, Any]] = []
    for step in steps:
        memory, change = step.event.memory, step.event.change.value
        json = codec.encode(codec.MEMORY, memory)
        covered = content_hash(json, step.salt)
        number = journal.entry(f"memory.{change}", memory.memory_id, step.event.reason, covered)
        rows.append(
            {
                "row_key": step.row_key,
                "number": memory.revision,
                "change": change,
                "actor": journal.actor,
                "reason": step.event.reason,
                "recorded_at": journal.now,
                "audit_number": number,
                "state": codec.pack(json),
            }
        )
    journal.connection.execute(_NEW_REVISIONS, rows)


def _store_tags(journal: Journal, steps: Sequence[_Step]) -> None:
    old = [{"at_row": s.row_key} for s in steps if s.before is not None]
    if old:
        journal.connection.execute(_OLD_TAGS, old)
    new = [{"tag": tag, "row_key": s.row_key} for s in steps for tag in dict.fromkeys(s.event.memory.tags)]
    if new:
        journal.connection.execute(_NEW_MEMORY_TAGS, new)


def _store_texts(journal: Journal, steps: Sequence[_Step]) -> None:
    """Index new texts; one that moved to another scope is indexed again under the words of that scope."""
    put = _take_out(
        journal, [s for s in steps if s.before is not None and (s.index or s.before.scope_key != s.scope_key)]
    )
    for step in steps:
        if step.index is not None:
            tokens = [_word_form(token) for token in step.index.tokens]
            journal.texts.added(set(tokens), len(tokens))
            put.append((step.row_key, _words(journal, step.scope_key, tokens)))
    journal.dialect.memory_texts.put(journal.connection, put)


def _take_out(journal: Journal, moved: Sequence[_Step]) -> list[tuple[int, str]]:
    """Take old texts out of the index, and return those that are only to be found in another scope."""
    if not moved:
        return []
    texts = journal.dialect.memory_texts.read(journal.connection, [s.row_key for s in moved])
    journal.dialect.memory_texts.drop(journal.connection, [s.row_key for s in moved])
    put: list[tuple[int, str]] = []
    for step in moved:
        old = tokens_of(texts.get(step.row_key, ""))
        if step.index is None:
            put.append((step.row_key, _words(journal, step.scope_key, old)))
        elif step.before is not None:
            journal.texts.removed(set(old), step.before.length)
    return put


def tokens_of(words: str) -> list[str]:
    """Return the tokens of stored words, without the scope."""
    return [word.partition("_")[2] for word in words.split()]


def _words(journal: Journal, scope_key: int, tokens: Sequence[str]) -> str:
    prefix = journal.dialect.word(scope_key, "")
    return " ".join([prefix + token for token in tokens])


def _store_vectors(journal: Journal, steps: Sequence[_Step]) -> None:
    stale = [{"at_row": s.row_key} for s in steps if s.before is not None and s.index is not None]
    if stale:
        journal.connection.execute(_STALE_VECTORS, stale)
    new = [
        {"row_key": s.row_key, "generation": s.index.generation, "vector": s.index.vector}
        for s in steps
        if s.index is not None and s.index.vector is not None
    ]
    if new:
        journal.connection.execute(_NEW_VECTORS, new)


_NEW_MEMORIES = insert(schema.memories)
_NEW_SALTS = insert(schema.salts)
_NEW_REVISIONS = insert(schema.revisions)
_NEW_MEMORY_TAGS = insert(schema.memory_tags)
_NEW_VECTORS = insert(schema.vectors)
_m = schema.memories.c
_STORED = (
    select(_m.memory_id, _m.row_key, _m.space_key, _m.scope_key, _m.revision, _m.fingerprint, _m.length)
    .add_columns(schema.salts.c.salt)
    .join_from(schema.memories, schema.salts, schema.salts.c.row_key == _m.row_key)
    .where(_m.memory_id.in_(bindparam("memory_ids", expanding=True)))
)
_CHANGE = (
    update(schema.memories)
    .where(_m.row_key == bindparam("at_row"))
    .values({column.name: bindparam(column.name) for column in _m if column.name != "row_key"})
)
_GROW = (
    update(schema.memories)
    .where(_m.row_key == bindparam("at_row"))
    .values(
        {name: _m[name] + bindparam(f"more_{name}") for name in ("recalled", "used", "helped", "harmed", "ignored")}
    )
)
_USED = update(schema.memories).where(_m.row_key == bindparam("at_row")).values(last_used_at=bindparam("used_at"))
_NEW_GENERATION = (
    update(schema.memories)
    .where(_m.row_key == bindparam("at_row"))
    .values(generation=bindparam("made_by"), change_sequence=bindparam("sequence"))
)
_OLD_TAGS = delete(schema.memory_tags).where(schema.memory_tags.c.row_key == bindparam("at_row"))
_STALE_VECTORS = delete(schema.vectors).where(schema.vectors.c.row_key == bindparam("at_row"))
_REPLACED_VECTOR = delete(schema.vectors).where(
    schema.vectors.c.row_key == bindparam("at_row"), schema.vectors.c.generation == bindparam("made_by")
)

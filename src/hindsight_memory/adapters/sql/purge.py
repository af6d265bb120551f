"""Erasing memories for good: every row that holds their text, and the copies in traces, reports and discards."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter
from pydantic_core import from_json, to_json
from sqlalchemy import Table, and_, bindparam, delete, insert, or_, select, update

from hindsight_memory.adapters.sql import codec, schema
from hindsight_memory.adapters.sql.chain import content_hash
from hindsight_memory.adapters.sql.columns import AnyRow
from hindsight_memory.adapters.sql.journal import Journal
from hindsight_memory.adapters.sql.schema_working import working_notes
from hindsight_memory.adapters.sql.write_memories import tokens_of
from hindsight_memory.domain.errors import NotFound
from hindsight_memory.domain.events import MemoryPurged
from hindsight_memory.domain.memory import Memory
from hindsight_memory.domain.text.normal import fingerprint

T = TypeVar("T")

MARK = "[purged]"
"""What stands where a purged text stood."""

# A shorter text is erased only where it stands alone: inside other text it would hit other words.
_PART_OF_TEXT = 12


def purge_memories(journal: Journal, purges: Sequence[MemoryPurged]) -> None:
    """Erase memories. Raises NotFound for one that is not in the space."""
    for purge in purges:
        row = journal.connection.execute(_MEMORY, {"at_space": journal.space_key, "at_memory": purge.memory_id}).first()
        if row is None:
            raise NotFound(f"There is no memory {purge.memory_id!r} in the space.")
        states = _states(journal, row.row_key)
        texts = {state.content for state in states}
        _bury(journal, {fingerprint(text) for text in texts}, purge.memory_id)
        _erase_copies(journal, purge.memory_id, texts, {state.provenance.task_id for state in states} - {""})
        _erase_text(journal, row)
        # Revisions, tags, salt and vectors go with the row (ON DELETE CASCADE).
        journal.connection.execute(delete(schema.memories).where(schema.memories.c.row_key == row.row_key))
        change = {"change_sequence": journal.next_change(), "memory_id": purge.memory_id}
        journal.connection.execute(insert(schema.erasures), {"space_key": journal.space_key, **change})
        journal.entry("memory.purged", purge.memory_id, purge.reason, content_hash(b""))
    # Answers that are kept for repeated calls may quote what was erased.
    journal.connection.execute(delete(schema.kept_answers).where(schema.kept_answers.c.status != 0))
    journal.dialect.erase_dropped(journal.connection)
    journal.erased_texts = True


def _states(journal: Journal, row_key: int) -> list[Memory]:
    query = select(schema.revisions.c.state).where(schema.revisions.c.row_key == row_key)
    return [codec.decode(codec.MEMORY, state) for state in journal.connection.execute(query).scalars()]


def _bury(journal: Journal, prints: Collection[str], memory_id: str) -> None:
    """Leave tombstones, and take drafts of the same text out of the discard log."""
    rows = [{"space_key": journal.space_key, "fingerprint": each, "purged_at": journal.now} for each in sorted(prints)]
    journal.connection.execute(journal.dialect.insert_missing(schema.tombstones), rows)
    d = schema.discards.c
    same = or_(d.memory_id == memory_id, d.fingerprint.in_(sorted(prints)))
    journal.connection.execute(delete(schema.discards).where(d.space_key == journal.space_key, same))


def _erase_text(journal: Journal, row: AnyRow) -> None:
    words = journal.dialect.texts(journal.connection, [row.row_key])
    journal.text_removed(set(tokens_of(words.get(row.row_key, ""))), row.length)
    journal.dialect.drop_texts(journal.connection, [row.row_key])


def _erase_copies(journal: Journal, memory_id: str, texts: Collection[str], task_ids: Collection[str]) -> None:
    """Blank the texts in the events of the tasks they came from or that recalled them, and in reports."""
    e, q = schema.events, schema.event_memories
    quoted = select(q.c.task_id).where(q.c.space_key == journal.space_key, q.c.memory_id == memory_id)
    of_tasks = or_(e.c.task_id.in_(quoted), e.c.task_id.in_(sorted(task_ids)))
    _blank(journal, e, codec.EVENT, (e.c.task_id, e.c.sequence), of_tasks, texts)
    r = schema.reports
    _blank(journal, r, codec.REPORT, (r.c.report_key,), None, texts)
    t = schema.tasks
    of_task = t.c.task_id.in_(sorted(task_ids))
    _blank(journal, t, codec.TASK, (t.c.task_id,), of_task, texts)
    journal.connection.execute(delete(q).where(q.c.space_key == journal.space_key, q.c.memory_id == memory_id))
    n = working_notes.c
    for note in journal.connection.execute(select(n.content).where(n.space == journal.space, n.content != "")).all():
        if _without(note.content, texts) != note.content:
            said = and_(n.space == journal.space, n.content == note.content)
            journal.connection.execute(delete(working_notes).where(said))


def _blank(
    journal: Journal,
    table: Table,
    adapter: TypeAdapter[T],
    key: Sequence[Any],
    which: Any,
    texts: Collection[str],
) -> None:
    """Rewrite the states of rows of the space that hold one of the texts."""
    query = select(*key, table.c.state).where(table.c.space_key == journal.space_key)
    rows = journal.connection.execute(query if which is None else query.where(which)).all()
    for row in rows:
        json = codec.unpack(row.state)
        blank = to_json(_without(from_json(json), texts))
        if blank != json:
            # Through the domain value, so that what is stored stays what can be read.
            state = codec.pack(codec.encode(adapter, adapter.validate_json(blank)))
            this = and_(*(column == value for column, value in zip(key, row, strict=False)))
            change = update(table).where(table.c.space_key == journal.space_key, this).values(state=state)
            journal.connection.execute(change)


def _without(value: object, texts: Collection[str]) -> object:
    """Return a JSON value in which the texts are marked as purged wherever they stand as or in a string."""
    if isinstance(value, str):
        for text in texts:
            if value.strip() == text.strip():
                return MARK
            if len(text) >= _PART_OF_TEXT:
                value = value.replace(text, MARK)
        return value
    if isinstance(value, list):
        return [_without(each, texts) for each in cast("list[object]", value)]
    if isinstance(value, dict):
        return {name: _without(each, texts) for name, each in cast("dict[str, object]", value).items()}
    return value


_MEMORY = select(schema.memories.c.row_key, schema.memories.c.length).where(
    schema.memories.c.space_key == bindparam("at_space"), schema.memories.c.memory_id == bindparam("at_memory")
)

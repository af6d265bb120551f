"""Erasing memories for good: every row that holds their text, and the copies in traces, reports, decisions and
discards."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, TypeVar

from pydantic import TypeAdapter
from pydantic_core import from_json, to_json
from sqlalchemy import Table, and_, bindparam, delete, insert, or_, select, update

from hindsight_memory.adapters.sql import codec, schema
from hindsight_memory.adapters.sql.chain import content_hash
from hindsight_memory.adapters.sql.columns import AnyRow
from hindsight_memory.adapters.sql.journal import Journal
from hindsight_memory.adapters.sql.purge_decisions import erase_in_decisions
from hindsight_memory.adapters.sql.schema_working import working_notes
from hindsight_memory.adapters.sql.write_memories import tokens_of
from hindsight_memory.domain.errors import NotFound
from hindsight_memory.domain.events import MemoryPurged
from hindsight_memory.domain.masking import Mask
from hindsight_memory.domain.memory import Memory
from hindsight_memory.domain.text.normal import fingerprint
from hindsight_memory.domain.tiering import StorageTier

T = TypeVar("T")


def purge_memories(journal: Journal, purges: Sequence[MemoryPurged]) -> None:
    """Erase memories. Raises NotFound for one that is not in the space."""
    for purge in purges:
        row = journal.connection.execute(_MEMORY, {"at_space": journal.space_key, "at_memory": purge.memory_id}).first()
        if row is None:
            raise NotFound(f"There is no memory {purge.memory_id!r} in the space.")
        texts = {state.content for state in _states(journal, row.row_key)}
        _bury(journal, {fingerprint(text) for text in texts}, purge.memory_id)
        _erase_copies(journal, purge.memory_id, Mask.of(texts))
        _erase_memory(journal, row, purge.reason)
    # Answers that are kept for repeated calls may quote what was erased.
    journal.connection.execute(delete(schema.kept_answers).where(schema.kept_answers.c.status != 0))
    journal.dialect.memory_texts.erase_dropped(journal.connection)
    journal.dialect.decision_texts.erase_dropped(journal.connection)
    journal.erased_texts = True


def _erase_memory(journal: Journal, row: AnyRow, reason: str) -> None:
    _erase_text(journal, row)
    # Revisions, tags, salt, vectors and proposals go with the row (ON DELETE CASCADE).
    journal.connection.execute(delete(schema.memories).where(schema.memories.c.row_key == row.row_key))
    change = {"change_sequence": journal.next_change(), "memory_id": row.memory_id}
    journal.connection.execute(insert(schema.erasures), {"space_key": journal.space_key, **change})
    journal.entry("memory.purged", row.memory_id, reason, content_hash(b""))


def _states(journal: Journal, row_key: int) -> list[Memory]:
    """All states of a memory that is erased: none of them is needed any more."""
    query = select(schema.revisions.c.state).where(schema.revisions.c.row_key == row_key)
    states = journal.connection.execute(query).scalars().all()
    for state in states:
        journal.state_left(state)
    return [codec.decode(codec.MEMORY, state) for state in states]


def _bury(journal: Journal, prints: Collection[str], memory_id: str) -> None:
    """Leave tombstones, and take drafts of the same text out of the discard log."""
    rows = [{"space_key": journal.space_key, "fingerprint": each, "purged_at": journal.now} for each in sorted(prints)]
    journal.connection.execute(journal.dialect.insert_missing(schema.tombstones), rows)
    d = schema.discards.c
    same = or_(d.memory_id == memory_id, d.fingerprint.in_(sorted(prints)))
    journal.connection.execute(delete(schema.discards).where(d.space_key == journal.space_key, same))


def _erase_text(journal: Journal, row: AnyRow) -> None:
    words = journal.dialect.memory_texts.read(journal.connection, [row.row_key])
    journal.texts.removed(set(tokens_of(words.get(row.row_key, ""))), row.length)
    journal.dialect.memory_texts.drop(journal.connection, [row.row_key])


def _erase_copies(journal: Journal, memory_id: str, mask: Mask) -> None:
    """Mask the texts in traces, tasks, reports and proposals of the space, and what they were distilled from."""
    evidence = _evidence(journal, memory_id)
    e, r, t, p, d = (getattr(schema, n).c for n in ("events", "reports", "tasks", "proposals", "discards"))
    rewritten = _blank(journal, schema.events, codec.EVENT, (e.task_id, e.sequence), mask, evidence)
    for task_id in dict.fromkeys(row.task_id for row in rewritten):
        # What was rewritten is as if written now, until its time comes again.
        this_task = and_(t.space_key == journal.space_key, t.task_id == task_id)
        journal.connection.execute(update(schema.tasks).where(this_task).values(tier=StorageTier.HOT.value))
    _blank(journal, schema.reports, codec.REPORT, (r.task_id, r.report_key), mask, {(task, 0) for task, _ in evidence})
    _blank(journal, schema.tasks, codec.TASK, (t.task_id,), mask)
    _blank(journal, schema.proposals, codec.PROPOSAL, (p.proposal_id,), mask)
    erase_in_decisions(journal, memory_id, mask, evidence)
    for row in journal.connection.execute(select(d.discard_id, d.state).where(d.space_key == journal.space_key)).all():
        json = codec.unpack(row.state)
        if mask.may_touch(json) and mask.taken_out(from_json(json)) != from_json(json):
            journal.connection.execute(delete(schema.discards).where(d.discard_id == row.discard_id))
    q = schema.event_memories.c
    journal.connection.execute(
        delete(schema.event_memories).where(q.space_key == journal.space_key, q.memory_id == memory_id)
    )
    n = working_notes.c
    for note in journal.connection.execute(select(n.content).where(n.space == journal.space, n.content != "")).all():
        if mask.taken_out({"content": note.content}) != {"content": note.content}:
            said = and_(n.space == journal.space, n.content == note.content)
            journal.connection.execute(delete(working_notes).where(said))


def _evidence(journal: Journal, memory_id: str) -> set[tuple[str, int]]:
    """The events (task, sequence) that reports and proposals name as evidence of a memory."""
    found = set[tuple[str, int]]()
    r, p = schema.reports.c, schema.proposals.c
    for state in journal.connection.execute(select(r.state).where(r.space_key == journal.space_key)).scalars():
        if memory_id.encode() in codec.unpack(state):
            report = codec.decode(codec.REPORT, state)
            of_it = [c for c in report.considered if c.verdict.memory_id == memory_id]
            found.update((report.task_id, sequence) for c in of_it for sequence in c.evidence)
    for state in journal.connection.execute(select(p.state).where(p.space_key == journal.space_key)).scalars():
        proposal = codec.decode(codec.PROPOSAL, state)
        if proposal.memory_id == memory_id:
            found.update((proposal.task_id, sequence) for sequence in proposal.evidence)
    return found


def _blank(
    journal: Journal,
    table: Table,
    adapter: TypeAdapter[T],
    key: Sequence[Any],
    mask: Mask,
    evidence: Collection[tuple[str, int]] = (),
) -> list[AnyRow]:
    """Rewrite the states of the space's rows that hold one of the texts; of evidence, also what says the same.

    Returns the rows as they were. A report is evidence when its task is: it is marked by the sequence 0."""
    query = select(*key, table.c.state).where(table.c.space_key == journal.space_key)
    rewritten: list[AnyRow] = []
    for row in journal.connection.execute(query).all():
        meant = (row[0], 0 if table is schema.reports else row[1]) in evidence if evidence else False
        json = codec.unpack(row.state)
        if not meant and not mask.may_touch(json):
            continue
        blank = to_json(mask.taken_out(from_json(json), meant=meant))
        if blank != json:
            # Through the domain value, so that what is stored stays what can be read.
            state = codec.pack(codec.encode(adapter, adapter.validate_json(blank)))
            this = and_(*(column == value for column, value in zip(key, row, strict=False)))
            change = update(table).where(table.c.space_key == journal.space_key, this).values(state=state)
            journal.connection.execute(change)
            journal.state_left(row.state)
            rewritten.append(row)
    return rewritten


_MEMORY = select(schema.memories.c.row_key, schema.memories.c.memory_id, schema.memories.c.length).where(
    schema.memories.c.space_key == bindparam("at_space"), schema.memories.c.memory_id == bindparam("at_memory")
)

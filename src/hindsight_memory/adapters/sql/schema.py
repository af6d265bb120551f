"""The tables. ``HEAD`` names the newest migration; the two are compared by a test."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    desc,
    text,
)

from hindsight_memory.adapters.sql.columns import UtcDateTime
from hindsight_memory.adapters.sql.states import State

HEAD = "0007"
"""The newest schema: four digits that grow by one, so that a store of a newer version is recognised."""

metadata = MetaData()


def space_key(*, primary_key: bool = False) -> Column[int]:
    """Return the column that names a row's space."""
    owner = ForeignKey("spaces.space_key")
    return Column("space_key", Integer, owner, nullable=False, primary_key=primary_key, autoincrement=False)


def _row_key() -> Column[int]:
    owner = ForeignKey("memories.row_key", ondelete="CASCADE")
    return Column("row_key", Integer, owner, primary_key=True, autoincrement=False)


def counter(name: str) -> Column[int]:
    """Return a column that counts from 0."""
    return Column(name, Integer, nullable=False, server_default="0")


schema_version = Table(
    "alembic_version",
    metadata,
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)

# ``change_sequence`` grows by one with every change of a memory of the space; ``documents`` and
# ``total_length`` (tokens) count the memories that can be found by text.
spaces = Table(
    "spaces",
    metadata,
    Column("space_key", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    counter("change_sequence"),
    counter("documents"),
    counter("total_length"),
)

# ``member`` is the agent of a private scope, the group of a shared one, empty for a global one. A column each
# and a key of its own: no ids are ever joined with a delimiter.
scopes = Table(
    "scopes",
    metadata,
    Column("scope_key", Integer, primary_key=True),
    space_key(),
    Column("visibility", String(16), nullable=False),
    Column("member", Text, nullable=False),
    UniqueConstraint("space_key", "visibility", "member"),
)

# What is filtered and counted. The statement itself is the revision whose number is ``revision``.
# ``ends_at`` is the earlier of ``expires_at`` and ``valid_until``.
memories = Table(
    "memories",
    metadata,
    Column("row_key", Integer, primary_key=True, autoincrement=False),
    Column("memory_id", Text, nullable=False, unique=True),
    space_key(),
    Column("scope_key", Integer, ForeignKey("scopes.scope_key"), nullable=False),
    Column("type", String(16), nullable=False),
    Column("source", String(16), nullable=False),
    Column("status", String(16), nullable=False),
    Column("tier", String(16), nullable=False),
    Column("pinned", Boolean, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("fingerprint", String(64), nullable=False),
    Column("claim_subject", Text),
    Column("claim_relation", Text),
    Column("task_id", Text, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("last_confirmed_at", UtcDateTime, nullable=False),
    Column("ends_at", UtcDateTime),
    Column("last_used_at", UtcDateTime),
    counter("recalled"),
    counter("used"),
    counter("helped"),
    counter("harmed"),
    counter("ignored"),
    Column("generation", Text, nullable=False),
    Column("length", Integer, nullable=False),
    Column("change_sequence", Integer, nullable=False),
)
Index("memories_by_age", memories.c.space_key, desc(memories.c.created_at), memories.c.memory_id)
# With the status it also answers how many there are.
Index("memories_by_text", memories.c.scope_key, memories.c.fingerprint, memories.c.status)
Index("memories_by_change", memories.c.space_key, memories.c.change_sequence)
Index(
    "memories_by_claim",
    memories.c.claim_subject,
    memories.c.claim_relation,
    memories.c.space_key,
    sqlite_where=text("claim_subject IS NOT NULL"),
    postgresql_where=text("claim_subject IS NOT NULL"),
)
Index(
    "memories_by_end",
    memories.c.space_key,
    memories.c.ends_at,
    sqlite_where=text("ends_at IS NOT NULL"),
    postgresql_where=text("ends_at IS NOT NULL"),
)
Index(
    "memories_by_task",
    memories.c.task_id,
    memories.c.space_key,
    sqlite_where=text("task_id != ''"),
    postgresql_where=text("task_id != ''"),
)

# ``audit_number`` is the entry of the space's chain whose content hash covers ``state``.
revisions = Table(
    "revisions",
    metadata,
    _row_key(),
    Column("number", Integer, primary_key=True),
    Column("change", String(16), nullable=False),
    Column("actor", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("recorded_at", UtcDateTime, nullable=False),
    Column("audit_number", Integer, nullable=False),
    Column("tier", String(16), nullable=False, server_default="hot"),
    Column("state", State, nullable=False),
)

memory_tags = Table(
    "memory_tags",
    metadata,
    Column("tag", Text, primary_key=True),
    _row_key(),
    sqlite_with_rowid=False,
)
Index("memory_tags_by_memory", memory_tags.c.row_key)

# What makes the content hashes of a memory's audit entries impossible to guess; gone with a purge.
salts = Table("salts", metadata, _row_key(), Column("salt", LargeBinary, nullable=False))

vectors = Table(
    "vectors",
    metadata,
    _row_key(),
    Column("generation", Text, primary_key=True),
    Column("vector", LargeBinary, nullable=False),
)

term_statistics = Table(
    "term_statistics",
    metadata,
    space_key(primary_key=True),
    Column("token", Text, primary_key=True),
    Column("documents", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# Which memories left at which change sequence, so that derived stores drop them.
erasures = Table(
    "erasures",
    metadata,
    space_key(primary_key=True),
    Column("change_sequence", Integer, primary_key=True),
    Column("memory_id", Text, nullable=False),
    sqlite_with_rowid=False,
)

tombstones = Table(
    "tombstones",
    metadata,
    space_key(primary_key=True),
    Column("fingerprint", String(64), primary_key=True),
    Column("purged_at", UtcDateTime, nullable=False),
    sqlite_with_rowid=False,
)

discards = Table(
    "discards",
    metadata,
    Column("discard_id", Text, primary_key=True),
    space_key(),
    Column("scope_key", Integer, ForeignKey("scopes.scope_key"), nullable=False),
    Column("agent", Text, nullable=False),
    Column("memory_id", Text, nullable=False),
    Column("fingerprint", String(64), nullable=False),
    Column("discarded_at", UtcDateTime, nullable=False),
    Column("expires_at", UtcDateTime, nullable=False),
    Column("restored_at", UtcDateTime),
    Column("salt", LargeBinary, nullable=False),
    Column("state", LargeBinary, nullable=False),
)
Index("discards_by_age", discards.c.space_key, desc(discards.c.discarded_at), discards.c.discard_id)
Index("discards_by_end", discards.c.space_key, discards.c.expires_at)

# ``reviewed_events`` and ``reviewed_outcome`` are what the last report saw. ``tier`` is that of its events.
tasks = Table(
    "tasks",
    metadata,
    space_key(primary_key=True),
    Column("task_id", Text, primary_key=True),
    Column("started_at", UtcDateTime, nullable=False),
    Column("ended", Boolean, nullable=False),
    Column("outcome", String(16), nullable=False),
    counter("event_count"),
    counter("last_sequence"),
    Column("reviewed_events", Integer),
    Column("reviewed_outcome", String(16)),
    Column("tier", String(16), nullable=False, server_default="hot"),
    Column("state", LargeBinary, nullable=False),
)
Index("tasks_by_age", tasks.c.space_key, desc(tasks.c.started_at), tasks.c.task_id)

events = Table(
    "events",
    metadata,
    space_key(primary_key=True),
    Column("task_id", Text, primary_key=True),
    Column("sequence", Integer, primary_key=True),
    Column("state", State, nullable=False),
)

# Which events quote which memories.
event_memories = Table(
    "event_memories",
    metadata,
    space_key(primary_key=True),
    Column("memory_id", Text, primary_key=True),
    Column("task_id", Text, primary_key=True),
    Column("sequence", Integer, primary_key=True),
    sqlite_with_rowid=False,
)

reports = Table(
    "reports",
    metadata,
    Column("report_key", Integer, primary_key=True),
    space_key(),
    Column("task_id", Text, nullable=False),
    Column("reviewed_at", UtcDateTime, nullable=False),
    Column("state", LargeBinary, nullable=False),
)
Index("reports_by_task", reports.c.space_key, reports.c.task_id)

jobs = Table(
    "jobs",
    metadata,
    Column("job_id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    space_key(),
    Column("key", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("state", String(16), nullable=False),
    counter("attempts"),
    Column("created_at", UtcDateTime, nullable=False),
    Column("finished_at", UtcDateTime),
    Column("lease_owner", Text, nullable=False),
    Column("lease_until", UtcDateTime),
    Column("error", Text, nullable=False),
)
Index(
    "jobs_unfinished",
    jobs.c.kind,
    jobs.c.space_key,
    jobs.c.key,
    unique=True,
    sqlite_where=text("state IN ('queued', 'running')"),
    postgresql_where=text("state IN ('queued', 'running')"),
)
Index(
    "jobs_waiting",
    jobs.c.created_at,
    jobs.c.job_id,
    sqlite_where=text("state IN ('queued', 'running')"),
    postgresql_where=text("state IN ('queued', 'running')"),
)
Index("jobs_by_age", jobs.c.space_key, desc(jobs.c.created_at), jobs.c.job_id)

audit_entries = Table(
    "audit_entries",
    metadata,
    Column("entry_key", Integer, primary_key=True),
    space_key(),
    Column("number", Integer, nullable=False),
    Column("recorded_at", UtcDateTime, nullable=False),
    Column("actor", Text, nullable=False),
    Column("action", String(32), nullable=False),
    Column("subject_id", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("content_hash", String(64), nullable=False),
    Column("previous", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    UniqueConstraint("space_key", "number"),
)

# The newest entry of each chain, so that entries cut off at the end are missed.
audit_heads = Table(
    "audit_heads",
    metadata,
    space_key(primary_key=True),
    Column("number", Integer, nullable=False),
    Column("hash", String(64), nullable=False),
)

# What derived stores still have to hear of: names only, no content, so that a purge has nothing to erase here.
outbox = Table(
    "outbox",
    metadata,
    Column("position", Integer, primary_key=True),
    space_key(),
    Column("action", String(32), nullable=False),
    Column("subject_id", Text, nullable=False),
    Column("recorded_at", UtcDateTime, nullable=False),
    sqlite_autoincrement=True,
)

# ``digest`` is the SHA-256 of the token, which is kept nowhere. ``grants`` is JSON: agent, spaces, groups, roles.
api_keys = Table(
    "api_keys",
    metadata,
    Column("key_id", String(16), primary_key=True),
    Column("digest", String(64), nullable=False),
    Column("name", Text, nullable=False),
    Column("grants", Text, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("created_by", Text, nullable=False),
    Column("revoked_at", UtcDateTime),
)

# Answers of calls that may be repeated. ``status`` is 0 while a call is being answered.
kept_answers = Table(
    "kept_answers",
    metadata,
    Column("owner", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("request", String(64), nullable=False),
    Column("status", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("expires_at", UtcDateTime, nullable=False),
)
Index("kept_answers_by_end", kept_answers.c.expires_at)

# What waits, or waited, for a person. It goes with its memory. ``ruling`` is empty until a person said yes or no.
proposals = Table(
    "proposals",
    metadata,
    Column("proposal_id", Text, primary_key=True),
    space_key(),
    Column("row_key", Integer, ForeignKey("memories.row_key", ondelete="CASCADE"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("made_at", UtcDateTime, nullable=False),
    Column("ruling", String(16), nullable=False),
    Column("state", LargeBinary, nullable=False),
)
Index("proposals_by_age", proposals.c.space_key, desc(proposals.c.made_at), proposals.c.proposal_id)
Index("proposals_by_memory", proposals.c.row_key)

# Who decides, in the spaces that have an own rule for it.
approval_modes = Table(
    "approval_modes",
    metadata,
    space_key(primary_key=True),
    Column("mode", String(16), nullable=False),
)

"""The first schema."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None

_TEXT_INDEX = """
CREATE VIRTUAL TABLE memory_text USING fts5(
    words, tokenize = "ascii tokenchars '_'", detail = none, columnsize = 0
)"""


def upgrade() -> None:
    """Make every table."""
    _spaces()
    _memories()
    _memory_indexes()
    _memory_parts()
    _discards()
    _traces()
    _jobs()
    _audit()
    if op.get_bind().dialect.name == "sqlite":
        op.execute(_TEXT_INDEX)


def downgrade() -> None:
    """Not offered: a snapshot taken before an upgrade is the way back."""
    raise NotImplementedError("an older schema is restored from a snapshot")


def _spaces() -> None:
    op.create_table(
        "spaces",
        sa.Column("space_key", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("change_sequence", sa.Integer(), server_default="0", nullable=False),
        sa.Column("documents", sa.Integer(), server_default="0", nullable=False),
        sa.Column("total_length", sa.Integer(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("space_key"),
        sa.UniqueConstraint("name"),
    )
    op.create_table(
        "scopes",
        sa.Column("scope_key", sa.Integer(), nullable=False),
        sa.Column("space_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("visibility", sa.String(length=16), nullable=False),
        sa.Column("member", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["space_key"], ["spaces.space_key"]),
        sa.PrimaryKeyConstraint("scope_key"),
        sa.UniqueConstraint("space_key", "visibility", "member"),
    )
    op.create_table(
        "tombstones",
        sa.Column("space_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("purged_at", sa.String(27), nullable=False),
        sa.ForeignKeyConstraint(["space_key"], ["spaces.space_key"]),
        sa.PrimaryKeyConstraint("space_key", "fingerprint"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "erasures",
        sa.Column("space_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("change_sequence", sa.Integer(), nullable=False),
        sa.Column("memory_id", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["space_key"], ["spaces.space_key"]),
        sa.PrimaryKeyConstraint("space_key", "change_sequence"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "term_statistics",
        sa.Column("space_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("documents", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["space_key"], ["spaces.space_key"]),
        sa.PrimaryKeyConstraint("space_key", "token"),
        sqlite_with_rowid=False,
    )


def _memories() -> None:
    op.create_table(
        "memories",
        sa.Column("row_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("memory_id", sa.Text(), nullable=False),
        sa.Column("space_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("scope_key", sa.Integer(), nullable=False),
        sa.Column("type", sa.String(length=16), nullable=False),
        sa.Column("source", sa.String(length=16), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("tier", sa.String(length=16), nullable=False),
        sa.Column("pinned", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("claim_subject", sa.Text(), nullable=True),
        sa.Column("claim_relation", sa.Text(), nullable=True),
        sa.Column("task_id", sa.Text(), nullable=False),
        sa.Column("created_at", sa.String(27), nullable=False),
        sa.Column("last_confirmed_at", sa.String(27), nullable=False),
        sa.Column("ends_at", sa.String(27), nullable=True),
        sa.Column("last_used_at", sa.String(27), nullable=True),
        sa.Column("recalled", sa.Integer(), server_default="0", nullable=False),
        sa.Column("used", sa.Integer(), server_default="0", nullable=False),
        sa.Column("helped", sa.Integer(), server_default="0", nullable=False),
        sa.Column("harmed", sa.Integer(), server_default="0", nullable=False),
        sa.Column("ignored", sa.Integer(), server_default="0", nullable=False),
        sa.Column("generation", sa.Text(), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("change_sequence", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["scope_key"], ["scopes.scope_key"]),
        sa.ForeignKeyConstraint(["space_key"], ["spaces.space_key"]),
        sa.PrimaryKeyConstraint("row_key"),
        sa.UniqueConstraint("memory_id"),
    )


def _memory_indexes() -> None:
    op.create_index("memories_by_age", "memories", ["space_key", sa.literal_column("created_at DESC"), "memory_id"])
    op.create_index("memories_by_change", "memories", ["space_key", "change_sequence"])
    op.create_index(
        "memories_by_claim",
        "memories",
        ["claim_subject", "claim_relation", "space_key"],
        **_only("claim_subject IS NOT NULL"),
    )
    op.create_index("memories_by_end", "memories", ["space_key", "ends_at"], **_only("ends_at IS NOT NULL"))
    op.create_index("memories_by_task", "memories", ["task_id", "space_key"], **_only("task_id != ''"))
    op.create_index("memories_by_text", "memories", ["scope_key", "fingerprint", "status"])


def _memory_parts() -> None:
    op.create_table(
        "revisions",
        sa.Column("row_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("change", sa.String(length=16), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("recorded_at", sa.String(27), nullable=False),
        sa.Column("audit_number", sa.Integer(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["row_key"], ["memories.row_key"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("row_key", "number"),
    )
    op.create_table(
        "memory_tags",
        sa.Column("tag", sa.Text(), nullable=False),
        sa.Column("row_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["row_key"], ["memories.row_key"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("tag", "row_key"),
        sqlite_with_rowid=False,
    )
    op.create_index("memory_tags_by_memory", "memory_tags", ["row_key"])
    op.create_table(
        "salts",
        sa.Column("row_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("salt", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["row_key"], ["memories.row_key"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("row_key"),
    )
    op.create_table(
        "vectors",
        sa.Column("row_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("generation", sa.Text(), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["row_key"], ["memories.row_key"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("row_key", "generation"),
    )


def _discards() -> None:
    op.create_table(
        "discards",
        sa.Column("discard_id", sa.Text(), nullable=False),
        sa.Column("space_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("scope_key", sa.Integer(), nullable=False),
        sa.Column("agent", sa.Text(), nullable=False),
        sa.Column("memory_id", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("discarded_at", sa.String(27), nullable=False),
        sa.Column("expires_at", sa.String(27), nullable=False),
        sa.Column("restored_at", sa.String(27), nullable=True),
        sa.Column("salt", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["scope_key"], ["scopes.scope_key"]),
        sa.ForeignKeyConstraint(["space_key"], ["spaces.space_key"]),
        sa.PrimaryKeyConstraint("discard_id"),
    )
    op.create_index("discards_by_age", "discards", ["space_key", sa.literal_column("discarded_at DESC"), "discard_id"])
    op.create_index("discards_by_end", "discards", ["space_key", "expires_at"])


def _traces() -> None:
    op.create_table(
        "tasks",
        sa.Column("space_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("task_id", sa.Text(), nullable=False),
        sa.Column("started_at", sa.String(27), nullable=False),
        sa.Column("ended", sa.Boolean(), nullable=False),
        sa.Column("outcome", sa.String(length=16), nullable=False),
        sa.Column("event_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("last_sequence", sa.Integer(), server_default="0", nullable=False),
        sa.Column("reviewed_events", sa.Integer(), nullable=True),
        sa.Column("reviewed_outcome", sa.String(length=16), nullable=True),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["space_key"], ["spaces.space_key"]),
        sa.PrimaryKeyConstraint("space_key", "task_id"),
    )
    op.create_index("tasks_by_age", "tasks", ["space_key", sa.literal_column("started_at DESC"), "task_id"])
    op.create_table(
        "events",
        sa.Column("space_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("task_id", sa.Text(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["space_key"], ["spaces.space_key"]),
        sa.PrimaryKeyConstraint("space_key", "task_id", "sequence"),
    )
    op.create_table(
        "event_memories",
        sa.Column("space_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("memory_id", sa.Text(), nullable=False),
        sa.Column("task_id", sa.Text(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["space_key"], ["spaces.space_key"]),
        sa.PrimaryKeyConstraint("space_key", "memory_id", "task_id", "sequence"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "reports",
        sa.Column("report_key", sa.Integer(), nullable=False),
        sa.Column("space_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("task_id", sa.Text(), nullable=False),
        sa.Column("reviewed_at", sa.String(27), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["space_key"], ["spaces.space_key"]),
        sa.PrimaryKeyConstraint("report_key"),
    )
    op.create_index("reports_by_task", "reports", ["space_key", "task_id"])


def _jobs() -> None:
    op.create_table(
        "jobs",
        sa.Column("job_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("space_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created_at", sa.String(27), nullable=False),
        sa.Column("finished_at", sa.String(27), nullable=True),
        sa.Column("lease_owner", sa.Text(), nullable=False),
        sa.Column("lease_until", sa.String(27), nullable=True),
        sa.Column("error", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["space_key"], ["spaces.space_key"]),
        sa.PrimaryKeyConstraint("job_id"),
    )
    op.create_index("jobs_by_age", "jobs", ["space_key", sa.literal_column("created_at DESC"), "job_id"])
    op.create_index(
        "jobs_unfinished", "jobs", ["kind", "space_key", "key"], unique=True, **_only("state IN ('queued', 'running')")
    )
    op.create_index("jobs_waiting", "jobs", ["created_at", "job_id"], **_only("state IN ('queued', 'running')"))


def _audit() -> None:
    op.create_table(
        "audit_entries",
        sa.Column("entry_key", sa.Integer(), nullable=False),
        sa.Column("space_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("recorded_at", sa.String(27), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("action", sa.String(length=32), nullable=False),
        sa.Column("subject_id", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.String(length=64), nullable=False),
        sa.Column("previous", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["space_key"], ["spaces.space_key"]),
        sa.PrimaryKeyConstraint("entry_key"),
        sa.UniqueConstraint("space_key", "number"),
    )
    op.create_table(
        "audit_heads",
        sa.Column("space_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["space_key"], ["spaces.space_key"]),
        sa.PrimaryKeyConstraint("space_key"),
    )
    op.create_table(
        "outbox",
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("space_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("action", sa.String(length=32), nullable=False),
        sa.Column("subject_id", sa.Text(), nullable=False),
        sa.Column("recorded_at", sa.String(27), nullable=False),
        sa.ForeignKeyConstraint(["space_key"], ["spaces.space_key"]),
        sa.PrimaryKeyConstraint("position"),
        sqlite_autoincrement=True,
    )


def _only(condition: str) -> dict[str, Any]:
    return {"sqlite_where": sa.text(condition), "postgresql_where": sa.text(condition)}

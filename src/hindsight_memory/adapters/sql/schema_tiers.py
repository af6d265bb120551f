"""The tables of the tiers: the archive's files, and what finds the rows whose time has come."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, String, Table, Text

from hindsight_memory.adapters.sql.columns import UtcDateTime
from hindsight_memory.adapters.sql.schema import revisions, tasks
from hindsight_memory.adapters.sql.schema_decisions import decisions, metadata

# A file holds states of one kind and one space, dated from ``first_at`` to ``last_at``. Rows name it by ``file_id``,
# which it keeps when a purge puts another file in its place. ``audit_number`` is the entry that covers ``sha256``.
archive_files = Table(
    "archive_files",
    metadata,
    Column("file_id", Integer, primary_key=True),
    Column("space_key", Integer, ForeignKey("spaces.space_key"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("name", Text, nullable=False, unique=True),
    Column("sha256", String(64), nullable=False),
    Column("bytes", Integer, nullable=False),
    Column("entries", Integer, nullable=False),
    Column("first_at", UtcDateTime, nullable=False),
    Column("last_at", UtcDateTime, nullable=False),
    Column("audit_number", Integer, nullable=False),
    # A number is never given twice.
    sqlite_autoincrement=True,
)
Index("archive_files_by_space", archive_files.c.space_key, archive_files.c.kind)
Index("decisions_by_tier", decisions.c.space_key, decisions.c.tier, decisions.c.decided_at)
Index("tasks_by_tier", tasks.c.space_key, tasks.c.tier, tasks.c.started_at)
Index("revisions_by_tier", revisions.c.tier, revisions.c.recorded_at)

"""Tiers: the files of the archive, and where old states lie."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision: str = "0007"
down_revision: str | None = "0006"


def upgrade() -> None:
    """Make the table, the columns and what finds by them."""
    op.create_table(
        "archive_files",
        sa.Column("file_id", sa.Integer(), nullable=False),
        sa.Column("space_key", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("bytes", sa.Integer(), nullable=False),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.Column("first_at", sa.String(27), nullable=False),
        sa.Column("last_at", sa.String(27), nullable=False),
        sa.Column("audit_number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["space_key"], ["spaces.space_key"]),
        sa.PrimaryKeyConstraint("file_id"),
        sa.UniqueConstraint("name"),
        sqlite_autoincrement=True,
    )
    op.create_index("archive_files_by_space", "archive_files", ["space_key", "kind"])
    op.create_index("decisions_by_tier", "decisions", ["space_key", "tier", "decided_at"])
    for table in ("tasks", "revisions"):
        op.add_column(table, sa.Column("tier", sa.String(length=16), server_default="hot", nullable=False))
    op.create_index("tasks_by_tier", "tasks", ["space_key", "tier", "started_at"])
    op.create_index("revisions_by_tier", "revisions", ["tier", "recorded_at"])


def downgrade() -> None:
    """Not offered: a snapshot taken before an upgrade is the way back."""
    raise NotImplementedError("an older schema is restored from a snapshot")

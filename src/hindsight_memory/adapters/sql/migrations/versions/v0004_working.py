"""Working memory, and what tasks of a type used."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"


def upgrade() -> None:
    """Make both tables."""
    op.create_table(
        "working_notes",
        sa.Column("space", sa.Text(), nullable=False),
        sa.Column("agent", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("memory_id", sa.Text(), nullable=False),
        sa.Column("put_at", sa.String(27), nullable=False),
        sa.Column("expires_at", sa.String(27), nullable=False),
        sa.PrimaryKeyConstraint("space", "agent", "session_id", "key"),
    )
    op.create_index("working_notes_by_end", "working_notes", ["expires_at"])
    op.create_table(
        "type_uses",
        sa.Column("space_key", sa.Integer(), nullable=False),
        sa.Column("task_type", sa.Text(), nullable=False),
        sa.Column("row_key", sa.Integer(), nullable=False),
        sa.Column("recalled", sa.Integer(), server_default="0", nullable=False),
        sa.Column("used", sa.Integer(), server_default="0", nullable=False),
        sa.Column("helped", sa.Integer(), server_default="0", nullable=False),
        sa.Column("harmed", sa.Integer(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["space_key"], ["spaces.space_key"]),
        sa.ForeignKeyConstraint(["row_key"], ["memories.row_key"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("space_key", "task_type", "row_key"),
    )
    op.create_index("type_uses_by_memory", "type_uses", ["row_key"])
    op.create_index(
        "memories_pinned",
        "memories",
        ["scope_key"],
        sqlite_where=sa.text("pinned = 1"),
        postgresql_where=sa.text("pinned"),
    )
    op.create_index(
        "memories_helpful",
        "memories",
        ["scope_key"],
        sqlite_where=sa.text("helped > 0"),
        postgresql_where=sa.text("helped > 0"),
    )


def downgrade() -> None:
    """Not offered: a snapshot taken before an upgrade is the way back."""
    raise NotImplementedError("an older schema is restored from a snapshot")

"""Decisions, and how they are found."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | None = "0005"

_TEXT_INDEX = """
CREATE VIRTUAL TABLE decision_text USING fts5(
    words, tokenize = "ascii tokenchars '_'", detail = none, columnsize = 0
)"""


def upgrade() -> None:
    """Make every table."""
    _decisions()
    _indexes()
    _parts()
    _statistics()
    if op.get_bind().dialect.name == "sqlite":
        op.execute(_TEXT_INDEX)


def downgrade() -> None:
    """Not offered: a snapshot taken before an upgrade is the way back."""
    raise NotImplementedError("an older schema is restored from a snapshot")


def _decisions() -> None:
    op.create_table(
        "decisions",
        sa.Column("decision_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("decision_id", sa.Text(), nullable=False),
        sa.Column("space_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("task_id", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=True),
        sa.Column("agent", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("intent_type", sa.Text(), nullable=False),
        sa.Column("decided_at", sa.String(27), nullable=False),
        sa.Column("result", sa.String(length=16), nullable=False),
        sa.Column("magnitude", sa.Float(), nullable=True),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.Column("inferred", sa.Boolean(), nullable=False),
        sa.Column("misjudged", sa.Boolean(), nullable=False),
        sa.Column("belief_subject", sa.Text(), nullable=False),
        sa.Column("belief_relation", sa.Text(), nullable=False),
        sa.Column("tier", sa.String(length=16), server_default="hot", nullable=False),
        sa.Column("generation", sa.Text(), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("change_sequence", sa.Integer(), nullable=False),
        sa.Column("audit_number", sa.Integer(), nullable=False),
        sa.Column("salt", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["space_key"], ["spaces.space_key"]),
        sa.PrimaryKeyConstraint("decision_key"),
        sa.UniqueConstraint("decision_id"),
    )


def _indexes() -> None:
    op.create_index("decisions_by_age", "decisions", ["space_key", sa.literal_column("decided_at DESC"), "decision_id"])
    op.create_index("decisions_by_type", "decisions", ["space_key", "intent_type", "decided_at"])
    op.create_index("decisions_by_result", "decisions", ["space_key", "open", "result", "decided_at"])
    op.create_index("decisions_by_change", "decisions", ["space_key", "change_sequence"])
    op.create_index(
        "decisions_by_task", "decisions", ["task_id", "space_key"], **_only("task_id != ''", "task_id != ''")
    )
    op.create_index("decisions_open", "decisions", ["space_key", "decided_at"], **_only("open = 1", "open"))


def _parts() -> None:
    op.create_table(
        "decision_memories",
        sa.Column("memory_id", sa.Text(), nullable=False),
        sa.Column("decision_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["decision_key"], ["decisions.decision_key"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("memory_id", "decision_key"),
        sqlite_with_rowid=False,
    )
    op.create_index("decision_memories_by_decision", "decision_memories", ["decision_key"])
    op.create_table(
        "decision_vectors",
        sa.Column("decision_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("generation", sa.Text(), nullable=False),
        sa.Column("belief", sa.LargeBinary(), nullable=False),
        sa.Column("intent", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["decision_key"], ["decisions.decision_key"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("decision_key", "generation"),
    )


def _statistics() -> None:
    op.create_table(
        "decision_counts",
        sa.Column("space_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("change_sequence", sa.Integer(), server_default="0", nullable=False),
        sa.Column("documents", sa.Integer(), server_default="0", nullable=False),
        sa.Column("total_length", sa.Integer(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["space_key"], ["spaces.space_key"]),
        sa.PrimaryKeyConstraint("space_key"),
    )
    op.create_table(
        "decision_terms",
        sa.Column("space_key", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("documents", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["space_key"], ["spaces.space_key"]),
        sa.PrimaryKeyConstraint("space_key", "token"),
        sqlite_with_rowid=False,
    )


def _only(in_sqlite: str, in_postgres: str) -> dict[str, Any]:
    return {"sqlite_where": sa.text(in_sqlite), "postgresql_where": sa.text(in_postgres)}

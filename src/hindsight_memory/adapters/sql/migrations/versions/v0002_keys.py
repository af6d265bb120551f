"""API keys, and the answers of calls that may be repeated."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"


def upgrade() -> None:
    """Make both tables."""
    op.create_table(
        "api_keys",
        sa.Column("key_id", sa.String(length=16), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("grants", sa.Text(), nullable=False),
        sa.Column("created_at", sa.String(27), nullable=False),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.Column("revoked_at", sa.String(27), nullable=True),
        sa.PrimaryKeyConstraint("key_id"),
    )
    op.create_table(
        "kept_answers",
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("request", sa.String(length=64), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("expires_at", sa.String(27), nullable=False),
        sa.PrimaryKeyConstraint("owner", "key"),
    )
    op.create_index("kept_answers_by_end", "kept_answers", ["expires_at"])


def downgrade() -> None:
    """Not offered: a snapshot taken before an upgrade is the way back."""
    raise NotImplementedError("an older schema is restored from a snapshot")

"""Proposals that wait for a person, and who decides in a space."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"


def upgrade() -> None:
    """Make both tables."""
    op.create_table(
        "proposals",
        sa.Column("proposal_id", sa.Text(), nullable=False),
        sa.Column("space_key", sa.Integer(), nullable=False),
        sa.Column("row_key", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("made_at", sa.String(27), nullable=False),
        sa.Column("ruling", sa.String(length=16), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["space_key"], ["spaces.space_key"]),
        sa.ForeignKeyConstraint(["row_key"], ["memories.row_key"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("proposal_id"),
    )
    op.create_index("proposals_by_age", "proposals", ["space_key", sa.text("made_at DESC"), "proposal_id"])
    op.create_index("proposals_by_memory", "proposals", ["row_key"])
    op.create_table(
        "approval_modes",
        sa.Column("space_key", sa.Integer(), nullable=False),
        sa.Column("mode", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["space_key"], ["spaces.space_key"]),
        sa.PrimaryKeyConstraint("space_key"),
    )


def downgrade() -> None:
    """Not offered: a snapshot taken before an upgrade is the way back."""
    raise NotImplementedError("an older schema is restored from a snapshot")

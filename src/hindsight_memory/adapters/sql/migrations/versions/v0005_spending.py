"""What the LLM cost, by day and model."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "llm_spending",
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("calls", sa.Integer(), nullable=False),
        sa.Column("input_tokens", sa.Integer(), nullable=False),
        sa.Column("output_tokens", sa.Integer(), nullable=False),
        sa.Column("micros", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day", "model"),
    )


def downgrade() -> None:
    """Not offered: a snapshot taken before an upgrade is the way back."""
    raise NotImplementedError("an older schema is restored from a snapshot")

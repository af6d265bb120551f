"""Run by Alembic: migrates over the connection, and in the transaction, of whoever opens the store."""

from __future__ import annotations

from alembic import context

from hindsight_memory.adapters.sql.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()

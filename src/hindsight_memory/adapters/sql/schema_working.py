"""The tables of working memory: desks, and what tasks of a type used."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, Table, Text, text

from hindsight_memory.adapters.sql.columns import UtcDateTime
from hindsight_memory.adapters.sql.schema import memories, metadata

# Desks. They belong to nothing: a note about a memory names it and holds no text of it.
working_notes = Table(
    "working_notes",
    metadata,
    Column("space", Text, primary_key=True),
    Column("agent", Text, primary_key=True),
    Column("session_id", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("position", Integer, nullable=False),
    Column("content", Text, nullable=False),
    Column("memory_id", Text, nullable=False),
    Column("put_at", UtcDateTime, nullable=False),
    Column("expires_at", UtcDateTime, nullable=False),
)
Index("working_notes_by_end", working_notes.c.expires_at)

# How often tasks of a type recalled and used a memory.
type_uses = Table(
    "type_uses",
    metadata,
    Column("space_key", Integer, ForeignKey("spaces.space_key"), primary_key=True, autoincrement=False),
    Column("task_type", Text, primary_key=True),
    Column(
        "row_key",
        Integer,
        ForeignKey("memories.row_key", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    *(Column(name, Integer, nullable=False, server_default="0") for name in ("recalled", "used", "helped", "harmed")),
)
Index("type_uses_by_memory", type_uses.c.row_key)

# What a brief begins with; few rows, so that a brief of a large store comes at once.
Index(
    "memories_pinned",
    memories.c.scope_key,
    sqlite_where=text("pinned = 1"),
    postgresql_where=text("pinned"),
)
Index(
    "memories_helpful",
    memories.c.scope_key,
    sqlite_where=text("helped > 0"),
    postgresql_where=text("helped > 0"),
)

"""The table of the LLM's meter."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, String, Table, Text

from hindsight_memory.adapters.sql.schema_working import metadata

# ``micros`` is money in millionths. What is reserved for a call under way is counted as spent.
llm_spending = Table(
    "llm_spending",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("model", Text, primary_key=True),
    *(Column(name, Integer, nullable=False) for name in ("calls", "input_tokens", "output_tokens")),
    Column("micros", BigInteger, nullable=False),
)

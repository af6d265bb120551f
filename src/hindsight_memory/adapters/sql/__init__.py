"""The record store on SQL: rows, revisions, full text, vectors, traces, jobs, audit and outbox."""

from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.adapters.sql.vector_source import SqlVectorSource

__all__ = ["SqlRecords", "SqlVectorSource"]

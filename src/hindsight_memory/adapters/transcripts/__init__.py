"""Adapter of ``ports.transcripts``: finished agent runs from files (docs/transcripts.md)."""

from hindsight_memory.adapters.transcripts.hindsight import read_trace, write_jsonl
from hindsight_memory.adapters.transcripts.reader import TranscriptFiles

__all__ = ["TranscriptFiles", "read_trace", "write_jsonl"]

"""Vectors kept on disk between runs, by model generation, side and the hash of the text."""

from __future__ import annotations

import hashlib
import sqlite3
import threading
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np

from hindsight_memory.domain.recall.matrices import Matrix, Vector

_BATCH = 500


class DiskCache:
    """A SQLite file of half-precision vectors. Losing it costs time, never an answer.

    Several processes may share one folder: writers wait for each other.
    """

    def __init__(self, folder: Path, generation: str, dimensions: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / "embeddings.sqlite"
        self._generation = generation
        self._dimensions = dimensions
        self._lock = threading.Lock()
        with self._open() as database:
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB) WITHOUT ROWID")

    def read(self, side: str, texts: Sequence[str]) -> dict[str, Vector]:
        """The vectors that are there, float32 and of unit length, by text."""
        wanted = {self._key(side, text): text for text in texts}
        keys = list(wanted)
        found: dict[str, Vector] = {}
        with self._open() as database:
            for start in range(0, len(keys), _BATCH):
                part = keys[start : start + _BATCH]
                marks = ",".join("?" * len(part))
                rows = database.execute(f"SELECT key, vector FROM vectors WHERE key IN ({marks})", part)
                for key, stored in rows:
                    vector = np.frombuffer(stored, dtype="<f2").astype(np.float32)
                    if vector.shape == (self._dimensions,):
                        found[wanted[key]] = vector / max(float(np.linalg.norm(vector)), 1e-12)
        return found

    def write(self, side: str, texts: Sequence[str], vectors: Matrix) -> None:
        """Keep one vector for each text."""
        rows = [
            (self._key(side, text), vector.astype("<f2").tobytes()) for text, vector in zip(texts, vectors, strict=True)
        ]
        with self._open() as database:
            database.execute("BEGIN IMMEDIATE")
            database.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)
            database.execute("COMMIT")

    def _key(self, side: str, text: str) -> bytes:
        return hashlib.sha256("\x1f".join((self._generation, side, text)).encode()).digest()

    @contextmanager
    def _open(self) -> Generator[sqlite3.Connection]:
        with self._lock, closing(sqlite3.connect(self._path, timeout=30, isolation_level=None)) as database:
            yield database

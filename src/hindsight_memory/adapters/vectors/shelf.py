"""The vectors of one space in memory: appended, marked, scanned; one lock for changes, none for scans.

Rows are only ever appended and marked as gone, so that a scan that began before a change reads what it began
with. When a third of the rows is gone, the shelf is packed anew.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hindsight_memory.domain.memory import MemoryType, Scope, Status, Tier
from hindsight_memory.domain.recall.matrices import Matrix, Vector, unpack
from hindsight_memory.ports.vectors import VectorChange

_GONE = 0
_FIRST_CAPACITY = 64
_SPARSE_SHARE = 0.2
"""Below this share of allowed rows, gathering them is quicker than scanning all."""
_LEAD = 128
_LEAD_FROM = 20_000
"""From so many rows on, the scan is two-staged: leading dimensions for all rows, then all for the best."""
_RESCORED_PER_HIT = 20
_RESCORED_LEAST = 2000
_SAMPLE = 4000


@dataclass(frozen=True, slots=True)
class Kind:
    """What a filter looks at; rows of one kind pass or fail together."""

    scope: Scope
    status: Status
    tier: Tier
    type: MemoryType


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """What one scan reads: the first ``count`` rows of these arrays."""

    count: int
    rows: NDArray[np.float16]
    lead: Matrix
    basis: Matrix | None
    kinds: NDArray[np.uint32]
    owners: NDArray[np.int32]
    memory_ids: list[str]
    several: bool


class Shelf:
    """The rows of one space. ``dimensions`` is fixed; a change with other ones raises ValueError."""

    def __init__(self, dimensions: int) -> None:
        self.sequence = 0
        self.lock = threading.RLock()
        self._dimensions = dimensions
        self._kinds: list[Kind | None] = [None]
        self._kind_codes: dict[Kind, int] = {}
        self._memory_ids: list[str] = []
        self._rows_of: dict[str, tuple[int, int]] = {}
        self._several = 0
        self._gone = 0
        self._count = 0
        self._basis: Matrix | None = None
        self._allocate(_FIRST_CAPACITY)

    def __len__(self) -> int:
        return len(self._rows_of)

    def apply(self, changes: Iterable[VectorChange]) -> None:
        """Take the changes in; the caller holds ``lock``."""
        for change in changes:
            self._apply(change)
            self.sequence = max(self.sequence, change.sequence)
        if self._gone > _FIRST_CAPACITY and self._gone * 3 > self._count:
            self._repack(self._basis)
        if self._basis is None and self._count >= _LEAD_FROM and self._dimensions > _LEAD:
            self._repack(self._fitted_basis())

    def search(self, query: Vector, limit: int, allowed: Callable[[Kind], bool]) -> list[tuple[str, float]]:
        """The nearest allowed memories with their cosines, best first."""
        shot, passing = self._snapshot(allowed)
        if not passing.any() or limit < 1:
            return []
        mask = passing[shot.kinds[: shot.count]]
        places, scores = _nearest(shot, query, mask, limit if not shot.several else 4 * limit)
        best: dict[str, float] = {}
        for place, score in zip(places, scores, strict=True):
            memory_id = shot.memory_ids[shot.owners[place]]
            best[memory_id] = max(float(score), best.get(memory_id, -2.0))
        ranked = sorted(best.items(), key=lambda pair: (-pair[1], pair[0]))
        return ranked[:limit]

    def rows(self, memory_ids: Sequence[str], allowed: Callable[[Kind], bool]) -> dict[str, Matrix]:
        """The rows of those memories that are here and allowed."""
        with self.lock:
            shot, passing = self._snapshot(allowed)
            places = {memory_id: self._rows_of.get(memory_id, (0, 0)) for memory_id in memory_ids}
        found: dict[str, Matrix] = {}
        for memory_id, (start, length) in places.items():
            if length and passing[shot.kinds[start]]:
                found[memory_id] = shot.rows[start : start + length].astype(np.float32)
        return found

    def _snapshot(self, allowed: Callable[[Kind], bool]) -> tuple[_Snapshot, NDArray[np.bool_]]:
        with self.lock:
            shot = _Snapshot(
                self._count,
                self._rows,
                self._leads,
                self._basis,
                self._codes,
                self._owners,
                self._memory_ids,
                self._several > 0,
            )
            kinds = list(self._kinds)
        return shot, np.array([kind is not None and allowed(kind) for kind in kinds])

    def _apply(self, change: VectorChange) -> None:
        vectors = None if change.vector is None else unpack(change.vector, self._dimensions)
        held = self._rows_of.get(change.memory_id)
        code = self._code(Kind(change.scope, change.status, change.tier, change.type))
        if held is not None:
            start, length = held
            if vectors is not None and np.array_equal(self._rows[start : start + length], vectors):
                self._codes[start : start + length] = code
                return
            self._codes[start : start + length] = _GONE
            self._gone += length
            self._several -= length > 1
            del self._rows_of[change.memory_id]
        if vectors is not None and len(vectors):
            self._append(change.memory_id, vectors, code)

    def _append(self, memory_id: str, vectors: Matrix, code: int) -> None:
        start, end = self._count, self._count + len(vectors)
        if end > len(self._rows):
            self._grow(max(2 * len(self._rows), end))
        self._rows[start:end] = vectors
        self._leads[start:end] = vectors if self._basis is None else vectors @ self._basis
        self._codes[start:end] = code
        self._owners[start:end] = len(self._memory_ids)
        self._memory_ids.append(memory_id)
        self._rows_of[memory_id] = (start, end - start)
        self._several += end - start > 1
        self._count = end

    def _code(self, kind: Kind) -> int:
        code = self._kind_codes.get(kind)
        if code is None:
            code = self._kind_codes[kind] = len(self._kinds)
            self._kinds.append(kind)
        return code

    def _allocate(self, capacity: int) -> None:
        width = self._dimensions if self._basis is None else self._basis.shape[1]
        self._rows = np.zeros((capacity, self._dimensions), dtype=np.float16)
        self._leads = np.zeros((capacity, width), dtype=np.float32)
        self._codes = np.zeros(capacity, dtype=np.uint32)
        self._owners = np.zeros(capacity, dtype=np.int32)

    def _grow(self, capacity: int) -> None:
        old = (self._rows, self._leads, self._codes, self._owners)
        self._allocate(capacity)
        for before, after in zip(old, (self._rows, self._leads, self._codes, self._owners), strict=True):
            after[: self._count] = before[: self._count]

    def _fitted_basis(self) -> Matrix:
        """The leading principal axes of an even sample of the rows, shape (dimensions, _LEAD)."""
        step = max(self._count // _SAMPLE, 1)
        sample = self._rows[: self._count : step].astype(np.float32)
        _, axes = np.linalg.eigh(sample.T @ sample)
        return np.ascontiguousarray(axes[:, ::-1][:, :_LEAD], dtype=np.float32)

    def _repack(self, basis: Matrix | None) -> None:
        rows, codes = self._rows, self._codes
        held = list(self._rows_of.items())
        self._basis, self._count, self._gone, self._several = basis, 0, 0, 0
        self._memory_ids, self._rows_of = [], {}
        self._allocate(max(len(rows), _FIRST_CAPACITY))
        for memory_id, (start, length) in held:
            self._append(memory_id, rows[start : start + length].astype(np.float32), int(codes[start]))


def _nearest(
    shot: _Snapshot, query: Vector, mask: NDArray[np.bool_], limit: int
) -> tuple[NDArray[np.intp], Vector]:
    """Places and exact cosines of the best allowed rows, in no order."""
    chosen = np.flatnonzero(mask)
    if len(chosen) <= _SPARSE_SHARE * shot.count or len(chosen) <= _RESCORED_LEAST:
        return _best(chosen, shot.rows[chosen].astype(np.float32) @ query, limit)
    leading = query if shot.basis is None else query @ shot.basis
    scores = shot.lead[: shot.count] @ leading
    if len(chosen) < shot.count:
        scores[~mask] = -np.inf
    if shot.basis is None:
        return _best(np.arange(shot.count), scores, limit)
    first, _ = _best(np.arange(shot.count), scores, max(_RESCORED_PER_HIT * limit, _RESCORED_LEAST))
    return _best(first, shot.rows[first].astype(np.float32) @ query, limit)


def _best(places: NDArray[np.intp], scores: Vector, limit: int) -> tuple[NDArray[np.intp], Vector]:
    if len(scores) > limit:
        top = np.argpartition(scores, -limit)[-limit:]
        places, scores = places[top], scores[top]
    finite = np.isfinite(scores)
    return places[finite], scores[finite]

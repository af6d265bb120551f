"""The vectors of one space in memory: appended, marked, scanned; one lock for changes, none for scans.

Rows are only ever appended and marked as gone, so that a scan that began before a change reads what it began
with. When a third of the rows is gone, the shelf is packed anew.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from hindsight_memory.adapters.vectors.stages import Plain, Stage, quick_stage
from hindsight_memory.domain.recall.matrices import Matrix, Vector, unpack

K = TypeVar("K", bound=Hashable)
"""What a filter looks at; rows of one kind pass or fail together."""

_GONE = 0
_ONE = 32767.0
_FIRST_CAPACITY = 64
_FEW = 2000
_SPARSE_SHARE = 0.2
"""Below this share of allowed rows, gathering them is quicker than scanning all."""
_QUICK_FROM = 20_000
"""From so many rows on, the scan is two-staged: a quick look at all rows, then the cosine of the best."""
_SAMPLE = 4000
_STRIDE = 16
_SPARE = 8
_BLOCK = 8192
_FOR_BLAS = 4096


class Placed(NamedTuple, Generic[K]):
    """The latest rows of one name at a change sequence: the bytes of ``domain.recall.matrices.pack``, or None when it
    has none (any more). ``at`` is a moment that a search may be bounded by, in microseconds."""

    sequence: int
    name: str
    vector: bytes | None
    kind: K
    at: int = 0


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """What one scan reads: the first ``count`` rows of these arrays."""

    count: int
    rows: NDArray[np.int16]
    held: NDArray[Any]
    stage: Stage
    kinds: NDArray[np.uint32]
    moments: NDArray[np.int64]
    names: list[str]
    several: bool
    whole: bool


class Shelf(Generic[K]):
    """The rows of one space. ``dimensions`` is fixed; a change with other ones raises ValueError."""

    def __init__(self, dimensions: int) -> None:
        self.sequence = 0
        self.lock = threading.RLock()
        self._dimensions = dimensions
        self._kinds: list[K | None] = [None]
        self._kind_codes: dict[K, int] = {}
        self._names: list[str] = []
        self._rows_of: dict[str, tuple[int, int]] = {}
        self._several = 0
        self._gone = 0
        self._count = 0
        self._stage: Stage = Plain()
        self._fitted = False
        self._allocate(_FIRST_CAPACITY)

    def __len__(self) -> int:
        return len(self._rows_of)

    def apply(self, changes: Iterable[Placed[K]]) -> None:
        """Take the changes in; the caller holds ``lock``."""
        fresh: dict[str, Placed[K]] = {}
        for change in changes:
            if change.name in fresh:
                self._append(list(fresh.values()))
                fresh.clear()
            if change.name in self._rows_of:
                self._replace(change)
            elif change.vector:
                fresh[change.name] = change
            self.sequence = max(self.sequence, change.sequence)
        self._append(list(fresh.values()))
        if self._gone > _FIRST_CAPACITY and self._gone * 3 > self._count:
            self._repack(self._stage)
        if self._count >= _QUICK_FROM and self._stage.exact and not self._fitted:
            self._fitted = True
            self._repack(quick_stage(self._sample()))

    def search(
        self, query: Vector, limit: int, allowed: Callable[[K], bool], within: tuple[int, int] | None = None
    ) -> list[tuple[str, float]]:
        """The nearest allowed names with their cosines, best first; ``within`` bounds their moments (the first is
        inside, the last outside)."""
        shot, passing = self._snapshot(allowed)
        if not passing.any() or limit < 1:
            return []
        mask = None if shot.whole and passing[1:].all() else passing[shot.kinds[: shot.count]]
        if within is not None:
            moments = shot.moments[: shot.count]
            inside = (moments >= within[0]) & (moments < within[1])
            mask = inside if mask is None else mask & inside
        places, scores = _nearest(shot, query, mask, limit if not shot.several else 4 * limit)
        best: dict[str, float] = {}
        for place, score in zip(map(int, places), _rounded(scores), strict=True):
            name = shot.names[place]
            best[name] = max(score, best.get(name, -2.0))
        ranked = sorted(best.items(), key=lambda pair: (-pair[1], pair[0]))
        return ranked[:limit]

    def rows(self, names: Sequence[str], allowed: Callable[[K], bool]) -> dict[str, Matrix]:
        """The rows of those names that are here and allowed."""
        with self.lock:
            shot, passing = self._snapshot(allowed)
            places = {name: self._rows_of.get(name, (0, 0)) for name in names}
        found: dict[str, Matrix] = {}
        for name, (start, length) in places.items():
            if length and passing[shot.kinds[start]]:
                found[name] = _floats(shot.rows[start : start + length])
        return found

    def _snapshot(self, allowed: Callable[[K], bool]) -> tuple[_Snapshot, NDArray[np.bool_]]:
        with self.lock:
            shot = _Snapshot(
                self._count,
                self._rows,
                self._held,
                self._stage,
                self._codes,
                self._moments,
                self._names,
                self._several > 0,
                self._gone == 0,
            )
            kinds = list(self._kinds)
        return shot, np.array([kind is not None and allowed(kind) for kind in kinds])

    def _replace(self, change: Placed[K]) -> None:
        start, length = self._rows_of[change.name]
        if change.vector:
            rows = unpack(change.vector, self._dimensions)
            if np.array_equal(self._rows[start : start + length], _fixed(rows)):
                self._codes[start : start + length] = self._code(change.kind)
                self._moments[start : start + length] = change.at
                return
        self._codes[start : start + length] = _GONE
        self._gone += length
        self._several -= length > 1
        del self._rows_of[change.name]
        if change.vector:
            self._append([change])

    def _append(self, changes: Sequence[Placed[K]]) -> None:
        """Add the rows of names that are not here yet, many at a time."""
        for at in range(0, len(changes), _BLOCK):
            self._append_block(changes[at : at + _BLOCK])

    def _append_block(self, changes: Sequence[Placed[K]]) -> None:
        parts = [change.vector or b"" for change in changes]
        vectors = unpack(b"".join(parts), self._dimensions)
        start, end = self._count, self._count + len(vectors)
        if end > len(self._rows):
            self._grow(max(2 * len(self._rows), end))
        self._rows[start:end] = _fixed(vectors)
        self._held[start:end] = self._stage.held(vectors)
        row_bytes = 2 * self._dimensions
        for change, part in zip(changes, parts, strict=True):
            length = len(part) // row_bytes
            self._codes[start : start + length] = self._code(change.kind)
            self._moments[start : start + length] = change.at
            self._names += [change.name] * length
            self._rows_of[change.name] = (start, length)
            self._several += length > 1
            start += length
        self._count = end

    def _code(self, kind: K) -> int:
        code = self._kind_codes.get(kind)
        if code is None:
            code = self._kind_codes[kind] = len(self._kinds)
            self._kinds.append(kind)
        return code

    def _allocate(self, capacity: int) -> None:
        sample = self._stage.held(np.zeros((1, self._dimensions), dtype=np.float32))
        self._rows = np.zeros((capacity, self._dimensions), dtype=np.int16)
        self._held = np.zeros((capacity, sample.shape[1]), dtype=sample.dtype)
        self._codes = np.zeros(capacity, dtype=np.uint32)
        self._moments = np.zeros(capacity, dtype=np.int64)

    def _grow(self, capacity: int) -> None:
        old = (self._rows, self._held, self._codes, self._moments)
        self._allocate(capacity)
        for before, after in zip(old, (self._rows, self._held, self._codes, self._moments), strict=True):
            after[: self._count] = before[: self._count]

    def _sample(self) -> Matrix:
        return _floats(self._rows[: self._count : max(self._count // _SAMPLE, 1)])

    def _repack(self, stage: Stage) -> None:
        """Copy the rows that are not gone, in blocks, so that little is held twice."""
        rows, codes, moments, count = self._rows, self._codes, self._moments, self._count
        kept = np.flatnonzero(codes[:count])
        self._stage, self._count, self._gone = stage, len(kept), 0
        self._allocate(max(len(kept) + len(kept) // 4, _FIRST_CAPACITY))
        for start in range(0, len(kept), _BLOCK):
            part = kept[start : start + _BLOCK]
            self._rows[start : start + len(part)] = rows[part]
            self._held[start : start + len(part)] = stage.held(_floats(rows[part]))
        self._codes[: len(kept)] = codes[kept]
        self._moments[: len(kept)] = moments[kept]
        self._names = [self._names[place] for place in kept.tolist()]
        places = dict(zip(kept.tolist(), range(len(kept)), strict=True))
        self._rows_of = {name: (places[start], length) for name, (start, length) in self._rows_of.items()}


def _rounded(scores: Vector) -> list[float]:
    """Without the last digits, which depend on where a row happens to stand."""
    return [round(float(score), 6) for score in scores]


class Shelves(Generic[K]):
    """The shelves of all spaces. ``changes`` gives what changed in a space after a sequence, ascending."""

    def __init__(self, dimensions: int, changes: Callable[[str, int], Iterable[Placed[K]]]) -> None:
        self._dimensions = dimensions
        self._changes = changes
        self._lock = threading.Lock()
        self._shelves: dict[str, Shelf[K]] = {}

    def synced(self, space: str) -> Shelf[K]:
        """Return the shelf of a space, with all that has changed until now."""
        with self._lock:
            shelf = self._shelves.setdefault(space, Shelf[K](self._dimensions))
        with shelf.lock:
            shelf.apply(self._changes(space, shelf.sequence))
        return shelf

    def drop(self, space: str) -> None:
        """Forget the shelf of a space; it is loaded again when it is asked for next."""
        with self._lock:
            self._shelves.pop(space, None)


def _fixed(rows: Matrix) -> NDArray[np.int16]:
    """Components in [-1, 1] as 16-bit fixed point: off by 1.5e-5 at most, and four times quicker to read than
    half-precision floats."""
    return np.rint(np.clip(rows, -1.0, 1.0) * _ONE).astype(np.int16)


def _floats(rows: NDArray[np.int16]) -> Matrix:
    floats = rows.astype(np.float32)
    floats *= np.float32(1.0 / _ONE)
    return floats


def _nearest(
    shot: _Snapshot, query: Vector, mask: NDArray[np.bool_] | None, limit: int
) -> tuple[NDArray[np.intp], Vector]:
    """Places and cosines of the best allowed rows, in no order; without a mask all rows are allowed."""
    allowed = shot.count if mask is None else int(np.count_nonzero(mask))
    if mask is not None and allowed <= max(_SPARSE_SHARE * shot.count, _FEW):
        return _looked_at(shot, query, np.flatnonzero(mask), limit)
    scores = shot.stage.scores(shot.held[: shot.count], query)
    if mask is not None:
        scores[~mask] = -np.inf
    if shot.stage.exact:
        return _finite(_best(scores, limit), scores)
    first, _ = _finite(_best(scores, shot.stage.looked_at(limit)), scores)
    first.sort()
    return _looked_at(shot, query, first, limit)


def _looked_at(shot: _Snapshot, query: Vector, places: NDArray[np.intp], limit: int) -> tuple[NDArray[np.intp], Vector]:
    rows = _floats(shot.rows[places])
    # For few rows, waking the threads of BLAS (and their waiting for more) costs more than the work.
    cosines = rows @ query if len(rows) > _FOR_BLAS else np.einsum("ij,j->i", rows, query)
    top = _best(cosines, limit)
    return places[top], cosines[top]


def _finite(places: NDArray[np.intp], scores: Vector) -> tuple[NDArray[np.intp], Vector]:
    found = scores[places]
    finite = np.isfinite(found)
    return places[finite], found[finite]


def _best(scores: Vector, limit: int) -> NDArray[np.intp]:
    """The places of the ``limit`` highest scores, in no order."""
    if len(scores) <= limit:
        return np.arange(len(scores))
    if len(scores) >= _QUICK_FROM:
        # What is below a bound that a sample suggests need not be ordered; if too little is above it, all is.
        sample = scores[::_STRIDE]
        above = 2 * limit // _STRIDE + _SPARE
        if above < len(sample):
            places = np.flatnonzero(scores >= np.partition(sample, -above)[-above])
            if limit < len(places) < len(scores):
                return places[np.argpartition(scores[places], -limit)[-limit:]]
    return np.argpartition(scores, -limit)[-limit:]

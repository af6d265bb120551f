"""The first look at all rows of a shelf: cheap scores that say which rows deserve the exact cosine.

Measured on 100,000 rows of 384 dimensions, one core: all dimensions in float32 12.2 ms; 160 leading axes 4.4 ms;
int8 with ``numkong`` 1.8 ms. With as many rows looked at
again as ``looked_at`` says, both find more than 99.9 % of the exact hundred nearest texts.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from functools import cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from hindsight_memory.domain.recall.matrices import Matrix, Vector

AXES = 160
_INT8 = 127.0


class Stage(Protocol):
    """A way to hold rows for the first look. ``exact`` says that its scores are the cosines."""

    @property
    def exact(self) -> bool:
        """Whether no second look is needed."""
        ...

    def held(self, rows: Matrix) -> NDArray[Any]:
        """What is held of these rows, one held row for each."""
        ...

    def scores(self, held: NDArray[Any], query: Vector) -> Vector:
        """Scores of the held rows, higher is nearer; a new array."""
        ...

    def looked_at(self, limit: int) -> int:
        """How many of the best rows get their cosine so that the nearest ``limit`` are among them."""
        ...


class Plain:
    """The rows as they are."""

    exact = True

    def held(self, rows: Matrix) -> NDArray[Any]:
        """The rows themselves."""
        return np.asarray(rows, dtype=np.float32)

    def scores(self, held: NDArray[Any], query: Vector) -> Vector:
        """Cosines."""
        return held @ query

    def looked_at(self, limit: int) -> int:
        """As many as are wanted."""
        return limit


class Leading:
    """The rows along the leading principal axes of a sample."""

    exact = False

    def __init__(self, sample: Matrix) -> None:
        _, axes = np.linalg.eigh(sample.T @ sample)
        self._basis: Matrix = np.ascontiguousarray(axes[:, ::-1][:, :AXES], dtype=np.float32)

    def held(self, rows: Matrix) -> NDArray[Any]:
        """Coordinates on the axes."""
        return rows @ self._basis

    def scores(self, held: NDArray[Any], query: Vector) -> Vector:
        """The part of the cosine that the axes explain."""
        return held @ (query @ self._basis)

    def looked_at(self, limit: int) -> int:
        """Thirty for each that is wanted, at least 3,000."""
        return max(30 * limit, 3000)


class Quantised:
    """The rows in int8, scanned by ``numkong``."""

    exact = False

    def __init__(self, sample: Matrix, distances: Callable[..., Any]) -> None:
        self._scale = _INT8 / max(float(np.abs(sample).max()), 1e-6)
        self._distances = distances

    def held(self, rows: Matrix) -> NDArray[Any]:
        """Scaled and rounded to int8; what exceeds the sample's range is clipped."""
        return np.clip(np.rint(rows * self._scale), -_INT8, _INT8).astype(np.int8)

    def scores(self, held: NDArray[Any], query: Vector) -> Vector:
        """Dot products of the rounded rows."""
        asked = np.ascontiguousarray(self.held(query[np.newaxis, :]))
        return np.asarray(self._distances(asked, held, metric="dot"), dtype=np.float32)[0]

    def looked_at(self, limit: int) -> int:
        """Four for each that is wanted, at least 200: rounding moves a cosine by 0.001."""
        return max(4 * limit, 200)


def quick_stage(sample: Matrix) -> Stage:
    """The quickest first look that is installed, fitted to an even sample of the rows."""
    distances = installed()
    if distances is not None:
        return Quantised(sample, distances)
    return Leading(sample) if sample.shape[1] > AXES else Plain()


@cache
def installed() -> Callable[..., Any] | None:
    """The distances of ``numkong``, or None where it is not installed."""
    if importlib.util.find_spec("numkong") is None:
        return None
    return importlib.import_module("numkong").cdist

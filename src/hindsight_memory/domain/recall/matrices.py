"""Embedding vectors as arrays, and as the bytes they are stored in."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Matrix: TypeAlias = NDArray[np.float32]
"""Rows are vectors of unit length: shape (n, dimensions), float32."""
Vector: TypeAlias = NDArray[np.float32]
"""One vector of unit length: shape (dimensions,), float32."""


def pack(vectors: Matrix) -> bytes:
    """Return the bytes that are stored for one memory: its one or more rows as little-endian float16."""
    return np.ascontiguousarray(np.atleast_2d(vectors), dtype="<f2").tobytes()


def unpack(stored: bytes, dimensions: int) -> Matrix:
    """Return the rows, shape (n, dimensions), that ``pack`` stored. Raises ValueError on a wrong length."""
    return np.frombuffer(stored, dtype="<f2").reshape(-1, dimensions).astype(np.float32)


def cosines(rows: Matrix, query: Vector) -> list[float]:
    """Return the cosine of each of some hundred rows to a vector.

    Not by BLAS: for so few rows, waking its threads takes longer than the work."""
    found: list[float] = np.einsum("ij,j->i", rows, query).tolist()
    return [round(cosine, 6) for cosine in found]


def between(first: Vector, second: Vector) -> Vector:
    """Return the unit vector in the middle of two; the first one of opposite ones."""
    total = first + second
    length = float(np.linalg.norm(total))
    return (total / np.float32(length)).astype(np.float32) if length > 1e-6 else first

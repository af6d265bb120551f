"""Choosing among weighed rows without looking at all of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence

from hindsight_memory.adapters.sql.columns import AnyRow


def best_rows(
    weights: Mapping[int, float],
    steps: Iterable[tuple[int, int]],
    passing: Callable[[str], Sequence[AnyRow]],
    limit: int,
) -> list[tuple[int, str]]:
    """Return key and id of rows that pass a filter by falling weight, then rising length, then falling key.

    Rows are looked at in steps until enough pass: those as heavy as the one in a place, and how many at most.
    ``passing`` returns key, length and id of those that pass among keys, which come as a JSON list."""
    rows: Sequence[AnyRow] = ()
    for place, most in steps:
        keys = _heaviest(weights, place, most)
        rows = passing(json.dumps(keys))
        if len(rows) >= limit or len(keys) == len(weights):
            break
    found = sorted((-weights[key], length, -key, name) for key, length, name in rows)
    return [(-row[2], row[3]) for row in found[:limit]]


def _heaviest(weights: Mapping[int, float], place: int, most: int) -> list[int]:
    """Return the keys of the rows as heavy as that in this place, at most so many: the newest of equal ones."""
    if len(weights) <= place:
        return list(weights)
    least = sorted(weights.values())[-place]
    ranked = sorted(((weight, key) for key, weight in weights.items() if weight >= least), reverse=True)
    return [key for _, key in ranked[:most]]

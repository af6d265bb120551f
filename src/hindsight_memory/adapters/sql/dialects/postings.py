"""SQLite: which rows hold words, summed over the postings of the full-text table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Select,
    Text,
    bindparam,
    column,
    func,
    literal_column,
    select,
    table,
)

from hindsight_memory.adapters.sql.columns import AnyRow, AnySelect
from hindsight_memory.adapters.sql.dialects import Texts, Weighed
from hindsight_memory.adapters.sql.schema import memories
from hindsight_memory.adapters.sql.weighing import best_rows

# At least so many rows are looked at; beyond them equal ones are taken by age, not by length.
_FIRST_ROWS = 400
# One in so many more than are wanted are looked at first, since the filter may leave some out.
_SPARE = 5
_FILTERS_KEPT = 64

_memory_text = table("memory_text", column("rowid", Integer), column("words", Text))


class Search:
    """One search by words: among rows that pass ``wanted``, whose scopes are ``scope_keys``."""

    def __init__(
        self, connection: Connection, texts: Texts, wanted: ColumnElement[bool], scope_keys: Sequence[int]
    ) -> None:
        self._connection = connection
        self._texts = texts
        self._wanted = wanted
        self._scope_keys = scope_keys

    def weights(self, words: Sequence[Weighed], *, only_wanted: bool = False) -> tuple[dict[int, float], bool]:
        """Return the weight of each row that holds a word, and whether postings of a word were left out."""
        weights: dict[int, float] = {}
        cut = False
        ordered = sorted(words, key=lambda word: -word.held_by)
        found = self._wanted_newest(ordered) if only_wanted else self._newest(ordered)
        for word, row_keys in zip(ordered, found, strict=True):
            cut = cut or len(row_keys) == _looked_at(word) < word.held_by
            if not weights:
                weights = dict.fromkeys(row_keys, word.weight)
                continue
            for row_key in row_keys:
                weights[row_key] = weights.get(row_key, 0.0) + word.weight
        return weights, cut

    def best(self, weights: dict[int, float], limit: int) -> list[tuple[int, str]]:
        """Return the wanted rows, key and memory id, by falling weight, then rising length, then falling key."""
        query = _wanted_among(self._wanted)

        def passing(keys: str) -> Sequence[AnyRow]:
            return self._connection.execute(query, {"row_keys": keys, "scope_keys": self._scope_keys}).all()

        # The filter mostly leaves enough of those that are as heavy as the last one wanted.
        places = (limit + limit // _SPARE, max(limit * 2, _FIRST_ROWS), len(weights))
        return best_rows(weights, ((place, max(place, _FIRST_ROWS)) for place in places), passing, limit)

    def _newest(self, words: Sequence[Weighed]) -> list[list[int]]:
        """Return the newest rows that hold each word."""
        return self._texts.newest(self._connection, [(word.word, (), _looked_at(word)) for word in words])

    def _wanted_newest(self, words: Sequence[Weighed]) -> list[list[int]]:
        """Return the newest wanted rows that hold each word."""
        query = _newest_of(self._wanted)
        among = {"scope_keys": self._scope_keys}
        return [
            json.loads(
                self._connection.execute(
                    query, among | {"word": f'"{word.word}"', "postings": _looked_at(word)}
                ).scalar_one()
            )
            for word in words
        ]


def _looked_at(word: Weighed) -> int:
    return min(word.postings, word.held_by)


# A list of keys as one parameter: a statement with hundreds of them costs more to prepare than to run.
_AMONG = memories.c.row_key.in_(select(func.json_each(bindparam("row_keys")).table_valued("value").c.value))
_MATCHING = (
    select(_memory_text.c.rowid)
    .where(literal_column("memory_text").bool_op("MATCH")(bindparam("word", type_=Text)))
    .order_by(_memory_text.c.rowid.desc())
    .limit(bindparam("postings", type_=Integer))
)
_SAME = memories.c.row_key == _memory_text.c.rowid


@lru_cache(_FILTERS_KEPT)
def _wanted_among(wanted: ColumnElement[bool]) -> AnySelect:
    return select(memories.c.row_key, memories.c.length, memories.c.memory_id).where(_AMONG, wanted)


@lru_cache(_FILTERS_KEPT)
def _newest_of(wanted: ColumnElement[bool]) -> Select[Any]:
    rows = _MATCHING.join_from(_memory_text, memories, _SAME).where(wanted).subquery()
    return select(func.json_group_array(rows.c.rowid))

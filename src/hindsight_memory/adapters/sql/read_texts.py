"""Reads of the full text: candidates by their words, and the counts that ranking is computed from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from sqlalchemy import ColumnElement, and_, bindparam, func, select

from hindsight_memory.adapters.sql import schema
from hindsight_memory.adapters.sql.conditions import SHOWN_BY_KEY, chunks, wanted_rows
from hindsight_memory.adapters.sql.dialects import Weighed
from hindsight_memory.adapters.sql.snapshot import Snapshot
from hindsight_memory.adapters.sql.stored_words import corpus_of, occurrences
from hindsight_memory.domain.actor import View
from hindsight_memory.domain.recall.bm25 import rarity
from hindsight_memory.domain.text.tokens import fts_token
from hindsight_memory.ports.records import Corpus, LexicalMatch, MemoryFilter

_m, _s, _t = schema.memories.c, schema.spaces.c, schema.term_statistics.c

# Spaces of so many memories are searched by every token in full; what that costs grows with the space.
_SMALL_SPACE = 1000
# What bounds the time of a search in a larger one: so many postings are looked at, rare tokens first, and of each
# token at least the newest few.
_POSTINGS = 4000
_FEWEST_POSTINGS = 250
# There, tokens in more of the memories than this share only serve to find something when rarer ones find too little.
_COMMON_SHARE = 0.1


class TextReads(Snapshot):
    """See ``ports.records.Reading``."""

    def lexical(self, view: View, tokens: Sequence[str], wanted: MemoryFilter, *, limit: int) -> list[LexicalMatch]:
        """Return memories that contain at least one token, the more and rarer the tokens the earlier.

        The order is by the sum of the tokens' rarity, as in BM25."""
        corpus = self.corpus(view.spaces, tokens)
        scope_keys = self.scope_keys(view)
        words = [
            Weighed(self._dialect.word(key, fts_token(token)), rarity(corpus.documents, held_by), held_by, postings)
            for token, held_by, postings in _telling(corpus, limit)
            for key in scope_keys
        ]
        found = dict(self._dialect.heaviest(self._connection, words, _wanted(wanted), scope_keys, limit))
        matches = self._matches(found, tokens)
        return [matches[row_key] for row_key in found]

    def corpus(self, spaces: Sequence[str], tokens: Sequence[str]) -> Corpus:
        """Return token statistics over all memories of these spaces that can be found by text."""
        asked = (tuple(spaces), frozenset(tokens))
        if asked not in self._corpora:
            self._corpora[asked] = corpus_of(self._connection, _TOTALS, _HELD_BY, spaces, tokens)
        return self._corpora[asked]

    def term_counts(self, view: View, memory_ids: Sequence[str], tokens: Sequence[str]) -> dict[str, LexicalMatch]:
        """Return how often the tokens occur in these memories; memories that are not visible are left out."""
        found: dict[int, str] = {}
        for some in chunks(dict.fromkeys(memory_ids)):
            named = {"memory_ids": some, "scope_keys": self.scope_keys(view)}
            found.update((row[0], row[1]) for row in self._connection.execute(_ROW_KEYS, named).all())
        return {match.memory_id: match for match in self._matches(found, tokens).values()}

    def _matches(self, memory_ids: Mapping[int, str], tokens: Iterable[str]) -> dict[int, LexicalMatch]:
        """Count tokens in the stored words of rows."""
        texts = self._dialect.memory_texts.read(self._connection, memory_ids)
        return {
            one.key: LexicalMatch(memory_ids[one.key], one.counts, one.length) for one in occurrences(texts, tokens)
        }


_TOTALS = select(_s.space_key, _s.documents, _s.total_length).where(_s.name.in_(bindparam("names", expanding=True)))
_HELD_BY = (
    select(_t.token, func.sum(_t.documents))
    .where(_t.space_key.in_(bindparam("space_keys", expanding=True)), _t.token.in_(bindparam("tokens", expanding=True)))
    .group_by(_t.token)
)
_ROW_KEYS = select(_m.row_key, _m.memory_id).where(
    _m.memory_id.in_(bindparam("memory_ids", expanding=True)), SHOWN_BY_KEY
)


@lru_cache(64)
def _wanted(wanted: MemoryFilter) -> ColumnElement[bool]:
    """Return the same condition for the same filter: making it costs as much as looking at the rows."""
    return and_(SHOWN_BY_KEY, *wanted_rows(wanted))


def _telling(corpus: Corpus, limit: int) -> Iterator[tuple[str, int, int]]:
    """The tokens to search by, rare ones first, with how many hold them and how many postings to look at."""
    rare_first = sorted((held_by, token) for token, held_by in corpus.frequencies.items() if held_by)
    if corpus.documents <= _SMALL_SPACE:
        yield from ((token, held_by, held_by) for held_by, token in rare_first)
        return
    most = int(corpus.documents * _COMMON_SHARE)
    reached = 0
    for held_by, token in rare_first:
        if held_by > most and reached >= limit:
            return
        yield token, held_by, max(_FEWEST_POSTINGS, _POSTINGS - reached)
        reached += held_by

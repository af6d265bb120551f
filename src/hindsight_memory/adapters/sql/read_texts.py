"""Reads of the full text: candidates by their words, and the counts that ranking is computed from."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sqlalchemy import and_, func, select

from hindsight_memory.adapters.sql import schema
from hindsight_memory.adapters.sql.conditions import chunks, in_spaces, shown, shown_scopes, wanted_rows
from hindsight_memory.adapters.sql.dialects import Weighed
from hindsight_memory.adapters.sql.snapshot import Snapshot
from hindsight_memory.domain.actor import View
from hindsight_memory.domain.text.tokens import fts_token
from hindsight_memory.ports.records import Corpus, LexicalMatch, MemoryFilter

_m, _s, _t = schema.memories.c, schema.spaces.c, schema.term_statistics.c

# Spaces of so many memories are searched by every token in full.
_SMALL_SPACE = 5000
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

        The order is by the sum of the tokens' inverse document frequencies, ln(1 + (N - n + ½) / (n + ½)) as in
        BM25 (Robertson and Zaragoza 2009, section 3.4.1)."""
        corpus = self.corpus(view.spaces, tokens)
        scope_keys = list(self._connection.execute(shown_scopes(view)).scalars())
        words = [
            Weighed(
                self._dialect.word(key, fts_token(token)), _weight(corpus, token), corpus.frequencies[token], postings
            )
            for token, postings in _telling(corpus, limit)
            for key in scope_keys
        ]
        condition = and_((_m.scope_key + 0).in_(scope_keys), *wanted_rows(wanted))
        row_keys = self._dialect.heaviest(self._connection, words, condition, limit)
        found: dict[int, str] = {}
        for some in chunks(row_keys):
            query = select(_m.row_key, _m.memory_id).where(_m.row_key.in_(some))
            found.update((row[0], row[1]) for row in self._connection.execute(query))
        matches = self._matches(found, tokens)
        return [matches[row_key] for row_key in row_keys]

    def corpus(self, spaces: Sequence[str], tokens: Sequence[str]) -> Corpus:
        """Return token statistics over all memories of these spaces that can be found by text."""
        asked = (tuple(spaces), frozenset(tokens))
        if asked not in self._corpora:
            self._corpora[asked] = self._counted(spaces, tokens)
        return self._corpora[asked]

    def _counted(self, spaces: Sequence[str], tokens: Sequence[str]) -> Corpus:
        totals = select(func.sum(_s.documents), func.sum(_s.total_length)).where(_s.name.in_(spaces))
        documents, length = self._connection.execute(totals).one()
        if not documents:
            return Corpus(documents=0, mean_length=0.0, frequencies=dict.fromkeys(tokens, 0))
        stored: dict[str, int] = {}
        for some in chunks({fts_token(token) for token in tokens}):
            query = select(_t.token, func.sum(_t.documents)).where(
                in_spaces(_t.space_key, spaces), _t.token.in_(sorted(some))
            )
            stored.update((row[0], row[1]) for row in self._connection.execute(query.group_by(_t.token)))
        frequencies = {token: stored.get(fts_token(token), 0) for token in tokens}
        return Corpus(documents=documents, mean_length=length / documents, frequencies=frequencies)

    def term_counts(self, view: View, memory_ids: Sequence[str], tokens: Sequence[str]) -> dict[str, LexicalMatch]:
        """Return how often the tokens occur in these memories; memories that are not visible are left out."""
        found: dict[int, str] = {}
        for some in chunks(dict.fromkeys(memory_ids)):
            query = select(_m.row_key, _m.memory_id).where(_m.memory_id.in_(some), shown(view))
            found.update((row[0], row[1]) for row in self._connection.execute(query))
        return {match.memory_id: match for match in self._matches(found, tokens).values()}

    def _matches(self, memory_ids: Mapping[int, str], tokens: Iterable[str]) -> dict[int, LexicalMatch]:
        """Count tokens in the stored words of rows."""
        by_form = {fts_token(token): token for token in tokens}
        matches: dict[int, LexicalMatch] = {}
        for row_key, words in self._dialect.texts(self._connection, memory_ids).items():
            every = words.split()
            start = words.find("_") + 1
            frequencies: dict[str, int] = {}
            for word in every:
                token = by_form.get(word[start:])
                if token is not None:
                    frequencies[token] = frequencies.get(token, 0) + 1
            matches[row_key] = LexicalMatch(memory_ids[row_key], frequencies, len(every))
        return matches


def _weight(corpus: Corpus, token: str) -> float:
    held_by = corpus.frequencies[token]
    return math.log(1 + (corpus.documents - held_by + 0.5) / (held_by + 0.5))


def _telling(corpus: Corpus, limit: int) -> Iterator[tuple[str, int]]:
    """The tokens to search by, rare ones first, with how many of their postings to look at."""
    rare_first = sorted((held_by, token) for token, held_by in corpus.frequencies.items() if held_by)
    if corpus.documents <= _SMALL_SPACE:
        yield from ((token, held_by) for held_by, token in rare_first)
        return
    most = int(corpus.documents * _COMMON_SHARE)
    reached = 0
    for held_by, token in rare_first:
        if held_by > most and reached >= limit:
            return
        yield token, max(_FEWEST_POSTINGS, _POSTINGS - reached)
        reached += held_by

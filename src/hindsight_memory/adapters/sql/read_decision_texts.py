"""Reads of the full text of decisions: candidates by their words, and the counts that ranking is computed from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import and_, bindparam, func, select

from hindsight_memory.adapters.sql import schema
from hindsight_memory.adapters.sql.columns import AnyRow, AnySelect
from hindsight_memory.adapters.sql.conditions import chunks
from hindsight_memory.adapters.sql.decision_marks import marks_wanted, without_marks
from hindsight_memory.adapters.sql.read_decisions import OF_SPACES, DecisionReads, wanted_decisions
from hindsight_memory.adapters.sql.schema_decisions import decision_counts, decision_terms, decisions
from hindsight_memory.adapters.sql.stored_words import corpus_of, occurrences
from hindsight_memory.adapters.sql.weighing import best_rows
from hindsight_memory.domain.actor import View
from hindsight_memory.domain.recall.bm25 import rarity
from hindsight_memory.domain.text.tokens import fts_token, is_stopword
from hindsight_memory.ports.decisions import DecisionFilter, DecisionMatch
from hindsight_memory.ports.pages import Corpus

_d, _s, _c, _t = decisions.c, schema.spaces.c, decision_counts.c, decision_terms.c

# What bounds the time of a search in a large space: so many postings of so many tokens are looked at, rare tokens
# first, and of each token at least the newest few; a token in more of the decisions than the share only serves to find
# something when rarer ones find too little.
_SMALL_SPACE = 5000
_POSTINGS = 2000
_FEWEST_POSTINGS = 100
_COMMON_SHARE = 0.05
_MOST_TOKENS = 12


class DecisionTextReads(DecisionReads):
    """See ``ports.decisions.DecisionReading``."""

    def decision_lexical(
        self, view: View, tokens: Sequence[str], wanted: DecisionFilter, *, limit: int
    ) -> list[DecisionMatch]:
        """Return decisions that contain at least one token, the more and rarer the tokens the earlier.

        The order is by the sum of the tokens' inverse document frequencies, ties go to shorter texts, then to newer
        rows."""
        corpus = self.decision_corpus(view.spaces, tokens)
        telling = _telling(corpus, limit)
        weights, cut = self._weights(view, corpus, telling, wanted)
        best = self._best(view, weights, wanted, limit)
        if len(best) < limit and cut:
            # What the words cannot filter (the time) leaves too few of the newest: all of them are asked for.
            weights, _ = self._weights(view, corpus, dict.fromkeys(telling, corpus.documents), wanted)
            best = self._best(view, weights, wanted, limit)
        matches = self._decision_matches(dict(best), tokens)
        return [matches[key] for key, _ in best]

    def decision_corpus(self, spaces: Sequence[str], tokens: Sequence[str]) -> Corpus:
        """Return token statistics over all decisions of these spaces."""
        asked = (tuple(spaces), frozenset(tokens))
        if asked not in self._decision_corpora:
            self._decision_corpora[asked] = corpus_of(self._connection, _TOTALS, _HELD_BY, spaces, tokens)
        return self._decision_corpora[asked]

    def decision_term_counts(
        self, view: View, decision_ids: Sequence[str], tokens: Sequence[str]
    ) -> dict[str, DecisionMatch]:
        """Return how often the tokens occur in these decisions (for candidates that came by vector)."""
        found: dict[int, str] = {}
        for some in chunks(dict.fromkeys(decision_ids)):
            named = {"decision_ids": some, "space_keys": self.space_keys(view)}
            found.update((row[0], row[1]) for row in self._connection.execute(_KEYS, named).all())
        return {match.decision_id: match for match in self._decision_matches(found, tokens).values()}

    def _weights(
        self, view: View, corpus: Corpus, telling: Mapping[str, int], wanted: DecisionFilter
    ) -> tuple[dict[int, float], bool]:
        """Return the weight of each decision that holds a token, and whether some of a token were left out."""
        words = [
            (self._dialect.word(key, fts_token(token)), marks_wanted(self._dialect, key, wanted), most, token)
            for token, most in telling.items()
            for key in self.space_keys(view)
        ]
        asked = [(word, marks, most) for word, marks, most, _ in words]
        found = self._dialect.decision_texts.newest(self._connection, asked)
        weights: dict[int, float] = {}
        cut = False
        for keys, (_, _, most, token) in zip(found, words, strict=True):
            cut = cut or len(keys) == most < corpus.frequencies[token]
            weight = rarity(corpus.documents, corpus.frequencies[token])
            for key in keys:
                weights[key] = weights.get(key, 0.0) + weight
        return weights, cut

    def _best(
        self, view: View, weights: Mapping[int, float], wanted: DecisionFilter, limit: int
    ) -> list[tuple[int, str]]:
        """Return key and id of the wanted ones by falling weight, then rising length, then falling key."""
        query = _wanted_among(wanted)

        def passing(keys: str) -> Sequence[AnyRow]:
            return self._connection.execute(query, {"keys": keys, "space_keys": self.space_keys(view)}).all()

        # The filter mostly leaves enough of the first ones.
        return best_rows(weights, ((most, most) for most in (2 * limit, len(weights))), passing, limit)

    def _decision_matches(self, decision_ids: Mapping[int, str], tokens: Iterable[str]) -> dict[int, DecisionMatch]:
        """Count tokens in the stored words of rows."""
        matches = {key: DecisionMatch(decision_id, {}, 0) for key, decision_id in decision_ids.items()}
        texts = self._dialect.decision_texts.read(self._connection, decision_ids)
        for one in occurrences(texts, tokens, without_marks):
            matches[one.key] = DecisionMatch(decision_ids[one.key], one.counts, one.length)
        return matches


def _telling(corpus: Corpus, limit: int) -> dict[str, int]:
    """The tokens to search by, rare ones first, with how many of the newest decisions that hold them to look at."""
    rare_first = sorted((held_by, token) for token, held_by in corpus.frequencies.items() if held_by)
    saying = [pair for pair in rare_first if not is_stopword(pair[1])] or rare_first
    if corpus.documents <= _SMALL_SPACE:
        return {token: held_by for held_by, token in saying}
    most = int(corpus.documents * _COMMON_SHARE)
    telling: dict[str, int] = {}
    reached = 0
    for held_by, token in saying[:_MOST_TOKENS]:
        if held_by > most and reached >= limit:
            break
        telling[token] = min(held_by, max(_FEWEST_POSTINGS, _POSTINGS - reached))
        reached += held_by
    return telling


@lru_cache(64)
def _wanted_among(wanted: DecisionFilter) -> AnySelect:
    """Return the same statement for the same filter: making it costs as much as running it."""
    among = _d.decision_key.in_(select(func.json_each(bindparam("keys")).table_valued("value").c.value))
    columns: tuple[Any, ...] = (_d.decision_key, _d.length, _d.decision_id)
    return select(*columns).where(and_(among, OF_SPACES, *wanted_decisions(wanted)))


_TOTALS = (
    select(_c.space_key, _c.documents, _c.total_length)
    .join_from(decision_counts, schema.spaces, _s.space_key == _c.space_key)
    .where(_s.name.in_(bindparam("names", expanding=True)))
)
_HELD_BY = (
    select(_t.token, func.sum(_t.documents))
    .where(_t.space_key.in_(bindparam("space_keys", expanding=True)), _t.token.in_(bindparam("tokens", expanding=True)))
    .group_by(_t.token)
)
_KEYS = select(_d.decision_key, _d.decision_id).where(
    _d.decision_id.in_(bindparam("decision_ids", expanding=True)), OF_SPACES
)

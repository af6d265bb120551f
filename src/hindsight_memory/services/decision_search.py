"""Finding similar decisions: a channel of words, a channel of belief and intent, ranked by the domain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from hindsight_memory.domain.actor import View
from hindsight_memory.domain.decision import Belief, Decision
from hindsight_memory.domain.decision_form import FORMS, forms, forms_of
from hindsight_memory.domain.decision_words import decision_tokens
from hindsight_memory.domain.errors import EmbedderUnavailable
from hindsight_memory.domain.events import DecisionIndexed
from hindsight_memory.domain.likeness import BOTH, Precedent, SimilarDecision, Sought, explained, ranked
from hindsight_memory.domain.recall.matrices import Vector, between, cosines, pack, unpack
from hindsight_memory.domain.text.tokens import tokenize
from hindsight_memory.ports.decisions import DecisionFilter, DecisionIndex, DecisionMatch, DecisionSketch
from hindsight_memory.ports.embedder import Embedder
from hindsight_memory.ports.records import Reading
from hindsight_memory.services.indexing import NO_VECTORS

CANDIDATES = 50
"""How many decisions the channel of belief and intent gives at least."""
BY_WORDS = 30
"""How many the channel of words gives at least, which counts less."""
_PER_HIT = 5
ARCHIVED_BY_WORDS = "archived_by_words"
"""Old decisions were compared by their words alone: they have no vectors any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What similar decisions are looked for. ``same_type`` counts as the same type of intent without leaving others
    out; what ``wanted`` names restricts. Vectors are None without a model. ``sides`` and ``one_text`` are
    those of ``Sought``."""

    words: str
    belief: Vector | None
    intent: Vector | None
    wanted: DecisionFilter
    same_type: str
    limit: int
    sides: frozenset[str] = BOTH
    one_text: bool = False


@dataclass(frozen=True, slots=True)
class DecisionSearch:
    """Embeds decisions and finds similar ones. ``embedder`` is None when vectors are switched off."""

    index: DecisionIndex
    embedder: Embedder | None

    @property
    def generation(self) -> str:
        """Names the vectors: the model and what of a decision is embedded; empty without a model."""
        return generation_of(self.embedder)

    def indexed(self, decisions: Sequence[Decision]) -> tuple[list[DecisionIndexed], tuple[str, ...]]:
        """Return how each is found, and what was degraded (no model: tokens only, vectors later)."""
        tokens = [decision_tokens(each) for each in decisions]
        if self.embedder is None or not decisions:
            return [DecisionIndexed(own, None, None, "") for own in tokens], (NO_VECTORS,) if decisions else ()
        try:
            rows = self.embedder.passages([text for each in decisions for text in forms(each)])
        except EmbedderUnavailable:
            return [DecisionIndexed(own, None, None, "") for own in tokens], (NO_VECTORS,)
        return [
            DecisionIndexed(own, pack(rows[2 * place]), pack(rows[2 * place + 1]), self.generation)
            for place, own in enumerate(tokens)
        ], ()

    def questions(
        self, belief: Belief, intent: str, *beside: str
    ) -> tuple[Vector | None, Vector | None, tuple[str, ...]]:
        """Return the vectors of both sides of a question (None for an empty one), and what was degraded. The texts
        ``beside`` help to know the names."""
        if self.embedder is None:
            return None, None, (NO_VECTORS,)
        believed, intended = forms_of(belief, intent, *beside)
        sides = [text for text in dict.fromkeys((believed, intended)) if text]
        try:
            rows = dict(zip(sides, self.embedder.queries(sides), strict=True))
        except EmbedderUnavailable:
            return None, None, (NO_VECTORS,)
        return rows.get(believed), rows.get(intended), ()

    def find(self, reading: Reading, view: View, asked: Asked) -> tuple[SimilarDecision, ...]:
        """Return the similar decisions, best first."""
        tokens = tuple(tokenize(asked.words))
        limit = max(CANDIDATES, _PER_HIT * asked.limit)
        by_words = max(BY_WORDS, _PER_HIT * asked.limit)
        matches = {m.decision_id: m for m in reading.decision_lexical(view, tokens, asked.wanted, limit=by_words)}
        near = self._nearest(view, asked, limit)
        generation = self.generation if near else ""
        named = list(dict.fromkeys([*near, *matches]))
        sketches = reading.decision_sketches(view, named, asked.wanted, generation)
        matches |= reading.decision_term_counts(view, [i for i in sketches if i not in matches], tokens)
        corpus = reading.decision_corpus(view.spaces, tokens)
        sought = Sought(
            tokens=tokens,
            intent_types=asked.wanted.intent_types or frozenset({asked.same_type} - {""}),
            sides=asked.sides,
            one_text=asked.one_text,
            documents=corpus.documents,
            mean_length=corpus.mean_length,
            frequencies=corpus.frequencies,
        )
        best = ranked(self._precedents(list(sketches.values()), matches, asked), sought)[: asked.limit]
        read = reading.decisions_named(view, [one.precedent.decision_id for one in best])
        return tuple(
            explained(one, read[one.precedent.decision_id], sought) for one in best if one.precedent.decision_id in read
        )

    def _nearest(self, view: View, asked: Asked, limit: int) -> list[str]:
        """The nearest by belief and intent: those of the same type first, then, where these are few, of any type."""
        query = _middle(asked.belief, asked.intent)
        if query is None:
            return []
        if not asked.same_type or asked.wanted.intent_types:
            return [n.decision_id for n in self.index.search(view, query, limit=limit, wanted=asked.wanted)]
        same = replace(asked.wanted, intent_types=frozenset({asked.same_type}))
        found = [n.decision_id for n in self.index.search(view, query, limit=limit, wanted=same)]
        if len(found) < limit:
            found += [n.decision_id for n in self.index.search(view, query, limit=limit, wanted=asked.wanted)]
        return found

    def _precedents(
        self, sketches: Sequence[DecisionSketch], matches: Mapping[str, DecisionMatch], asked: Asked
    ) -> list[Precedent]:
        beliefs = self._cosines([s.belief for s in sketches], asked.belief)
        intents = self._cosines([s.intent for s in sketches], asked.intent)
        found: list[Precedent] = []
        for sketch, belief, intent in zip(sketches, beliefs, intents, strict=True):
            match = matches.get(sketch.decision_id)
            found.append(
                Precedent(
                    decision_id=sketch.decision_id,
                    intent_type=sketch.intent_type,
                    result=sketch.result,
                    belief=belief,
                    intent=intent,
                    counts=match.frequencies if match else {},
                    length=match.length if match else 0,
                )
            )
        return found

    def _cosines(self, stored: Sequence[bytes | None], query: Vector | None) -> list[float | None]:
        """The cosine of each stored vector to the query, all at once; None where there is none."""
        there = [each for each in stored if each is not None]
        if query is None or not there:
            return [None] * len(stored)
        found = iter(cosines(unpack(b"".join(there), len(query)), query))
        return [None if each is None else next(found) for each in stored]


def generation_of(embedder: Embedder | None) -> str:
    """Name the vectors of decisions that this model makes; empty without a model."""
    return f"{embedder.generation}+{FORMS}" if embedder is not None else ""


def _middle(belief: Vector | None, intent: Vector | None) -> Vector | None:
    """The unit vector between both sides; the one that is there where the other is not."""
    if belief is None or intent is None:
        return intent if belief is None else belief
    return between(belief, intent)

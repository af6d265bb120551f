"""Search: candidates from three channels, ranked by the domain, each hit with its signals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

from hindsight_memory.domain.actor import Actor, Role, View
from hindsight_memory.domain.errors import EmbedderUnavailable, EmptyQuery, Invalid, QueryTooLong
from hindsight_memory.domain.memory import VISIBLE_STATUSES, Memory, MemoryType, Source, Status
from hindsight_memory.domain.periods import has_ended
from hindsight_memory.domain.recall.evidence import lowest_similarity
from hindsight_memory.domain.recall.matrices import Vector
from hindsight_memory.domain.recall.profiles import Profile, profile_named
from hindsight_memory.domain.recall.question import Candidate, Hit, Question, RecallPolicy
from hindsight_memory.domain.recall.ranking import APPLYING, rank, similarity_to
from hindsight_memory.domain.text.normal import clean
from hindsight_memory.domain.text.tokens import tokenize
from hindsight_memory.ports.clock import Clock
from hindsight_memory.ports.embedder import Embedder
from hindsight_memory.ports.records import Corpus, LexicalMatch, MemoryFilter, Reading, Records
from hindsight_memory.ports.vectors import VectorFilter, VectorIndex
from hindsight_memory.services.indexing import NO_VECTORS, Indexer
from hindsight_memory.services.past import When, states_then

# Each channel gives at least so many candidates for each hit that is asked for.
_PER_HIT = 5
# Texts of the past that are embedded anew in one search.
_MOST_REWORDED = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRequest:
    """What is looked for. Empty sets do not restrict; ``as_of`` asks what was believed at that record
    time, ``valid_at`` what held at that time of the world."""

    query: str
    spaces: tuple[str, ...] = ()
    top_k: int = 5
    types: frozenset[MemoryType] = frozenset()
    sources: frozenset[Source] = frozenset()
    statuses: frozenset[Status] = VISIBLE_STATUSES
    tags: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    as_of: datetime | None = None
    valid_at: datetime | None = None
    profile: str = ""
    min_score: float | None = None
    max_tokens: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchAnswer:
    """Hits, best first; ``warnings`` are negatives and boundaries that apply; ``degraded`` says what was missing."""

    hits: tuple[Hit, ...]
    warnings: tuple[Hit, ...]
    degraded: tuple[str, ...]
    profile: str
    below: int = 0
    cut: int = 0
    collapsed: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])


@dataclass(frozen=True, slots=True, eq=False)
class _Sighting:
    """A candidate whose memory is not read yet."""

    memory_id: str
    cosine: float | None
    match: LexicalMatch | None

    @property
    def counts(self) -> Mapping[str, int]:
        return self.match.frequencies if self.match is not None else _NO_COUNTS

    @property
    def length(self) -> int:
        return self.match.length if self.match is not None else 0


_NO_COUNTS: Mapping[str, int] = MappingProxyType(dict[str, int]())


@dataclass(frozen=True, slots=True)
class RecallDefaults:
    """What a search uses when it does not say: the profile, how many candidates a channel gives, limits."""

    profile: str = "balanced"
    candidates: int = 50
    max_top_k: int = 200
    max_query_characters: int = 20_000


@dataclass(frozen=True, slots=True)
class Recall:
    """The search service. Nothing it does changes what is stored."""

    records: Records
    vectors: VectorIndex
    embedder: Embedder | None
    clock: Clock
    policy: RecallPolicy
    defaults: RecallDefaults
    profiles: Mapping[str, Profile] = field(default_factory=dict[str, Profile])

    def search(self, actor: Actor, request: SearchRequest) -> SearchAnswer:
        """Find what is relevant; nothing relevant gives no hits. Raises EmptyQuery, Invalid, SpaceRequired…"""
        actor.require(Role.READ)
        text = self._checked(request)
        view = actor.view(*request.spaces)
        profile = profile_named(request.profile or self.defaults.profile, self.profiles)
        tokens = tuple(tokenize(text))
        if not tokens:
            return SearchAnswer(hits=(), warnings=(), degraded=(), profile=profile.name)
        query, degraded = self._embedded(text)
        with self.records.reading() as reading:
            question = self._question(text, tokens, request, reading.corpus(view.spaces, tokens))
            find = self._find_then if _when(request) else self._find
            candidates, passed_over = find(reading, view, request, question, query)
        ranking = rank(candidates, question, profile, self.policy)
        return SearchAnswer(
            hits=ranking.hits,
            warnings=ranking.warnings,
            degraded=degraded,
            profile=profile.name,
            below=ranking.below + passed_over,
            cut=ranking.cut,
            collapsed=ranking.collapsed,
        )

    def _checked(self, request: SearchRequest) -> str:
        text = clean(request.query)
        if not text:
            raise EmptyQuery
        if len(text) > self.defaults.max_query_characters:
            raise QueryTooLong(
                f"The query has {len(text):,} characters; the limit is {self.defaults.max_query_characters:,}."
            )
        if not 1 <= request.top_k <= self.defaults.max_top_k:
            raise Invalid(f"top_k is {request.top_k}; it lies between 1 and {self.defaults.max_top_k}.")
        if request.min_score is not None and not 0.0 <= request.min_score <= 1.0:
            raise Invalid(f"min_score is {request.min_score}; it lies between 0 and 1.")
        if request.max_tokens < 0:
            raise Invalid(f"max_tokens is {request.max_tokens}; it is 0 (no bound) or more.")
        return text

    def _embedded(self, text: str) -> tuple[Vector | None, tuple[str, ...]]:
        if self.embedder is None:
            return None, (NO_VECTORS,)
        try:
            return self.embedder.queries([text])[0], ()
        except EmbedderUnavailable:
            return None, (NO_VECTORS,)

    def _question(self, text: str, tokens: tuple[str, ...], request: SearchRequest, corpus: Corpus) -> Question:
        return Question(
            text=text,
            tokens=tokens,
            now=request.as_of or self.clock.now(),
            documents=corpus.documents,
            mean_length=corpus.mean_length,
            document_frequencies=corpus.frequencies,
            top_k=request.top_k,
            max_tokens=request.max_tokens,
            min_score=request.min_score,
        )

    def _find(
        self, reading: Reading, view: View, request: SearchRequest, question: Question, query: Vector | None
    ) -> tuple[list[Candidate], int]:
        """The nearest by vector and by words, filtered inside both channels, and how many of them are too far."""
        limit = max(self.defaults.candidates, _PER_HIT * request.top_k)
        found = reading.lexical(view, question.tokens, _filter(request), limit=limit)
        lexical = {m.memory_id: m for m in found}
        cosines: dict[str, float] = {}
        if query is not None:
            kinds = VectorFilter(statuses=request.statuses, types=request.types)
            cosines = {n.memory_id: n.cosine for n in self.vectors.search(view, query, limit=limit, wanted=kinds)}
            rest = [i for i in lexical if i not in cosines]
            cosines |= self.vectors.cosines(view, query, rest)
        only_dense = [i for i in cosines if i not in lexical]
        lexical |= reading.term_counts(view, only_dense, question.tokens)
        sightings = [_Sighting(i, cosines.get(i), lexical.get(i)) for i in dict.fromkeys([*cosines, *lexical])]
        return self._read(reading, view, request, question, sightings)

    def _read(
        self, reading: Reading, view: View, request: SearchRequest, question: Question, seen: Sequence[_Sighting]
    ) -> tuple[list[Candidate], int]:
        """Read the memories that can become hits, the nearest first, until the next is too far; of the rest those
        that can become warnings."""
        similarity = similarity_to(question)
        near = {one: similarity(one.cosine, one.counts, one.length) for one in seen}
        waiting = sorted(seen, key=lambda one: (-near[one], one.memory_id))
        wanted, now = _filter(request), self.clock.now()
        candidates: list[Candidate] = []

        def read(some: Sequence[_Sighting], types: frozenset[MemoryType] = frozenset()) -> None:
            memories = reading.memories(view, [one.memory_id for one in some], types)
            for one in some:
                memory = memories.get(one.memory_id)
                if memory is not None and _passes(memory, wanted) and not has_ended(memory, now):
                    candidates.append(_candidate(memory, one.cosine, one.match))

        best: float | None = None
        while waiting:
            highest = near[waiting[0]] if best is None else best
            # How clearly the best one leads shows when the next one is read too.
            lowest = lowest_similarity(highest, question, self.policy, lead=1.0, twins=True)
            some = [one for one in waiting if near[one] >= lowest]
            if not some:
                break
            if best is None:
                some = waiting[: max(len(some), 2)]
            waiting = waiting[len(some) :]
            read(some)
            if best is None and candidates:
                best = similarity(candidates[0].cosine, candidates[0].counts, candidates[0].length)
        of_hits = len(candidates)
        applying = [one for one in waiting if near[one] >= self.policy.warning_similarity]
        if applying:
            read(applying, APPLYING)
        return candidates, len(waiting) + of_hits - len(candidates)

    def _find_then(
        self,
        reading: Reading,
        view: View,
        request: SearchRequest,
        question: Question,
        query: Vector | None,
    ) -> tuple[list[Candidate], int]:
        """Every state of that time, each compared by its own words and the vector of its own text."""
        states = states_then(reading, view, _filter(request), _when(request), self.clock.now())
        indexer = Indexer(self.embedder)
        counted = {m.memory_id: _counted(m.memory_id, indexer.tokens(m), question.tokens) for m in states}
        cosines: dict[str, float] = {}
        if query is not None:
            reworded = self._reworded(reading, view, states, request.as_of)
            kept = [m.memory_id for m in states if m.memory_id not in reworded]
            cosines = dict(self.vectors.cosines(view, query, kept))
            # Their vectors are gone with the text: they are made anew, for so many as a search can wait for.
            nearest = sorted(reworded, key=lambda i: -len(counted[i].frequencies))[:_MOST_REWORDED]
            indexed, _ = indexer.index([reworded[i] for i in nearest])
            made = zip(nearest, indexed, strict=True)
            cosines |= {i: float((indexer.rows(one) @ query).max()) for i, one in made if one.vector is not None}
        return [_candidate(m, cosines.get(m.memory_id), counted[m.memory_id]) for m in states], 0

    def _reworded(
        self, reading: Reading, view: View, states: Sequence[Memory], as_of: datetime | None
    ) -> dict[str, Memory]:
        """Those states whose text is another one today."""
        if as_of is None:
            return {}
        changed = reading.changed_after(view, as_of)
        present = reading.memories(view, [m.memory_id for m in states if m.memory_id in changed])
        return {m.memory_id: m for m in states if m.memory_id in present and present[m.memory_id].content != m.content}


def _when(request: SearchRequest) -> When:
    return When(request.as_of, request.valid_at)


def _filter(request: SearchRequest) -> MemoryFilter:
    return MemoryFilter(
        statuses=request.statuses,
        types=request.types,
        sources=request.sources,
        tags=request.tags,
        since=request.since,
        until=request.until,
    )


def _passes(memory: Memory, wanted: MemoryFilter) -> bool:
    """What the vector channel does not filter itself: source, tags, time. (Both channels filter the scope.)"""
    if memory.status not in wanted.statuses or (wanted.types and memory.type not in wanted.types):
        return False
    if wanted.sources and memory.source not in wanted.sources:
        return False
    if not set(wanted.tags) <= set(memory.tags):
        return False
    said = memory.last_confirmed_at
    return (wanted.since is None or said >= wanted.since) and (wanted.until is None or said < wanted.until)


def _candidate(memory: Memory, cosine: float | None, match: LexicalMatch | None) -> Candidate:
    if match is None:
        return Candidate(memory=memory, cosine=cosine, counts={}, length=0)
    return Candidate(memory=memory, cosine=cosine, counts=match.frequencies, length=match.length)


def _counted(memory_id: str, own: Sequence[str], tokens: tuple[str, ...]) -> LexicalMatch:
    return LexicalMatch(memory_id, {t: own.count(t) for t in set(tokens) & set(own)}, len(own))

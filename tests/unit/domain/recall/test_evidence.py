"""What is worth reading, before it is read."""

import pytest

from hindsight_memory.domain.memory import MemoryType
from hindsight_memory.domain.recall.evidence import lowest_similarity
from hindsight_memory.domain.recall.profiles import PROFILES
from hindsight_memory.domain.recall.ranking import APPLYING, rank, similarity_to
from tests.unit.domain.recall.making import POLICY, candidate, memory, question

CANDIDATES = [
    candidate(memory("Staging uses port 9077.", memory_id="best"), cosine=0.7),
    candidate(memory("The staging cluster has four nodes.", memory_id="behind"), cosine=0.3),
    candidate(memory("Bob likes green tea.", memory_id="unrelated"), cosine=0.1),
    candidate(memory("Port 9077 is closed outside", memory_id="limit", kind=MemoryType.BOUNDARY), cosine=0.55),
]


@pytest.mark.parametrize("top_k", [1, 5, 10])
@pytest.mark.parametrize("min_score", [None, 0.0, 0.4, 0.9])
def test_what_can_be_a_hit_or_a_warning_ranks_as_all_do(top_k: int, min_score: float | None) -> None:
    asked = question("Which port does staging use?", CANDIDATES, top_k=top_k, min_score=min_score)
    similarity = similarity_to(asked)
    near = [similarity(one.cosine, one.counts, one.length) for one in CANDIDATES]
    lowest = lowest_similarity(max(near), asked, POLICY, lead=1.0)
    second = sorted(near)[-2]
    some = [
        one
        for one, value in zip(CANDIDATES, near, strict=True)
        if value >= min(lowest, second) or (one.memory.type in APPLYING and value >= POLICY.warning_similarity)
    ]
    whole = rank(CANDIDATES, asked, PROFILES["balanced"], POLICY)
    part = rank(some, asked, PROFILES["balanced"], POLICY)
    assert (part.hits, part.warnings) == (whole.hits, whole.warnings)


def test_a_narrow_search_has_little_to_read() -> None:
    asked = question("Which port does staging use?", CANDIDATES)
    similarity = similarity_to(asked)
    near = {one.memory.memory_id: similarity(one.cosine, one.counts, one.length) for one in CANDIDATES}
    assert near["unrelated"] < lowest_similarity(near["best"], asked, POLICY, lead=0.0) < near["best"]

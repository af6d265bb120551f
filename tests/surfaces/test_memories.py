"""Single memories: written, found, changed, hidden, brought back. The same case through every surface."""

from __future__ import annotations

import pytest

from hindsight_memory.domain.errors import HindsightError
from hindsight_memory.domain.memory import MemoryType, Source, Status, Visibility
from hindsight_memory.domain.verdict import VerdictKind
from hindsight_memory.wire.calls import ForgetBody, ListBody, PromoteBody, RollbackBody, UpdateBody
from hindsight_memory.wire.memories import WriteAnswer, WriteBody
from hindsight_memory.wire.search import SearchBody
from tests.surfaces.surface import Surface, code_of

DEPLOY = "Deploys of the billing service always go through the staging cluster first."
RELEASE_NOTES = "发布说明必须用中文写。"


def write(surface: Surface, content: str, **more: object) -> WriteAnswer:
    return surface.write(WriteBody.taken({"content": content, "source": Source.USER, **more}))


def found(surface: Surface, query: str, **more: object) -> list[str]:
    answer = surface.search(SearchBody.taken({"query": query, **more}))
    return [hit.content for hit in answer.hits]


@pytest.mark.requirement("INV-1", "ANS-1")
def test_a_write_answers_with_an_id_a_verdict_scores_and_reasons(surface: Surface) -> None:
    answer = write(surface, DEPLOY)
    assert answer.verdict is VerdictKind.STORED
    assert not answer.existing
    assert answer.reasons
    assert all(reason.code and reason.text for reason in answer.reasons)
    assert answer.scores is not None
    assert surface.memory(answer.memory_id).content == DEPLOY


@pytest.mark.requirement("GATE-9")
def test_the_same_text_again_gives_the_same_id_and_more_evidence(surface: Surface) -> None:
    first = write(surface, DEPLOY)
    again = write(surface, f"  {DEPLOY.replace('staging', 'STAGING')} ")
    assert (again.verdict, again.existing) == (VerdictKind.EXISTING, True)
    assert again.memory_id == first.memory_id
    assert surface.memory(first.memory_id).evidence_count == 2


def test_what_a_write_says_about_itself_is_kept(surface: Surface) -> None:
    answer = write(
        surface,
        "The public API allows five requests a second.",
        memory_type=MemoryType.BOUNDARY,
        source=Source.VERIFIED,
        tags=("api", "limits"),
        metadata={"page": "quotas"},
        speaker="Mira",
        said_at="2026-01-05T09:00:00+08:00",
    )
    memory = surface.memory(answer.memory_id)
    assert memory.memory_type is MemoryType.BOUNDARY
    assert memory.source is Source.VERIFIED
    assert memory.tags == ["api", "limits"]
    assert memory.metadata == {"page": "quotas"}
    assert memory.provenance.speaker == "Mira"
    assert memory.last_confirmed_at.isoformat() == "2026-01-05T01:00:00+00:00"


@pytest.mark.requirement("ANS-2", "REC-11")
def test_a_search_answers_with_hits_and_their_signals(surface: Surface) -> None:
    written = write(surface, DEPLOY)
    answer = surface.search(SearchBody(query="staging deploys"))
    assert answer.profile == "balanced"
    assert [hit.memory_id for hit in answer.hits] == [written.memory_id]
    assert set(answer.hits[0].signals) == {"similarity", "recency", "confidence", "source", "usage"}
    assert all(0.0 <= value <= 1.0 for value in answer.hits[0].signals.values())


@pytest.mark.requirement("INV-8")
def test_a_search_without_the_model_says_so(surface: Surface) -> None:
    write(surface, DEPLOY)
    assert surface.search(SearchBody(query="staging")).degraded == ["vectors_unavailable"]


@pytest.mark.requirement("REC-14")
@pytest.mark.parametrize("query", ["发布", "文", "用中文写 release"])
def test_one_or_two_chinese_characters_are_enough(surface: Surface, query: str) -> None:
    write(surface, RELEASE_NOTES)
    write(surface, DEPLOY)
    assert found(surface, query)[:1] == [RELEASE_NOTES]


@pytest.mark.requirement("REC-3")
def test_nothing_relevant_gives_no_hits(surface: Surface) -> None:
    write(surface, DEPLOY)
    assert found(surface, "penguin migration") == []


@pytest.mark.requirement("REC-13")
def test_filters_restrict_what_is_found(surface: Surface) -> None:
    write(surface, "The cache of the search service is Redis 7.", memory_type="fact", tags=("infra",))
    write(surface, "Always write the cache keys in lower case.", memory_type="preference", tags=("style",))
    assert len(found(surface, "cache")) == 2
    assert found(surface, "cache", memory_type="preference") == ["Always write the cache keys in lower case."]
    assert found(surface, "cache", tags="infra") == ["The cache of the search service is Redis 7."]
    assert found(surface, "cache", since="2100-01-01") == []


@pytest.mark.requirement("REC-12")
def test_explaining_shows_the_computation_and_changes_nothing(surface: Surface) -> None:
    written = write(surface, DEPLOY)
    answer = surface.search(SearchBody(query="staging", explain=True))
    assert "similarity" in (answer.hits[0].explanation or "")
    assert answer.left_out is not None
    assert surface.memory(written.memory_id).usage.recalled == 0
    assert surface.search(SearchBody(query="staging")).hits[0].explanation is None


@pytest.mark.requirement("INV-2")
def test_a_change_is_a_new_revision_and_the_old_one_stays(surface: Surface) -> None:
    written = write(surface, DEPLOY)
    new = "Deploys of the billing service always go through the canary cluster first."
    changed = surface.update(written.memory_id, UpdateBody(content=new, reason="moved in May"))
    assert (changed.content, changed.revision) == (new, 2)
    history = surface.history(written.memory_id)
    assert [r.memory.content for r in history.items] == [DEPLOY, new]
    assert history.items[1].reason == "moved in May"
    assert found(surface, "canary") == [new]


@pytest.mark.requirement("INV-4")
def test_what_is_forgotten_is_not_found_until_it_is_rolled_back(surface: Surface) -> None:
    written = write(surface, DEPLOY)
    forgotten = surface.forget(written.memory_id, ForgetBody(reason="never true"))
    assert forgotten.status is Status.FORGOTTEN
    assert found(surface, "staging") == []
    assert surface.memories(ListBody()).items == []
    assert [m.memory_id for m in surface.memories(ListBody(status=(Status.FORGOTTEN,))).items] == [written.memory_id]
    surface.rollback(written.memory_id, RollbackBody(revision=1))
    assert found(surface, "staging") == [DEPLOY]
    assert [r.change for r in surface.history(written.memory_id).items] == ["stored", "forgotten", "rolled_back"]


@pytest.mark.requirement("MEM-10")
def test_what_one_agent_knows_is_let_out_by_an_act_that_the_history_shows(surface: Surface) -> None:
    written = surface.write(
        WriteBody(content=DEPLOY, source=Source.USER, visibility=Visibility.PRIVATE, memory_type=MemoryType.FACT)
    )
    promoted = surface.promote(
        written.memory_id, PromoteBody(visibility=Visibility.GLOBAL, reason="true for everybody")
    )
    assert (promoted.memory_id, promoted.visibility, promoted.revision) == (written.memory_id, Visibility.GLOBAL, 2)
    assert promoted.against == []
    last = surface.history(written.memory_id).items[-1]
    assert (last.change, last.reason) == ("promoted", "private before: true for everybody")
    assert found(surface, "staging") == [DEPLOY]
    assert "promoted" in [entry.action.split(".")[-1] for entry in surface.audit().items]
    with pytest.raises(HindsightError) as raised:
        surface.promote(written.memory_id, PromoteBody(visibility=Visibility.PRIVATE))
    assert code_of(raised.value) == "not_possible_now"


def test_a_list_pages_through_everything_once_newest_first(surface: Surface) -> None:
    ids = [write(surface, f"Service number {n} listens on port {9000 + n}.").memory_id for n in range(5)]
    seen: list[str] = []
    cursor: str | None = None
    while True:
        page = surface.memories(ListBody(limit=2, cursor=cursor))
        seen += [memory.memory_id for memory in page.items]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert seen == ids[::-1]


@pytest.fixture
def strict_gate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HSM_GATE__SHORT_TERM", "0.55")


@pytest.mark.requirement("GATE-4", "GATE-5")
@pytest.mark.usefixtures("strict_gate")
def test_what_the_gate_leaves_out_can_be_read_and_brought_back(surface: Surface) -> None:
    guess = "Perhaps it was raining a bit earlier today."
    answer = write(surface, guess, source=Source.INFERRED, confidence=0.1)
    assert (answer.verdict, answer.memory_id) == (VerdictKind.DISCARDED, "")
    assert surface.memories(ListBody()).items == []
    discard = surface.discards().items[0]
    assert (discard.discard_id, discard.content) == (answer.discard_id, guess)
    assert discard.reasons
    restored = surface.restore(discard.discard_id)
    assert surface.memory(restored.memory_id).content == guess
    with pytest.raises(HindsightError) as refused:
        surface.restore(discard.discard_id)
    assert code_of(refused.value) == "not_found"


@pytest.mark.requirement("INV-3", "MEM-8")
def test_a_space_shows_nothing_of_another(surface: Surface) -> None:
    written = write(surface, DEPLOY, space="project:a")
    assert found(surface, "staging") == []
    assert found(surface, "staging", space="project:b") == []
    assert found(surface, "staging", space="project:a/") == []
    assert surface.memories(ListBody(space=("project:b",))).items == []
    assert write(surface, DEPLOY, space="project:b").existing is False
    with pytest.raises(HindsightError) as refused:
        surface.memory(written.memory_id, "project:b")
    assert code_of(refused.value) == "not_found"
    assert surface.stats("project:a").counts["status"] == {"active": 1}


@pytest.mark.requirement("DEF-7")
def test_every_change_is_in_the_audit_log_which_verifies(surface: Surface) -> None:
    written = write(surface, DEPLOY)
    surface.forget(written.memory_id, ForgetBody(reason="never true"))
    entries = surface.audit().items
    newest = entries[0]
    assert (newest.action, newest.subject_id, newest.reason) == (
        "memory.forgotten",
        written.memory_id,
        "never true",
    )
    assert surface.verify_audit().entries == len(entries)

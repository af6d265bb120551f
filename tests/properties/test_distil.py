"""The distillation and the gate hold for any text."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from hindsight_memory.domain.gate import GatePolicy, Placement, place, score
from hindsight_memory.domain.memory import Draft, Source
from hindsight_memory.domain.review.distil import distil
from hindsight_memory.domain.text.dates import expiry, resolve_relative
from hindsight_memory.domain.text.sentences import split
from hindsight_memory.domain.trace import Event, EventKind, OutcomeStatus, Task, Trace

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
_SCRAPS = (
    "always never from now on remember this once the limit is 5 per day until Friday 6 March port 9077 "
    "以后 一律 这次 记住 上限 5 月 6 号 到 周日 为止 不能 因为 ; , . ? ! 。 ， ； 1) 2) \n - # ``` USER: http://a.b `x`"
)
WORDS = st.lists(st.sampled_from(_SCRAPS.split(" ")), max_size=25)
TEXT = st.one_of(st.text(max_size=120), WORDS.map(" ".join), WORDS.map("".join))
KINDS = st.sampled_from(list(EventKind))


@given(st.lists(st.tuples(KINDS, TEXT), max_size=8), st.sampled_from(list(OutcomeStatus)), st.integers(1, 5))
def test_any_trace_yields_few_short_drafts_with_reason_and_evidence(
    said: list[tuple[EventKind, str]], outcome: OutcomeStatus, limit: int
) -> None:
    events = tuple(
        Event(sequence=n, kind=kind, text=text, at=NOW + timedelta(seconds=n)) for n, (kind, text) in enumerate(said, 1)
    )
    seen = Trace(Task(task_id="t", space="s", agent="a", started_at=NOW, outcome=outcome), events)
    result = distil(seen, limit=limit)
    assert result == distil(seen, limit=limit)
    assert len(result.candidates) <= limit
    for draft in result.candidates:
        assert 0 < len(draft.content) <= 600
        assert draft.reasons
        assert set(draft.evidence) <= {e.sequence for e in events}


@given(TEXT, st.sampled_from(list(Source)), st.floats(0, 1), st.booleans())
def test_scores_stay_in_their_range_and_a_users_wish_is_kept(
    text: str, source: Source, confidence: float, explicit: bool
) -> None:
    policy = GatePolicy()
    draft = Draft(content=text, said_at=NOW, source=source, confidence=confidence, explicit=explicit)
    scored = score(draft, policy)
    scores = scored.scores
    assert all(0 <= part <= 1 for part in (scores.reusability, scores.certainty, scores.timeliness, scores.value))
    assert scored == score(draft, policy)
    if explicit and source is Source.USER:
        assert place(scored, draft, policy) is not Placement.DISCARD


@given(TEXT)
def test_sentences_lose_no_word(text: str) -> None:
    assert all(sentence in text for sentence in split(text))


@given(TEXT)
def test_dates_are_read_from_anything_and_resolved_once(text: str) -> None:
    end = expiry(text, NOW)
    assert end is None or end.tzinfo is not None
    once = resolve_relative(text, NOW)
    assert resolve_relative(once, NOW) == once

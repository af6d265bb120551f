"""What is refused at the edge, and how it is said."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_memory.domain.errors import BadTime, Invalid, UnknownArgument
from hindsight_memory.domain.memory import MemoryType
from hindsight_memory.wire.memories import WriteBody
from hindsight_memory.wire.moment import moment
from hindsight_memory.wire.search import SearchBody
from hindsight_memory.wire.suggest import nearest


def test_what_is_absent_or_empty_takes_its_default() -> None:
    body = WriteBody.taken({"content": "x", "memory_type": "", "space": None, "tags": ()})
    assert (body.memory_type, body.space, body.confidence) == (None, None, 0.8)


def test_an_empty_required_argument_stays_empty_so_that_the_gate_can_name_it() -> None:
    assert WriteBody.taken({"content": ""}).content == ""


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"contnet": "x"}, "content"),
        ({"query": "x", "limit": 3}, "top_k"),
        ({"query": "x", "filters": {}}, "memory_type"),
        ({"query": "x", "user_id": "me"}, "space"),
        ({"query": "x", "nonsense": 1}, "Known are"),
    ],
)
def test_an_unknown_argument_is_refused_with_the_one_to_use(given: dict[str, object], says: str) -> None:
    kind = SearchBody if "query" in given else WriteBody
    with pytest.raises(UnknownArgument) as refused:
        kind.taken(given)
    assert says in refused.value.hint


@pytest.mark.parametrize(
    ("given", "names"),
    [({}, "content"), ({"content": "x", "confidence": 2}, "confidence"), ({"content": "x", "source": "god"}, "source")],
)
def test_a_bad_value_is_refused_with_its_name(given: dict[str, object], names: str) -> None:
    with pytest.raises(Invalid, match=names):
        WriteBody.taken(given)


def test_one_name_stands_for_a_list_of_one() -> None:
    assert SearchBody.taken({"query": "x", "memory_type": "fact"}).memory_type == (MemoryType.FACT,)


@pytest.mark.requirement("INV-10")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-05-01", datetime(2026, 5, 1, tzinfo=UTC)),
        ("2026-05-01T09:00:00+08:00", datetime(2026, 5, 1, 1, tzinfo=UTC)),
        (" 2026-05-01T09:00:00Z ", datetime(2026, 5, 1, 9, tzinfo=UTC)),
    ],
)
def test_a_time_is_read_in_utc(text: str, expected: datetime) -> None:
    assert moment(text) == expected
    assert moment(text).tzinfo is UTC


@pytest.mark.parametrize(
    "text", ["", "yesterday", "2026-05-01T09:00", "2026-13-01", "0001-01-01T00:00:00+14:00", "9077", "20260501T09"]
)
def test_a_time_that_could_be_another_is_refused(text: str) -> None:
    with pytest.raises(BadTime) as refused:
        WriteBody.taken({"content": "x", "said_at": text or "?"})
    assert "ISO 8601" in refused.value.hint


@given(
    st.floats(-2_000_000_000, 7_000_000_000),
    st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes))),
)
def test_every_aware_time_survives_its_own_spelling(seconds: float, offset: timezone) -> None:
    aware = datetime.fromtimestamp(seconds, offset)
    assert moment(aware.isoformat()) == aware == moment(aware)


def test_a_name_of_another_product_is_only_translated_where_the_argument_exists() -> None:
    assert nearest("limit", ["top_k", "query"]) == "Use top_k."
    assert nearest("limit", ["limits", "query"]) == "Did you mean limits?"

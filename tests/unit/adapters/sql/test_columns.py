"""Times as text: one width, so that text order is time order."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_memory.adapters.sql.columns import iso

TIMES = st.datetimes(timezones=st.just(UTC)).filter(lambda moment: 1 < moment.year < 9999)


@pytest.mark.requirement("INV-10")
@given(TIMES, TIMES)
def test_text_order_is_time_order(first: datetime, second: datetime) -> None:
    assert (iso(first) < iso(second)) == (first < second)
    assert datetime.fromisoformat(iso(first)) == first


@given(TIMES, st.integers(-23, 23))
def test_the_zone_does_not_matter(moment: datetime, hours: int) -> None:
    assert iso(moment.astimezone(timezone(timedelta(hours=hours)))) == iso(moment)

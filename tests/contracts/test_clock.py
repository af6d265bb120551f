"""``Clock``: aware UTC times that do not go back."""

from datetime import UTC

import pytest

from hindsight_memory.adapters.clock import SystemClock
from hindsight_memory.ports.clock import Clock
from hindsight_memory.testing import FrozenClock


@pytest.mark.requirement("INV-10")
@pytest.mark.parametrize("clock", [SystemClock(), FrozenClock()], ids=["system", "frozen"])
def test_a_clock_tells_utc_and_does_not_go_back(clock: Clock) -> None:
    first, second = clock.now(), clock.now()
    assert first.tzinfo is UTC
    assert first <= second

"""Every adapter of a port, by name; a test that takes the fixture runs once for each."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.testing import FrozenClock
from tests.contracts.making import NOW


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(NOW)


@pytest.fixture(params=["sqlite"])
def records(request: pytest.FixtureRequest, tmp_path: Path, clock: FrozenClock) -> Iterator[SqlRecords]:
    """An empty store of each kind."""
    match request.param:
        case "sqlite":
            opened = SqlRecords.open(tmp_path / "store", clock=clock)
        case name:
            raise LookupError(f"no store is called {name}")
    yield opened
    opened.close()

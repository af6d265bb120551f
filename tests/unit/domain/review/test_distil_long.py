"""A long trace costs as much for each statement as a short one."""

from collections.abc import Iterator
from dataclasses import replace
from typing import SupportsIndex, cast

import pytest

from hindsight_memory.domain.review.distil import distil
from hindsight_memory.domain.trace import Event, Trace
from tests.unit.domain.review.traces import trace

TURNS = [
    (("user", "Please check station {0}."), ("assistant", "Uploads to station {0} are capped at {0} MB.")),
    (("user", "继续。"), ("tool_result", "好"), ("assistant", "短信接口每个号码一天最多发{0}条，超过就会失败。")),
    (("tool_result", "station {0} is up"), ("assistant", "Restarting service {0} fixed the timeouts of gateway {0}.")),
    (("tool_result", "12"), ("user", "Look."), ("assistant", "The cause: the value of station {0} was wrong, in mm.")),
]


class Counted(tuple[Event, ...]):
    """Events that count how often one of them is looked at."""

    looks: int

    def __iter__(self) -> Iterator[Event]:
        for event in super().__iter__():
            self.looks += 1
            yield event

    def __getitem__(self, key: SupportsIndex | slice) -> Event:  # type: ignore[override]
        found = super().__getitem__(key)
        self.looks += len(found) if isinstance(found, tuple) else 1
        return cast("Event", found)


def _long(turns: tuple[tuple[str, str], ...], times: int) -> Trace:
    return trace(*((kind, text.format(at)) for at in range(times) for kind, text in turns))


def _looks(turns: tuple[tuple[str, str], ...], times: int) -> int:
    plain = _long(turns, times)
    events = Counted(plain.events)
    events.looks = 0
    distil(replace(plain, events=events))
    return events.looks


@pytest.mark.parametrize("turns", TURNS)
def test_a_trace_of_twice_the_length_is_about_twice_the_work(turns: tuple[tuple[str, str], ...]) -> None:
    short, long = _looks(turns, 60), _looks(turns, 120)

    assert 0 < long < 2.6 * short


@pytest.mark.parametrize("turns", TURNS)
def test_what_is_kept_of_a_long_trace_is_what_its_statements_say(turns: tuple[tuple[str, str], ...]) -> None:
    kept = distil(_long(turns, 60)).candidates

    assert 0 < len(kept) <= 5

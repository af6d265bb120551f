"""The store opens beside the handshake; calls wait for it, are told why it failed, and never hang."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from hindsight_memory.domain.errors import SchemaTooNew, StoreBusy, Unavailable
from hindsight_memory.entrypoints.mcp.opening import Opening
from hindsight_memory.wire.api import Api


@dataclass
class Store:
    """An open store that notes what is done with it."""

    api: Api = field(default_factory=lambda: cast(Any, object()))
    warmed: threading.Event = field(default_factory=threading.Event)
    closed: bool = False

    def warm(self) -> None:
        self.warmed.set()

    def close(self) -> None:
        self.closed = True


def test_the_first_call_waits_for_the_store() -> None:
    gate, store = threading.Event(), Store()

    def open_store() -> Store:
        gate.wait(5)
        return store

    opening = Opening(open_store)
    opening.start()
    threading.Timer(0.05, gate.set).start()
    assert opening.api() is store.api


def test_the_model_is_warmed_after_the_store_is_open() -> None:
    store = Store()
    opening = Opening(lambda: store)
    opening.api()
    assert store.warmed.wait(5)


def test_a_store_that_does_not_open_in_time_is_unavailable_not_a_hang() -> None:
    gate = threading.Event()

    def open_store() -> Store:
        gate.wait(5)
        return Store()

    opening = Opening(open_store, wait_s=0.05)
    with pytest.raises(Unavailable) as waited:
        opening.api()
    assert waited.value.code == "unavailable"
    assert waited.value.hint
    gate.set()


def test_what_made_opening_fail_is_told_to_each_call() -> None:
    def open_store() -> Store:
        raise SchemaTooNew

    opening = Opening(open_store)
    for _ in range(2):
        with pytest.raises(SchemaTooNew):
            opening.api()


def test_opening_is_tried_again_after_it_failed() -> None:
    failures: list[Exception] = [StoreBusy(), ValueError("broken")]
    store = Store()

    def open_store() -> Store:
        if failures:
            raise failures.pop()
        return store

    opening = Opening(open_store)
    with pytest.raises(Unavailable, match="ValueError"):
        opening.api()
    with pytest.raises(StoreBusy):
        opening.api()
    assert opening.api() is store.api


def test_closing_closes_what_is_open() -> None:
    store = Store()
    opening = Opening(lambda: store)
    opening.close()
    opening.api()
    opening.close()
    assert store.closed

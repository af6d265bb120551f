"""Stored bytes: short JSON as it is, long JSON compressed, damage said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_memory.adapters.sql import codec
from hindsight_memory.domain.errors import Corrupt
from tests.contracts.making import event, memory


def test_a_short_value_can_be_read_with_any_tool() -> None:
    assert codec.pack(codec.encode(codec.MEMORY, memory("m1"))).startswith(b'{"memory_id":"m1"')


def test_a_long_value_is_stored_much_shorter() -> None:
    long = event(1, "the same line again\n" * 5000)
    stored = codec.pack(codec.encode(codec.EVENT, long))
    assert len(stored) < 1000
    assert codec.decode(codec.EVENT, stored) == long


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_reads_back(text: str) -> None:
    assert codec.decode(codec.EVENT, codec.pack(codec.encode(codec.EVENT, event(1, text)))) == event(1, text)


@pytest.mark.parametrize("stored", [b"", b"{", b'{"memory_id": 1}', b"\x28\xb5\x2f\xfd\x00"])
def test_damaged_bytes_are_said_to_be_corrupt(stored: bytes) -> None:
    with pytest.raises(Corrupt):
        codec.decode(codec.MEMORY, stored)

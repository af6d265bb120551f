"""What is printed survives every console."""

import io
import json

from hypothesis import given
from hypothesis import strategies as st

from hindsight_memory.entrypoints.cli.terminal import bar, columns, dumped


def stream(encoding: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding)


@given(st.text(st.characters(codec=None)), st.sampled_from(["utf-8", "UTF8", "gbk", "cp1252", "ascii"]))
def test_json_can_be_written_to_any_console_and_read_back(text: str, encoding: str) -> None:
    written = dumped({"text": text}, stream(encoding))
    written.encode(encoding)
    if not any("\ud800" <= c <= "\udfff" for c in text):
        assert json.loads(written) == {"text": text}


@given(st.floats(-2, 2))
def test_a_bar_is_always_as_wide(value: float) -> None:
    assert len(bar(value)) == 10


def test_a_bar_fills_with_the_value() -> None:
    assert (bar(0.0, 4), bar(0.5, 4), bar(1.0, 4)) == ("░░░░", "██░░", "████")


def test_values_stand_below_each_other() -> None:
    assert list(columns([("a", "1"), ("long", "2")])) == ["  a     1", "  long  2"]

"""What enters as text, cleaned once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_memory.domain.text.normal import clean, one_line


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("\x1b[31merror:\x1b[0m port 80 is taken", "error: port 80 is taken"),
        ("\x1b[1;38;5;208m构建失败\x1b[m，缺少 pnpm", "构建失败，缺少 pnpm"),
        ("\x1b]8;;https://example.org\x07the page\x1b]8;;\x07", "the page"),
        ("\x1b]0;title\x1b\\done", "done"),
        ("\x1b(B\x1b7\x1b[2K\x1b[1Gready\x1b8", "ready"),
        ("\x9b1mbold\x9b0m", "bold"),
        ("an array a[0m] stays", "an array a[0m] stays"),
        ("\x1b]never closed", "]never closed"),
        ("\x1bHello", "Hello"),
    ],
)
def test_commands_to_a_terminal_leave_nothing_and_words_stay(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


@given(st.text(alphabet=st.sampled_from("\x1b\x9b[]()mK0;1\x07\\Pa \n")))
def test_cleaning_twice_changes_nothing_and_leaves_no_escape(text: str) -> None:
    once = clean(text)
    assert clean(once) == once
    assert "\x1b" not in once
    assert "\x9b" not in once


@given(st.text(), st.integers(5, 40))
def test_one_line_is_one_line_of_bounded_length(text: str, longest: int) -> None:
    line = one_line(text, longest)
    assert len(line) <= longest
    assert len(line.splitlines()) <= 1

"""The one normalisation holds for any text."""

from hypothesis import given
from hypothesis import strategies as st

from hindsight_memory.domain.text.normal import clean, fingerprint, fold

ANY_TEXT = st.text(alphabet=st.characters(codec=None), max_size=200)


@given(ANY_TEXT)
def test_clean_text_is_storable_and_stays_the_same(text: str) -> None:
    once = clean(text)
    once.encode("utf-8")
    assert "\x00" not in once
    assert "\r" not in once
    assert clean(once) == once


@given(ANY_TEXT)
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(max_size=80))
def test_line_ends_case_and_outer_space_do_not_make_another_text(text: str) -> None:
    plain = text.replace("\r", "")
    assert fingerprint(plain.replace("\n", "\r\n") + " ") == fingerprint(plain)


def test_width_forms_and_composed_letters_are_one_text() -> None:
    assert fingerprint("Ｃafe\u0301 is open.") == fingerprint("café is open")
    assert fingerprint("上限 5 万") == fingerprint("上限5万")


def test_a_surrogate_pair_in_two_units_is_joined_and_a_lone_one_replaced() -> None:
    assert clean("\ud83d\ude00") == "😀"
    assert clean("a\ud83db") == "a\ufffdb"

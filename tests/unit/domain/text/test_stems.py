"""Inflections fall together, different words stay apart."""

import pytest

from hindsight_memory.domain.text.stems import stem


@pytest.mark.parametrize(
    "forms",
    [
        "plan plans planned planning",
        "hope hopes hoped hoping",
        "study studies studied studying",
        "agree agrees agreed agreeing",
        "create creates created creating",
        "write wrote written writes writing",
        "go goes went gone going",
        "box boxes",
        "child children",
        "visit visits visited visiting",
        "use used using uses",
    ],
)
def test_inflections_of_a_word_have_one_stem(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [("hope", "hop"), ("plane", "plan"), ("wine", "win"), ("care", "car"), ("note", "not"), ("organ", "organization")],
)
def test_different_words_have_different_stems(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@pytest.mark.parametrize("word", ["bus", "need", "sing", "string", "ss", "9077s", "é", "部署", ""])
def test_what_is_no_inflection_stays_as_it_is(word: str) -> None:
    assert stem(word) == word

"""Tags: clean, once each, few and short."""

import pytest

from hindsight_memory.domain.errors import Invalid
from hindsight_memory.domain.tags import LONGEST_TAG, MOST_TAGS, tags_of


def test_tags_are_cleaned_and_each_stays_once_in_its_order() -> None:
    assert tags_of([" 部署 ", "net", "net", "", "\x1b[1mnet"]) == ("部署", "net")


def test_the_most_and_the_longest_are_allowed_and_no_more() -> None:
    assert len(tags_of(str(n) for n in range(MOST_TAGS))) == MOST_TAGS
    assert tags_of(["签" * LONGEST_TAG]) == ("签" * LONGEST_TAG,)
    with pytest.raises(Invalid, match="at most 50"):
        tags_of(str(n) for n in range(MOST_TAGS + 1))
    with pytest.raises(Invalid, match="101 characters"):
        tags_of(["签" * (LONGEST_TAG + 1)])

"""The tags of a memory: whole words or short names to filter by."""

from __future__ import annotations

from collections.abc import Iterable

from hindsight_memory.domain.errors import Invalid
from hindsight_memory.domain.text.normal import clean

MOST_TAGS = 50
LONGEST_TAG = 100
"""In characters."""


def tags_of(given: Iterable[str]) -> tuple[str, ...]:
    """Return tags cleaned, each once, in their order. Raises Invalid for too many, or a too long one."""
    tags = tuple(dict.fromkeys(tag for one in given if (tag := clean(one))))
    if len(tags) > MOST_TAGS:
        raise Invalid(f"There are {len(tags):,} tags; a memory has at most {MOST_TAGS}.")
    longest = max(tags, key=len, default="")
    if len(longest) > LONGEST_TAG:
        raise Invalid(
            f"A tag has {len(longest):,} characters; the limit is {LONGEST_TAG}.",
            hint="A tag is a word or a short name; what is longer belongs into the content or metadata.",
        )
    return tags

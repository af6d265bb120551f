"""What the stored words of rows say about tokens: how many rows hold them, and how often a row does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from hindsight_memory.adapters.sql.columns import AnySelect
from hindsight_memory.adapters.sql.conditions import chunks
from hindsight_memory.domain.text.tokens import fts_token
from hindsight_memory.ports.pages import Corpus


class Occurrences(NamedTuple):
    """How often tokens occur in a row (those that do), and its length in tokens."""

    key: int
    counts: dict[str, int]
    length: int


def corpus_of(
    connection: Connection, totals: AnySelect, held_by: AnySelect, spaces: Sequence[str], tokens: Collection[str]
) -> Corpus:
    """Return the statistics of tokens over spaces.

    ``totals`` selects key, documents and length of the spaces ``names``; ``held_by`` token and documents of the
    ``tokens`` of the spaces ``space_keys``."""
    rows = connection.execute(totals, {"names": list(spaces)}).all()
    documents = sum(row[1] for row in rows)
    if not documents:
        return Corpus(documents=0, mean_length=0.0, frequencies=dict.fromkeys(tokens, 0))
    stored: dict[str, int] = {}
    for some in chunks(sorted({fts_token(token) for token in tokens})):
        asked = {"space_keys": [row[0] for row in rows], "tokens": some}
        stored.update((row[0], row[1]) for row in connection.execute(held_by, asked).all())
    frequencies = {token: stored.get(fts_token(token), 0) for token in tokens}
    return Corpus(documents=documents, mean_length=sum(row[2] for row in rows) / documents, frequencies=frequencies)


def occurrences(
    texts: Mapping[int, str], tokens: Iterable[str], words_of: Callable[[str], list[str]] = str.split
) -> Iterator[Occurrences]:
    """Count tokens in the stored words of rows; ``words_of`` gives those of a text that are tokens."""
    forms = {fts_token(token): token for token in tokens}
    # The words of a row all begin with the key of its scope.
    by_scope: dict[str, dict[str, str]] = {}
    for key, words in texts.items():
        scope = words[: words.find("_") + 1]
        if scope not in by_scope:
            by_scope[scope] = {scope + form: token for form, token in forms.items()}
        every = words_of(words)
        held = set(every)
        counts = {token: every.count(word) for word, token in by_scope[scope].items() if word in held}
        yield Occurrences(key, counts, len(every))

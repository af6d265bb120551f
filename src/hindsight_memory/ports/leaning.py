"""Port: how much statements sound like something worth keeping."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from hindsight_memory.domain.trace import EventKind


class Leaning(Protocol):
    """Hears in a statement what no cue names. Deterministic; may be called from any thread."""

    def of(self, speaker: EventKind, texts: Sequence[str]) -> Sequence[float]:
        """For each text, from -1 (talk of the moment) to 1 (something that lasts); 0 is undecided.

        ``speaker`` is the user or the agent: news from one are a report of work from the other. Raises
        EmbedderUnavailable.
        """
        ...

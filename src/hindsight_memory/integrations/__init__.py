"""Memory for agents of other frameworks: one module each, over the client. Each needs the extra of its name."""

from __future__ import annotations

from hindsight_memory.domain.errors import MissingExtra


def missing(extra: str, error: ModuleNotFoundError) -> MissingExtra:
    """Return what to raise when a framework is not installed."""
    return MissingExtra(
        f"This needs an optional part: {error.name} is not installed.",
        hint=f'Install it with: pip install "hindsight-memory[{extra}]"',
    )

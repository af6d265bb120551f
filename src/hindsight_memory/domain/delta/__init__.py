"""The delta between what was expected and what happened, computed by the system."""

from hindsight_memory.domain.delta.engine import delta_of

__all__ = ["delta_of"]

"""Decisions read out of a trace that was only logged (docs/decisions-extraction.md).

A decision stands where the agent said what it takes to be true right before it acted, and the result of that act
shows something; or where it acted without a word and was refused. They are marked as inferred, and few: at most
one for three steps, the ones that say most.
"""

from hindsight_memory.domain.extraction.deciding import extracted

__all__ = ["extracted"]

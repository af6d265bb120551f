"""The write gate: a draft's scores and where it goes."""

from hindsight_memory.domain.gate.policy import GatePolicy
from hindsight_memory.domain.gate.scorer import Placement, Scored, infer_type, place, score

__all__ = ["GatePolicy", "Placement", "Scored", "infer_type", "place", "score"]

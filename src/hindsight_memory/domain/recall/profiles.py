"""Ranking profiles: how much each signal weighs in the score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from hindsight_memory.domain.errors import Invalid, UnknownProfile


@dataclass(frozen=True, slots=True)
class Profile:
    """A named set of weights by signal name; a signal that is not named weighs nothing."""

    name: str
    weights: Mapping[str, float] = field(default_factory=dict[str, float])

    def __post_init__(self) -> None:
        if any(not 0.0 <= weight <= 1.0 for weight in self.weights.values()):
            raise Invalid(f"The weights of the profile {self.name!r} must be between 0 and 1.")
        if sum(self.weights.values()) <= 0.0:
            raise Invalid(f"The profile {self.name!r} weighs nothing.")


def _profile(name: str, **weights: float) -> Profile:
    return Profile(name, MappingProxyType(weights))


DEFAULT_PROFILE = "balanced"
PROFILES: Mapping[str, Profile] = MappingProxyType(
    {
        profile.name: profile
        for profile in (
            _profile("balanced", similarity=0.50, recency=0.20, confidence=0.20, usage=0.10),
            _profile("source_aware", similarity=0.60, recency=0.25, source=0.15),
            _profile("task", similarity=0.50, recency=0.35, source=0.15),
            _profile("support", similarity=0.40, recency=0.40, confidence=0.10, usage=0.10),
            _profile("knowledge", similarity=0.65, recency=0.05, confidence=0.25, source=0.05),
        )
    }
)


def profile_named(name: str, own: Mapping[str, Profile] = MappingProxyType({})) -> Profile:
    """The profile of this name, a user's own before a built-in one. Raises UnknownProfile."""
    found = own.get(name) or PROFILES.get(name)
    if found is None:
        known = ", ".join(sorted({*PROFILES, *own}))
        raise UnknownProfile(f"There is no ranking profile {name!r}.", hint=f"Known profiles: {known}.")
    return found

"""Who calls, and what that shows."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from hindsight_memory.domain.errors import Forbidden, Invalid, SpaceRequired
from hindsight_memory.domain.memory import Scope, Visibility

LONGEST_SPACE = 256
"""Most characters of the name of a space."""


class Role(StrEnum):
    """What an actor may do."""

    READ = "read"
    WRITE = "write"
    REVIEW = "review"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class View:
    """The scopes a read may see: in each space the global memories, the agent's own and its groups' ones."""

    spaces: tuple[str, ...]
    agent: str
    groups: tuple[str, ...] = ()

    def shows(self, scope: Scope) -> bool:
        """Whether a memory of this scope is visible."""
        if scope.space not in self.spaces:
            return False
        match scope.visibility:
            case Visibility.GLOBAL:
                return True
            case Visibility.SHARED:
                return scope.group in self.groups
            case Visibility.PRIVATE:
                return scope.agent == self.agent


@dataclass(frozen=True, slots=True)
class Actor:
    """Who calls. ``spaces`` are the granted ones; ``any_space`` is true only for the local, keyless user."""

    agent: str
    spaces: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    roles: frozenset[Role] = frozenset(Role)
    any_space: bool = False
    default_space: str = ""

    def space(self, asked: str | None) -> str:
        """The one space of a write. Raises SpaceRequired (none named, several granted), Forbidden, or Invalid for a
        name of more than 256 characters."""
        if not asked:
            if self.default_space:
                return self.default_space
            if len(self.spaces) == 1:
                return self.spaces[0]
            raise SpaceRequired
        if len(asked) > LONGEST_SPACE:
            raise Invalid(f"The space's name has {len(asked):,} characters; the limit is {LONGEST_SPACE}.")
        if self.any_space or asked in self.spaces:
            return asked
        raise Forbidden(f"The space {asked!r} is not granted to this credential.")

    def view(self, *asked: str) -> View:
        """The view of a read over the named spaces (or the only one)."""
        named = tuple(dict.fromkeys(s for s in asked if s))
        spaces = tuple(self.space(s) for s in named) if named else (self.space(None),)
        return View(spaces=spaces, agent=self.agent, groups=self.groups)

    def scope(self, space: str | None, visibility: Visibility, group: str = "") -> Scope:
        """The scope of a write by this actor. A shared write names one of the actor's groups."""
        if visibility is Visibility.SHARED and group not in self.groups:
            raise Forbidden(f"The group {group!r} is not one of this agent's groups.")
        return Scope(space=self.space(space), visibility=visibility, agent=self.agent, group=group)

    def require(self, role: Role) -> None:
        """Raises Forbidden unless the actor has the role."""
        if role not in self.roles:
            raise Forbidden(f"This needs the role {role.value!r}.")

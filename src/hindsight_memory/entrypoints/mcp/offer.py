"""A tool that the server offers: what it is called, takes and answers, and the one call of ``Api`` behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from hindsight_memory.entrypoints.mcp.arguments import taken
from hindsight_memory.entrypoints.mcp.delimiting import Json
from hindsight_memory.entrypoints.mcp.schema import Schema, input_schema
from hindsight_memory.wire.api import Api
from hindsight_memory.wire.body import Body

Arguments = Mapping[str, Any]
"""Arguments that are present, cleaned and decoded; their values are checked by the body that takes them."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a call may change, as clients show it before they ask for permission."""

    reads_only: bool = False
    destructive: bool = False
    idempotent: bool = False


READS = Effect(reads_only=True, idempotent=True)
ADDS = Effect()
CHANGES = Effect(idempotent=True)
HIDES = Effect(destructive=True, idempotent=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One tool. ``call`` makes one call of ``Api``; ``render`` puts its answer into a few lines for the model.

    ``fit`` cuts an answer that is too long; ``hints`` say what to use instead of arguments that do not exist."""

    name: str
    title: str
    description: str
    properties: Mapping[str, Schema]
    required: tuple[str, ...] = ()
    output: Schema
    effect: Effect
    call: Callable[[Api, Arguments], Body]
    render: Callable[[Json], str]
    fit: Callable[[Json], Json] = lambda answer: answer
    hints: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def input(self) -> Schema:
        """The schema of the arguments."""
        return input_schema(self.properties, self.required)

    def answered(self, api: Callable[[], Api], given: Mapping[str, object]) -> Json:
        """Check the arguments, then call; returns the answer as JSON. Raises HindsightError."""
        arguments = taken(given, self.input, self.hints)
        return self.fit(self.call(api(), arguments).model_dump(mode="json"))


def part(arguments: Arguments, body: type[Body]) -> dict[str, object]:
    """Return those arguments that belong to a body."""
    return {name: value for name, value in arguments.items() if name in body.model_fields}

"""Spans of agents as OTLP writes them: the names are the protocol's, not ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from pydantic import Field

from hindsight_memory.domain.errors import Invalid
from hindsight_memory.wire.body import Body


class SpansBody(Body):
    """An OTLP export request: spans of agents and models, in the conventions of OpenTelemetry or OpenInference."""

    resourceSpans: list[dict[str, Any]] = Field(
        default_factory=list[dict[str, Any]],
        description="Spans by resource, in OTLP/JSON. A resource may name its space as `hindsight.space`.",
    )

    @classmethod
    def taken(cls, arguments: Mapping[str, object]) -> Self:
        """Take what the protocol knows; what newer senders add to it is left out, as the protocol wants it.

        Raises Invalid."""
        given = arguments.get("resourceSpans", arguments.get("resource_spans", ()))
        if not isinstance(given, list | tuple) or not all(isinstance(one, dict) for one in given):  # pyright: ignore[reportUnknownVariableType]
            raise Invalid("resourceSpans is no list of objects.", hint="Send an OTLP/JSON ExportTraceServiceRequest.")
        return cls.model_validate({"resourceSpans": list(given)})  # pyright: ignore[reportUnknownArgumentType]


class PartialSuccess(Body):
    """How many spans were not accepted, and why; 0 and nothing: all were."""

    rejectedSpans: int = 0
    errorMessage: str = ""


class SpansAnswer(Body):
    """The answer to an export, as OTLP wants it."""

    partialSuccess: PartialSuccess = PartialSuccess()

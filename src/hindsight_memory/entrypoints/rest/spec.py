"""The OpenAPI description, made from the same table as the routes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from hindsight_memory import __version__
from hindsight_memory.domain.errors import (
    Conflict,
    Forbidden,
    HindsightError,
    Invalid,
    MalformedBody,
    NotFound,
    RequestTooLarge,
    StoreBusy,
    Unauthenticated,
    UnknownArgument,
    UnsupportedMedia,
)
from hindsight_memory.entrypoints.errors import error_body, http_status
from hindsight_memory.entrypoints.rest.calls import Call, Json
from hindsight_memory.entrypoints.rest.pages import MEDIA_TYPES
from hindsight_memory.entrypoints.rest.repeats import HEADER
from hindsight_memory.entrypoints.rest.replies import INTERNAL
from hindsight_memory.wire.body import Body

V1 = "/v1"
_REF = "#/components/schemas/{model}"
_DESCRIPTION = """\
Governed memory for LLM agents. Every call answers with the same keys as the command line, MCP and Python.

Names that are not known are refused: `unknown_argument` with the nearest known name. Lists are paged: send the
`next_cursor` of a page as `cursor` until it is null. With an `Idempotency-Key` the same request gives the same answer
again. Errors are `{"error": {"code", "message", "hint", "retryable"}}`; codes are stable."""


class ErrorShown(Body):
    """What went wrong and what to do."""

    code: str
    message: str
    hint: str
    retryable: bool


class ErrorAnswer(Body):
    """The body of every error."""

    error: ErrorShown


class HealthAnswer(Body):
    """The process answers."""

    status: str


class ReadyAnswer(Body):
    """Calls can be answered; ``degraded`` names parts that are away."""

    status: str
    degraded: list[str]


def openapi(calls: Sequence[Call]) -> Json:
    """Return the description of these calls."""
    schemas = _Schemas(calls)
    paths: dict[str, Json] = {}
    for call in calls:
        paths.setdefault(V1 + call.path, {})[call.method.lower()] = _operation(call, schemas)
    paths["/healthz"] = {"get": _plain("healthz", "Whether the process answers", schemas.of(HealthAnswer, out=True))}
    ready = _plain("readyz", "Whether calls can be answered, and what is away", schemas.of(ReadyAnswer, out=True))
    ready["responses"]["503"] = _error([StoreBusy()], schemas)
    paths["/readyz"] = {"get": ready}
    bearer = {
        "type": "http",
        "scheme": "bearer",
        "description": "An API key (`hsm_…`) or an access token of the configured issuer.",
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Hindsight", "version": __version__, "description": _DESCRIPTION},
        "paths": paths,
        "components": {"schemas": schemas.definitions, "securitySchemes": {"bearer": bearer}},
        "security": [{"bearer": []}, {}],
        "tags": [{"name": name} for name in dict.fromkeys(call.noun for call in calls)],
    }


class _Schemas:
    """The schemas of all bodies; what goes in and what comes out may differ under one name."""

    def __init__(self, calls: Sequence[Call]) -> None:
        taken = {kind for call in calls for kind in (call.body, call.query) if kind is not None}
        given = {call.answer for call in calls} | {ErrorAnswer, HealthAnswer, ReadyAnswer}
        models: list[tuple[type[BaseModel], Any]] = [(one, "validation") for one in _sorted(taken)]
        models += [(one, "serialization") for one in _sorted(given)]
        self._refs, whole = models_json_schema(cast("Any", models), ref_template=_REF)
        self.definitions: dict[str, Json] = whole["$defs"]

    def of(self, model: type[BaseModel], *, out: bool) -> Json:
        """Return the reference to a body's schema."""
        mode: Any = "serialization" if out else "validation"
        return dict(self._refs[(model, mode)])

    def whole(self, model: type[BaseModel]) -> Json:
        """Return the schema of a body that goes in."""
        return self.definitions[self.of(model, out=False)["$ref"].rpartition("/")[2]]


def _sorted(models: Iterable[type[BaseModel]]) -> list[type[BaseModel]]:
    return sorted(models, key=lambda model: model.__name__)


def _operation(call: Call, schemas: _Schemas) -> Json:
    success: Json = {"schema": schemas.of(call.answer, out=True)}
    if call.answer_example is not None:
        success["example"] = call.answer_example
    operation: Json = {
        "operationId": call.name.replace(".", "_"),
        "summary": call.summary,
        "tags": [call.noun],
        "parameters": [*_path(call), *_query(call, schemas), *_headers(call)],
        "responses": {
            "200": {
                "description": (call.answer.__doc__ or "").strip(),
                "content": {"application/json": success, **(_pages() if call.paged else {})},
            },
            **_errors(call, schemas),
        },
    }
    if call.body is not None:
        content: Json = {"schema": schemas.of(call.body, out=False)}
        if call.example:
            content["example"] = call.example
        operation["requestBody"] = {
            "required": not call.optional_body,
            "content": {"application/json": content},
        }
    return operation


def _pages() -> Json:
    return {media_type: {"schema": {"type": "string"}} for media_type in MEDIA_TYPES.values()}


def _path(call: Call) -> list[Json]:
    schema = {"type": "string", "minLength": 1, "maxLength": 256}
    return [
        {"name": name, "in": "path", "required": True, "schema": schema, "description": f"The {name[:-3]}'s id."}
        for name in call.path_ids
    ]


def _query(call: Call, schemas: _Schemas) -> list[Json]:
    if call.query is None:
        return []
    whole = schemas.whole(call.query)
    found: list[Json] = []
    for name, described in whole.get("properties", {}).items():
        schema = {key: value for key, value in described.items() if key not in ("description", "title", "default")}
        found.append(
            {
                "name": name,
                "in": "query",
                "required": name in whole.get("required", []),
                "description": described.get("description", ""),
                "schema": _without_null(schema) | _default(described),
            }
        )
    return found


def _without_null(schema: Json) -> Json:
    """A query cannot say null; leaving the parameter out does."""
    kinds = [one for one in schema.get("anyOf", []) if one.get("type") != "null"]
    return dict(kinds[0]) if len(kinds) == 1 else schema


def _default(described: Json) -> Json:
    value = described.get("default")
    return {} if value in (None, [], "") else {"default": value}


def _headers(call: Call) -> list[Json]:
    if not call.repeatable:
        return []
    schema = {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"}
    says = "The same key with the same request gives the same answer; with another one it is refused."
    return [{"name": HEADER, "in": "header", "required": False, "schema": schema, "description": says}]


def _errors(call: Call, schemas: _Schemas) -> Json:
    known: list[Sequence[HindsightError]] = [
        [UnknownArgument("There is no argument 'tag'.", hint="Did you mean tags?"), Invalid()],
        [Unauthenticated()],
        [Forbidden("This needs the role 'write'.")],
    ]
    if call.path_ids or call.finds:
        known.append([NotFound()])
    if call.writes:
        known.append([Conflict()])
    if call.body is not None:
        known += [[RequestTooLarge()], [MalformedBody()]]
    if call.telemetry:
        known.append([UnsupportedMedia()])
    known.append([StoreBusy()])
    found = {str(http_status(errors[0])): _error(errors, schemas) for errors in known}
    found["500"] = _described("A fault of ours, or damaged data.", {"internal": INTERNAL}, schemas)
    return dict(sorted(found.items()))


def _error(errors: Sequence[HindsightError], schemas: _Schemas) -> Json:
    return _described(errors[-1].message, {error.code: error_body(error) for error in errors}, schemas)


def _described(says: str, bodies: Json, schemas: _Schemas) -> Json:
    examples = {code: {"value": body} for code, body in bodies.items()}
    schema = schemas.of(ErrorAnswer, out=True)
    return {"description": says, "content": {"application/json": {"schema": schema, "examples": examples}}}


def _plain(name: str, summary: str, schema: Json) -> Json:
    content = {"application/json": {"schema": schema}}
    return {
        "operationId": name,
        "summary": summary,
        "tags": ["health"],
        "security": [{}],
        "responses": {"200": {"description": summary, "content": content}},
    }

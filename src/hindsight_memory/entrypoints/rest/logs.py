"""The log of a server: one JSON object a line on stderr, about calls, never about what they say.

A line names the request, the operation, the names of its parameters, ids, counts, verdicts and the duration.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping
from typing import Any, cast

import structlog

from hindsight_memory.domain.defence.redaction import redact
from hindsight_memory.entrypoints.rest.calls import Asked
from hindsight_memory.wire.body import Body

_LONGEST_SHOWN = 4_000
_IDS = ("memory_id", "task_id", "job_id", "discard_id", "decision_id")
_COUNTED = ("hits", "warnings", "items", "events", "sequences", "failed")

Line = dict[str, Any]


def configure(level: str) -> None:
    """Send our lines, and those of the libraries, to stderr as JSON."""
    least = getattr(logging, level.upper())
    shared: list[Any] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[structlog.contextvars.merge_contextvars, *shared, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(least),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    renderer = [structlog.stdlib.ProcessorFormatter.remove_processors_meta, structlog.processors.JSONRenderer()]
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, structlog.stdlib.add_logger_name], processors=renderer
        )
    )
    logging.root.handlers = [handler]
    logging.root.setLevel(max(least, logging.WARNING))
    logging.getLogger("uvicorn.error").setLevel(least)


def said(asked: Asked) -> Line:
    """Return what may be written about a request: names of parameters, ids of the path."""
    names = sorted(asked.said.model_fields_set) if asked.said else []
    return {"parameters": names, **({"ids": dict(asked.ids)} if asked.ids else {})}


def told(answer: Body) -> Line:
    """Return what may be written about an answer: ids, counts, verdicts."""
    line: Line = {}
    ids = {name: value for name in _IDS if isinstance(value := getattr(answer, name, None), str) and value}
    counts = {name: len(_listed(answer, name)) for name in _COUNTED if hasattr(answer, name)}
    verdicts = [str(one.verdict) for one in _judged(answer)]
    if ids:
        line["answered"] = ids
    if counts:
        line["counts"] = counts
    if verdicts:
        line["verdicts"] = verdicts
    if degraded := getattr(answer, "degraded", None):
        line["degraded"] = list(degraded)
    return line


def shown(said: Body | None, answer: Body | None) -> Line:
    """Return the contents themselves with secrets taken out; written only when a setting asks for it."""
    bodies: Mapping[str, Body | None] = {"said": said, "answer": answer}
    return {name: redact(body.model_dump_json()).text[:_LONGEST_SHOWN] for name, body in bodies.items() if body}


def _judged(answer: Body) -> list[Any]:
    return [one for one in (answer, *_listed(answer, "items")) if hasattr(one, "verdict")]


def _listed(answer: Body, name: str) -> list[Any]:
    value: Any = getattr(answer, name, None)
    return cast("list[Any]", value) if isinstance(value, list) else []

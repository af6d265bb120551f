"""From the bytes of a request to a body: JSON only, within limits, cleaned, and every name known."""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Mapping
from typing import cast
from urllib.parse import unquote

from starlette.datastructures import QueryParams
from starlette.requests import ClientDisconnect, Request

from hindsight_memory.domain.errors import MalformedBody, RequestTooLarge, UnknownArgument, UnsupportedMedia
from hindsight_memory.domain.text.normal import clean
from hindsight_memory.entrypoints.rest.calls import Asked, Call

DEEPEST = 32
"""How deep lists and objects of a body may lie in each other."""


async def body_of(request: Request, most: int) -> bytes:
    """Return the body of a request, unzipped if it is gzip. Raises RequestTooLarge as soon as that is known,
    MalformedBody when it ends before its end or is no gzip."""
    declared = request.headers.get("content-length", "")
    if declared.isdigit() and int(declared) > most:
        raise RequestTooLarge(f"The request has {int(declared):,} bytes; the limit is {most:,}.")
    parts: list[bytes] = []
    size = 0
    try:
        async for part in request.stream():
            size += len(part)
            if size > most:
                raise RequestTooLarge(f"The request has more than {most:,} bytes.")
            parts.append(part)
    except ClientDisconnect as error:
        raise MalformedBody("The request ended before its body did.") from error
    raw = b"".join(parts)
    return _unzipped(raw, most) if request.headers.get("content-encoding", "").strip().lower() == "gzip" else raw


def _unzipped(raw: bytes, most: int) -> bytes:
    unzipping = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    try:
        found = unzipping.decompress(raw, most + 1)
    except zlib.error as error:
        raise MalformedBody("The body is no gzip, as its Content-Encoding says.") from error
    if len(found) > most:
        raise RequestTooLarge(f"The request unzips to more than {most:,} bytes.")
    if not unzipping.eof:
        raise MalformedBody("The gzip of the body ends before its end.")
    return found


def asked(call: Call, request: Request, raw: bytes) -> Asked:
    """Return what a request asks. Raises MalformedBody, UnknownArgument, Invalid."""
    ids = {name: clean(unquote(value)) for name, value in request.path_params.items()}
    if call.query is not None:
        return Asked(ids, call.query.taken(cast("Mapping[str, object]", cleaned(several(request.query_params)))))
    for name in request.query_params:
        raise UnknownArgument(f"There is no query parameter {clean(name)!r}.", hint="Say it in the body.")
    if call.body is None:
        return Asked(ids, None)
    return Asked(ids, call.body.taken(given(call, request.headers.get("content-type", ""), raw)))


def several(params: QueryParams) -> dict[str, object]:
    """Return query parameters by name; one that stands several times is a list."""
    found: dict[str, object] = {}
    for name in params:
        values = params.getlist(name)
        found[name] = values[0] if len(values) == 1 else values
    return found


def given(call: Call, content_type: str, raw: bytes) -> dict[str, object]:
    """Return the JSON object of a body. Raises MalformedBody."""
    if not raw.strip() and call.optional_body:
        return {}
    kind = content_type.partition(";")[0].strip().lower()
    if kind != "application/json" and not (kind.startswith("application/") and kind.endswith("+json")):
        says = f"The body is {kind[:60] or 'of no kind'}, not application/json."
        raise UnsupportedMedia(says) if call.telemetry else MalformedBody(says)
    value = cleaned(parsed(raw))
    if not isinstance(value, dict):
        raise MalformedBody("The body is JSON, but no object.")
    return cast("dict[str, object]", value)


def parsed(raw: bytes) -> object:
    """Read JSON strictly: UTF-8, finite numbers. Raises MalformedBody."""
    try:
        return json.loads(raw.decode("utf-8-sig"), parse_constant=_no_number, parse_float=_finite)
    except RecursionError as error:
        raise MalformedBody("The body is nested too deeply.") from error
    except ValueError as error:
        raise MalformedBody(f"The body is no JSON: {type(error).__name__}.") from error


def cleaned(value: object, depth: int = 0) -> object:
    """Return the value with every text in it, names too, as clean NFC. Raises MalformedBody when it is too deep."""
    if depth > DEEPEST:
        raise MalformedBody(f"The body is nested more than {DEEPEST} deep.")
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [cleaned(one, depth + 1) for one in cast("list[object]", value)]
    if isinstance(value, dict):
        return {clean(name): cleaned(one, depth + 1) for name, one in cast("dict[str, object]", value).items()}
    return value


def _no_number(name: str) -> float:
    raise ValueError(name)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number

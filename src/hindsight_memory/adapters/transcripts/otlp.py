"""OTLP/JSON: the spans of an export request, as the OpenTelemetry protocol writes them down.

Field names are those of the protocol's JSON mapping (lowerCamelCase; snake_case is read too, since some exporters
write it): ids are hexadecimal text, 64-bit integers text or numbers, attributes lists of typed values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from hindsight_memory.adapters.transcripts.values import cleaned, mapping, mappings, sequence, string, text_of

Fields = Mapping[str, object]
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_HEX = re.compile(r"[0-9a-fA-F]+")
_TRACE_ID = 32
_SPAN_ID = 16
_FAILED = (2, "2", "STATUS_CODE_ERROR", "ERROR", "Error")
_NANOSECONDS_FROM = 10**16  # as microseconds they would lie in the year 2286


@dataclass(frozen=True, slots=True)
class Mark:
    """An event of a span: its name, time and attributes."""

    name: str
    at: datetime
    attributes: Fields


@dataclass(frozen=True, slots=True)
class Span:
    """A span; ``problem`` is what its status says when it failed (``error`` when it says nothing), else empty."""

    trace_id: str
    span_id: str
    parent_id: str
    name: str
    started_at: datetime
    ended_at: datetime
    attributes: Fields
    marks: tuple[Mark, ...]
    problem: str
    resource: Fields

    def text(self, *names: str) -> str:
        """Return the first of these attributes that holds a text or a number."""
        return next((found for name in names if (found := string(self.attributes.get(name)))), "")


def is_export(value: object) -> bool:
    """Whether a JSON value is an export request (or one batch of resource spans)."""
    row = mapping(value)
    return row is not None and any(name in row for name in ("resourceSpans", "resource_spans", "scopeSpans"))


def spans_of(request: Fields) -> Iterator[Span | str]:
    """Yield the spans of an export request in order; for one that is none, what is wrong with it."""
    batches = mappings(_field(request, "resourceSpans", "resource_spans"))
    for batch in batches or [request]:
        resource = attributes_of(_field(mapping(batch.get("resource")) or {}, "attributes"))
        for scope in mappings(_field(batch, "scopeSpans", "scope_spans", "instrumentationLibrarySpans")):
            for entry in sequence(scope.get("spans")) or ():
                span = mapping(entry)
                yield _span(span, resource) if span is not None else "A span is a JSON object."


def _span(entry: Fields, resource: Fields) -> Span | str:
    trace_id = _identifier(_field(entry, "traceId", "trace_id"), _TRACE_ID)
    span_id = _identifier(_field(entry, "spanId", "span_id"), _SPAN_ID)
    if not trace_id or not span_id:
        return "A span needs a traceId of 32 and a spanId of 16 hexadecimal digits."
    started = _time(_field(entry, "startTimeUnixNano", "start_time_unix_nano"))
    ended = _time(_field(entry, "endTimeUnixNano", "end_time_unix_nano"))
    if started is None:
        return f"Span {span_id} has no startTimeUnixNano."
    status = mapping(entry.get("status")) or {}
    failed = status.get("code") in _FAILED
    return Span(
        trace_id=trace_id,
        span_id=span_id,
        parent_id=_identifier(_field(entry, "parentSpanId", "parent_span_id"), _SPAN_ID),
        name=string(entry.get("name")),
        started_at=started,
        ended_at=max(started, ended or started),
        attributes=attributes_of(entry.get("attributes")),
        marks=tuple(_marks(entry.get("events"), started)),
        problem=(string(status.get("message")) or "error") if failed else "",
        resource=resource,
    )


def _marks(events: object, fallback: datetime) -> Iterator[Mark]:
    for event in mappings(events):
        at = _time(_field(event, "timeUnixNano", "time_unix_nano")) or fallback
        yield Mark(string(event.get("name")), at, attributes_of(event.get("attributes")))


def attributes_of(entries: object) -> dict[str, object]:
    """Return attributes by name, their values as plain JSON values; a JSON object is taken as it is."""
    if (plain := mapping(entries)) is not None:
        return {name: cleaned(value) for name, value in plain.items()}
    return {string(entry.get("key")): _value(entry.get("value")) for entry in mappings(entries)}


def _value(given: object) -> object:
    """The value of an ``AnyValue``; anything else as it is."""
    value = mapping(given)
    if value is None:
        return cleaned(given)
    for name in ("stringValue", "string_value"):
        if name in value:
            return text_of(value[name])
    for name in ("intValue", "int_value"):
        if name in value:
            return _whole(value[name])
    for name in ("boolValue", "bool_value", "doubleValue", "double_value", "bytesValue", "bytes_value"):
        if name in value:
            return cleaned(value[name])
    held = mapping(_field(value, "arrayValue", "array_value"))
    if held is not None:
        return [_value(one) for one in sequence(held.get("values")) or ()]
    held = mapping(_field(value, "kvlistValue", "kvlist_value"))
    if held is not None:
        return attributes_of(held.get("values") or [])
    return None if not value else cleaned(given)


def _whole(value: object) -> object:
    try:
        return int(value) if isinstance(value, str | int) else value
    except ValueError:
        return string(value)


def _field(entry: Fields, *names: str) -> object:
    return next((entry[name] for name in names if name in entry), None)


def _identifier(value: object, length: int) -> str:
    """An id in lower-case hexadecimal; empty when it is none, or nothing but zeros."""
    text = value.strip() if isinstance(value, str) else ""
    right = len(text) == length and _HEX.fullmatch(text) and text.strip("0")
    return text.lower() if right else ""


def _time(value: object) -> datetime | None:
    whole = _whole(value)
    if not isinstance(whole, int) or isinstance(whole, bool) or whole <= 0:
        return None
    microseconds = whole // 1000 if whole >= _NANOSECONDS_FROM else whole
    try:
        return _EPOCH + timedelta(microseconds=microseconds)
    except OverflowError:
        return None

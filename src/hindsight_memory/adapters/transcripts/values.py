"""JSON values of unknown shape, narrowed and cleaned at the edge."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import cast

from hindsight_memory.domain.text.normal import clean
from hindsight_memory.domain.trace import OutcomeStatus

# Numbers above this are milliseconds: as seconds they would lie in the year 5138.
_MILLISECONDS_FROM = 100_000_000_000
# How much of a task without an id goes into its digest, in characters of JSON.
_HEAD = 64 * 1024

_SUCCESS = frozenset({"success", "succeeded", "successful", "passed", "pass", "solved", "成功", "通过"})
_FAILURE = frozenset({"failure", "failed", "fail", "error", "unsolved", "失败", "未通过"})


def mapping(value: object) -> Mapping[str, object] | None:
    """Return ``value`` if it is a JSON object, else None."""
    return cast("Mapping[str, object]", value) if isinstance(value, dict) else None


def sequence(value: object) -> Sequence[object] | None:
    """Return ``value`` if it is a JSON array, else None."""
    return cast("Sequence[object]", value) if isinstance(value, list) else None


def mappings(value: object) -> list[Mapping[str, object]]:
    """Return the objects of a JSON array; other entries and other values are left out."""
    return [found for each in sequence(value) or () if (found := mapping(each)) is not None]


def string(value: object) -> str:
    """Return a cleaned string; numbers as written, anything else as the empty string."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return ""


def first_string(row: Mapping[str, object], *names: str) -> str:
    """Return the first of these fields that holds a non-empty string (or a number)."""
    return next((found for name in names if (found := string(row.get(name)))), "")


def text_of(value: object) -> str:
    """Return any JSON value as readable, cleaned text: strings as they are, others as JSON."""
    if value is None:
        return ""
    return clean(value) if isinstance(value, str) else as_json(cleaned(value))


def as_json(value: object) -> str:
    """Return compact JSON with every character readable."""
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def cleaned(value: object) -> object:
    """Return the value with every string in it cleaned; numbers that JSON cannot hold become text."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if (entries := mapping(value)) is not None:
        return {clean(name): cleaned(entry) for name, entry in entries.items()}
    if (values := sequence(value)) is not None:
        return [cleaned(each) for each in values]
    return value


def arguments(value: object) -> dict[str, object]:
    """Return a tool call's arguments: an object, or a string that holds one; other values as ``input``."""
    given = value
    if isinstance(given, str):
        try:
            given = json.loads(given, strict=False)
        except (ValueError, RecursionError):
            given = value
    if (entries := mapping(given)) is not None:
        return {clean(name): cleaned(entry) for name, entry in entries.items()}
    return {} if given in (None, "") else {"input": cleaned(given)}


def moment(value: object) -> datetime | None:
    """Return an aware UTC time from ISO 8601 (naive means UTC) or a Unix time in seconds or milliseconds.

    None when it is neither, or beyond what a calendar can hold.
    """
    if isinstance(value, bool):
        return None
    try:
        if isinstance(value, int | float):
            seconds = value / 1000 if abs(value) >= _MILLISECONDS_FROM else value
            return datetime.fromtimestamp(seconds, UTC)
        if isinstance(value, str):
            found = datetime.fromisoformat(value.strip())
            return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return None


def outcome(value: object) -> tuple[OutcomeStatus, str]:
    """Return how the file says that the task ended, with the evidence it gives.

    Known: a word, a boolean, or an object with ``status`` or ``success``, perhaps ``evidence``, ``reward``.
    """
    if isinstance(value, bool):
        return (OutcomeStatus.SUCCESS if value else OutcomeStatus.FAILURE), ""
    if isinstance(value, str):
        word = clean(value).casefold()
        if word in _SUCCESS:
            return OutcomeStatus.SUCCESS, ""
        return (OutcomeStatus.FAILURE if word in _FAILURE else OutcomeStatus.UNKNOWN), ""
    if (fields := mapping(value)) is None:
        return OutcomeStatus.UNKNOWN, ""
    status, _ = outcome(fields["status"] if "status" in fields else fields.get("success"))
    evidence = first_string(fields, "evidence", "reason")
    reward = fields.get("reward")
    if not evidence and isinstance(reward, int | float) and not isinstance(reward, bool):
        evidence = f"reward {reward}"
    return status, evidence


def digest(value: object, place: str) -> str:
    """Return a task id for content that has none: the same content at the same place gives the same id.

    The first 64 Ki characters count, and the place in the file, so that two equal runs stay two.
    """
    head = json.dumps(value, ensure_ascii=True, sort_keys=True, separators=(",", ":"))[:_HEAD]
    return "t-" + hashlib.sha256(f"{place}\n{head}".encode()).hexdigest()[:32]

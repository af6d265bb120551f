"""``matches``: a regular expression, searched in bounded time."""

from __future__ import annotations

import re
import unicodedata

import regex

from hindsight_memory.domain.decision import Delta, Outcome
from hindsight_memory.domain.delta.answers import judged, unknown
from hindsight_memory.domain.delta.terms import CUT
from hindsight_memory.domain.text.normal import clean

_LONGEST_PATTERN = 1000
_LONGEST_TEXT = 100_000
_SECONDS = 0.25
_SLASHED = re.compile(r"/(.+)/([imsx]{0,4})", re.DOTALL)
# Repeats inside repeats multiply before any text is read.
_COUNTS = re.compile(r"\{\s*(?:\d*\s*,\s*)?(\d+)\s*\}|\{\s*(\d+)\s*,\s*\}")
_GREATEST_PRODUCT = 5000
_EXTRAS = re.compile(r"\{\s*[a-z]|\\L<|\(\?[ebprVR&0-9]")


def matches_delta(expected: str, outcome: Outcome) -> Delta:
    """The regular expression is found somewhere in the text; case counts, ``^`` and ``$`` are the ends of the text.

    The syntax is that of Python's ``re``; ``(?i)`` and ``(?m)`` at its beginning change case and lines. It gets a quarter of a
    second of processor time. Magnitude: 1. Unknown: ``bad_pattern`` (does not compile, longer than 1,000 characters),
    ``too_slow``, ``too_long`` (a text of more than 100,000 characters), ``ambiguous_pattern`` (``/x/`` with and
    without its slashes differ), ``cut_text``, ``no_value`` (no text and no sign that the call went well).
    """
    pattern = unicodedata.normalize("NFC", expected)
    text = clean(outcome.text)
    if not text and outcome.status != "ok" and outcome.exit_code is None:
        return unknown("no_value", expected)
    if len(text) > _LONGEST_TEXT:
        return unknown("too_long", expected, text)
    found = _found(pattern, text)
    if isinstance(found, str):
        return unknown(found, expected, text)
    if (slashed := _SLASHED.fullmatch(pattern)) and not found:
        flags = f"(?{slashed.group(2)})" if slashed.group(2) else ""
        if _found(flags + slashed.group(1), text) is not False:
            return unknown("ambiguous_pattern", expected, text)
    if not found and CUT.search(text):
        return unknown("cut_text", expected, text)
    return judged(found, "matches", expected, text)


def _found(pattern: str, text: str) -> bool | str:
    if not _is_bounded(pattern):
        return "bad_pattern"
    try:
        return regex.compile(pattern).search(text, timeout=_SECONDS) is not None
    except TimeoutError:
        return "too_slow"
    except (regex.error, ValueError, LookupError, TypeError, OverflowError, RecursionError):
        return "bad_pattern"


def _is_bounded(pattern: str) -> bool:
    """Whether compiling takes little: short, no huge counts, nothing beyond the syntax of ``re``."""
    product = 1
    for found in _COUNTS.finditer(pattern):
        product *= max(1, int((found.group(1) or found.group(2))[:6]))
    return len(pattern) <= _LONGEST_PATTERN and product <= _GREATEST_PRODUCT and not _EXTRAS.search(pattern)

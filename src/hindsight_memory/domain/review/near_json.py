"""Reading JSON as language models write it: in fences, with prose around, with trailing commas.

Nothing inside a JSON string is touched, so a text about code fences survives. What is cut off is not read at all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

_FENCED = re.compile(r"\A\s*```[\w-]*[ \t]*\n(.*?)\n?[ \t]*```\s*\Z", re.DOTALL)
_OPENS = re.compile(r"[{\[]")
_CLOSING = {"{": "}", "[": "]"}
_ATTEMPTS = 20
_DEPTH = 16


def json_values(text: str) -> Iterator[object]:
    """Yield the objects and lists of a text, outermost ones in order; nothing after one that is never closed."""
    fenced = _FENCED.match(text)
    body = (fenced.group(1) if fenced else text).strip("\ufeff \t\r\n")
    position = 0
    for _ in range(_ATTEMPTS):
        opening = _OPENS.search(body, position)
        if opening is None:
            return
        read = _balanced(body, opening.start())
        if read is None:
            return
        plain, end = read
        value = _loaded(plain)
        if value is None:
            position = opening.end()
        else:
            yield value
            position = end


def _loaded(plain: str) -> object:
    try:
        return json.loads(plain, strict=False, parse_constant=_refused)
    except (ValueError, RecursionError):
        return None


def _refused(name: str) -> object:
    raise ValueError(name)


def _balanced(text: str, start: int) -> tuple[str, int] | None:
    """The bracketed part at ``start`` without trailing commas, and where it ends; None when it does not end."""
    kept: list[str] = []
    expected: list[str] = []
    place = start
    for token in _TOKEN.finditer(text, start):
        kept.append(text[place : token.start()])
        place = token.end()
        found = token.group()
        if found in _CLOSING:
            expected.append(_CLOSING[found])
            if len(expected) > _DEPTH:
                return None
        elif found in "}]":
            if found != expected.pop():
                return None
        elif found[0] == ",":
            continue  # a trailing comma
        kept.append(found)
        if not expected:
            return "".join(kept), place
    return None


# A whole string, a bracket, or a comma that only a closing bracket follows.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]]|,(?=\s*[}\]])', re.DOTALL)

"""Writes docs/cli.md, docs/errors.md and docs/settings.md from the code: python -m docs.tools.reference."""

from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin

from pydantic import BaseModel, SecretStr
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from docs.tools.commands import commands_page
from hindsight_memory.domain.errors import Category, HindsightError
from hindsight_memory.settings import Settings

DOCS = Path(__file__).resolve().parents[1]
PREFIX = "HSM_"

ERRORS = """# Errors

<!-- Written by docs/tools/reference.py; edit the docstrings in domain/errors.py instead. -->

Every failure has a stable `code`, a message and, where it helps, a hint. What is expected to happen now and
then (a draft that is discarded, a search that finds nothing) is an answer, not an error.

| category | HTTP | CLI exit | try again |
|---|---|---|---|
| `invalid` | 400 | 2 | no |
| `unauthenticated` | 401 | 8 | no |
| `forbidden` | 403 | 3 | no |
| `not_found` | 404 | 4 | no |
| `conflict` | 409 | 5 | read again first |
| `unavailable` | 503 | 6 | yes |
| `corrupt` | 500 | 7 | no |

Within `invalid`, HTTP says 422 for `malformed_body`, 413 for `request_too_large` and 405 for
`method_not_allowed`. A fault of ours is 500 with the code `internal`.

With `--json` the command line prints `{"error": {"code", "message", "hint"}}` on stdout and exits with that
status.
"""

SETTINGS = """# Settings

<!-- Written by docs/tools/reference.py; edit the field descriptions in settings.py instead. -->

Everything is set by environment variables with the prefix `HSM_`; `__` separates a group from its field. An
unknown `HSM_…` name stops the start with the nearest known one. Nothing needs to be set.
"""


def subclasses(parent: type[HindsightError]) -> Iterator[type[HindsightError]]:
    """Ours alone: a test may define errors of its own."""
    for child in parent.__subclasses__():
        if not child.__module__.startswith("hindsight_memory."):
            continue
        yield child
        yield from subclasses(child)


def errors_page() -> str:
    parts = [ERRORS]
    known = sorted(set(subclasses(HindsightError)), key=lambda error: error.code)
    for category in Category:
        rows = [error for error in known if error.category is category]
        parts.append(f"\n## {category.value}\n\n| code | means | do |\n|---|---|---|\n")
        parts += [f"| `{error.code}` | {summary(error)} | {error.hint} |\n" for error in rows]
    return "".join(parts)


def summary(error: type[HindsightError]) -> str:
    return (error.__doc__ or "").strip().splitlines()[0]


def settings_page() -> str:
    return SETTINGS + "".join(_tables("", PREFIX, Settings))


def _tables(title: str, prefix: str, model: type[BaseModel]) -> Iterator[str]:
    groups: list[tuple[str, type[BaseModel]]] = []
    rows: list[str] = []
    for name, field in model.model_fields.items():
        inner = _group(field.annotation)
        if inner is None:
            rows.append(_row(prefix + name.upper(), field))
        else:
            groups.append((name, inner))
    if rows:
        if title:
            yield f"\n## {title}\n\n{' '.join((model.__doc__ or '').split())}\n"
        yield "\n| variable | type | default | means |\n|---|---|---|---|\n"
        yield "".join(rows)
    for name, inner in groups:
        yield from _tables(f"{title}.{name}" if title else name, f"{prefix}{name.upper()}__", inner)


def _group(annotation: Any) -> type[BaseModel] | None:
    return annotation if isinstance(annotation, type) and issubclass(annotation, BaseModel) else None


def _row(variable: str, field: FieldInfo) -> str:
    means = " ".join((field.description or "").split())
    return f"| `{variable}` | {_kind(field.annotation)} | {_default(field)} | {means} |\n"


def _kind(annotation: Any) -> str:
    if get_origin(annotation) in (Union, UnionType):
        return " or ".join(_kind(part) for part in get_args(annotation) if part is not type(None))
    if get_args(annotation) and get_origin(annotation) is not None:
        if str(annotation).startswith("typing.Literal"):
            return " or ".join(f"`{value}`" for value in get_args(annotation))
        inner = ", ".join(_kind(part) for part in get_args(annotation) if part is not Ellipsis)
        return f"{_kind(get_origin(annotation))} of {inner}"
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return " or ".join(f"`{member.value}`" for member in annotation)
    if annotation is SecretStr:
        return "secret"
    return annotation.__name__ if isinstance(annotation, type) else str(annotation)


def _default(field: FieldInfo) -> str:
    value = field.get_default(call_default_factory=True, validated_data={})
    if value is PydanticUndefined or value is None or value == "":
        return ""
    if isinstance(value, Enum):
        value = value.value
    text = str(value).replace(str(Path.home()), "~")
    return f"`{text}`"


def pages() -> dict[str, str]:
    return {"cli.md": commands_page(), "errors.md": errors_page(), "settings.md": settings_page()}


if __name__ == "__main__":
    for file_name, text in pages().items():
        (DOCS / file_name).write_text(text, encoding="utf-8")
        print(f"docs/{file_name}")

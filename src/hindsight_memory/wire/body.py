"""What all bodies have in common: they are frozen, and a name they do not know is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self, cast, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from hindsight_memory.domain.errors import Invalid, UnknownArgument
from hindsight_memory.domain.verdict import Reason
from hindsight_memory.wire.moment import NotReadable
from hindsight_memory.wire.suggest import nearest


class Body(BaseModel):
    """A request or an answer."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def taken(cls, arguments: Mapping[str, object]) -> Self:
        """Build it from a caller's arguments; None, and ``""`` for an optional one, mean absent.

        Raises UnknownArgument (with the nearest known name) or Invalid (with the argument's name)."""
        needed = {name for name, field in cls.model_fields.items() if field.is_required()}
        given = {n: v for n, v in arguments.items() if v is not None and (v != "" or n in needed)}
        for name in given:
            if name not in cls.model_fields:
                raise UnknownArgument(f"There is no argument {name!r}.", hint=nearest(name, cls.model_fields))
        given = {name: _inner_taken(cls.model_fields[name].annotation, value) for name, value in given.items()}
        try:
            return cls.model_validate(given)
        except ValidationError as error:
            raise _invalid(error.errors()[0]) from error


def _inner_taken(annotation: object, value: object) -> object:
    """Take bodies inside a body the same way: one, or several in a list."""
    inner = _body_in(annotation)
    if inner is None:
        return value
    if isinstance(value, list | tuple):
        return tuple(_inner_taken(inner, one) for one in cast("Sequence[object]", value))
    return inner.taken(cast("Mapping[str, object]", value)) if isinstance(value, Mapping) else value


def _body_in(annotation: object) -> type[Body] | None:
    if isinstance(annotation, type) and issubclass(annotation, Body):
        return annotation
    return next((body for part in get_args(annotation) if (body := _body_in(part))), None)


def _invalid(problem: Any) -> Invalid:
    raised = problem.get("ctx", {}).get("error")
    if isinstance(raised, NotReadable):
        return raised.cause
    name = ".".join(str(part) for part in problem["loc"])
    if problem["type"] == "missing":
        return Invalid(f"The argument {name!r} is missing.")
    return Invalid(f"{name} is not valid: {problem['msg']}.")


class ReasonBody(Body):
    """A stable code and a sentence for people."""

    code: str
    text: str

    @classmethod
    def each(cls, reasons: Sequence[Reason]) -> list[ReasonBody]:
        """Return the bodies of several reasons."""
        return [cls(code=r.code, text=r.text) for r in reasons]


def _several(value: object) -> object:
    """One name stands for a list of one."""
    return (value,) if isinstance(value, str) else value


Several = BeforeValidator(_several)
"""Lets a field that holds several values take one of them alone."""

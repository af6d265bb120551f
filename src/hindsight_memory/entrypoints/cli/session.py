"""One call of a command: its space, its folder, how it answers. ``leaf`` gives every command the same options."""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from pydantic import BaseModel

from hindsight_memory.bootstrap import opened
from hindsight_memory.domain.text.normal import clean
from hindsight_memory.entrypoints.cli.terminal import Terminal
from hindsight_memory.entrypoints.local import LocalApi
from hindsight_memory.settings import Settings, load_settings

AnyBody = TypeVar("AnyBody", bound=BaseModel)

_OPTIONS: dict[str, tuple[Any, Any]] = {
    "as_json": (
        Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout.", show_default=False)],
        False,
    ),
    "space": (
        Annotated[
            str | None,
            typer.Option("--space", help="The project or user it is about. Default: HSM_SPACE or `default`."),
        ],
        None,
    ),
    "home": (
        Annotated[
            Path | None,
            typer.Option("--home", help="The data folder. Default: HSM_HOME or ~/.hindsight-memory."),
        ],
        None,
    ),
}


@dataclass(frozen=True, slots=True)
class Session:
    """What one call of a command is about."""

    as_json: bool
    space: str | None
    home: Path | None
    terminal: Terminal = field(default_factory=Terminal)

    @property
    def settings(self) -> Settings:
        """The settings in force. Raises BadSetting."""
        home = self.home.expanduser().absolute() if self.home else None
        return load_settings(home=home, space=self.space or None)

    @contextmanager
    def api(self) -> Generator[LocalApi]:
        """Open the store, and close it at the end. Only ``init``, ``ingest`` and progress look behind it."""
        with opened(self.settings) as app:
            yield LocalApi(app, app.actor)

    def answer(self, body: AnyBody, render: Callable[[Terminal, AnyBody], None]) -> None:
        """Give the answer: as JSON when asked for, else as a person reads it."""
        if self.as_json:
            self.terminal.json(body.model_dump(mode="json"))
        else:
            render(self.terminal, body)

    def figures(self, figures: Mapping[str, Any], render: Callable[[Terminal, Mapping[str, Any]], None]) -> None:
        """Give figures, which have no fixed keys, the same way."""
        if self.as_json:
            self.terminal.json(figures)
        else:
            render(self.terminal, figures)


def leaf(function: Callable[..., None]) -> Callable[..., None]:
    """Turn ``function(session, …)`` into a command with ``--json``, ``--space`` and ``--home``.

    Texts lose lone surrogates and controls on the way in; paths stay as the system gave them."""
    hints = typing.get_type_hints(function, include_extras=True)
    signature = inspect.signature(function)
    own = [p.replace(annotation=hints[n]) for n, p in signature.parameters.items() if n != "session"]
    shared = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
        for name, (annotation, default) in _OPTIONS.items()
    ]
    ordered = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in own]

    @functools.wraps(function)
    def command(**given: Any) -> None:
        values = {name: _cleaned(value) for name, value in given.items()}
        session = Session(as_json=values.pop("as_json"), space=values.pop("space"), home=values.pop("home"))
        function(session, **values)

    del command.__wrapped__
    setattr(command, "__signature__", signature.replace(parameters=[*ordered, *shared]))  # noqa: B010 - for Typer
    command.__annotations__ = {p.name: p.annotation for p in [*ordered, *shared]}
    return command


def _cleaned(value: Any) -> Any:
    if type(value) is str:  # enumerations are strings too, and are clean
        return clean(value)
    if isinstance(value, list):
        return [_cleaned(v) for v in value]  # pyright: ignore[reportUnknownVariableType]
    return value

"""The page of commands, from the command line itself."""

import inspect
from collections.abc import Iterator
from enum import Enum
from typing import Any, get_args

import typer

from hindsight_memory.entrypoints.cli.main import app
from hindsight_memory.entrypoints.cli.tree import SECTIONS

HEAD = """# Commands

<!-- Written by docs/tools/reference.py; edit the commands in entrypoints/cli/commands/ instead. -->

Every command takes, in any position, `--json` (one JSON object on stdout), `--space SPACE` (the wall between
projects or users; default `HSM_SPACE` or `default`) and `--home DIR` (the data folder; default `HSM_HOME` or
`~/.hindsight-memory`). Progress and logs go to stderr. Exit codes are those of [errors.md](errors.md).
"""
EVERYWHERE = {"as_json", "space", "home", "help"}


def commands_page() -> str:
    root: Any = typer.main.get_command(app)
    parts = [HEAD]
    for section, names in SECTIONS.items():
        parts.append(f"\n## {section}\n")
        for name in names:
            parts += leaves(f"hsm {name}", root.commands[name])
    return "".join(parts)


def leaves(path: str, command: Any) -> Iterator[str]:
    if not hasattr(command, "commands") or command.invoke_without_command:
        yield from leaf(path, command)
    for name, inner in getattr(command, "commands", {}).items():
        yield from leaves(f"{path} {name}", inner)


def leaf(path: str, command: Any) -> Iterator[str]:
    arguments = [param for param in command.params if param.param_type_name == "argument"]
    options = [param for param in command.params if param.param_type_name == "option"]
    yield f"\n### `{' '.join([path, *(_argument(param) for param in arguments)])}`\n\n"
    yield _explained(command.help or "")
    rows = [_row(param) for param in options if param.name not in EVERYWHERE]
    if rows:
        yield "\n| option | means | default |\n|---|---|---|\n"
        yield from rows


def _argument(param: Any) -> str:
    name = (param.metavar or param.name).upper().strip("[].")
    shown = name if param.required else f"[{name}]"
    return f"{shown}…" if param.nargs == -1 else shown


def _explained(text: str) -> str:
    """Paragraphs as they are, examples (after the no-rewrap mark) as code."""
    blocks: list[str] = []
    for block in inspect.cleandoc(text).split("\n\n"):
        if block.startswith("\b"):
            lines = inspect.cleandoc(block.removeprefix("\b").strip("\n"))
            blocks.append(f"```sh\n{lines}\n```\n")
        else:
            blocks.append(f"{block}\n")
    return "\n".join(blocks)


def _row(param: Any) -> str:
    names = ", ".join(f"`{name}`" for name in [*param.opts, *param.secondary_opts] if name.startswith("--"))
    means = " ".join((param.help or "").split()).replace("|", "\\|")
    return f"| {names} | {f'{means} {_choices(param)}'.strip()} | {_default(param)} |\n"


def _choices(param: Any) -> str:
    kind = param.type_descriptor.annotation
    kinds = [kind, *get_args(kind)]
    names = [f"`{member.value}`" for one in kinds if isinstance(one, type) and issubclass(one, Enum) for member in one]
    return f"{', '.join(names)}. " if names else ""


def _default(param: Any) -> str:
    value = param.default
    if value is True:
        return f"`{param.opts[0]}`"
    if callable(value) or value in (None, False, "", (), []):
        return ""
    return f"`{getattr(value, 'value', value)}`"

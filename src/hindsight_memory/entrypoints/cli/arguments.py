"""The command line's words before they are parsed."""

from __future__ import annotations

from collections.abc import Sequence

from hindsight_memory.entrypoints.cli.tree import GROUPS, MODULES

_FLAGS = ("--json",)
_VALUED = ("--space", "--home")


def hoisted(words: Sequence[str]) -> list[str]:
    """Move the options that every command has from before a command's name to behind it, so that
    ``hsm --json memory list`` is ``hsm memory list --json``."""
    moved: list[str] = []
    path: list[str] = []
    rest = list(words)
    while rest:
        word = rest[0]
        if word in _FLAGS or word.startswith(tuple(f"{name}=" for name in _VALUED)):
            moved.append(rest.pop(0))
        elif word in _VALUED and len(rest) > 1:
            moved += [rest.pop(0), rest.pop(0)]
        elif word.startswith("-") or not _leads_on(path):
            break
        else:
            path.append(rest.pop(0))
    if not path:
        # Without a command there is nobody to take them; `hsm --json --help` is help.
        return rest
    return [*path, *moved, *rest]


def named_twice(words: Sequence[str]) -> str:
    """Return the name of an option that every command has and that is given more than once with a value, or ``""``."""
    options = words[: list(words).index("--")] if "--" in words else words
    for name in _VALUED:
        if sum(word == name or word.startswith(f"{name}=") for word in options) > 1:
            return name
    return ""


def wants_json(words: Sequence[str]) -> bool:
    """Whether ``--json`` stands anywhere among the options."""
    options = words[: list(words).index("--")] if "--" in words else words
    return "--json" in options


def _leads_on(path: Sequence[str]) -> bool:
    """Whether a further word may be the name of a command: at the root, and inside a group."""
    return not path or (len(path) == 1 and path[0] in GROUPS and path[0] in MODULES)

"""What is printed, and where: answers on stdout, everything else on stderr, on any console.

A console that cannot show a character gets its escape instead of a crash; colours appear on a terminal only and
never with ``NO_COLOR``; a reader that goes away ends the command quietly.
"""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text


def harden() -> None:
    """Make the standard streams survive every character. Call it once, before anything is printed."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def silence_stdout() -> None:
    """After a broken pipe: let the interpreter flush into nothing at exit."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, sys.stdout.fileno())


def dumped(value: object, stream: TextIO) -> str:
    """Return the value as indented JSON; beyond ASCII only where the stream can carry it."""
    unicode = (getattr(stream, "encoding", "") or "").lower().replace("-", "") in ("utf8", "utf8sig")
    text = json.dumps(value, ensure_ascii=not unicode, indent=2, allow_nan=False)
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


class Terminal:
    """Where a command speaks. ``paper`` is stdout, ``margin`` is stderr."""

    def __init__(self) -> None:
        self.paper = Console(file=sys.stdout, highlight=False, soft_wrap=True, emoji=False)
        self.margin = Console(file=sys.stderr, highlight=False, soft_wrap=True, emoji=False)

    @property
    def fancy(self) -> bool:
        """Whether stdout is a person's terminal."""
        return self.paper.is_terminal

    def json(self, value: object) -> None:
        """Print the one JSON object of a command."""
        sys.stdout.write(dumped(value, sys.stdout) + "\n")
        sys.stdout.flush()

    def line(self, *parts: str | tuple[str, str]) -> None:
        """Print a line on stdout from plain and (text, style) parts. Nothing in it is markup."""
        self.paper.print(Text.assemble(*parts), end="\n")

    def note(self, *parts: str | tuple[str, str]) -> None:
        """Print a line on stderr."""
        self.margin.print(Text.assemble(*parts), end="\n")

    @contextmanager
    def progress(self, label: str, total: int | None) -> Generator[Counter]:
        """Show progress of long work on stderr: a bar on a terminal, else nothing until the end."""
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=self.margin, transient=True, disable=not self.margin.is_terminal) as bars:
            yield Counter(bars, label, total)


class Counter:
    """A progress bar's handle."""

    def __init__(self, bars: Progress, label: str, total: int | None) -> None:
        self._bars = bars
        self._task = bars.add_task(label, total=total)

    def step(self, by: int = 1) -> None:
        """Advance."""
        self._bars.advance(self._task, by)

    def label(self, text: str) -> None:
        """Say what is being done now."""
        self._bars.update(self._task, description=text)


def bar(value: float, width: int = 10) -> str:
    """Return a bar for a value in [0, 1]."""
    filled = round(max(0.0, min(1.0, value)) * width)
    return "█" * filled + "░" * (width - filled)


def columns(rows: Iterable[tuple[str, str]], indent: int = 2) -> Iterator[str]:
    """Yield lines of name and value, the values below each other."""
    listed = list(rows)
    width = max((len(name) for name, _ in listed), default=0)
    for name, value in listed:
        yield f"{' ' * indent}{name.ljust(width)}  {value}"

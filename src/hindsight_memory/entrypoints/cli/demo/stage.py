"""Where the demo is told: live on the terminal, plain when piped, or kept for one JSON object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hindsight_memory.domain.text.normal import one_line
from hindsight_memory.domain.trace import EventKind
from hindsight_memory.entrypoints.cli.terminal import Terminal, bar

_LABELS: Mapping[EventKind, tuple[str, str]] = {
    EventKind.USER: ("user", "bold"),
    EventKind.ASSISTANT: ("agent", "bold"),
    EventKind.THOUGHT: ("thinks", "dim"),
    EventKind.DECISION: ("decides", "magenta"),
    EventKind.TOOL_CALL: ("does", "cyan"),
    EventKind.TOOL_RESULT: ("sees", "dim"),
    EventKind.ERROR: ("error", "red"),
    EventKind.RECALL: ("recalls", "yellow"),
}
_WIDTH = 9
_SHOWN_LINES = 10
_HEAD = 2
_LINE = 140


@dataclass(frozen=True, slots=True)
class Claim:
    """Something the demo says it shows, and whether it did."""

    name: str
    holds: bool
    evidence: str


@dataclass(slots=True)
class Step:
    """One step of the story: what happened in it, and what came out."""

    name: str
    title: str
    events: list[dict[str, object]] = field(default_factory=list[dict[str, object]])
    results: dict[str, object] = field(default_factory=dict[str, object])


@dataclass(slots=True)
class Stage:
    """Tells the steps one after the other; ``terminal`` is None when nobody watches."""

    terminal: Terminal | None
    steps: list[Step] = field(default_factory=list[Step])
    claims: list[Claim] = field(default_factory=list[Claim])

    def step(self, name: str, title: str, why: str = "") -> None:
        """Begin a step."""
        self.steps.append(Step(name, title))
        if self.terminal is not None:
            self.terminal.line("")
            self.terminal.line((f"{len(self.steps)}  {title}", "bold green"))
            if why:
                self.terminal.line(("   " + why, "dim"))

    def event(self, kind: EventKind, text: str, *, failed: bool = False) -> None:
        """Show something that the agent, the user or a tool did."""
        self.steps[-1].events.append({"kind": kind.value, "text": text, "failed": failed})
        if self.terminal is None:
            return
        label, style = _LABELS[kind]
        lines = _shortened(text) if kind is EventKind.TOOL_RESULT else text.splitlines()
        for number, line in enumerate(lines):
            head = f"   {label if number == 0 else '':<{_WIDTH}}"
            self.terminal.line((head, style), (line, "red" if failed else style if style == "dim" else ""))

    def result(self, name: str, value: object) -> None:
        """Keep what came out of the step."""
        self.steps[-1].results[name] = value

    def say(self, *lines: str) -> None:
        """Show plain lines."""
        if self.terminal is not None:
            for line in lines:
                self.terminal.line("   " + line)

    def bars(self, values: Mapping[str, float], indent: int = 6) -> None:
        """Show values in [0, 1] as bars."""
        if self.terminal is not None:
            width = max(map(len, values), default=0)
            for name, value in values.items():
                self.terminal.line(" " * indent + f"{name:<{width}} ", (bar(value), "cyan"), f" {value:.2f}")

    def claim(self, name: str, holds: bool, evidence: str) -> None:
        """Say what was shown, and whether it is so."""
        self.claims.append(Claim(name, holds, evidence))
        if self.terminal is not None:
            mark = ("ok  ", "bold green") if holds else ("NOT ", "bold red")
            self.terminal.line("   ", mark, f"{name}: {evidence}")

    @property
    def holds(self) -> bool:
        """Whether every claim held."""
        return all(claim.holds for claim in self.claims)


def _shortened(text: str) -> list[str]:
    """A tool's output as it is shown: without rulers, the middle of a long one left out; an error stands last."""
    lines = [one_line(line, _LINE) if len(line) > _LINE else line for line in text.splitlines()]
    kept = [line for line in lines if line.strip("-= ")] or [""]
    if len(kept) <= _SHOWN_LINES:
        return kept
    return [*kept[:_HEAD], f"… {len(kept) - _SHOWN_LINES + 1} lines …", *kept[_HEAD + 1 - _SHOWN_LINES :]]

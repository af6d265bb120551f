"""A chain of decisions as it is drawn: whole when piped, wrapped and coloured on a terminal."""

from __future__ import annotations

import io
from datetime import timedelta

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from hindsight_memory.domain.trace import EventKind
from hindsight_memory.entrypoints.cli.render.chain import show_chain
from hindsight_memory.entrypoints.cli.terminal import Terminal
from hindsight_memory.entrypoints.local import LocalApi
from hindsight_memory.testing import FrozenClock, throw_away_app
from hindsight_memory.wire.calls import BeginBody, EventsBody
from hindsight_memory.wire.decisions import OutcomeBody, RecordBody
from hindsight_memory.wire.tasks import EventBody, TraceBody

LONG = "构建失败：日期库的接口改了名字，账单库还在用旧的名字，所以两个包并不是互相独立的。" * 3


@pytest.fixture(scope="module")
def trace() -> TraceBody:
    """Two sessions; a violated decision, an open one, a missing event and a long silence."""
    clock = FrozenClock()
    with throw_away_app(clock=clock, lexical_only=True) as app:
        api = LocalApi(app, app.actor)
        api.begin_task(BeginBody(task_id="upgrade-42", intent="Upgrade datebook.", session_id="s1"))
        first = {
            "intent": "Pin datebook 2.0.0.",
            "intent_type": "dependency_upgrade",
            "belief_text": "两个包互相独立",
            "expected": "0",
            "expected_kind": "exit_code",
            "task_id": "upgrade-42",
            "session_id": "s1",
        }
        decision_id = api.record_decision(RecordBody.taken(first)).decision_id
        said = {"exit_code": 1, "outcome": LONG, "outcome_source": "system", "claimed": "met"}
        api.settle_decision(decision_id, OutcomeBody.taken(said))
        clock.advance(timedelta(days=3))
        late = EventBody(kind=EventKind.THOUGHT, text="Again.", session_id="s2", sequence=3)
        api.append_events("upgrade-42", EventsBody(events=(late,)))
        second = {"intent": "Pin 1.4.0.", "belief_text": "billcycle needs datebook < 2", "task_id": "upgrade-42"}
        api.record_decision(RecordBody.taken({**second, "session_id": "s2"}))
        return api.trace("upgrade-42")


def drawn(trace: TraceBody, *, terminal: bool, width: int = 80) -> str:
    paper = io.StringIO()
    shown = Terminal()
    shown.paper = Console(file=paper, highlight=False, soft_wrap=True, force_terminal=terminal, width=width)
    show_chain(shown, trace)
    return paper.getvalue()


def test_piped_the_chain_is_plain_text_with_each_part_on_one_line(trace: TraceBody) -> None:
    text = drawn(trace, terminal=False)
    assert "\x1b" not in text
    lines = text.splitlines()
    parts = [line.removeprefix("│ ").strip() for line in lines]
    order = [
        next(i for i, line in enumerate(parts) if line.startswith(name))
        for name in (
            "✗ violated 1.00",
            "belief    两个包互相独立 (80% sure)",
            "intent    Pin",
            "expected  0",
            "outcome   exit code 1",
            "claimed   met",
            "delta     ✗ violated 1.00: expected 0, was 1",
            "s2",
            "○ open",
            "belief    billcycle",
        )
    ]
    assert order == sorted(order)
    assert LONG in text


def test_what_is_missing_stands_where_it_is_missing(trace: TraceBody) -> None:
    lines = drawn(trace, terminal=False).splitlines()
    missing = next(i for i, line in enumerate(lines) if "Event 2 is missing" in line)
    assert missing < next(i for i, line in enumerate(lines) if line.startswith("s2"))
    assert any("3 days of silence" in line for line in lines)
    assert not any("still waits" in line for line in lines)  # the decision is drawn as open


@pytest.mark.parametrize("width", [50, 80, 120])
def test_on_a_terminal_nothing_is_wider_than_the_terminal(trace: TraceBody, width: int) -> None:
    text = drawn(trace, terminal=True, width=width)
    assert "\x1b[" in text
    plain = Text.from_ansi(text).plain
    values = [line for line in plain.splitlines() if line.startswith(("│ ", "  "))]
    assert max(map(cell_len, values)) <= width
    assert "".join(plain.replace("│", "").split()).count("日期库的接口改了名字") == 3


def test_the_colours_say_how_it_ended(trace: TraceBody) -> None:
    text = drawn(trace, terminal=True)
    assert "\x1b[1;31m✗ violated" in text
    assert "\x1b[36m○ open" in text

"""Spans of telemetry through Python: embedded, and both clients of a server. (Over REST: tests/unit/entrypoints.)"""

from __future__ import annotations

from pathlib import Path

import pytest

from hindsight_memory.domain.errors import Invalid
from tests.surfaces.conftest import SURFACES
from tests.surfaces.python_calls import PythonCalls
from tests.unit.adapters.transcripts import spans


@pytest.mark.requirement("TRACE-9")
@pytest.mark.parametrize("name", ["embedded", "client", "async-client"])
def test_an_export_is_taken_in_once(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HSM_EMBEDDER__KIND", "none")
    with SURFACES[name](tmp_path / "home") as surface:
        assert isinstance(surface, PythonCalls)
        for _ in range(2):
            answer = surface.call("ingest_spans", spans.export(*spans.genai()))
            assert answer.partialSuccess.rejectedSpans == 0
        trace = surface.trace(spans.TRACE)
        assert [event.kind for event in trace.events] == [
            "user",
            "assistant",
            "tool_call",
            "tool_result",
            "assistant",
        ]
        with pytest.raises(Invalid):
            surface.call("ingest_spans", {"resourceSpans": "none"})

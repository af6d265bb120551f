"""One case of the delta engine: what was expected, what happened, what follows, and why."""

from dataclasses import dataclass
from datetime import UTC, datetime

from hindsight_memory.domain.decision import (
    Delta,
    DeltaResult,
    Expectation,
    ExpectedKind,
    Outcome,
    OutcomeSource,
)
from hindsight_memory.domain.delta import delta_of

AT = datetime(2026, 1, 1, tzinfo=UTC)
MET, VIOLATED, UNKNOWN = DeltaResult.MET, DeltaResult.VIOLATED, DeltaResult.UNKNOWN


@dataclass(frozen=True)
class Case:
    """``why`` says in a line what the case is about; ``reason`` is asserted where it is given."""

    kind: str
    expected: str
    text: str
    result: DeltaResult
    why: str
    reason: str = ""
    status: str = ""
    exit_code: int | None = None

    def delta(self) -> Delta:
        """What the engine says."""
        outcome = Outcome(
            text=self.text, source=OutcomeSource.TOOL_RESULT, at=AT, status=self.status, exit_code=self.exit_code
        )
        return delta_of(Expectation(text=self.expected, kind=ExpectedKind(self.kind)), outcome)


def compared(kind: str, expected: str, text: str, *, status: str = "", exit_code: int | None = None) -> Delta:
    """The delta of a tool's text."""
    return Case(kind, expected, text, UNKNOWN, "", status=status, exit_code=exit_code).delta()

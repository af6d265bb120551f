"""The check-up at the edge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from hindsight_memory.domain.health import Finding, Grade, worst
from hindsight_memory.domain.health_words import COLUMNS, GRADES, TITLES, said
from hindsight_memory.wire.body import Body, Several


class HealthQuery(Body):
    """What to check, and in which language to answer."""

    space: Annotated[tuple[str, ...], Several] = Field(default=(), description="The spaces to check.")
    lang: Literal["en", "zh"] = Field(default="en", description="The language of titles, measures and advice.")


class FindingBody(Body):
    """One check. ``value`` is its number: a share in [0, 1], a count, or days; ``counts`` are what it comes from.
    ``advice`` is empty when the grade is ``ok``."""

    name: str
    title: str
    grade: Grade
    value: float
    measure: str
    advice: str
    counts: dict[str, float]


class HealthBody(Body):
    """The check-up of one space or several; ``grade`` is the worst of all."""

    spaces: list[str]
    checked_at: datetime
    grade: Grade
    lang: Literal["en", "zh"]
    checks: list[FindingBody]

    @classmethod
    def of(
        cls, spaces: Sequence[str], checked_at: datetime, findings: Sequence[Finding], lang: Literal["en", "zh"]
    ) -> HealthBody:
        """Return the body of findings, in words."""
        return cls(
            spaces=list(spaces),
            checked_at=checked_at,
            grade=worst(list(findings)),
            lang=lang,
            checks=[_body(one, lang) for one in findings],
        )

    def markdown(self) -> str:
        """Return it as a page."""
        grades: Mapping[Grade, str] = GRADES[self.lang]
        head = f"# {TITLES[self.lang]}: {', '.join(self.spaces)}"
        rows = [
            "| " + " | ".join(COLUMNS[self.lang]) + " |",
            "|---|---|---|---|",
            *(f"| {c.title} | {grades[c.grade]} | {c.measure} | {c.advice} |" for c in self.checks),
        ]
        return "\n".join([head, "", f"{self.checked_at:%Y-%m-%d %H:%M} UTC · {grades[self.grade]}", "", *rows])


def _body(finding: Finding, lang: Literal["en", "zh"]) -> FindingBody:
    words = said(finding, lang)
    return FindingBody(
        name=finding.name,
        title=words.title,
        grade=finding.grade,
        value=round(finding.value, 4),
        measure=words.measure,
        advice=words.advice,
        counts=dict(finding.counts),
    )

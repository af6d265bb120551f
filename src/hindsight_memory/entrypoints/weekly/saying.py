"""How numbers and times are said in the two languages, and the report in two sentences."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from hindsight_memory.entrypoints.weekly.document import Tongue
from hindsight_memory.entrypoints.weekly.words import CHANGES, COMPARISONS, MONTHS, WORDS
from hindsight_memory.wire.patterns import MeanBody, RateBody
from hindsight_memory.wire.weekly import WeeklyBody


class Say:
    """Says things in one language."""

    def __init__(self, tongue: Tongue) -> None:
        self.tongue: Tongue = tongue

    def __call__(self, name: str, **given: object) -> str:
        """Return a text, with what is given in its places."""
        return WORDS[name][self.tongue].format(**given)

    def percent(self, share: float) -> str:
        """Return a share as a percentage."""
        return f"{share * 100:.0f} %" if self.tongue == "en" else f"{share * 100:.0f}%"

    def interval(self, low: float, high: float) -> str:
        """Return an interval of shares."""
        unit = " %" if self.tongue == "en" else "%"
        return f"{low * 100:.0f}–{high * 100:.0f}{unit}"

    def rate(self, rate: RateBody) -> str:
        """Return a rate with its interval; that it rests on too few where it does."""
        if rate.share is None:
            return "–"
        shown = f"{self.percent(rate.share)} ({self.interval(rate.low, rate.high)})"
        return f"{rate.hits}/{rate.of} · {self('few')}" if rate.few else shown

    def of(self, rate: RateBody) -> str:
        """Return the counts of a rate."""
        return f"{rate.hits}/{rate.of}"

    def mean(self, mean: MeanBody) -> str:
        """Return a mean of confidences."""
        return self.number(mean.value)

    def number(self, value: float | None) -> str:
        """Return a score with two decimals; a dash where there is none."""
        return "–" if value is None else f"{value:.2f}"

    def count(self, number: int, one: str, several: str) -> str:
        """Return how many, in English with the word's form; in Chinese the bare number."""
        return f"{number:,} {one if number == 1 else several}" if self.tongue == "en" else f"{number:,}"

    def day(self, at: datetime) -> str:
        """Return a date without its year."""
        return f"{at.day} {MONTHS[at.month - 1]}" if self.tongue == "en" else f"{at.month}月{at.day}日"

    def days(self, since: datetime, until: datetime) -> str:
        """Return the days of a week, with its year; ``until`` is the first instant after it."""
        last = until - timedelta(microseconds=1)
        if self.tongue == "zh":
            head = f"{since.year}年" if since.year == last.year else ""
            first = self.day(since) if head else f"{since.year}年{self.day(since)}"
            return f"{head}{first}—{'' if head else f'{last.year}年'}{self.day(last)}（UTC）"
        year = "" if since.year == last.year else f" {since.year}"
        return f"{self.day(since)}{year} – {self.day(last)} {last.year} (UTC)"

    def week(self, name: str) -> str:
        """Return a week's name as people say it."""
        year, _, number = name.partition("-W")
        return name if self.tongue == "en" else f"{year} 年第 {int(number)} 周"

    def change(self, kind: str) -> str:
        """Return what happened to a memory."""
        words: Mapping[Tongue, str] | None = CHANGES.get(kind)
        return words[self.tongue] if words else kind.replace("_", " ")

    def kind(self, expected_kind: str) -> str:
        """Return how an expectation is compared."""
        words: Mapping[Tongue, str] | None = COMPARISONS.get(expected_kind)
        return words[self.tongue] if words else expected_kind.replace("_", " ")


def summary(body: WeeklyBody) -> str:
    """Return the report in two sentences."""
    say = Say(body.lang)
    table = body.of_week.calibration
    recorded = body.of_week.decisions - body.of_week.inferred
    if not recorded:
        first = say("nothing")
    elif not table.met.of:
        first = say("recorded_unknown", decisions=say.count(recorded, "decision was", "decisions were"))
    else:
        first = say(
            "recorded",
            decisions=say.count(recorded, "decision was", "decisions were"),
            known=table.met.of,
            met=table.met.hits,
            rate=_rate(say, table.met, body.before),
        )
    second = say(
        "rest",
        wrong=say.count(table.confidently_wrong, "was", "were"),
        waiting=say.count(body.waiting_count, "awaits", "await"),
        changes=say.count(sum(body.memory_counts.values()), "time", "times"),
    )
    return f"{first} {second}" if body.lang == "en" else f"{first}{second}"


def _rate(say: Say, met: RateBody, before: RateBody) -> str:
    if met.few or met.share is None:
        return say("rate_few")
    known_before = before.share is not None and not before.few
    earlier = say("rate_before", share=say.percent(before.share or 0.0)) if known_before else ""
    return say("rate_of", share=say.percent(met.share), interval=say.interval(met.low, met.high), before=earlier)

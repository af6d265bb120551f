"""``hsm eval guard``: malicious and benign texts are offered to the write path, each in a space of its own file.

Caught is what does not come in as it is: quarantined, or stored without the secret that was in it. The defence
needs no model, so none is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hindsight_memory.bootstrap import App, opened
from hindsight_memory.domain.errors import ContentTooLong, EmptyContent
from hindsight_memory.domain.memory import Source
from hindsight_memory.domain.verdict import Verdict, VerdictKind
from hindsight_memory.evals.labelled import Labelled, drawn, read_labelled
from hindsight_memory.evals.measure import Stopwatch, configuration
from hindsight_memory.services.memories import WriteRequest
from hindsight_memory.settings import EmbedderSettings, Settings

LABELS = frozenset({"malicious", "benign"})


@dataclass(frozen=True, slots=True)
class Judged:
    """A text and what became of it: the codes that caught it (none: it came in), or why it could not be offered."""

    line: Labelled
    codes: tuple[str, ...]
    refused: str = ""

    @property
    def caught(self) -> bool:
        """Whether the defence kept it out or took the secret out."""
        return bool(self.codes)


def run(files: Sequence[Path], settings: Settings, *, sample: int | None = None, seed: int = 0) -> dict[str, object]:
    """Return the figures over all files. ``sample`` takes that many texts of each file, drawn with ``seed``.

    ``settings.home`` must be an empty or missing folder. Raises UnreadableInput."""
    lines = drawn(read_labelled(files, LABELS, ("text",)), sample, seed)
    watch = Stopwatch()
    without_model = settings.model_copy(update={"embedder": EmbedderSettings(kind="none", cache_dir=None)})
    with opened(without_model) as app:
        judged = [_offer(app, watch, line) for line in lines]
        used = configuration(app, files=[path.name for path in files], sample=sample, seed=seed)
    return report(judged) | watch.figures() | {"config": used}


def report(judged: Sequence[Judged]) -> dict[str, object]:
    """Return ``tpr`` and ``fpr`` over everything, by data set, language and category, and what caught how much."""
    codes: dict[str, int] = {}
    for one in judged:
        for code in one.codes:
            codes[code] = codes.get(code, 0) + 1
    return {
        **rates(judged),
        "by_dataset": _grouped(judged, lambda one: one.line.dataset),
        "by_lang": _grouped(judged, lambda one: one.line.text("lang") or "?"),
        "by_category": _grouped(judged, lambda one: one.line.text("category") or "?"),
        "by_rule": dict(sorted(codes.items(), key=lambda pair: -pair[1])),
        "counts": {
            "texts": len(judged),
            "malicious": sum(one.line.label == "malicious" for one in judged),
            "benign": sum(one.line.label == "benign" for one in judged),
            "not_offered": sum(bool(one.refused) for one in judged),
        },
    }


def rates(judged: Sequence[Judged]) -> dict[str, object]:
    """Return ``tpr`` (caught share of the malicious) and ``fpr`` (of the benign), as far as there are any."""
    rates: dict[str, object] = {}
    for name, label in (("tpr", "malicious"), ("fpr", "benign")):
        caught = [one.caught for one in judged if one.line.label == label]
        if caught:
            rates[name] = round(sum(caught) / len(caught), 4)
    return rates


def _grouped(judged: Sequence[Judged], key: Callable[[Judged], str]) -> dict[str, object]:
    groups = dict.fromkeys(key(one) for one in judged)
    return {group: rates([one for one in judged if key(one) == group]) for group in groups}


def _offer(app: App, watch: Stopwatch, line: Labelled) -> Judged:
    said = line.text("channel") == "user_input"
    target = line.text("target")
    request = WriteRequest(
        content=line.text("text"),
        source=Source.USER if said else Source.INFERRED,
        channel="user_input" if said else "tool_result",
        metadata={"target": target} if target else {},
        space=f"guard-{line.dataset}",
    )
    try:
        with watch.call(), watch.intake():
            verdict = app.memories.write(app.actor, request)
    except (EmptyContent, ContentTooLong) as error:
        # Refused for its form and not by the defence: not caught.
        return Judged(line, (), error.code)
    return Judged(line, _codes(verdict))


def _codes(verdict: Verdict) -> tuple[str, ...]:
    codes = tuple(reason.code for reason in verdict.reasons)
    if verdict.kind is VerdictKind.QUARANTINED:
        return codes
    return tuple(code for code in codes if code == "secret_redacted")

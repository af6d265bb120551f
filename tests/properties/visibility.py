"""Who may see what, said a second time and independently of the product, and a world of callers to try it on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, product
from typing import Any

from hypothesis import strategies as st

from hindsight_memory.domain.actor import Actor
from hindsight_memory.domain.errors import HindsightError
from hindsight_memory.domain.memory import Status, Visibility
from hindsight_memory.domain.proposal import ApprovalMode, ProposalState
from hindsight_memory.wire.body import Body
from hindsight_memory.wire.calls import (
    BeginBody,
    EndBody,
    EventsBody,
    FeedbackBody,
    ForgetBody,
    ListBody,
    ReviewBody,
    RollbackBody,
    UpdateBody,
)
from hindsight_memory.wire.decisions import DecisionsBody, OutcomeBody, RecordBody, SimilarBody
from hindsight_memory.wire.health import HealthQuery
from hindsight_memory.wire.memories import WriteBody
from hindsight_memory.wire.proposals import ApprovalModeBody, ApproveBody, ProposalsBody, RejectBody, UndoBody
from hindsight_memory.wire.search import SearchBody
from hindsight_memory.wire.sweep import SweepBody
from hindsight_memory.wire.working import BriefQuery, DeskQuery, NoteBody
from tests.surfaces.surface import code_of

NOBODY = "01a00000-0000-7000-8000-000000000000"
WALLS = ("red", "blue")
GROUPS = ("crew", "ops")
# Few statements, so that callers say the same, nearly the same, and the opposite of each other.
STATEMENTS = (
    "The API of the billing service listens on port 8080.",
    "The API of the billing service listens on port 9090.",
    "Billing deploys always go through the staging cluster first.",
    "Always deploy billing through the staging cluster first, Mira says.",
    "发布说明必须用中文写。",
    "ok, thanks",
)
_worlds = count()


@dataclass(frozen=True)
class Known:
    """A memory that somebody wrote, as the one who wrote it meant it to be seen."""

    memory_id: str
    space: str
    visibility: Visibility
    agent: str
    group: str

    def shown_to(self, actor: Actor) -> bool:
        if self.space not in actor.spaces:
            return False
        return {
            Visibility.GLOBAL: True,
            Visibility.SHARED: self.group in actor.groups,
            Visibility.PRIVATE: self.agent == actor.agent,
        }[self.visibility]


@dataclass(frozen=True)
class Step:
    """One call: who makes it, what it is, and choices that it needs; ``wall`` is an own space, from 8 on any one."""

    who: int
    act: str
    wall: int
    visibility: Visibility
    group: int
    text: int
    target: int


def steps(acts: tuple[str, ...], least: int, most: int) -> st.SearchStrategy[list[Step]]:
    """Sequences of calls; the first ones are writes, so that there is something to see."""

    def step(names: tuple[str, ...]) -> st.SearchStrategy[Step]:
        return st.builds(
            Step,
            who=st.sampled_from((0, 0, 1, 1, 2, 3, 3, 4)),
            act=st.sampled_from(names),
            wall=st.integers(0, 9),
            visibility=st.sampled_from(Visibility),
            group=st.integers(0, 1),
            text=st.integers(0, len(STATEMENTS) - 1),
            target=st.integers(0, 30),
        )

    first = st.lists(step(("write",)), min_size=2, max_size=5)
    return st.tuples(first, st.lists(step(acts), min_size=least, max_size=most)).map(lambda both: both[0] + both[1])


@dataclass
class World:
    """Five callers in two spaces nobody used before. ``api_of`` gives a caller's way in."""

    api_of: Callable[[Actor], Any]
    known: list[Known] = field(default_factory=list[Known])

    def __post_init__(self) -> None:
        number = next(_worlds)
        red, blue = (f"{wall}-{number}" for wall in WALLS)
        self.walls = (red, blue)
        self.actors = (
            Actor("ann", (red,), ("crew",)),
            Actor("bob", (red, blue)),
            Actor("cid", (blue,), ("crew",)),
            Actor("dee", (red,), ("crew", "ops")),
            Actor("eve", (f"green-{number}",), ("crew", "ops")),
        )
        self.apis = [self.api_of(actor) for actor in self.actors]
        self.tasks: list[tuple[str, str]] = []
        self.marks: dict[str, Known] = {}
        self.restored: set[str] = set()
        self.decided: dict[str, str] = {}

    def hidden_from(self, actor: Actor) -> set[str]:
        return {one.memory_id for one in self.known if not one.shown_to(actor)}

    def shown_to(self, actor: Actor, space: str) -> list[Known]:
        return [one for one in self.known if one.space == space and one.shown_to(actor)]

    def states(self, hidden: set[str]) -> dict[str, tuple[int, Status, int]]:
        """The state of these memories, as their owners see it."""
        found: dict[str, tuple[int, Status, int]] = {}
        for one in self.known:
            if one.memory_id in hidden:
                owner = next(n for n, actor in enumerate(self.actors) if one.shown_to(actor))
                memory = self.apis[owner].memory(one.memory_id, one.space)
                found[one.memory_id] = (memory.revision, memory.status, memory.usage.recalled)
        return found

    def play(self, step: Step) -> None:
        """Make one call and check that it saw, named and changed nothing that is hidden from its caller."""
        actor, api = self.actors[step.who], self.apis[step.who]
        space = actor.spaces[step.wall % len(actor.spaces)] if step.wall < 8 else self.walls[step.wall % 2]
        hidden = self.hidden_from(actor)
        before = self.states(hidden)
        answer: Body | HindsightError
        try:
            answer = getattr(self, f"_{step.act}")(api, actor, space, step)
        except HindsightError as error:
            answer = error
            assert code_of(error) in {"not_found", "forbidden", "not_possible_now", "invalid", "conflict"}, error
        self._looked_at(actor, answer, {self._target(step)} if isinstance(answer, HindsightError) else set())
        assert self.states(hidden) == before
        if space not in actor.spaces:
            assert isinstance(answer, HindsightError)
            assert code_of(answer) == "forbidden"

    def _looked_at(self, actor: Actor, answer: Body | HindsightError, said_itself: set[str]) -> None:
        """Check that an answer names nothing hidden but what its caller said itself."""
        marks = {mark for mark, one in self.marks.items() if not one.shown_to(actor)}
        named = str(answer) if isinstance(answer, HindsightError) else answer.model_dump_json()
        assert {one for one in (self.hidden_from(actor) - said_itself) | marks if one in named} == set()

    def _target(self, step: Step) -> str:
        return self.known[step.target % len(self.known)].memory_id if self.known else NOBODY

    def _write(self, api: Any, actor: Actor, space: str, step: Step) -> Body:
        group = GROUPS[step.group] if step.visibility is Visibility.SHARED else ""
        # Some writes say a word that nobody else says, so that their text is known wherever it turns up.
        mark = f"ticket{len(self.marks)}x" if step.target % 2 else ""
        if mark:
            self.marks[mark] = Known("", space, step.visibility, actor.agent, group)
        body = WriteBody(
            content=f"{STATEMENTS[step.text]} {mark}".strip(),
            source="inferred" if step.text == 5 else "user",  # pyright: ignore[reportArgumentType]
            space=space,
            visibility=step.visibility,
            group=group,
        )
        answer = api.write(body)
        new = answer.memory_id and answer.memory_id not in {one.memory_id for one in self.known}
        if new:
            self.known.append(Known(answer.memory_id, space, step.visibility, actor.agent, group))
        if answer.discard_id:
            self.marks[answer.discard_id] = Known("", space, step.visibility, actor.agent, group)
        return answer

    def _search(self, api: Any, actor: Actor, space: str, step: Step) -> Body:
        body = SearchBody(query=STATEMENTS[step.text], space=(space,), top_k=50, status=tuple(Status), explain=True)
        answer = api.search(body)
        shown = {one.memory_id for one in self.shown_to(actor, space)}
        assert {hit.memory_id for hit in [*answer.hits, *answer.warnings]} <= shown
        return answer

    def _list(self, api: Any, actor: Actor, space: str, step: Step) -> Body:
        answer = api.memories(ListBody(space=(space,), status=tuple(Status), limit=200))
        shown = {one.memory_id for one in self.shown_to(actor, space)}
        assert {memory.memory_id for memory in answer.items} == shown
        return answer

    def _stats(self, api: Any, actor: Actor, space: str, step: Step) -> Body:
        answer = api.stats(space)
        assert sum(answer.counts["status"].values()) == len(self.shown_to(actor, space))
        assert set(answer.spaces) <= set(actor.spaces)
        return answer

    def _audit(self, api: Any, actor: Actor, space: str, step: Step) -> Body:
        api.verify_audit(space)
        return api.audit(space, 200)

    def _discards(self, api: Any, actor: Actor, space: str, step: Step) -> Body:
        answer = api.discards(space, 200)
        waiting = [one.discard_id for one in answer.items if one.discard_id not in self.restored]
        if waiting and step.target % 2:
            self.restored.add(waiting[0])
            back = api.restore(waiting[0], space)
            known = Known(back.memory_id, space, back.visibility, back.provenance.agent, back.group)
            self.known.append(known)
            assert known.shown_to(actor)
        return answer

    def _one(self, api: Any, actor: Actor, space: str, step: Step) -> Body:
        """Every way to name one memory answers for a hidden one exactly as for one that never was."""
        target = self._target(step)
        hidden = target not in {one.memory_id for one in self.shown_to(actor, space)}
        ways = tuple(self._ways(api, space))
        way = ways[step.text % len(ways)]
        if not hidden:
            return way(target)
        assert _refusal(way, target) == _refusal(way, NOBODY)
        return way(target)

    def _ways(self, api: Any, space: str) -> Iterator[Callable[[str], Body]]:
        yield lambda one: api.memory(one, space)
        yield lambda one: api.history(one, space)
        yield lambda one: api.update(one, UpdateBody(tags=("seen",), space=space))
        yield lambda one: api.forget(one, ForgetBody(space=space))
        yield lambda one: api.rollback(one, RollbackBody(revision=1, space=space))
        yield lambda one: api.feedback(one, FeedbackBody(helped=False, space=space))

    def _review(self, api: Any, actor: Actor, space: str, step: Step) -> Body:
        """A task that quotes everything there is, hidden or not, and its review."""
        task_id = f"task-{len(self.tasks)}"
        begun = api.begin_task(BeginBody(task_id=task_id, task_type="deploy", intent="Deploy billing.", space=space))
        self._looked_at(actor, begun, set())
        self.tasks.append((task_id, space))
        recalled = [one.memory_id for one in self.known]
        quoted = {"kind": "recall", "text": STATEMENTS[step.text], "memory_ids": recalled}
        said = {"kind": "user", "text": f"Remember: {STATEMENTS[step.text]}"}
        api.append_events(task_id, EventsBody.taken({"events": [quoted, said], "space": space}))
        api.end_task(task_id, EndBody.taken({"outcome": "success", "space": space}))
        answer = api.review(ReviewBody(task_id=task_id, space=space))
        for one in api.memories(ListBody(space=(space,), status=tuple(Status), task_id=task_id)).items:
            if one.memory_id not in {known.memory_id for known in self.known}:
                self.known.append(Known(one.memory_id, space, one.visibility, one.provenance.agent, one.group))
        return answer

    def _report(self, api: Any, actor: Actor, space: str, step: Step) -> Body:
        task_id, home = self.tasks[step.target % len(self.tasks)] if self.tasks else ("none", space)
        if step.group and home in actor.spaces and space in actor.spaces:
            return api.report(task_id, home)
        elsewhere = (task_id, space) not in self.tasks
        if elsewhere and space in actor.spaces:
            assert _refusal(lambda one: api.report(one, space), task_id) == "not_found"
            assert _refusal(lambda one: api.trace(one, space), task_id) == "not_found"
        return api.report(task_id, space)

    def _decide(self, api: Any, actor: Actor, space: str, step: Step) -> Body:
        """A decision that relies on everything there is, hidden or not; all of its space may read it."""
        mark = f"choice{len(self.marks)}x"
        self.marks[mark] = Known("", space, Visibility.GLOBAL, actor.agent, "")
        given = {"intent": f"deploy billing {mark}", "belief_text": STATEMENTS[step.text][:50], "space": space}
        relied = tuple(one.memory_id for one in self.known)[:50]
        body = RecordBody.taken({**given, "intent_type": "deploy", "observation": mark, "memory_ids": relied})
        answer = api.record_decision(body)
        self.decided[answer.decision_id] = space
        return answer

    def _decisions(self, api: Any, actor: Actor, space: str, step: Step) -> Body:
        """Every way to come upon decisions, and one to end another's."""
        here = {one for one, wall in self.decided.items() if wall == space}
        listed = api.decisions(DecisionsBody(space=(space,), limit=200))
        assert {one.decision_id for one in listed.items} == here
        self._looked_at(actor, listed, set())
        outcome = OutcomeBody(outcome="done", space=space)
        ways: tuple[Callable[[str], Body], ...] = (
            lambda one: api.read_decision(one, space),
            lambda one: api.settle_decision(one, outcome),
        )
        for one, way in product(sorted(set(self.decided) - here)[:1], ways):
            assert _refusal(way, one) == _refusal(way, NOBODY) == "not_found"
        similar = api.similar_decisions(SimilarBody(query="deploy billing", top_k=50, space=(space,)))
        assert {hit.decision_id for hit in similar.hits} <= here
        return similar

    def _desk(self, api: Any, actor: Actor, space: str, step: Step) -> Body:
        """The desk of a session that others name too."""
        if step.group:
            api.put_note(NoteBody(session_id="session", key="note", content=f"by {actor.agent}", space=space))
        answer = api.desk(DeskQuery(session_id="session", space=space))
        assert {one.content for one in answer.items if one.key == "note"} <= {f"by {actor.agent}"}
        return answer

    def _brief(self, api: Any, actor: Actor, space: str, step: Step) -> Body:
        return api.brief(BriefQuery(space=(space,))) if step.group else api.health(HealthQuery(space=(space,)))

    def _proposals(self, api: Any, actor: Actor, space: str, step: Step) -> Body:
        """The approval queue: shown, said yes or no to, and taken back."""
        if step.target % 3 == 0:
            api.set_approval_mode(ApprovalModeBody(mode=ApprovalMode.MANUAL, space=space))
        answer = api.proposals(ProposalsBody(state=tuple(ProposalState), limit=200, space=space))
        if not answer.items:
            return answer
        named = (answer.items[step.text % len(answer.items)].proposal_id,)
        self._looked_at(actor, api.proposal(named[0], space), set())
        if step.visibility is Visibility.GLOBAL:
            return api.approve(ApproveBody(proposal_ids=named, space=space))
        if step.visibility is Visibility.SHARED:
            return api.reject(RejectBody(proposal_ids=named, reason="no", space=space))
        return api.undo(UndoBody(proposal_ids=named, space=space))

    def _sweep(self, api: Any, actor: Actor, space: str, step: Step) -> Body:
        return api.sweep(SweepBody(space=space))

    def _jobs(self, api: Any, actor: Actor, space: str, step: Step) -> Body:
        page = api.tasks(space, 200)
        assert {(one.task_id, one.space) for one in page.items} == {one for one in self.tasks if one[1] == space}
        return page


def _refusal(way: Callable[[str], Body], target: str) -> str:
    """What a call about a thing is refused with, without the thing's own id."""
    try:
        way(target)
    except HindsightError as error:
        code = code_of(error)
        return code if code == "not_found" and target in error.message else f"{code}: {error.message}"
    return "answered"

"""The story of the demo, step by step, each step through the services that users get."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import timedelta
from pathlib import Path

from hindsight_memory.bootstrap import App
from hindsight_memory.domain.decision import DeltaResult
from hindsight_memory.domain.errors import HindsightError
from hindsight_memory.domain.memory import Memory, MemoryType, Source, Status
from hindsight_memory.domain.report import ReviewReport
from hindsight_memory.entrypoints.cli.demo.agent import Run, Upgrader
from hindsight_memory.entrypoints.cli.demo.diary import Diary
from hindsight_memory.entrypoints.cli.demo.stage import Stage
from hindsight_memory.entrypoints.cli.demo.workshop import lay_out
from hindsight_memory.entrypoints.cli.render.chain import show_chain
from hindsight_memory.entrypoints.local import LocalApi
from hindsight_memory.entrypoints.reviewing import review_task
from hindsight_memory.ports.records import MemoryFilter
from hindsight_memory.services.memories import WriteRequest
from hindsight_memory.services.recall import SearchRequest
from hindsight_memory.wire.decisions import DecisionBody

SPACE = "demo"
CONTROL_SPACE = "demo-control"
PACKAGE = "datebook"
_LEARNT = (MemoryType.NEGATIVE, MemoryType.BOUNDARY, MemoryType.FACT)
_CHINESE = (
    "线上服务部署在上海机房，由两台机器轮流发布。",
    "数据库的备份每天凌晨三点开始。",
    "合并代码之前要有一位同事审查。",
)
_TWO_CHARACTERS = "部署"


@dataclass(frozen=True, slots=True)
class Story:
    """Plays all steps in one folder; what it shows and claims is on the stage."""

    app: App
    stage: Stage
    folder: Path

    def play(self) -> None:
        """Play every step in order."""
        first = self._run("first run", "invoices", "session-1", "The agent knows nothing yet.")
        report = self._review("task-1")
        second = self._run("second run", "reminders", "session-2", "Another project, another session, same memory.")
        self._compare(first, second, self._without_memory())
        self._review("task-2")
        self._chain(first, second)
        self._memories(report)
        self._preference()
        self._chinese()
        self._audit()
        self._connect()

    def _run(self, name: str, project: str, session: str, why: str) -> Run:
        self.stage.step(name.replace(" ", "_"), f"{name.capitalize()}: upgrade {PACKAGE} in {project}", why)
        workshop = lay_out(project, self.folder / session)
        task_id = session.replace("session", "task")
        diary = Diary(self.app, self.stage, SPACE, task_id, session)
        run = Upgrader(workshop, diary, PACKAGE).work()
        self.stage.result("builds", [{"release": release, "passed": passed} for release, passed in run.builds])
        self.stage.result("ruled_out", [asdict(lesson) for lesson in run.lessons])
        if name == "first run":
            failed = bool(run.builds) and not run.first_build_passed
            self.stage.claim("the build failed under the belief", failed, _builds(run))
        return run

    def _review(self, task_id: str) -> ReviewReport:
        self.stage.step(f"review_{task_id[-1]}", f"Review of {task_id}: what is worth keeping?")
        report = review_task(self.app, self.app.actor, task_id, SPACE)
        for one in report.considered:
            self.stage.say(f"{one.verdict.kind.value:<10} [{one.type}] {one.content}")
        for use in report.uses:
            memory = self.app.memories.get(self.app.actor, use.memory_id, SPACE)
            self.stage.say(f"{use.use:<12} [{memory.type}] {memory.content}")
        left_out = ", ".join(f"“{one.text}” ({one.reason.code})" for one in report.left_out) or "nothing"
        self.stage.say(f"{report.events_seen} events looked at; left out: {left_out}")
        self.stage.result("stored", [one.content for one in report.considered if one.verdict.memory_id])
        self.stage.result("left_out", [{"text": one.text, "why": one.reason.code} for one in report.left_out])
        self.stage.result("uses", {use.memory_id: use.use for use in report.uses})
        if task_id == "task-1":
            types = {one.type for one in report.considered if one.verdict.memory_id}
            kinds = ", ".join(kind.value for kind in _LEARNT if kind in types)
            self.stage.claim("one run became memories of three kinds", types >= set(_LEARNT), kinds or "none")
        return report

    def _without_memory(self) -> Run:
        """The second project once more, in a space that knows nothing, unseen: what would the agent have done?"""
        workshop = lay_out("reminders", self.folder / "control")
        diary = Diary(self.app, _unseen(), CONTROL_SPACE, "task-control", "control")
        return Upgrader(workshop, diary, PACKAGE).work()

    def _compare(self, first: Run, second: Run, control: Run) -> None:
        better = not first.first_build_passed and second.first_build_passed and bool(second.lessons)
        self.stage.claim("with the memory the first build passed", better, _builds(second))
        self._found_before(first, second)
        changed = not control.first_build_passed and control.builds[:1] != second.builds[:1]
        self.stage.claim("without it the same agent fails there too", changed, _builds(control))

    def _found_before(self, first: Run, second: Run) -> None:
        """The second task asked what was decided before: it must have found the first task's wrong belief."""
        wrong = first.decisions[0].decision_id if first.decisions else ""
        top = second.precedents[0].decision if second.precedents else None
        found = top is not None and top.decision_id == wrong and top.delta.result is DeltaResult.VIOLATED
        said = f"“{top.belief.statement}” in {top.task_id}: {top.delta.result}" if top else "nothing"
        self.stage.claim("the second task finds the decision of the first, and how it ended", found, said)

    def _chain(self, first: Run, second: Run) -> None:
        self.stage.step("decisions", "What was believed, expected, and what happened", "The delta is computed.")
        api = LocalApi(self.app, self.app.actor)
        for task_id in ("task-1", "task-2"):
            if self.stage.terminal is not None:
                self.stage.say("")
                show_chain(self.stage.terminal, api.trace(task_id, SPACE))
        kept = [DecisionBody.of(one).model_dump(mode="json") for one in (*first.decisions, *second.decisions)]
        self.stage.result("decisions", kept)
        deltas = [one.delta.result for one in (*first.decisions, *second.decisions)]
        as_it_was = [
            DeltaResult.MET if passed else DeltaResult.VIOLATED for _, passed in (*first.builds, *second.builds)
        ]
        said = ", ".join(f"{one.belief.statement}: {one.delta.result}" for one in first.decisions)
        self.stage.claim("each delta says what its build said", bool(deltas) and deltas == as_it_was, said)

    def _memories(self, report: ReviewReport) -> None:
        self.stage.step("memories", "What is remembered, and why", "Scores of the write gate, each in [0, 1].")
        reasons = {one.verdict.memory_id: one.verdict.reasons for one in report.considered}
        page = self.app.memories.list(self.app.actor, MemoryFilter(), spaces=(SPACE,), limit=50)
        for memory in reversed(page.entries):
            self.stage.say(f"[{memory.type}] {memory.content}")
            self.stage.say(*(f"   because {reason.text}" for reason in reasons.get(memory.memory_id, ())))
            if memory.scores is not None:
                self.stage.bars(asdict(memory.scores))
        self.stage.result("memories", [_summary(memory) for memory in page.entries])
        self._search(f"may I upgrade {PACKAGE} to 2.0.0?")

    def _search(self, query: str) -> None:
        answer = self.app.recall.search(self.app.actor, SearchRequest(query=query, spaces=(SPACE,), top_k=1))
        for hit in answer.hits:
            self.stage.say("", f"hsm search “{query}”", f"{hit.score:.2f} [{hit.memory.type}] {hit.memory.content}")
            self.stage.bars(hit.signals)

    def _preference(self) -> None:
        self.stage.step("preference", "A preference that changes", "Nothing is overwritten; the newer one replaces.")
        old = self._say("Release notes are written in English.", MemoryType.PREFERENCE, 1)
        new = self._say("Release notes are now written in German, no longer in English.", MemoryType.PREFERENCE, 0)
        before = self.app.memories.get(self.app.actor, old, SPACE)
        for revision in self.app.memories.history(self.app.actor, old, SPACE):
            line = f"revision {revision.number}: {revision.change}, {revision.state.status.value} ({revision.reason})"
            self.stage.say(line)
        replaced = before.status is Status.SUPERSEDED and before.superseded_by == new
        query = SearchRequest(query="In which language are release notes written?", spaces=(SPACE,), top_k=1)
        hits = self.app.recall.search(self.app.actor, query).hits
        answered = bool(hits) and hits[0].memory.memory_id == new
        self.stage.result("history_of", old)
        self.stage.result("superseded_by", before.superseded_by)
        said = hits[0].memory.content if hits else "nothing"
        self.stage.claim("the newer preference is found, the older one kept as history", replaced and answered, said)

    def _chinese(self) -> None:
        self.stage.step("chinese", f"Chinese, and a query of two characters: {_TWO_CHARACTERS}")
        ids = [self._say(text, MemoryType.FACT, 0) for text in _CHINESE]
        answer = self.app.recall.search(self.app.actor, SearchRequest(query=_TWO_CHARACTERS, spaces=(SPACE,), top_k=1))
        top = answer.hits[0] if answer.hits else None
        if top is not None:
            self.stage.bars({"score": top.score, **top.signals})
        self.stage.result("query", _TWO_CHARACTERS)
        self.stage.result("degraded", list(answer.degraded))
        found = top is not None and top.memory.memory_id == ids[0]
        self.stage.claim("the right memory is on top", found, top.memory.content if top else "nothing")

    def _audit(self) -> None:
        self.stage.step("audit", "The audit chain", "Every change is an entry, chained by its hash to the one before.")
        try:
            entries = self.app.upkeep.verify_audit(self.app.actor, SPACE)
        except HindsightError as broken:
            self.stage.claim("the chain is whole", False, str(broken))
            return
        self.stage.result("entries", entries)
        self.stage.claim("the chain is whole", entries > 0, f"{entries} entries verified")

    def _connect(self) -> None:
        """How an agent gets at it: only what this release can do."""
        self.stage.step("connect", "Your own agent")
        lines = (
            'Shell    hsm write "…"   hsm search "…" --json   hsm task …',
            "History  hsm ingest runs/*.jsonl && hsm review --all",
            "MCP      hsm mcp config --client claude-code   (or claude-desktop, cursor, vscode, codex)",
            'Python   from hindsight_memory import Hindsight; hs = Hindsight.open("folder")',
        )
        self.stage.say(*lines)
        self.stage.result("ways", list(lines))

    def _say(self, text: str, kind: MemoryType, days_ago: int) -> str:
        """Write what the user says; returns the memory's id."""
        said_at = self.app.clock.now() - timedelta(days=days_ago)
        request = WriteRequest(
            content=text, memory_type=kind, source=Source.USER, space=SPACE, said_at=said_at, channel="user_input"
        )
        verdict = self.app.memories.write(self.app.actor, request)
        self.stage.say(f"hsm write “{text}”  → {verdict.kind.value}")
        self.stage.say(*(f"   because {reason.text}" for reason in verdict.reasons))
        return verdict.memory_id


def _unseen() -> Stage:
    stage = Stage(None)
    stage.step("control", "Without memory")
    return stage


def _builds(run: Run) -> str:
    shown = ", then ".join(f"{release} {'passed' if passed else 'failed'}" for release, passed in run.builds)
    return f"{run.package} in {run.project}: {shown or 'no build'}"


def _summary(memory: Memory) -> dict[str, object]:
    return {
        "memory_id": memory.memory_id,
        "memory_type": memory.type.value,
        "content": memory.content,
        "source": memory.source.value,
        "confidence": memory.confidence,
        "scores": asdict(memory.scores) if memory.scores is not None else None,
    }

"""The demo's agent: a small, readable policy with real tools. No model is behind it.

It always works the same way: look around, ask the memory, state a belief, act, and when the build fails find out
why. What it does differently the second time is due to what the memory gives it and to nothing else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from hindsight_memory.domain.decision import Decision, DecisionKind, ExpectedKind
from hindsight_memory.domain.likeness import SimilarDecision
from hindsight_memory.domain.memory import MemoryType
from hindsight_memory.domain.trace import EventKind, OutcomeStatus
from hindsight_memory.entrypoints.cli.demo.diary import Diary, Recalled
from hindsight_memory.entrypoints.cli.demo.versions import Requirement, named_releases, numbers, requirements
from hindsight_memory.entrypoints.cli.demo.workshop import VENDOR, ToolAnswer, Workshop, releases_of
from hindsight_memory.services.decisions import RecordRequest

_UPGRADE = "dependency_upgrade"
_WARNING_TYPES = frozenset({MemoryType.NEGATIVE, MemoryType.BOUNDARY, MemoryType.FACT})
_RAISED = re.compile(r"^(\w+(?:Error|Exception)): (.+)$", re.MULTILINE)
_FRAME = re.compile(rf'File "(?:[^"\n]*[/\\])?{VENDOR}[/\\](?P<folder>[\w.-]+)[/\\]')
_RAN = re.compile(r"^Ran (\d+) tests?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A recalled memory that rules out releases, and which."""

    memory: Recalled
    ruled_out: tuple[str, ...]


@dataclass(slots=True)
class Run:
    """How one upgrade went: the release pinned at each build and whether that build passed."""

    project: str
    package: str
    builds: list[tuple[str, bool]] = field(default_factory=list[tuple[str, bool]])
    lessons: list[Lesson] = field(default_factory=list[Lesson])
    decisions: list[Decision] = field(default_factory=list[Decision])
    precedents: tuple[SimilarDecision, ...] = ()

    @property
    def first_build_passed(self) -> bool:
        """Whether the first release that it tried was the right one."""
        return bool(self.builds) and self.builds[0][1]


class Upgrader:
    """Upgrades one package of a project to the newest release with which the build passes."""

    def __init__(self, workshop: Workshop, diary: Diary, package: str) -> None:
        self._workshop = workshop
        self._diary = diary
        self._package = package
        self._run = Run(workshop.project, package)

    def work(self) -> Run:
        """Do the task from the request to its outcome."""
        package, project = self._package, self._workshop.project
        self._diary.begin(
            f"Upgrade {package} in the project {project} to the newest release that the build accepts.",
            _UPGRADE,
        )
        releases, pins = self._look_around()
        others = [name for name in pins if name != package]
        known = self._diary.search(f"upgrade {package} with {', '.join(others)}")
        open_releases = self._without_ruled_out(releases, known)
        intent = f"Pin {package}=={releases[-1]} in {project}"
        self._run.precedents = self._diary.decided_before(_independent(package, others), intent)
        answer = self._build(open_releases[-1], self._first_decision(open_releases[-1], releases, others))
        if not answer.ok:
            self._recover(open_releases, answer, pins)
        else:
            self._report_success(pins[package])
        return self._run

    def _look_around(self) -> tuple[list[str], dict[str, str]]:
        listing = self._diary.use("list_files", {"path": VENDOR}, self._workshop.list_files(VENDOR))
        path = f"{self._workshop.project}/pins.txt"
        self._diary.use("read_file", {"path": path}, self._workshop.read_file(path))
        return releases_of(self._package, listing.text), self._workshop.pins()

    def _without_ruled_out(self, releases: list[str], known: list[Recalled]) -> list[str]:
        """Leave out the releases that a recalled memory speaks against."""
        left = releases
        for memory in known:
            if memory.type in _WARNING_TYPES:
                out = tuple(each for each in left if _speaks_against(memory, self._package, each))
                if out and len(out) < len(left):
                    self._run.lessons.append(Lesson(memory, out))
                    left = [each for each in left if each not in out]
        return left

    def _first_decision(self, chosen: str, releases: list[str], others: list[str]) -> RecordRequest:
        package, lessons = self._package, self._run.lessons
        reason = "Newer ones are ruled out by what is remembered." if lessons else "The newest release is asked for."
        believed = f"{package} {chosen} is the newest release that works with {', '.join(others)}"
        return RecordRequest(
            intent=f"Pin {package}=={chosen} in {self._workshop.project}",
            intent_type=_UPGRADE,
            belief_text=believed if lessons else _independent(package, others),
            observation=" ".join(lesson.memory.content for lesson in lessons),
            options=[f"{package}=={release}" for release in releases],
            choice_reason=reason,
            memory_ids=[lesson.memory.memory_id for lesson in lessons],
        )

    def _build(self, release: str, decision: RecordRequest) -> ToolAnswer:
        """Record the decision, carry it out, build, and let the build's result be its outcome."""
        expected = replace(decision, expected="the build passes", expected_kind=ExpectedKind.STATUS)
        decided = self._diary.decide(expected)
        args: dict[str, object] = {"package": self._package, "release": release}
        self._diary.use("edit_pin", args, self._workshop.edit_pin(self._package, release))
        answer = self._diary.use("run_tests", {}, self._workshop.run_tests())
        self._run.decisions.append(self._diary.settle(decided))
        self._run.builds.append((release, answer.ok))
        return answer

    def _recover(self, releases: list[str], failed: ToolAnswer, pins: dict[str, str]) -> None:
        """Find out from the traceback who broke, read what it requires, and take the newest release it allows."""
        package, tried = self._package, releases[-1]
        error = _error_in(failed.text)
        culprit = _culprit(failed.text, package)
        self._diary.say(
            EventKind.THOUGHT,
            f"The build failed with {error}, raised in {culprit or 'the project itself'}. "
            "The belief that the packages are independent was wrong.",
        )
        demands = self._demands(culprit)
        allowed = [each for each in releases if all(demand.allows(each) for demand in demands)]
        second = next((each for each in reversed(allowed) if each != tried), pins[package])
        learnt = RecordRequest(
            kind=DecisionKind.BELIEF_UPDATE,
            intent=f"Pin {package}=={second} in {self._workshop.project}",
            intent_type=_UPGRADE,
            belief_text=f"{culprit.replace('-', ' ')} requires {', '.join(map(str, demands)) or f'an older {package}'}",
            observation=error,
        )
        answer = self._build(second, learnt)
        if answer.ok:
            self._report_fallback(tried, second, error, culprit, demands)
            self._diary.end(OutcomeStatus.SUCCESS, f"run_tests passed with {package}=={second} at the second build")
        else:
            self._diary.say(EventKind.ASSISTANT, f"{package} {tried} and {second} both fail: {error}.")
            self._diary.end(OutcomeStatus.FAILURE, "run_tests failed twice")

    def _demands(self, culprit: str) -> list[Requirement]:
        if not culprit:
            return []
        path = f"{VENDOR}/{culprit}/METADATA.txt"
        answer = self._diary.use("read_file", {"path": path}, self._workshop.read_file(path))
        return requirements(self._package, answer.text) if answer.ok else []

    def _report_fallback(self, tried: str, used: str, error: str, culprit: str, demands: list[Requirement]) -> None:
        package, other = self._package, culprit.replace("-", " ")
        stated = ", ".join(map(str, demands)) or f"an older {package}"
        self._diary.say(
            EventKind.ASSISTANT,
            "\n".join(
                (
                    f"Upgrading {package} to {tried} broke the build: {other} fails with {error}.",
                    f"{other} requires {stated} and cannot be used with {package} {tried}.",
                    f"The cause: {other} itself calls {package}, so the two packages are not independent.",
                    f"What worked: pinning {package}=={used} together with {other}; the tests pass.",
                )
            ),
        )

    def _report_success(self, before: str) -> None:
        package, release = self._package, self._run.builds[-1][0]
        text = f"Upgraded {package} from {before} to {release} in {self._workshop.project}; the tests pass."
        self._diary.say(EventKind.ASSISTANT, text)
        self._diary.end(OutcomeStatus.SUCCESS, f"run_tests passed with {package}=={release} at the first build")


def _independent(package: str, others: list[str]) -> str:
    return f"{package} and {', '.join(others)} are independent of each other"


def _speaks_against(memory: Recalled, package: str, release: str) -> bool:
    """Whether a memory rules a release out: by a requirement that it breaks, or as what failed."""
    if any(not demand.allows(release) for demand in requirements(package, memory.content)):
        return True
    failed = memory.type is MemoryType.NEGATIVE
    return failed and any(numbers(release) == numbers(each) for each in _failing(package, memory.content))


def _failing(package: str, text: str) -> list[str]:
    moved = re.findall(rf"(?<![\w-]){re.escape(package)} to (\d+(?:\.\d+)+)", text)
    return moved or named_releases(package, text)


def _error_in(output: str) -> str:
    found = _RAISED.search(output)
    return f"{found[1]}: {found[2]}" if found else "an error"


def _culprit(output: str, package: str) -> str:
    """The vendored folder, other than the upgraded package's own, that stands last in the traceback."""
    folders = [found["folder"] for found in _FRAME.finditer(output)]
    return next((each for each in reversed(folders) if not each.startswith(f"{package}-")), "")

"""Finished agent tasks to review by the thousand: varied, half of them Chinese, all about made-up services.

Every task opens with a request and ends with an outcome; what happens between is drawn from kinds of work that leave
something behind (a preference, a value that was found, a failure and its cause, a limit, a change of what was said
before) and kinds that leave nothing. Names and values are drawn from a pool that grows with the tasks, so that
new tasks mostly speak of new things, at times repeat what is known, and at times change it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TypeVar

import numpy as np

from hindsight_memory.domain.trace import Event, EventKind, OutcomeStatus
from hindsight_memory.evals.synthetic import Writer
from hindsight_memory.ports.transcripts import Transcript

_T = TypeVar("_T")

_START = datetime(2025, 1, 1, tzinfo=UTC)
_APART = timedelta(minutes=30)
_STEP = timedelta(seconds=20)
_FIRST_SERVICES = 40
_TASKS_PER_SERVICE = 8
_FAILING = 0.15

_KEYS = ("port", "timeout", "retry limit", "batch size", "log level", "cache size")
_KEYS_ZH = ("端口", "超时", "重试次数", "批大小", "日志级别", "缓存大小")
_WORKS = ("Fix the failing build of {s}.", "Look into why {s} is slow.", "Add a health check to {s}.")
_WORKS_ZH = ("修一下 {s} 的构建。", "查一下 {s} 为什么变慢。", "给 {s} 加一个健康检查。")


@dataclass(slots=True)
class _Course:
    """What happens in one task, in order."""

    at: datetime
    events: list[Event] = field(default_factory=list[Event])

    def add(self, kind: EventKind, text: str, *, name: str = "", status: str = "") -> None:
        number = len(self.events) + 1
        args: dict[str, object] = {"input": text} if kind is EventKind.TOOL_CALL else {}
        self.events.append(
            Event(
                sequence=number, kind=kind, text=text, at=self.at + _STEP * number, name=name, args=args, status=status
            )
        )

    def shell(self, command: str, printed: str, *, failed: bool = False) -> None:
        self.add(EventKind.TOOL_CALL, command, name="shell")
        self.add(EventKind.TOOL_RESULT, printed, name="shell", status="error" if failed else "ok")


class Author:
    """Writes tasks. Deterministic by ``seed``; the tasks of one seed are the same however they are batched."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)
        self._writer = Writer(seed)
        self._services: list[str] = []
        self._kinds: tuple[Callable[[_Course, str, bool], None], ...] = (
            self._preference,
            self._value,
            self._failure,
            self._limit,
            self._change,
            self._nothing,
        )

    def tasks(self, count: int, *, first: int = 0) -> Iterator[Transcript]:
        """Yield ``count`` tasks, numbered from ``first``; call it with rising numbers."""
        for number in range(first, first + count):
            yield self._task(number)

    def _task(self, number: int) -> Transcript:
        chinese = number % 2 == 1
        service = self._service(number)
        course = _Course(_START + _APART * number)
        works = _WORKS_ZH if chinese else _WORKS
        course.add(EventKind.USER, self._one(works).format(s=service))
        course.shell(f"git log -1 --format=%s -- {service}", self._writer.text(2 * number))
        for _ in range(int(self._random.integers(1, 4))):
            self._one(self._kinds)(course, service, chinese)
        failed = bool(self._random.random() < _FAILING)
        course.add(EventKind.ASSISTANT, _closing(failed, chinese))
        return Transcript(
            task_id=f"task-{number:06}",
            session_id=f"session-{number // 3:06}",
            agent="bench",
            task_type="maintenance",
            intent=course.events[0].text,
            outcome=OutcomeStatus.FAILURE if failed else OutcomeStatus.SUCCESS,
            outcome_evidence="exit 1" if failed else "exit 0",
            started_at=course.at,
            events=tuple(course.events),
        )

    def _preference(self, course: _Course, service: str, chinese: bool) -> None:
        tool = self._word()
        if chinese:
            course.add(EventKind.USER, f"以后 {service} 的报告请一律用 {tool} 格式，不要用 {self._word()}。")
        else:
            course.add(EventKind.USER, f"I prefer {tool} over {self._word()} for reports about {service}.")

    def _value(self, course: _Course, service: str, chinese: bool) -> None:
        key, value = int(self._random.integers(len(_KEYS))), int(self._random.integers(10, 9999))
        course.shell(f"cat {service}/config.toml", f"{_KEYS[key].replace(' ', '_')} = {value}")
        if chinese:
            course.add(EventKind.ASSISTANT, f"查到了：{service} 的{_KEYS_ZH[key]}是 {value}。")
        else:
            course.add(EventKind.ASSISTANT, f"Found it: the {_KEYS[key]} of {service} is {value}.")

    def _failure(self, course: _Course, service: str, chinese: bool) -> None:
        flag = self._word()
        course.shell(f"make {service} --{flag}", f"error: unknown flag --{flag}", failed=True)
        course.shell(f"make {service}", "ok")
        if chinese:
            course.add(EventKind.ASSISTANT, f"构建 {service} 时不能带 --{flag}，去掉之后就通过了。")
        else:
            course.add(EventKind.ASSISTANT, f"Building {service} with --{flag} fails; without the flag it works.")

    def _limit(self, course: _Course, service: str, chinese: bool) -> None:
        calls = int(self._random.integers(5, 500))
        if chinese:
            course.add(EventKind.USER, f"注意：{service} 的接口每分钟最多只能调用 {calls} 次，超过会被封禁。")
        else:
            course.add(EventKind.USER, f"Careful: the API of {service} allows at most {calls} calls a minute.")

    def _change(self, course: _Course, service: str, chinese: bool) -> None:
        value = int(self._random.integers(1000, 9999))
        if chinese:
            course.add(EventKind.USER, f"{service} 的端口已经改成 {value} 了，旧的不再用。")
        else:
            course.add(EventKind.USER, f"The port of {service} has changed: it is {value} now.")

    def _nothing(self, course: _Course, service: str, chinese: bool) -> None:
        course.shell(f"ls {service}", "\n".join(f"{self._word()}.py" for _ in range(6)))
        course.add(EventKind.THOUGHT, "也许是缓存的问题，先看看。" if chinese else "Maybe it is the cache. Let me see.")

    def _service(self, number: int) -> str:
        """A service that is known, most often an old one; new ones come up as the tasks go on."""
        while len(self._services) < _FIRST_SERVICES + number // _TASKS_PER_SERVICE:
            self._services.append(f"{self._word()}-{self._word()}-{len(self._services)}")
        return self._one(tuple(self._services))

    def _word(self) -> str:
        return self._writer.word()

    def _one(self, parts: tuple[_T, ...]) -> _T:
        return parts[int(self._random.integers(len(parts)))]


def _closing(failed: bool, chinese: bool) -> str:
    if chinese:
        return "还没有修好，需要明天再看。" if failed else "好了，测试都通过了。"
    return "It is not fixed yet; I will look again tomorrow." if failed else "Done, all tests pass."

"""Under which condition a lesson holds, as far as the trace says it: tool, kind of task, version, environment."""

from __future__ import annotations

import re
from collections.abc import Mapping

from hindsight_memory.domain.memory import Condition, MemoryType, Source
from hindsight_memory.domain.review.distil.idea import Idea
from hindsight_memory.domain.text.language import simplified
from hindsight_memory.domain.trace import EventKind, Trace

_LESSONS = frozenset({MemoryType.PATH, MemoryType.NEGATIVE, MemoryType.BOUNDARY})
_ANSWERS = frozenset({EventKind.TOOL_RESULT, EventKind.ERROR, EventKind.TOOL_CALL})
_UNITS = r"(?:%|°|℃|[kMGT]?i?B\b|[kMG]?Hz\b|m?s\b|ms\b|min\b|h\b|[kcm]?m\b|k?g\b|bar\b|V\b|A\b|W\b|EUR\b|USD\b|x\b|元|秒|分|小时|天|万|倍)"
_VERSION = re.compile(
    rf"(?P<name>\b[A-Za-z][\w+#-]*(?:\s(?:version|firmware|server|client))?)\s?(?P<number>v?\d+(?:\.\d+){{1,3}}\b|v\d+\b)(?!\s?{_UNITS})"
    rf"|(?P<word>version|版本|固件)\s?(?P<alone>v?\d+(?:\.\d+)*\b)",
    re.IGNORECASE,
)
_NO_NAME = frozenset(
    """a about above after and are around as at before below between but by costs down for from gives in is it least
    limit most near of off on only or over per rate set size than the then to under until up was were with""".split()
)
_ENVIRONMENTS: Mapping[str, tuple[str, ...]] = {
    "production": ("production", "prod", "live system", "生产环境", "生产库", "生产", "线上", "正式环境"),
    "staging": ("staging", "pre-production", "preproduction", "预发", "预生产", "预发布", "灰度"),
    "test": ("test environment", "test system", "test database", "测试环境", "测试库", "测试服"),
    "development": ("development environment", "dev environment", "开发环境", "本地环境", "本机"),
    "sandbox": ("sandbox", "沙箱", "沙盒"),
    "CI": ("CI", "continuous integration", "流水线"),
    "Windows": ("Windows",),
    "macOS": ("macOS", "Mac OS"),
    "Linux": ("Linux", "Ubuntu", "Debian", "Alpine"),
    "Docker": ("Docker", "container", "容器"),
}
_CASED = frozenset({"CI"})


def _named(word: str, text: str) -> bool:
    if not word.isascii():
        return word in text
    flags = 0 if word in _CASED else re.IGNORECASE
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text, flags) is not None


def environment_of(text: str) -> str:
    """The one environment that a text names; nothing when it names none, or tells two apart."""
    shown = simplified(text)
    found = [name for name, words in _ENVIRONMENTS.items() if any(_named(word, shown) for word in words)]
    return found[0] if len(found) == 1 else ""


def version_of(text: str) -> str:
    """The one version that a text names, with what it is the version of; nothing when it tells several apart."""
    found: list[str] = []
    for match in _VERSION.finditer(text):
        name = match["name"] or match["word"]
        if name.split()[0].lower() not in _NO_NAME:
            found.append(f"{name} {match['number'] or match['alone']}")
    return found[0] if len(set(found)) == 1 else ""


def condition_of(idea: Idea, trace: Trace) -> Condition | None:
    """The condition of a lesson; None for facts and preferences, and where the trace says nothing of one.

    Tool and kind of task are those under which the task showed it; what a user states holds beyond them.
    """
    if idea.type not in _LESSONS:
        return None
    shown = idea.source is Source.VERIFIED
    first = idea.evidence[0] if idea.evidence else 0
    tools = [e.name for e in trace.events if e.kind in _ANSWERS and e.name and e.sequence <= first]
    condition = Condition(
        tool=tools[-1] if shown and tools else "",
        task_type=trace.task.task_type if shown else "",
        version=version_of(idea.compared),
        environment=environment_of(idea.compared),
    )
    return condition if condition != Condition() else None

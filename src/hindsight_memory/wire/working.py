"""Working memory and the brief at the edge."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from pydantic import Field

from hindsight_memory.domain.brief import Brief, lines
from hindsight_memory.domain.memory import Memory, MemoryType, Source, Status
from hindsight_memory.wire.body import Body, Several


class NoteBody(Body):
    """A note to lay on a session's desk; one under the same key is replaced."""

    session_id: str = Field(description="The session; the task's id where the task has none.")
    key: str = Field(description="What the note is called on this desk.")
    content: str = Field(description="What it says.")
    space: str | None = Field(default=None, description="The space of the session.")


class DeskQuery(Body):
    """Whose desk."""

    session_id: str = Field(description="The session.")
    space: str | None = Field(default=None, description="The space of the session.")


class ClearBody(DeskQuery):
    """What to take off a desk."""

    key: str = Field(default="", description="One note; all when absent.")


class RecalledBody(Body):
    """A memory as it is laid out: data, with who says so."""

    memory_id: str
    content: str
    memory_type: MemoryType
    source: Source
    status: Status

    @classmethod
    def of(cls, memory: Memory) -> RecalledBody:
        """Return the body of a memory."""
        return cls(
            memory_id=memory.memory_id,
            content=memory.content,
            memory_type=memory.type,
            source=memory.source,
            status=memory.status,
        )


class NoteShown(Body):
    """A note: ``content`` is what was put, or what the memory it is about says now."""

    key: str
    content: str
    memory: RecalledBody | None
    put_at: datetime

    @classmethod
    def of(cls, key: str, content: str, put_at: datetime, memory: Memory | None) -> NoteShown:
        """Return the body of a note."""
        about = RecalledBody.of(memory) if memory else None
        return cls(key=key, content=about.content if about else content, memory=about, put_at=put_at)


class DeskBody(Body):
    """What lies on a session's desk, in order."""

    session_id: str
    items: list[NoteShown]


class ClearAnswer(Body):
    """How many notes were taken off."""

    session_id: str
    cleared: int


class BriefQuery(Body):
    """What the brief is about, and how long it may be."""

    space: Annotated[tuple[str, ...], Several] = Field(default=(), description="The spaces it is about.")
    max_tokens: int = Field(default=600, ge=50, le=20_000, description="Most tokens, estimated.")


class SectionBody(Body):
    """One part of a brief: ``pinned``, ``preferences``, ``boundaries``, ``negatives`` or ``helpful``."""

    name: str
    heading: str
    items: list[RecalledBody]


class BriefBody(Body):
    """What to know at the start of a session. ``text`` is all of it as Markdown; ``left_off`` counts what did not
    fit; ``language`` (``en`` or ``zh``) is that of most memories."""

    language: str
    sections: list[SectionBody]
    text: str
    tokens: int
    left_off: int

    @classmethod
    def of(cls, brief: Brief) -> BriefBody:
        """Return the body of a brief."""
        sections = [
            SectionBody(name=s.name, heading=s.heading, items=[RecalledBody.of(m) for m in s.memories])
            for s in brief.sections
        ]
        return cls(
            language=brief.language,
            sections=sections,
            text="\n".join(lines([(s.heading, _texts(s.items)) for s in sections])),
            tokens=brief.tokens,
            left_off=brief.left_off,
        )


def _texts(items: Sequence[RecalledBody]) -> list[str]:
    return [one.content for one in items]

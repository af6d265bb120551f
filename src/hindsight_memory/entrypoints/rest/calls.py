"""What a call of the interface is: one row of a table that routes, documentation and log are made from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from pydantic import Field

from hindsight_memory.wire.api import Api
from hindsight_memory.wire.body import Body

AnyBody = TypeVar("AnyBody", bound=Body)
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """What one request asks: ids of its path, and its body or query, already taken."""

    ids: Mapping[str, str]
    said: Body | None

    def id(self, name: str) -> str:
        """Return an id of the path."""
        return self.ids[name]

    def body(self, kind: type[AnyBody]) -> AnyBody:
        """Return what was said, which is of this kind by the call's declaration."""
        assert isinstance(self.said, kind)
        return self.said


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call: ``ask`` does it. ``body`` is what its JSON body holds, ``query`` its query parameters (one of both).

    ``repeatable``: an Idempotency-Key gives the same answer again. ``reads``: it changes nothing, though it is a POST.
    ``finds``: its body names things that may not be there. ``telemetry``: other programs call it by a protocol of
    theirs, which tells a body of another kind by its own status. ``paged``: its answer may be a page for people."""

    name: str
    method: Literal["GET", "POST", "PATCH"]
    path: str
    summary: str
    answer: type[Body]
    ask: Callable[[Api, Asked], Body]
    body: type[Body] | None = None
    query: type[Body] | None = None
    optional_body: bool = False
    repeatable: bool = False
    secret: bool = False
    reads: bool = False
    finds: bool = False
    telemetry: bool = False
    paged: bool = False
    example: Json = field(default_factory=dict[str, Any])
    answer_example: Json | None = None

    @property
    def noun(self) -> str:
        """What it is about: the first part of its name."""
        return self.name.partition(".")[0]

    @property
    def writes(self) -> bool:
        """Whether it may change something."""
        return self.method != "GET" and not self.reads

    @property
    def path_ids(self) -> list[str]:
        """The names of the ids in its path."""
        return [part[1:-1] for part in self.path.split("/") if part.startswith("{")]


class SpaceQuery(Body):
    """Where something is."""

    space: str | None = Field(None, description="The space it is in; needed when the credential opens several.")


class PageQuery(Body):
    """A page of a list."""

    space: str | None = Field(None, description="The space; needed when the credential opens several.")
    limit: int = Field(50, ge=1, le=1000, description="Most entries of one page.")
    cursor: str | None = Field(None, description="The `next_cursor` of the page before.")


class NothingBody(Body):
    """Nothing needs to be said."""

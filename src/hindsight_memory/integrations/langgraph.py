"""LangGraph: a ``BaseStore`` whose entries are governed memories.

A namespace is a space, so that what lies in one is never found in, or compared with, another. A value's text is its
``content`` or ``text``, else the value as JSON; the value itself is kept beside it. What is put is judged like any
write, with these differences, since a store must give back what it was given: what the gate would leave out is kept
all the same; ``get`` returns a value also after another superseded it, while ``search`` and lists do not; text that
another key holds already is one memory under both keys. What the defence puts in quarantine is refused with an error.
``delete`` forgets. Time-to-live and ``index`` are not offered: everything is indexed, and what expires is judged."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from anyio.to_thread import run_sync

from hindsight_memory.client.calls import Calls
from hindsight_memory.domain.errors import Invalid, NotPossibleNow
from hindsight_memory.domain.memory import Source, Status
from hindsight_memory.domain.verdict import VerdictKind
from hindsight_memory.integrations import missing
from hindsight_memory.wire.memories import MemoryBody

try:
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        InvalidNamespaceError,
        Item,
        ListNamespacesOp,
        MatchCondition,
        Op,
        PutOp,
        Result,
        SearchItem,
        SearchOp,
    )
except ModuleNotFoundError as error:
    raise missing("langgraph", error) from error

Json = dict[str, Any]

_VALUES = "langgraph"
"""The name in a memory's metadata below which the values stand by their keys."""
_BY_NAME = (Status.ACTIVE, Status.DISPUTED, Status.PENDING, Status.SUPERSEDED, Status.ARCHIVED)
_LIVE = (Status.ACTIVE, Status.DISPUTED)
_PAGE = 200


class HindsightStore(BaseStore):
    """A store on a Hindsight or a Client. Its async methods let a thread wait."""

    __slots__ = ("_calls", "_source", "_space")

    def __init__(self, calls: Calls, *, source: Source | str = Source.INFERRED, space: str | None = None) -> None:
        """``source`` is who says what is put: ``user``, ``verified`` or ``inferred``. A key that opens several spaces
        needs ``space``, any one of them, to ask for the others."""
        self._calls = calls
        self._source = Source(source)
        self._space = space

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Carry out operations in their order."""
        return [self._done(op) for op in ops]

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Carry out operations in their order, in a thread."""
        return await run_sync(self.batch, list(ops))

    def _done(self, op: Op) -> Result:
        match op:
            case GetOp():
                return self._got(op)
            case SearchOp():
                return self._found(op)
            case PutOp():
                return self._put(op)
            case ListNamespacesOp():
                return self._namespaces(op)
            case _:
                raise Invalid(f"{type(op).__name__} is no operation of this store.")

    def _got(self, op: GetOp) -> Item | None:
        holding = self._holding(_space(op.namespace), op.key)
        memory = next((one for one in holding if one.status in _LIVE), next(iter(holding), None))
        if memory is None:
            return None
        return Item(
            value=_held(memory)[op.key],
            key=op.key,
            namespace=op.namespace,
            created_at=memory.created_at,
            updated_at=memory.last_confirmed_at,
        )

    def _put(self, op: PutOp) -> None:
        space = _space(op.namespace)
        holding = self._holding(space, op.key)
        if op.value is None:
            for memory in holding:
                self._taken_off(memory, op.key, space)
            return
        text = _text(op.value)
        known = next((one for one in holding if one.status in _LIVE), None)
        if known is not None and (text == known.content or list(_held(known)) == [op.key]):
            self._changed(known, op.key, op.value, text, space)
            return
        if known is not None:
            self._taken_off(known, op.key, space)
        self._written(op.key, op.value, text, space)

    def _written(self, key: str, value: Mapping[str, Any], text: str, space: str) -> None:
        metadata = {_VALUES: {key: dict(value)}}
        answer = self._calls.write(text, source=self._source, space=space, tags=(_tag(key),), metadata=metadata)
        if answer.verdict is VerdictKind.QUARANTINED:
            reasons = " ".join(reason.text for reason in answer.reasons)
            raise NotPossibleNow(f"The value of {key!r} was put in quarantine: {reasons}")
        if answer.verdict is VerdictKind.DISCARDED:
            self._calls.restore(answer.discard_id, space=space)
            return
        memory = self._calls.memory(answer.memory_id, space=space)
        if key not in _held(memory):
            self._changed(memory, key, value, memory.content, space)

    def _changed(self, memory: MemoryBody, key: str, value: Mapping[str, Any], text: str, space: str) -> None:
        held = {**_held(memory), key: dict(value)}
        if held == _held(memory) and text == memory.content:
            return
        content = {"content": text} if text != memory.content else {}
        self._calls.update(
            memory.memory_id,
            tags=_tags(memory, held),
            metadata={**memory.metadata, _VALUES: held},
            reason=f"put again as {key}",
            space=space,
            **content,  # pyright: ignore[reportArgumentType]
        )

    def _taken_off(self, memory: MemoryBody, key: str, space: str) -> None:
        """The key is gone; with its last key a memory is forgotten."""
        held = {name: value for name, value in _held(memory).items() if name != key}
        if not held:
            self._calls.forget(memory.memory_id, reason=f"deleted as {key}", space=space)
            return
        metadata = {**memory.metadata, _VALUES: held}
        tags = _tags(memory, held)
        self._calls.update(memory.memory_id, tags=tags, metadata=metadata, reason=f"deleted as {key}", space=space)

    def _holding(self, space: str, key: str) -> list[MemoryBody]:
        """The memories that hold a value of this key, newest first: one that is live, and those it superseded."""
        page = self._calls.memories(space=space, tags=(_tag(key),), status=_BY_NAME, limit=_PAGE)
        return [memory for memory in page.items if key in _held(memory)]

    def _found(self, op: SearchOp) -> list[SearchItem]:
        spaces = [_space(one) for one in self._below(op.namespace_prefix)]
        if not spaces:
            return []
        entries = self._asked(op, spaces) if op.query else self._listed(spaces)
        wanted = (
            SearchItem(
                namespace=_namespace(memory.space),
                key=key,
                value=value,
                created_at=memory.created_at,
                updated_at=memory.last_confirmed_at,
                score=score,
            )
            for memory, score in entries
            for key, value in _held(memory).items()
            if _fits(value, op.filter)
        )
        return _part(wanted, op.offset, op.limit)

    def _asked(self, op: SearchOp, spaces: Sequence[str]) -> Iterator[tuple[MemoryBody, float | None]]:
        most = max(1, min(200, op.offset + op.limit * (4 if op.filter else 1)))
        # One search each: together, what two namespaces both hold would be shown once.
        each = [self._calls.search(op.query or "", space=space, top_k=most).hits for space in spaces]
        for hit in sorted((hit for hits in each for hit in hits), key=lambda hit: -hit.score):
            yield self._calls.memory(hit.memory_id, space=hit.space), hit.score

    def _listed(self, spaces: Sequence[str]) -> Iterator[tuple[MemoryBody, float | None]]:
        cursor: str | None = None
        while True:
            page = self._calls.memories(space=spaces, limit=_PAGE, cursor=cursor)
            yield from ((memory, None) for memory in page.items)
            cursor = page.next_cursor
            if cursor is None:
                return

    def _below(self, prefix: tuple[str, ...]) -> list[tuple[str, ...]]:
        return [name for name in self._known() if name[: len(prefix)] == tuple(prefix)]

    def _known(self) -> list[tuple[str, ...]]:
        """All namespaces that the caller may see."""
        return sorted({_namespace(space) for space in self._calls.stats(space=self._space).spaces})

    def _namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        matching = (name for name in self._known() if all(_matches(name, one) for one in op.match_conditions or ()))
        kept = (name for name in matching if self._calls.memories(space=".".join(name), limit=1).items)
        short = dict.fromkeys(name[: op.max_depth] if op.max_depth else name for name in kept)
        return _part(iter(short), op.offset, op.limit)


def _space(namespace: tuple[str, ...]) -> str:
    """Return a namespace's space. Labels hold no period, so that two never share one. Raises InvalidNamespaceError."""
    if not namespace or any(not label or "." in label for label in namespace):
        raise InvalidNamespaceError(f"{namespace!r} is no namespace: labels are not empty and hold no period.")
    return ".".join(namespace)


def _namespace(space: str) -> tuple[str, ...]:
    return tuple(space.split("."))


def _tag(key: str) -> str:
    return f"key:{key}"


def _tags(memory: MemoryBody, held: Mapping[str, object]) -> list[str]:
    """A memory's own tags, and one for each of its keys now."""
    before = {_tag(key) for key in _held(memory)}
    return [*(tag for tag in memory.tags if tag not in before), *(_tag(key) for key in held)]


def _text(value: Mapping[str, Any]) -> str:
    for name in ("content", "text"):
        if isinstance(value.get(name), str) and value[name].strip():
            return value[name]
    return json.dumps(dict(value), ensure_ascii=False)


def _held(memory: MemoryBody) -> dict[str, Json]:
    """The values of a memory by key; empty for one that did not come through the store."""
    held: object = memory.metadata.get(_VALUES)
    return cast("dict[str, Json]", held) if isinstance(held, dict) else {}


def _part(entries: Iterator[Any], offset: int, limit: int) -> list[Any]:
    return [entry for number, entry in enumerate(entries) if offset <= number < offset + limit]


def _matches(namespace: tuple[str, ...], condition: MatchCondition) -> bool:
    path = tuple(condition.path)
    if len(namespace) < len(path):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(want in ("*", have) for want, have in zip(path, part, strict=True))


def _fits(value: object, wanted: object) -> bool:
    """Whether a value fits a filter: equal, or by ``$eq``, ``$ne``, ``$gt``, ``$gte``, ``$lt``, ``$lte``."""
    if wanted is None:
        return True
    if not isinstance(wanted, Mapping):
        return value == wanted
    conditions = cast("Mapping[str, Any]", wanted)
    if any(name.startswith("$") for name in conditions):
        return all(_compared(value, name, than) for name, than in conditions.items())
    if not isinstance(value, Mapping):
        return False
    given = cast("Mapping[str, Any]", value)
    return all(name in given and _fits(given[name], one) for name, one in conditions.items())


def _compared(value: Any, how: str, than: Any) -> bool:
    try:
        match how:
            case "$eq":
                return value == than
            case "$ne":
                return value != than
            case "$gt":
                return value > than
            case "$gte":
                return value >= than
            case "$lt":
                return value < than
            case "$lte":
                return value <= than
            case _:
                raise Invalid(f"The filter {how} is not known.", hint="Known are $eq, $ne, $gt, $gte, $lt and $lte.")
    except TypeError:
        return False  # of two kinds that have no order

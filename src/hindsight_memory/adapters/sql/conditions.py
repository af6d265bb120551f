"""Views and filters as conditions of a query, so that what is not visible is never fetched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, and_, bindparam, exists, or_, select

from hindsight_memory.adapters.sql.schema import memories, memory_tags, scopes, spaces
from hindsight_memory.domain.actor import View
from hindsight_memory.domain.memory import Scope, Visibility
from hindsight_memory.ports.records import MemoryFilter

T = TypeVar("T")

# SQLite before 3.32 takes no more than 999 variables in a statement; PostgreSQL 65,535.
_MOST_VALUES = 900


def chunks(values: Iterable[T]) -> Iterator[list[T]]:
    """Cut values into lists that fit into one statement."""
    every = list(values)
    for start in range(0, len(every), _MOST_VALUES):
        yield every[start : start + _MOST_VALUES]


def member(scope: Scope) -> str:
    """Return who besides the visibility decides: the agent of a private scope, the group of a shared one."""
    match scope.visibility:
        case Visibility.GLOBAL:
            return ""
        case Visibility.SHARED:
            return scope.group
        case Visibility.PRIVATE:
            return scope.agent


def _scopes_of(names: Any, agent: Any, groups: Any) -> Select[int]:
    """Select the keys of the scopes that someone sees; each may be a value or a parameter."""
    open_to_all = scopes.c.visibility == Visibility.GLOBAL.value
    own = and_(scopes.c.visibility == Visibility.PRIVATE.value, scopes.c.member == agent)
    shared = and_(scopes.c.visibility == Visibility.SHARED.value, scopes.c.member.in_(groups))
    return (
        select(scopes.c.scope_key)
        .join(spaces, spaces.c.space_key == scopes.c.space_key)
        .where(spaces.c.name.in_(names), or_(open_to_all, own, shared))
    )


def shown_scopes(view: View) -> Select[int]:
    """Select the keys of the scopes that a view shows."""
    return _scopes_of(view.spaces, view.agent, view.groups)


def shown(view: View) -> ColumnElement[bool]:
    """Whether a row of ``memories``, found by something else, is visible.

    The addition keeps a database from going through all rows of the scopes instead."""
    return (memories.c.scope_key + 0).in_(shown_scopes(view))


SHOWN_BY_KEY = (memories.c.scope_key + 0).in_(bindparam("scope_keys", expanding=True))
"""The same as ``shown``, in statements that are made once and run with the ``scope_keys`` of a view."""

SCOPE_KEYS = _scopes_of(bindparam("spaces", expanding=True), bindparam("agent"), bindparam("groups", expanding=True))
"""Select what ``shown_scopes`` does, by the parameters ``spaces``, ``agent`` and ``groups``."""


def of_scopes(view: View) -> ColumnElement[bool]:
    """Whether a row of ``memories`` is visible, where all visible ones are gone through."""
    return memories.c.scope_key.in_(shown_scopes(view))


def in_spaces(column: ColumnElement[int], names: Sequence[str]) -> ColumnElement[bool]:
    """Whether a row belongs to one of these spaces. One space is compared plainly, for its ordered index."""
    keys = select(spaces.c.space_key)
    if len(names) == 1:
        return column == keys.where(spaces.c.name == names[0]).scalar_subquery()
    return column.in_(keys.where(spaces.c.name.in_(names)))


def within(scope: Scope) -> ColumnElement[bool]:
    """Whether a row of ``memories`` has exactly this scope."""
    key = (
        select(scopes.c.scope_key)
        .join(spaces, spaces.c.space_key == scopes.c.space_key)
        .where(
            spaces.c.name == scope.space,
            scopes.c.visibility == scope.visibility.value,
            scopes.c.member == member(scope),
        )
    )
    return memories.c.scope_key == key.scalar_subquery()


def wanted_rows(wanted: MemoryFilter) -> list[ColumnElement[bool]]:
    """Return the conditions on ``memories`` that a filter means."""
    conditions: list[ColumnElement[bool]] = [memories.c.status.in_(_values(wanted.statuses))]
    for column, allowed in (
        (memories.c.type, wanted.types),
        (memories.c.source, wanted.sources),
        (memories.c.tier, wanted.tiers),
    ):
        if allowed:
            conditions.append(column.in_(_values(allowed)))
    for tag in wanted.tags:
        conditions.append(exists().where(memory_tags.c.row_key == memories.c.row_key, memory_tags.c.tag == tag))
    if wanted.since is not None:
        conditions.append(memories.c.last_confirmed_at >= wanted.since)
    if wanted.until is not None:
        conditions.append(memories.c.last_confirmed_at < wanted.until)
    if wanted.task_id:
        conditions.append(memories.c.task_id == wanted.task_id)
    return conditions


def _values(allowed: Iterable[Any]) -> list[str]:
    return sorted(each.value for each in allowed)

"""What tasks of a type recalled and used, counted beside the counters of the memories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import bindparam, insert, update

from hindsight_memory.adapters.sql.journal import Journal
from hindsight_memory.adapters.sql.schema_working import type_uses
from hindsight_memory.domain.events import UsageCounted

_u = type_uses.c
_COUNTERS = ("recalled", "used", "helped", "harmed")


def write_type_uses(journal: Journal, counted: Sequence[UsageCounted], keys: Mapping[str, int]) -> None:
    """Let the counters by task type grow, where a use names one. ``keys`` are the memories' row keys by id."""
    for each in counted:
        if not each.task_type:
            continue
        grown = {f"more_{name}": getattr(each.delta, name) for name in _COUNTERS}
        at = {"at_space": journal.space_key, "of_type": each.task_type, "at_row": keys[each.memory_id]}
        if not journal.connection.execute(_GROW, {**at, **grown}).rowcount:
            row = {"space_key": journal.space_key, "task_type": each.task_type, "row_key": keys[each.memory_id]}
            journal.connection.execute(_NEW, {**row, **{name: getattr(each.delta, name) for name in _COUNTERS}})


_NEW = insert(type_uses)
_GROW = (
    update(type_uses)
    .where(
        _u.space_key == bindparam("at_space"), _u.task_type == bindparam("of_type"), _u.row_key == bindparam("at_row")
    )
    .values({name: _u[name] + bindparam(f"more_{name}") for name in _COUNTERS})
)

"""What every group of reads stands on: one connection inside one transaction."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import Connection

from hindsight_memory.adapters.sql.conditions import SCOPE_KEYS
from hindsight_memory.adapters.sql.dialects import Dialect
from hindsight_memory.domain.actor import View
from hindsight_memory.ports.records import Corpus


class Snapshot:
    """One consistent state of the store; ``now`` decides what has run out."""

    def __init__(self, connection: Connection, dialect: Dialect, now: Callable[[], datetime]) -> None:
        self._connection = connection
        self._dialect = dialect
        self._now_is = now
        # Nothing changes inside one state, and a search asks for the same statistics more than once.
        self._corpora: dict[tuple[tuple[str, ...], frozenset[str]], Corpus] = {}
        self._scope_keys: dict[View, list[int]] = {}

    def anew(self) -> None:
        """Forget what was kept: the state is another one."""
        self._corpora.clear()
        self._scope_keys.clear()

    def scope_keys(self, view: View) -> list[int]:
        """Return the keys of the scopes that a view shows, for ``SHOWN_BY_KEY``."""
        if view not in self._scope_keys:
            who = {"spaces": view.spaces, "agent": view.agent, "groups": view.groups}
            self._scope_keys[view] = list(self._connection.execute(SCOPE_KEYS, who).scalars())
        return self._scope_keys[view]

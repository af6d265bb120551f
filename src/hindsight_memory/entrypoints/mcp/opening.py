"""Opens the store beside the handshake: a thread of its own imports and opens, the first call waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol

from hindsight_memory.domain.errors import HindsightError, Unavailable
from hindsight_memory.wire.api import Api

WAIT_S = 30.0
HANDSHAKE_S = 0.25


class Opened(Protocol):
    """A store that is open."""

    @property
    def api(self) -> Api:
        """The calls on it."""
        ...

    def warm(self) -> None:
        """Load what the first search would have to load."""
        ...

    def close(self) -> None:
        """Release what is held."""
        ...


class Opening:
    """A store that opens in the background. ``open_store`` imports what it needs; it may be called again after it
    failed."""

    def __init__(self, open_store: Callable[[], Opened], wait_s: float = WAIT_S) -> None:
        self._open_store = open_store
        self._wait_s = wait_s
        self._lock = threading.Lock()
        self._done = threading.Event()
        self._running = False
        self._opened: Opened | None = None
        self._failure: HindsightError | None = None
        self.greeted = threading.Event()
        """Set when the handshake is answered; until then, or for a moment, opening does not compete with it."""

    def start(self) -> None:
        """Begin to open, unless that is done or under way."""
        with self._lock:
            if self._running or self._opened:
                return
            self._running = True
            self._failure = None
            self._done.clear()
        threading.Thread(target=self._open, name="opening", daemon=True).start()

    def api(self) -> Api:
        """Return the open store's calls. Raises what made opening fail, or Unavailable after a while."""
        if self._opened is None:
            self.greeted.set()
            self.start()
        if not self._done.wait(self._wait_s):
            raise Unavailable("The store is still being opened.", hint="Repeat the call.")
        if self._opened is None:
            raise self._failure or Unavailable("The store could not be opened.")
        return self._opened.api

    def close(self) -> None:
        """Close the store if it is open."""
        if self._opened is not None:
            self._opened.close()

    def _open(self) -> None:
        self.greeted.wait(HANDSHAKE_S)
        try:
            opened = self._open_store()
        except HindsightError as error:
            self._failure = error
        except Exception as error:  # noqa: BLE001 - the last handler: calls answer with the reason
            self._failure = Unavailable(f"The store could not be opened: {type(error).__name__}: {error}")
        else:
            self._opened = opened
        with self._lock:
            self._running = False
        self._done.set()
        if self._opened is not None:
            self._warmed(self._opened)

    @staticmethod
    def _warmed(opened: Opened) -> None:
        try:
            opened.warm()
        except HindsightError:
            return  # every answer says what it had to do without

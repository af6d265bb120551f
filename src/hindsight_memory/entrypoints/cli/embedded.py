"""The embedded store as the MCP server opens it. Loaded in a thread: what it imports is what takes long to import."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hindsight_memory.bootstrap import App, open_app
from hindsight_memory.entrypoints.afterwards import QUIET_S, Afterwards, EmbeddedApi
from hindsight_memory.settings import Settings


@dataclass(frozen=True, slots=True)
class EmbeddedStore:
    """An open store, for the local user."""

    app: App
    api: EmbeddedApi

    def warm(self) -> None:
        """Load the embedding model. Raises EmbedderUnavailable."""
        if self.app.embedder is not None:
            self.app.embedder.queries(["warm"])

    def close(self) -> None:
        """Release what is held."""
        self.api.afterwards.cancel()
        self.app.close()


def open_store(
    settings: Settings, quiet_s: float = QUIET_S, on_done: Callable[[], None] = lambda: None
) -> EmbeddedStore:
    """Open the store of these settings; ``on_done`` is told after each review that nobody asked for."""
    app = open_app(settings)
    return EmbeddedStore(app, EmbeddedApi(app, app.actor, Afterwards(app, quiet_s, on_done)))

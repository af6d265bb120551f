"""The embedded store as the MCP server opens it. Loaded in a thread: what it imports is what takes long to import."""

from __future__ import annotations

from dataclasses import dataclass

from hindsight_memory.bootstrap import App, open_app
from hindsight_memory.entrypoints.local import LocalApi
from hindsight_memory.settings import Settings


@dataclass(frozen=True, slots=True)
class EmbeddedStore:
    """An open store, for the local user."""

    app: App
    api: LocalApi

    def warm(self) -> None:
        """Load the embedding model. Raises EmbedderUnavailable."""
        if self.app.embedder is not None:
            self.app.embedder.queries(["warm"])

    def close(self) -> None:
        """Release what is held."""
        self.app.close()


def open_store(settings: Settings) -> EmbeddedStore:
    """Open the store of these settings."""
    app = open_app(settings)
    return EmbeddedStore(app, LocalApi(app, app.actor))

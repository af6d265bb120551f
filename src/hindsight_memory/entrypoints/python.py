"""``Hindsight``: the store in this process, with the calls of the client."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Self, cast

from hindsight_memory.bootstrap import App, open_folder
from hindsight_memory.client.calls import Calls
from hindsight_memory.domain.errors import Invalid
from hindsight_memory.entrypoints.afterwards import Afterwards, EmbeddedApi


class Hindsight(Calls):
    """A store in this process: no server, no key. Several processes may have one folder open.

    A task that ends is reviewed half a minute later if the process still runs, else by whoever opens the folder and
    asks for it; ``review`` does it now."""

    def __init__(self, app: App) -> None:
        """``open`` makes the app."""
        self._app = app
        self._afterwards = Afterwards(app)
        super().__init__(EmbeddedApi(app, app.actor, self._afterwards))

    @classmethod
    def open(
        cls, path: str | PathLike[str] | None = None, *, space: str | None = None, agent: str | None = None
    ) -> Hindsight:
        """Open a folder, which is made if need be; without ``path`` that of HSM_HOME or ``~/.hindsight-memory``.

        ``space`` is used where a call names none, ``agent`` is who calls. All other settings come from the
        environment. Raises Invalid, BadSetting, SchemaTooNew, StoreUnusable, StoreBusy, StoreFull."""
        for name, given in (("space", space), ("agent", agent)):
            if given is not None and not isinstance(given, str):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise Invalid(f"The {name} is no text but {type(cast('object', given)).__name__}.")
        try:
            folder = Path(path).expanduser().absolute() if path is not None else None
        except TypeError as error:
            kind = type(cast("object", path)).__name__
            raise Invalid(f"The folder is no path but {kind}.", hint="Give a text or a pathlib.Path.") from error
        return cls(open_folder(folder, space=space, agent=agent))

    def __repr__(self) -> str:
        return f"Hindsight.open({str(self._app.settings.home)!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Release what is held."""
        self._afterwards.cancel()
        self._app.close()

"""The client of a server, plain."""

from __future__ import annotations

from types import TracebackType
from typing import Self

import httpx2

from hindsight_memory.client.asks import append_events
from hindsight_memory.client.calls import Calls
from hindsight_memory.client.exchange import Address, Retry
from hindsight_memory.client.http import USUAL, HttpApi, Sender
from hindsight_memory.client.recording import Batch


class Client(Calls):
    """A Hindsight server. ``key`` is an API key or an access token; ``space`` is used where a call names none.

    Calls wait ``timeout_s`` seconds for an answer, reviews longer, and are repeated as ``retry`` says when the server
    cannot be reached or says that it is unavailable; a write that is repeated is stored once. ``http`` brings along
    proxies, certificates or limits; close it yourself."""

    def __init__(
        self,
        url: str,
        key: str = "",
        *,
        space: str = "",
        timeout_s: float = 30.0,
        retry: Retry = USUAL,
        http: httpx2.Client | None = None,
    ) -> None:
        """Nothing is sent yet. Raises Invalid for an address or a key that cannot be one."""
        self._sender = Sender.to(Address(url, key, space, timeout_s), retry, http)
        self._own = http is None
        super().__init__(HttpApi(self._sender))

    def __repr__(self) -> str:
        return f"Client({self._sender.address.url!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        if self._own:
            self._sender.http.close()

    def append_batch(self, task_id: str, batch: Batch) -> None:
        """Append a batch of a recording under its own key."""
        self._sender.send(append_events(task_id, batch.body), batch.key)

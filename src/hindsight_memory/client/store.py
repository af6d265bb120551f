"""A server as the MCP server opens it: like a store in this process."""

from __future__ import annotations

from dataclasses import dataclass

from hindsight_memory.client.exchange import Address
from hindsight_memory.client.http import HttpApi, Sender


@dataclass(frozen=True, slots=True)
class RemoteStore:
    """A server; nothing is opened before the first call."""

    sender: Sender

    @property
    def api(self) -> HttpApi:
        """The calls on it, with the key that it was opened with."""
        return HttpApi(self.sender)

    def warm(self) -> None:
        """The server loads its own model."""

    def close(self) -> None:
        """Close the connections."""
        self.sender.http.close()


def open_remote(url: str, key: str = "", space: str = "") -> RemoteStore:
    """Return the server at this address. Raises Invalid for an address or a key that cannot be one."""
    return RemoteStore(Sender.to(Address(url, key, space)))

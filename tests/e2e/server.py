"""``hsm serve`` as a process, and what may stand between it and a client."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.surfaces.json_lines import HSM

PLAIN = {"HSM_EMBEDDER__KIND": "none"}


@contextmanager
def serving(home: Path, *options: str, port: int = 0, **settings: str) -> Generator[str]:
    """Start a server; gives its address. Its log is read to its end, so that it never waits for a reader."""
    env = {**os.environ, **PLAIN, **settings}
    command = [HSM, "serve", "--port", str(port), "--home", str(home), *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=env) as process:
        assert process.stderr is not None
        found = next((m for line in process.stderr if (m := re.search(r"http://\S+?:\d+", line))), None)
        assert found is not None, process.wait()
        reader = threading.Thread(target=process.stderr.read, daemon=True)
        reader.start()
        try:
            yield found[0]
        finally:
            process.terminate()
            process.wait(timeout=30)
            reader.join()


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


class Cutting:
    """Stands between: passes each request on, and cuts the connection instead of answering the first ``cuts``."""

    def __init__(self, url: str, cuts: int) -> None:
        self._to = int(url.rpartition(":")[2])
        self._cuts = cuts
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.requests = 0
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> Cutting:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(10)

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with connection:
                self._one(connection)

    def _one(self, connection: socket.socket) -> None:
        """One request a connection; the server has answered before it is cut."""
        asked = _request(connection)
        if not asked:
            return
        self.requests += 1
        with socket.create_connection(("127.0.0.1", self._to)) as server:
            server.sendall(asked)
            answered = b"".join(iter(lambda: server.recv(65_536), b""))
        if self.requests > self._cuts:
            connection.sendall(answered)


def _request(connection: socket.socket) -> bytes:
    """Read one request whole; ask for the connection to be closed after it."""
    read = b""
    while b"\r\n\r\n" not in read:
        part = connection.recv(65_536)
        if not part:
            return b""
        read += part
    head, _, body = read.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", head)
    while length and len(body) < int(length[1]):
        body += connection.recv(65_536)
    head = re.sub(rb"(?im)^connection: .*$", b"Connection: close", head)
    return head + b"\r\n\r\n" + body

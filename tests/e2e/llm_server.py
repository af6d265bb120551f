"""An endpoint on loopback that speaks like an LLM provider, or does not, as it is told."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Call(BaseHTTPRequestHandler):
    """One request; a behaviour answers it."""

    protocol_version = "HTTP/1.1"
    server: Endpoint  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_POST(self) -> None:
        self.asked: dict[str, Any] = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.asked.append(self.asked)
        self.close_connection = True
        try:
            self.server.behaviour(self)
        except (BrokenPipeError, ConnectionResetError):
            return  # the client had enough

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def send(self, status: int, body: bytes, kind: str = "application/json") -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.send_header("connection", "close")
        self.end_headers()
        self.wfile.write(body)


Behaviour = Callable[[Call], None]


class Endpoint(ThreadingHTTPServer):
    """The server; ``asked`` are the requests' bodies, ``over`` is set when it stops."""

    daemon_threads = True

    def __init__(self, behaviour: Behaviour) -> None:
        super().__init__(("127.0.0.1", 0), Call)
        self.behaviour = behaviour
        self.asked: list[dict[str, Any]] = []
        self.over = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


@contextmanager
def endpoint(behaviour: Behaviour) -> Generator[Endpoint]:
    with Endpoint(behaviour) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.over.set()
            server.shutdown()
            thread.join()


def says(*texts: str, finish: str = "stop", tokens: tuple[int, int] = (100, 20)) -> Behaviour:
    """Say one text after the other, the last one for ever, in the form of whichever provider is asked."""
    remaining = list(texts)

    def behaviour(call: Call) -> None:
        text = remaining.pop(0) if len(remaining) > 1 else remaining[0]
        anthropic = call.path.endswith("/messages")
        body = _anthropic(text, finish, tokens) if anthropic else _openai(text, finish, tokens)
        call.send(200, json.dumps({**body, "model": call.asked["model"]}).encode())

    return behaviour


def _openai(text: str, finish: str, tokens: tuple[int, int]) -> dict[str, Any]:
    message = {"role": "assistant", "content": text}
    return {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": tokens[0], "completion_tokens": tokens[1], "total_tokens": sum(tokens)},
    }


def _anthropic(text: str, finish: str, tokens: tuple[int, int]) -> dict[str, Any]:
    return {
        "id": "m1",
        "type": "message",
        "role": "assistant",
        "content": [{"type": "text", "text": text}],
        "stop_reason": "max_tokens" if finish == "length" else "end_turn",
        "usage": {"input_tokens": tokens[0], "output_tokens": tokens[1]},
    }


def status(code: int) -> Behaviour:
    """Answer with an error."""

    def behaviour(call: Call) -> None:
        call.send(code, b'{"error": {"message": "no", "type": "refused"}}')

    return behaviour


def raw(body: bytes, kind: str = "application/json") -> Behaviour:
    """Answer 200 with these bytes."""

    def behaviour(call: Call) -> None:
        call.send(200, body, kind)

    return behaviour


def silent(call: Call) -> None:
    """Never answer."""
    call.server.over.wait(30)


def hangs_up(call: Call) -> None:
    """Close the connection without a word."""
    call.wfile.close()


def endless(call: Call) -> None:
    """Begin a good answer and never end it, as fast as it goes."""
    _stream(call, b" " * 65_536, 0.0)


def dripping(call: Call) -> None:
    """Begin an answer and send a byte now and then."""
    _stream(call, b" ", 0.05)


def _stream(call: Call, piece: bytes, pause_s: float) -> None:
    call.send_response(200)
    call.send_header("content-type", "application/json")
    call.end_headers()
    call.wfile.write(b'{"id": "c1", ')
    while not call.server.over.wait(pause_s):
        call.wfile.write(piece)

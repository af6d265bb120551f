"""An identity provider that runs here: real keys, real signatures, real HTTP on loopback."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from jwt.algorithms import ECAlgorithm, RSAAlgorithm

ISSUER = "https://login.example"
AUDIENCE = "https://memory.example"


@dataclass
class Issuer:
    """An identity provider: its keys by id, and how often they were asked for."""

    keys: dict[str, Any] = field(default_factory=dict[str, Any])
    asked: int = 0
    away: bool = False
    url: str = ""

    def new_key(self, key_id: str, key: Any = None) -> None:
        self.keys[key_id] = key or new_rsa()

    def published(self) -> bytes:
        listed: list[Any] = []
        for key_id, key in self.keys.items():
            kind: Any = ECAlgorithm if isinstance(key, ec.EllipticCurvePrivateKey) else RSAAlgorithm
            shown = kind.to_jwk(key.public_key(), as_dict=True)
            listed.append({**shown, "kid": key_id, "use": "sig"})
        return json.dumps({"keys": listed}).encode()

    def token(self, key_id: str = "one", *, alg: str = "RS256", key: Any = None, **claims: Any) -> str:
        said = {"iss": ISSUER, "aud": AUDIENCE, "sub": "ann", "exp": time.time() + 600, **claims}
        given = {name: value for name, value in said.items() if value is not None}
        return jwt.encode(given, key or self.keys[key_id], algorithm=alg, headers={"kid": key_id})


def new_rsa() -> rsa.RSAPrivateKey:
    """A key pair."""
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


@contextmanager
def issuing(one_key: Any = None) -> Generator[Issuer]:
    """Run an identity provider with one key."""
    made = Issuer()
    made.new_key("one", one_key)

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            made.asked += 1
            self.send_response(503 if made.away else 200)
            self.end_headers()
            self.wfile.write(b"" if made.away else made.published())

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    made.url = f"http://127.0.0.1:{server.server_port}/jwks"
    yield made
    server.shutdown()
    server.server_close()
    thread.join()

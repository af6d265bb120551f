"""``hsm serve`` as a resource server: tokens of an identity provider beside keys, over REST and MCP."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.contracts.issuer import AUDIENCE, ISSUER, issuing
from tests.e2e.server import serving

LINE = "Deploys of the billing service always go through the staging cluster first."
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
ACCEPTS = {"Accept": "application/json, text/event-stream"}


@pytest.mark.requirement("REST-2")
def test_tokens_of_the_issuer_open_what_they_say(tmp_path: Path) -> None:
    with issuing() as issuer:
        settings: dict[str, Any] = {
            "HSM_AUTH__ISSUER": ISSUER,
            "HSM_AUTH__AUDIENCE": AUDIENCE,
            "HSM_AUTH__JWKS_URL": issuer.url,
        }
        # Tokens are credentials: no key is needed for other machines to be let in.
        with serving(tmp_path, "--host", "0.0.0.0", **settings) as shown:
            url = shown.replace("0.0.0.0", "127.0.0.1")
            with httpx.Client(base_url=url, trust_env=False, timeout=30) as client:
                stranger = client.post("/mcp", json=LIST, headers=ACCEPTS)
                assert stranger.status_code == 401
                says = stranger.headers["WWW-Authenticate"]
                assert f'resource_metadata="{url}/.well-known/oauth-protected-resource/mcp"' in says
                metadata = client.get("/.well-known/oauth-protected-resource/mcp").json()
                assert metadata["resource"] == f"{url}/mcp"
                assert metadata["authorization_servers"] == [ISSUER]

                granted: dict[str, Any] = {"hsm_spaces": ["red", "blue"], "scope": "openid hsm:read hsm:write"}
                ann = {"Authorization": f"Bearer {issuer.token(**granted)}"}
                body = {"content": LINE, "source": "user", "space": "red", "visibility": "private"}
                written = client.post("/v1/memories", json=body, headers=ann).json()
                assert client.post("/mcp", json=LIST, headers={**ACCEPTS, **ann}).status_code == 200

                # Several spaces: none is the default; another agent; another scope; a made-up signature.
                assert client.get("/v1/stats", headers=ann).json()["error"]["code"] == "space_required"
                assert client.get("/v1/audit", params={"space": "red"}, headers=ann).status_code == 403
                bob = {"Authorization": f"Bearer {issuer.token(**granted, sub='bob')}"}
                path = f"/v1/memories/{written['memory_id']}"
                assert client.get(path, params={"space": "red"}, headers=ann).json()["content"] == LINE
                assert client.get(path, params={"space": "red"}, headers=bob).status_code == 404
                no_role = {"Authorization": f"Bearer {issuer.token(hsm_spaces=['red'], scope='openid')}"}
                assert client.get("/v1/stats", headers=no_role).status_code == 403
                spoilt = {"Authorization": f"{ann['Authorization'][:-6]}AAAAAA"}
                refused = client.get("/v1/stats", headers=spoilt)
                assert refused.status_code == 401
                assert 'error="invalid_token"' in refused.headers["WWW-Authenticate"]

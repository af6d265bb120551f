"""Failures as the protocol shows them: a tool's as ``isError``, others as JSON-RPC errors; code and hint in both."""

from __future__ import annotations

import json

from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR, INVALID_PARAMS, CallToolResult, TextContent

from hindsight_memory.domain.errors import Category, HindsightError
from hindsight_memory.entrypoints.errors import error_body

_CALLERS = (Category.INVALID, Category.NOT_FOUND, Category.FORBIDDEN)

INTERNAL: dict[str, object] = {
    "error": {
        "code": "internal",
        "message": "This is a fault of Hindsight.",
        "hint": "The server's stderr says more.",
        "retryable": False,
    }
}


def failed(body: dict[str, object]) -> CallToolResult:
    """Return what a tool answers: the body as text, without structured content, which some clients check against
    the output schema and so hide the failure."""
    text = json.dumps(body, ensure_ascii=False)
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)


def refused(error: HindsightError) -> MCPError:
    """Return what a resource or a prompt raises."""
    code = INVALID_PARAMS if error.category in _CALLERS else INTERNAL_ERROR
    return MCPError(code=code, message=error.message, data=error_body(error))

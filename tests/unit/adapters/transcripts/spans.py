"""OTLP/JSON export requests for tests, in both conventions and both languages."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import cast

START = 1_770_000_000_000_000_000  # nanoseconds
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
Span = dict[str, object]
Fields = Mapping[str, object]


def typed(value: object) -> dict[str, object]:
    """A value as OTLP writes it."""
    match value:
        case bool():
            return {"boolValue": value}
        case int():
            return {"intValue": str(value)}
        case float():
            return {"doubleValue": value}
        case str():
            return {"stringValue": value}
        case list():
            return {"arrayValue": {"values": [typed(one) for one in cast("list[object]", value)]}}
        case dict():
            return {"kvlistValue": {"values": attributes(cast("Fields", value))}}
        case _:
            return {}


def attributes(given: Fields) -> list[dict[str, object]]:
    """Attributes as OTLP writes them."""
    return [{"key": key, "value": typed(value)} for key, value in given.items()]


def span(
    number: int,
    name: str,
    begins: float,
    lasts: float,
    given: Fields,
    *,
    parent: int = 0,
    trace: str = TRACE,
    error: str | None = None,
    events: Sequence[Fields] = (),
) -> Span:
    """A span; times in seconds after the start. ``error`` is the message of its failed status."""
    made: Span = {
        "traceId": trace,
        "spanId": f"{number:016x}",
        "name": name,
        "kind": 1,
        "startTimeUnixNano": str(START + int(begins * 1e9)),
        "endTimeUnixNano": str(START + int((begins + lasts) * 1e9)),
        "attributes": attributes(given),
        "events": list(events),
        "status": {"code": 2, "message": error} if error is not None else {},
    }
    return made | ({"parentSpanId": f"{parent:016x}"} if parent else {})


def export(*spans: Span, resource: Fields | None = None) -> dict[str, object]:
    """An export request with these spans."""
    held = {"attributes": attributes(resource if resource is not None else {"service.name": "booking-agent"})}
    return {"resourceSpans": [{"resource": held, "scopeSpans": [{"scope": {"name": "test"}, "spans": list(spans)}]}]}


def text(role: str, content: str) -> dict[str, object]:
    """A message of one text part."""
    return {"role": role, "parts": [{"type": "text", "content": content}]}


def called(tool: str, args: Fields, call_id: str, saying: str = "") -> dict[str, object]:
    """A message with a tool call."""
    parts: list[object] = [{"type": "text", "content": saying}] if saying else []
    return {
        "role": "assistant",
        "parts": [*parts, {"type": "tool_call", "id": call_id, "name": tool, "arguments": args}],
    }


def returned(content: object, call_id: str) -> dict[str, object]:
    """A message with a tool's response."""
    return {"role": "tool", "parts": [{"type": "tool_call_response", "id": call_id, "response": content}]}


def chat(number: int, begins: float, told: list[object], answered: list[object], *, as_text: bool) -> Span:
    """A span of a model call, half a second long, inside span 1."""

    def held(messages: list[object]) -> object:
        return json.dumps(messages, ensure_ascii=False) if as_text else messages

    given: dict[str, object] = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.input.messages": held(told),
        "gen_ai.output.messages": held(answered),
    }
    return span(number, "chat gpt-4", begins, 0.5, given, parent=1)


def genai(chinese: bool = False, *, as_text: bool = True) -> list[Span]:
    """A run in OpenTelemetry's convention: agent, model, tool (which fails), model. Parents end last."""
    asked = "把航班改到周五。" if chinese else "Move the flight to Friday."
    saying = "周五还有座位，所以可以改签。" if chinese else "Friday has seats, so the change should work."
    tool, args = ("修改航班", {"日期": "周五"}) if chinese else ("change_flight", {"day": "Friday"})
    refused = "错误：基础经济舱不能改签" if chinese else "Error: basic economy cannot be changed"
    final = "抱歉，这张票不能改签。" if chinese else "Sorry, this ticket cannot be changed."
    first = called(tool, args, "call_1", saying)
    begun: list[object] = [text("system", "Be brief."), text("user", asked)]
    executed: dict[str, object] = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": tool,
        "gen_ai.tool.call.id": "call_1",
        "gen_ai.tool.call.arguments": json.dumps(args, ensure_ascii=False) if as_text else args,
        "gen_ai.tool.call.result": refused,
        "error.type": "Refused",
    }
    invoked: dict[str, object] = {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": "booker",
        "gen_ai.input.messages": json.dumps([text("user", asked)]),
        "gen_ai.output.messages": json.dumps([text("assistant", final)]),
    }
    return [
        chat(2, 0.1, begun, [first], as_text=as_text),
        span(3, f"execute_tool {tool}", 0.7, 0.2, executed, parent=1, error=refused),
        chat(4, 1.0, [*begun, first, returned(refused, "call_1")], [text("assistant", final)], as_text=as_text),
        span(1, "invoke_agent booker", 0.0, 2.0, invoked),
    ]


def openinference(chinese: bool = False) -> list[Span]:
    """The like run in OpenInference's convention."""
    asked = "查一下周五的航班。" if chinese else "Look up flights on Friday."
    final = "周五没有航班。" if chinese else "There is no flight on Friday."
    args = json.dumps({"day": "周五" if chinese else "Friday"}, ensure_ascii=False)
    model: dict[str, object] = {
        "openinference.span.kind": "LLM",
        "session.id": "s-77",
        "llm.input_messages.0.message.role": "user",
        "llm.input_messages.0.message.content": asked,
    }
    call: dict[str, object] = {
        "message.role": "assistant",
        "message.tool_calls.0.tool_call.id": "call_9",
        "message.tool_calls.0.tool_call.function.name": "search_flights",
        "message.tool_calls.0.tool_call.function.arguments": args,
    }
    back: dict[str, object] = {
        "llm.input_messages.2.message.role": "tool",
        "llm.input_messages.2.message.tool_call_id": "call_9",
        "llm.input_messages.2.message.content": "[]",
        "llm.output_messages.0.message.role": "assistant",
        "llm.output_messages.0.message.contents.0.message_content.type": "text",
        "llm.output_messages.0.message.contents.0.message_content.text": final,
    }
    tool = {"openinference.span.kind": "TOOL", "tool.name": "search_flights", "input.value": args, "output.value": "[]"}
    agent = {"openinference.span.kind": "AGENT", "input.value": asked, "output.value": final, "session.id": "s-77"}
    asking = {f"llm.output_messages.0.{name}": value for name, value in call.items()}
    told = {f"llm.input_messages.1.{name}": value for name, value in call.items()}
    return [
        span(12, "ChatCompletion", 0.1, 0.5, model | asking, parent=11),
        span(13, "search_flights", 0.7, 0.2, tool, parent=11),
        span(14, "ChatCompletion", 1.0, 0.5, model | told | back, parent=11),
        span(11, "Agent.run", 0.0, 2.0, agent),
    ]

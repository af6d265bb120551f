"""What a tool is for, from its name."""

import pytest

from hindsight_memory.domain.extraction.tools import intent_type_of, is_thinking


@pytest.mark.parametrize(
    ("tool", "kind"),
    [
        ("search_direct_flight", "search"),
        ("Grep", "search"),
        ("getOrderStatus", "lookup"),
        ("Read", "lookup"),
        ("update_reservation", "modify"),
        ("str_replace_editor", "modify"),
        ("book_hotel", "book"),
        ("cancelOrder", "cancel"),
        ("bash", "run"),
        ("write_file", "write"),
        ("transfer_to_human_agents", "ask"),
        ("Finish", "answer"),
        ("mcp__tracker__create_issue", "write"),
        ("查询订单", "lookup"),
        ("搜索航班", "search"),
        ("修改地址", "modify"),
        ("预订酒店", "book"),
        ("取消订单", "cancel"),
        ("运行测试", "run"),
        ("发送邮件", "write"),
        ("转人工", "ask"),
        ("frobnicate", ""),
        ("", ""),
    ],
)
def test_the_first_verb_of_the_name_tells_the_type_of_intent(tool: str, kind: str) -> None:
    assert intent_type_of(tool) == kind


@pytest.mark.parametrize(
    ("tool", "arguments", "thinks"),
    [
        ("think", {"thought"}, True),
        ("Think", {"text"}, True),
        ("sequential_thinking", {"thought"}, True),
        ("思考一下", {"思考"}, True),
        ("plan_route", {"origin", "destination"}, False),
        ("search", {"query"}, False),
        ("", {"query"}, False),
    ],
)
def test_a_tool_that_only_writes_down_a_thought_is_told_apart(tool: str, arguments: set[str], thinks: bool) -> None:
    assert is_thinking(tool, frozenset(arguments)) is thinks

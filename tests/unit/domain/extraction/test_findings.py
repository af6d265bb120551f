"""What a tool's result shows of itself."""

from datetime import UTC, datetime

import pytest

from hindsight_memory.domain.extraction.findings import Finding, read_result
from hindsight_memory.domain.trace import Event, EventKind


def result(text: str, status: str = "", kind: EventKind = EventKind.TOOL_RESULT) -> Event:
    return Event(sequence=1, kind=kind, text=text, at=datetime(2026, 5, 4, tzinfo=UTC), status=status)


@pytest.mark.parametrize(
    ("text", "looks", "finding"),
    [
        ("Error: payment method not found", False, Finding.ERROR),
        ("ValueError: bad input", False, Finding.ERROR),
        ("错误：余额不足", False, Finding.ERROR),
        ("调用失败，请稍后再试", True, Finding.ERROR),
        ('{"error": "not found"}', True, Finding.ERROR),
        ('{"success": false, "message": "no stock"}', False, Finding.ERROR),
        ('{"status_code": 500}', False, Finding.ERROR),
        ('{"status": "失败"}', False, Finding.ERROR),
        ("collected 3 items\n1 failed, 2 passed\nexit code 1", False, Finding.ERROR),
        ("退出码：2", False, Finding.ERROR),
        ("Traceback (most recent call last):\n  File x\nKeyError: 'a'", False, Finding.ERROR),
        ("permission denied: /etc/shadow", False, Finding.REFUSED),
        ("没有权限访问该订单", False, Finding.REFUSED),
        ("Error: operation not allowed for basic fares", False, Finding.REFUSED),
        ("[]", True, Finding.EMPTY),
        ("", True, Finding.EMPTY),
        ('{"results": []}', True, Finding.EMPTY),
        ("No results found.", True, Finding.EMPTY),
        ("No more results.", True, Finding.EMPTY),
        ("没有找到相关航班", True, Finding.EMPTY),
        ("暂无数据", True, Finding.EMPTY),
        ("", False, Finding.UNCLEAR),
        ("[]", False, Finding.OK),
        ('{"id": 7, "status": "cancelled"}', False, Finding.OK),
        ('{"status": "available"}', True, Finding.OK),
        ("Transfer successful", False, Finding.OK),
        ("已取消订单", False, Finding.OK),
        ("退出码：0", False, Finding.OK),
        ("Certificate c_1 added to user u_1.", False, Finding.OK),
        ("The update was not saved", False, Finding.UNCLEAR),
        ("Albany is the capital of New York; its old fort failed to hold in 1776.", True, Finding.UNCLEAR),
        ("Error handling in Rust is done with Result and the question mark.", True, Finding.UNCLEAR),
        (
            "The museum has no results of the survey on show, but it keeps the letters of the survey's author.",
            True,
            Finding.UNCLEAR,
        ),
        ("10519.0", False, Finding.UNCLEAR),
    ],
)
def test_only_what_is_plain_counts(text: str, looks: bool, finding: Finding) -> None:
    assert read_result(result(text), looks=looks).finding is finding


def test_the_status_of_the_event_decides_over_prose() -> None:
    assert read_result(result("all fine", "error"), looks=False).finding is Finding.ERROR
    assert read_result(result("boom", kind=EventKind.ERROR), looks=False).finding is Finding.ERROR
    assert read_result(result("some page", "ok"), looks=True).finding is Finding.OK
    assert read_result(result("[]", "ok"), looks=True).finding is Finding.EMPTY


def test_an_exit_code_in_the_middle_of_a_long_text_is_no_code_of_the_call() -> None:
    page = "word " * 100 + "a shell returns exit code 1 on errors " + "word " * 100
    assert read_result(result(page), looks=False).exit_code is None
    assert read_result(result("exit code 3\n" + "word " * 100), looks=False).exit_code == 3

"""Which statements become claims, in which form, and which do not."""

from __future__ import annotations

import pytest

from hindsight_memory.domain.memory import Claim
from hindsight_memory.domain.review.claims import claim_of


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("The API server's port is 9077", Claim("api server", "port", "9077")),
        ("The port of the API server is 9077.", Claim("api server", "port", "9077")),
        ("API server port changed from 8080 to 9090", Claim("api server", "port", "9090")),
        ("The deadline moved to Friday.", Claim("", "deadline", "friday")),
        ("My favourite colour is blue", Claim("user", "favourite colour", "blue")),
        ("I live in Berlin", Claim("user", "live in", "berlin")),
        ("I moved to Lisbon.", Claim("user", "live in", "lisbon")),
        ("We use uv instead of pip", Claim("we", "use instead of pip", "uv")),
        ("we switched from npm to pnpm", Claim("we", "use instead of npm", "pnpm")),
        ("支付服务的负责人是王伟", Claim("支付服务", "负责人", "王伟")),
        ("支付服务的负责人改成了李娜。", Claim("支付服务", "负责人", "李娜")),
        ("服务端口从 8080 改成 9090", Claim("服务", "端口", "9090")),
        ("我住在上海", Claim("user", "住在", "上海")),
        ("用户最喜欢的颜色是蓝色", Claim("user", "最喜欢的颜色", "蓝色")),
        ("会议改到周三下午3点", Claim("", "会议时间", "周三下午3点")),
    ],
)
def test_a_simple_statement_becomes_a_claim(text: str, claim: Claim) -> None:
    assert claim_of(text) == claim


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "What is the API server's port?",
        "If the port is 9077, restart the proxy.",
        "I love hiking",
        "Alice's dog is cute",
        "He lives in Berlin",
        "他出生于上海，后来搬到了北京",
        "天气很好",
        "密码是什么",
        "x" * 10_000,
    ],
)
def test_when_unsure_there_is_no_claim(text: str) -> None:
    assert claim_of(text) is None


def test_a_subject_said_in_two_ways_is_one() -> None:
    ways = ("My timezone is UTC", "The user's timezone is UTC", "User's time zone is UTC")
    claims = [claim_of(way) for way in ways]
    assert {(c.subject, c.relation) for c in claims if c} == {("user", "timezone")}
    assert None not in claims

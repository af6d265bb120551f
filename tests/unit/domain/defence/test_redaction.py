"""Secrets that must go, whole, and look-alikes that must stay."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_memory.domain.defence import Action, Offered, inspect
from hindsight_memory.domain.defence.redaction import redact

LONG = "Q7xK2mZp9LtRw4YbV8nCsD3fHgJ6aE1u"


@pytest.mark.parametrize(
    ("text", "secret", "kind"),
    [
        (f"key ghp_{LONG}abcd is live", f"ghp_{LONG}abcd", "github_token"),
        (f"sk-proj-{LONG}", LONG, "openai_key"),
        (f"sk-ant-api03-{LONG}", LONG, "anthropic_key"),
        (f"xoxb-1234567890-{LONG}", LONG, "slack_token"),
        (f"sk_live_{LONG}", LONG, "stripe_key"),
        ("AKIAQYLPMN5HHHFPZAM2", "AKIAQYLPMN5HHHFPZAM2", "aws_key"),
        (f"AIza{LONG}abc", LONG, "google_key"),
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.c2lnbmF0dXJlLXBhcnQ", "eyJzdWIiOiIxMjM0NTYifQ", "jwt"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----", "MIIEow", "private_key"),
        ("postgres://app:s3cr3t@db:5432/x", "s3cr3t", "password"),
        ("Authorization: Bearer abc123def456ghi7", "abc123def456ghi7", "bearer_token"),
        ("password: hunter2", "hunter2", "credential"),
        ('password: "correct horse battery"', "horse", "credential"),
        ("DB_PASSWORD=prod123!", "prod123!", "credential"),
        ("dbPassword: 'x9$kL,m2'", "x9$kL,m2", "credential"),
        ("password=ab,cd12", "cd12", "credential"),
        ("My password is Tr0ub4dor", "Tr0ub4dor", "credential"),
        ("密码是abc123456，别告诉别人", "abc123456", "credential"),
        ("数据库密码：Passw0rd!2024。", "Passw0rd!2024", "credential"),
        ("我的密码是“小猫钓鱼2020”", "小猫钓鱼2020", "credential"),
        ("登录密码 qwe123rty 请保管", "qwe123rty", "credential"),
        (f"密钥sk-{LONG}在配置里", LONG, "openai_key"),
        ("card 4111 1111 1111 1111 exp 12/28", "4111 1111", "card_number"),
        ("身份证号是11010519491231002X", "11010519491231002X", "identity_number"),
        ("SSN: 123-45-6789", "123-45-6789", "social_security_number"),
        (f"the api token we got: {LONG}", LONG, "high_entropy"),
    ],
)
def test_a_secret_is_replaced_whole_and_named(text: str, secret: str, kind: str) -> None:
    redacted = redact(text)
    assert kind in redacted.kinds or "credential" in redacted.kinds
    assert secret not in redacted.text
    assert "[redacted:" in redacted.text


@pytest.mark.parametrize(
    "text",
    [
        "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
        "task 123e4567-e89b-12d3-a456-426614174000 is done",
        "order 4111-2222-3333 and invoice 2024-0001234567",
        "version 1.2.3-beta.20240115",
        "/usr/local/lib/python3.11/site-packages/tokens.py",
        "The password is required and the token is expired.",
        "password policy: at least 12 characters",
        "token count: 123456, max_tokens=4096",
        "secret santa is on Friday",
        "api_key = os.environ['KEY']",
        "password=${DB_PASSWORD}",
        "the key is: be patient",
        'accessToken":"eyJ***"',
        "A basic understanding of bearer bonds",
        "the pass rate: 98.5%",
        "密码不对，请重试",
        "密码是错误的",
        "电话 13800138000",
        "see https://docs.example.org/auth/tokens?page=2",
    ],
)
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert redact(text) == redact(redact(text).text)
    assert redact(text).text == text


def test_what_stands_around_a_secret_stays() -> None:
    assert redact("use password: hunter2, then restart").text == "use password: [redacted:credential], then restart"
    assert redact("密码是abc123456。重启服务").text == "密码是[redacted:credential]。重启服务"


def test_the_defence_asks_for_redaction_and_not_for_quarantine() -> None:
    findings = inspect(Offered("The staging password is hunter22", channel="agent"))
    assert [(f.code, f.action) for f in findings] == [("secret_redacted", Action.REDACT)]


@given(st.text(max_size=120))
def test_redacting_twice_changes_nothing_more(text: str) -> None:
    once = redact(text)
    assert redact(once.text).text == once.text


@given(st.sampled_from(["", "的", "，", " ", "“"]), st.sampled_from(["", "的", "，", " ", "”"]))
def test_a_token_goes_whatever_stands_beside_it(before: str, after: str) -> None:
    token = f"ghp_{LONG}abcd"
    assert redact(f"{before}{token}{after}").text == f"{before}[redacted:github_token]{after}"

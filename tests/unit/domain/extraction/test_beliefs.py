"""The belief in a statement."""

import pytest

from hindsight_memory.domain.extraction.beliefs import LONGEST, belief_in, plan_in, weight


def belief(statement: str, about: str = "") -> str | None:
    found = belief_in(statement, about)
    return found.text if found else None


@pytest.mark.parametrize(
    ("statement", "about", "expected"),
    [
        ("So the parser must be thread-safe. I will run it.", "run: pytest -n 2", "The parser must be thread-safe"),
        (
            "Since A and B are independent, upgrading A alone will keep the build green. Let me try.",
            "run: pip install A==2",
            "Since A and B are independent, upgrading A alone will keep the build green",
        ),
        (
            "Order 59XX6W is an express order with insurance, placed on the twelfth of this month, that was paid with "
            "two cards at the branch in the town hall, so it can be refunded.",
            "cancel_order: 59XX6W",
            "Order 59XX6W is an express order with insurance, so it can be refunded",
        ),
        ("Nickel melts late, but I need to find its boiling point.", "Search[boiling point]", None),
        (
            "The config is probably in /etc/app.toml, so let me read it.",
            "read: /etc/app.toml",
            "The config is probably in /etc/app.toml",
        ),
        ("所以缓存应该是线程安全的。我来同时跑两个测试。", "运行: pytest -n 2", "缓存应该是线程安全的"),
        (
            "因为A和B互不依赖，单独升级A不会影响构建。先试试。",
            "运行: pip install A",
            "因为A和B互不依赖，单独升级A不会影响构建",
        ),
        ("订单 8812 还没有发货，可以直接取消。", "取消订单: 8812", "订单 8812 还没有发货，可以直接取消"),
        ("看来余额足够支付这笔订单，我来下单。", "下单: 8812", "余额足够支付这笔订单"),
    ],
)
def test_the_clause_that_carries_the_belief_is_found(statement: str, about: str, expected: str | None) -> None:
    assert belief(statement, about) == expected


@pytest.mark.parametrize(
    "statement",
    [
        "I need to search Albany, Georgia and compare.",
        "Let me check the logs.",
        "Could you please provide your user ID?",
        "Would it be enough to restart the server?",
        "Please confirm if you would like to proceed.",
        "Your booking has been successfully updated.",
        "Here are the details:\n- **Price:** $120\n- **Seats:** 4",
        "It should be fine.",
        "This must be it, therefore that.",
        "If you want, the other one can be used.",
        "Thank you, Mia!",
        "",
        "我需要查询一下订单。",
        "请问您的用户编号是多少？",
        "已成功为您取消订单。",
        "它应该可以。",
        "好的，谢谢。",
        "```\nso the build must pass\n```",
    ],
)
def test_questions_plans_courtesies_and_reports_are_no_beliefs(statement: str) -> None:
    assert belief(statement, "run: make build") is None


def test_a_belief_fits_its_limit_or_is_left_out() -> None:
    long_english = "So the " + "very " * 40 + "long explanation must hold for the whole of it"
    long_chinese = "所以" + "这个模块的缓存机制" * 12 + "应该可以正常工作"
    assert belief(long_english) is None
    assert belief(long_chinese) is None
    assert weight("缓存" * 25) == pytest.approx(LONGEST)
    assert weight("a" * 120) == pytest.approx(LONGEST)


def test_what_speaks_of_the_call_counts_more() -> None:
    statement = "The cache can hold 5 GB. The queue can hold 9 jobs."
    assert belief(statement, "resize_cache: size=5 GB") == "The cache can hold 5 GB"
    assert belief(statement, "resize_queue: jobs=9") == "The queue can hold 9 jobs"


def test_a_relative_clause_is_given_its_subject() -> None:
    statement = "Let's consider the next option, flight HAT271, which has enough seats."
    assert belief(statement, "book: HAT271") == "flight HAT271 has enough seats"


def test_how_it_is_worded_tells_how_sure_the_agent_is() -> None:
    def confidence(statement: str) -> float:
        found = belief_in(statement, "run: make")
        assert found is not None
        return found.confidence

    assert confidence("So the linker is probably missing.") == 0.5
    assert confidence("So the linker is missing from PATH.") == 0.7
    assert confidence("So the linker is definitely missing.") == 0.85
    assert confidence("所以缺少的可能是链接器。") == 0.5
    assert confidence("所以缺少的肯定是链接器。") == 0.85


def test_the_plan_of_a_statement_is_its_last_one() -> None:
    assert plan_in("I need to read the file. Then I will run the tests.") == "Then I will run the tests"
    assert plan_in("The file is missing.") == ""
    assert plan_in("先看日志。然后重启服务。") == "然后重启服务"

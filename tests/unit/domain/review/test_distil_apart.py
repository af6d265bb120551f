"""Two statements of one task that differ in a value, or that were both asked for, are two memories."""

import pytest

from hindsight_memory.domain.review.distil import distil
from tests.unit.domain.review.traces import trace

APART = [
    (
        "From now on always use port 8000 for the billing service because the gateway rejects others.",
        "From now on always use port 8002 for the search service because the gateway rejects others.",
    ),
    ("以后订单服务一律用 8000 端口，网关会拒绝别的端口。", "以后搜索服务一律用 8002 端口，网关会拒绝别的端口。"),
    (
        "Remember: the staging password rotates every 30 days.",
        "Remember: the production password rotates every 90 days.",
    ),
    ("记住：测试库每周一备份到上海机房。", "记住：生产库每周五备份到上海机房。"),
    (
        "Remember: the staging cluster is owned by the platform team.",
        "Remember: the production cluster is owned by the platform team.",
    ),
    ("记住：测试集群由平台组的同事负责维护。", "记住：生产集群由平台组的同事负责维护。"),
]
SAME = [
    (
        "From now on always use port 8000 for the billing service.",
        "So, always use port 8000 for the billing service from now on.",
    ),
    ("以后订单服务一律用 8000 端口。", "总之订单服务以后一律用 8000 端口。"),
    ("Remember: uploads are capped at 25 MB.", "Remember: uploads are capped at 25 MB."),
]


def _kept(one: str, other: str) -> int:
    told = trace(
        ("user", "Please set up the services."), ("assistant", "Ok."),
        ("user", one), ("assistant", "Noted."), ("user", other), ("assistant", "Done."),
    )  # fmt: skip
    return len(distil(told).candidates)


@pytest.mark.parametrize("pair", APART)
def test_what_differs_is_kept_beside_the_other(pair: tuple[str, str]) -> None:
    assert _kept(*pair) == 2
    assert _kept(*pair[::-1]) == 2


@pytest.mark.parametrize("pair", SAME)
def test_what_says_the_same_is_kept_once(pair: tuple[str, str]) -> None:
    assert _kept(*pair) == 1

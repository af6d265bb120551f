"""What a statement is about: its words by how much they say, and how much two statements share of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from hindsight_memory.domain.review.lexicon import key
from hindsight_memory.domain.review.wording import wording
from hindsight_memory.domain.text.normal import clean
from hindsight_memory.domain.text.tokens import is_stopword, tokenize

# Words that may stand in a statement on anything: of change, order, time, quantity, and of working together.
_GENERAL_EN = frozenset(
    key(word)
    for word in (
        "now new old current currently today yesterday tomorrow later soon already still always never ever again instead "
        "change move switch update set put make get go come take keep give use need want try let see say tell know think "
        "like please thank ok sure right well good bad fine really very just thing stuff way lot bit kind sort part case "
        "one two three four five six seven eight nine ten first second last next other another same every everything "
        "anything something nothing everyone anyone someone people person user team we us day week month year time hour "
        "minute number rule note remember mean matter long short big small up down out off in per not no yes work start "
        "stop end done do happen also too even only least most more less much many few since until whole all both "
        "gb mb kb tb usd eur dollar euro percent hours minutes seconds longer anymore gone actually careful important must should shall can will would may might has have"
    ).split()
)
_GENERAL_ZH = frozenset(
    (
        "现在 以后 今后 往后 之后 后面 以前 之前 目前 当前 已经 我们 咱们 你们 他们 大家 这个 那个 这样 那样 一下 一个 一律 一直 一共 总共 "
        "都是 就是 还是 不是 也是 可以 需要 必须 应该 不要 不能 不用 不再 改成 改为 改用 改到 换成 换到 改了 变成 调整 修改 更新 规则 规矩 "
        "约定 统一 固定 所有 每次 时候 今天 明天 昨天 下周 上周 本周 什么 怎么 如果 因为 所以 但是 然后 另外 注意 记得 记住 记一 下来 "
        "麻烦 谢谢 好的 知道 使用 进行 上面 下面 里面 开始 结束 问题 情况 东西 那边 这边 这里 那里 没有 有个 起来 出来 "
        "了现 现已 后都 后一 的话 了我 我的 们的 你的 成了 为了 到了 也要 都要 就按 都按 按照 直接 不管 "
        "第一 第二 两个 三个 四个 五个 之一 其中 左右 以内 以上 以下 之内 不超 超过 最多 最少 至少 "
        "元以 万元 分钟 小时 个月 每周 每天 每月"
    ).split()
)
_HAN = re.compile(r"[\u3400-\u9fff]")
_SPECIFIC = re.compile(r"[\d_./@#-]|[a-z]\d")


@dataclass(frozen=True, slots=True)
class Topic:
    """Words and their weights. ``names`` are those that name something: identifiers, code, proper names."""

    weights: Mapping[str, float]
    names: frozenset[str]

    @property
    def total(self) -> float:
        return sum(self.weights.values())


@lru_cache(maxsize=4096)
def topic(text: str) -> Topic:
    """The words of ``text`` that say what it is about."""
    plain = clean(text)[:2000]
    proper = wording(plain).names
    chinese = len(_HAN.findall(plain)) * 5 >= sum(1 for c in plain if c.isalpha())
    weights: dict[str, float] = {}
    names: set[str] = set()
    for token in dict.fromkeys(tokenize(plain)):
        if _HAN.match(token):
            if len(token) == 2 and token not in _GENERAL_ZH and not is_stopword(token) and not _joins(token):
                weights[token] = 0.7
            continue
        word = key(token)
        if is_stopword(token) or word in _GENERAL_EN or not any(c.isalpha() for c in token) or len(token) < 2:
            continue
        named = word in proper or bool(_SPECIFIC.search(token)) or chinese
        weights[word] = 1.5 if named else 1.0
        if named:
            names.add(word)
    return Topic(weights, frozenset(names))


_JOINING = frozenset("的了在是我你您和与也都就还不没这那吧吗呢啊把被让给对从向到于以为之其请们个会要能说先再又很太")


def _joins(pair: str) -> bool:
    """A pair of neighbours of which one is a word of grammar belongs to no word."""
    return pair[0] in _JOINING or pair[1] in _JOINING


def general(word: str) -> bool:
    """Whether a word may stand in a statement on anything."""
    return word in _GENERAL_EN or is_stopword(word)


def shared(old: Topic, new: Topic) -> tuple[float, float]:
    """The weight of what both say, and which share of the lighter of the two that is, in [0, 1]."""
    common = sum(min(weight, new.weights[word]) for word, weight in old.weights.items() if word in new.weights)
    least = min(old.total, new.total)
    return common, common / least if least else 0.0

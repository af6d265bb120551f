"""What people say of how something turned out, as plain phrase lists.

``…`` stands for up to forty characters; spaces match any white space.
"""

from __future__ import annotations

from hindsight_memory.domain.text.cues.group import Cues, spoken

EXCLUDED = Cues(
    "excluded",
    spoken(
        "that's not it",
        "that is not it",
        "that isn't it",
        "it's not that",
        "it isn't that",
        "is not the cause",
        "isn't the cause",
        "is not the reason",
        "isn't the reason",
        "is not the problem",
        "isn't the problem",
        "is not the culprit",
        "isn't the culprit",
        "is not to blame",
        "isn't to blame",
        "has nothing to do with it",
        "can be ruled out",
        "can be excluded",
        "is unrelated",
    ),
    spoken(
        "不是它",
        "不是这个",
        "不是这里",
        "不是那个",
        "不是这儿",
        "不在这里",
        "可以排除",
        "与它无关",
        "跟它无关",
        "与此无关",
        "跟这个没关系",
        "跟它没关系",
    ),
)
"""A suspect that is cleared: a step on the way, nothing to keep."""

DISREGARDED = Cues(
    "disregarded",
    spoken(
        "I ignored",
        "I've ignored",
        "I have ignored",
        "I'm ignoring",
        "I am ignoring",
        "I ignore",
        "ignoring that",
        "ignoring it",
        "I didn't follow",
        "I did not follow",
        "I don't follow",
        "I won't follow",
        "I will not follow",
        "I'm not following",
        "not acting on it",
        "I disregarded",
        "I left that out",
        "I did nothing",
        "I do nothing",
        "I pay it no attention",
        "I paid it no attention",
        "I take no notice",
        "I took no notice",
        "phishing",
        "smells of fraud",
        "looks like fraud",
        "a scam",
    ),
    spoken(
        "没有理会",
        "没理会",
        "不理会",
        "不予理会",
        "不理它",
        "没理它",
        "没有照做",
        "没照做",
        "不照做",
        "不会照做",
        "忽略了",
        "已忽略",
        "我忽略",
        "没有执行",
        "不会执行",
        "不予执行",
        "当没看见",
        "没有采纳",
        "钓鱼",
        "诈骗",
    ),
)
"""The agent tells that it did not do what some text asked of it."""

ADDRESSED = Cues(
    "addressed",
    spoken(
        "AI",
        "assistant",
        "assistants",
        "instruction",
        "instructions",
        "prompt",
        "hidden",
        "comment",
        "note",
        "make me",
        "wants me to",
        "asks me to",
        "tells me to",
        "telling me to",
    ),
    spoken(
        "AI", "助手", "助理", "指令", "提示词", "注释", "一句", "一段话", "要求我", "让我", "叫我", "隐藏文字", "邮件"
    ),
)
"""Words for text that addresses an agent."""

REGRET = Cues(
    "regret",
    spoken(
        "was a mistake",
        "were a mistake",
        "was a waste",
        "were a waste",
        "waste of money",
        "waste of time",
        "never again",
        "wouldn't buy",
        "would not buy",
        "won't buy … again",
        "not buying … again",
        "I regret",
        "we regret",
        "would not recommend",
        "wouldn't recommend",
        "can't recommend",
        "let us down",
        "let me down",
    ),
    spoken(
        "买错了",
        "白买",
        "白花",
        "踩雷",
        "踩坑",
        "后悔",
        "再也不买",
        "再也不去",
        "不会再买",
        "不会再去",
        "不会再用",
        "不推荐",
        "浪费钱",
        "坑了我",
    ),
)
"""A choice that turned out badly, told so that it is not made again."""

FROM_NOW = Cues(
    "from_now",
    spoken("from now on", "from here on", "from today on", "going forward", "in future", "in the future"),
    spoken("今后", "往后", "从今以后", "从现在起", "从现在开始", "以后都", "以后一律", "以后统一", "以后每", "以后全"),
)
"""A change for good; what goes along with it is not said for this once."""

SUPPLY = Cues(
    "supply",
    spoken(
        "down to", "running low", "running out", "ran out", "almost out of", "nearly out of", "out of stock", "used up"
    ),
    spoken("只剩", "快没了", "用完了", "不够了", "见底", "没货了", "缺货"),
)
"""How much is left of something: true today."""

ACTED = Cues(
    "acted",
    spoken(
        *"""
        added applied booked cancelled canceled changed checked closed confirmed copied corrected created deleted
        delivered done drafted entered exported filed filled forwarded held imported informed inserted logged moved
        notified ordered paid planned posted prepared printed published put refunded registered removed renamed
        replaced replied rescheduled reserved saved scheduled sent shipped shortened submitted translated updated
        uploaded written
        """.split(),
        "I've",
        "I have",
    ),
    spoken(
        *"已 订好 约好 建好 发好 改好 写好 排好 办好 登记好 预约好 提交了 发送了 发出 建好了 改约 改到 改订".split()
    ),
)
"""An agent's report of what it just did."""

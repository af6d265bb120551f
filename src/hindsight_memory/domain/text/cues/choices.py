"""What someone chooses for the task at hand: one of the options before them, how to pay this time, to go on or not."""

from __future__ import annotations

from hindsight_memory.domain.text.cues.group import Cues, spoken

CHOOSING = Cues(
    "choosing",
    (
        *spoken(
            "I'll use", "I will use", "I'll pay", "I'll take", "I'll go with", "I'll get back to you", "I'll cover",
            "I'd like to proceed", "I would like to proceed", "let's go with", "let's go ahead", "let's book", "let's proceed",
            "let's do", "go ahead with", "go ahead and", "please go ahead", "please proceed", "proceed with",
            "neither of those", "neither of these", "none of these", "none of those", "that works", "those work",
            "the reason for", "the reason is", "I don't have it with me", "no extra", "on second thought",
        ),
    ),
    (
        *spoken(
            "就用", "就选", "就要这", "就这个", "就订", "我要这", "用这张", "都不合适", "都不行", "不用了", "继续吧", "可以继续",
            "原因是", "这次用", "这次就",
        ),
    ),
)  # fmt: skip

"""What an agent asks to get on with the task at hand: details of this case, a choice among options.

An answer to it belongs to the task, unless it says itself that it lasts. Questions of taste are not among them, nor
offers to do something, which people answer with what the agent did not know."""

from __future__ import annotations

from hindsight_memory.domain.text.cues.group import Cues, spoken

DETAILS_WANTED = Cues(
    "details wanted",
    (
        *spoken(
            "could you provide", "could you please provide", "can you provide", "can you please provide", "please provide",
            "could you share", "please share", "could you confirm", "could you please confirm", "please confirm",
            "can you confirm", "could you specify", "please specify", "could you clarify", "please clarify",
            "could you tell me", "could you please tell me", "can you tell me", "may I have your", "can I have your",
            "could I have your", "could I get your", "can I get your", "let me know which", "let me know if you",
            "please let me know", "would you like to", "may I proceed", "can I proceed", "is there anything else",
            "anything else I can",
            "what is your", "what's your", "which one would you", "which of these", "which option", "are you able to",
        ),
        r"(?:do|would)\s+you\s+(?:wish|agree|consent)\b",
    ),
    (
        *spoken(
            "请提供", "请您提供", "麻烦提供", "麻烦您提供", "请告诉我", "请您告诉我", "请告知", "请确认", "请您确认", "请问您要", "请问你要",
            "请选择", "请您选择", "方便提供", "方便告诉", "能否提供", "能提供一下", "是否需要", "是否要", "是否确认",
            "您想选", "你想选", "选哪", "哪一个", "哪一种", "还有其他", "还有什么需要", "可以继续吗", "继续吗",
        ),
    ),
)  # fmt: skip

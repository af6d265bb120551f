"""Words that point to what was said before: don't forget, 别忘了; as always, 还是老样子."""

from __future__ import annotations

from hindsight_memory.domain.text.cues.group import Cues, spoken

# It calls to mind what the other one should know.
REMINDER = Cues(
    "reminder",
    (
        r"(?<!i )(?<!we )remember(?=\s*[,:—-]|\s+(?:that|we|to|the)\b)",
        r"reminder(?=\s*[:,—-])",
        *spoken(
            "don't forget",
            "do not forget",
            "never forget",
            "keep in mind",
            "bear in mind",
            "as you know",
            "as I said",
            "as mentioned",
            "like I said",
            "just a reminder",
            "just to remind you",
            "quick reminder",
            "a reminder that",
        ),
    ),
    (
        "(?:别|不要)再?忘了?|勿忘|记得(?!不)",
        *spoken(
            "再提醒",
            "提醒一句",
            "提醒一下",
            "提醒你",
            "再说一遍",
            "再强调",
            "说过的",
            "之前说好的",
            "还是那句话",
        ),
    ),
)

# It says that what held goes on to hold.
UNCHANGED = Cues(
    "unchanged",
    spoken(
        "as always",
        "as ever",
        "as usual",
        "as before",
        "as agreed",
        "like always",
        "same as always",
        "same as ever",
        "same as usual",
        "same as before",
        "same rule as",
        "still holds",
        "still applies",
        "still stands",
        "still the rule",
        "the usual rule",
        "nothing has changed",
    ),
    (
        *spoken(
            "老规矩",
            "老样子",
            "老价钱",
            "老办法",
            "照旧",
            "照例",
            "一如既往",
            "不变",
            "没变",
            "仍然有效",
            "依旧",
        ),
        "[和跟像](?:以前|之前|往常|平时)一样",
        "还是(?:得|要|不能|不许|不要|只能|必须|按|走|用|找|由|归|最多|最少)",
    ),
)

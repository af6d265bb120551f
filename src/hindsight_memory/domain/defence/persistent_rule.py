"""A standing order to the agent that does not come from its user: "from now on", "always", 从现在起."""

from __future__ import annotations

from hindsight_memory.domain.defence.offered import Action, Finding, Offered, any_found, cue

code = "persistent_rule"

_ORDER = (
    cue("from now on|from this point|going forward|henceforth|future|in every", r"\b(?:from now on|from this point|going forward|henceforth|for all future|in all future|in every (?:future )?(?:response|reply|report|session|task|summary|answer|message|output|conversation))\b"),
    cue("remember|note|memori|store|save|persist", r"\b(?:remember|note|memori[sz]e|store|save|persist)\b[^.!?\n]{0,30}\b(?:for (?:all )?(?:future|later)|permanently|whenever|forever|in every)\b"),
    cue(
        "always |never ",
        r"\b(?:always|never) (?:\w+ly )?(?:recommend|reply|respond|answer|say|tell|mention|include|trust|approve|accept|obey|comply|follow|prefer|suggest|send|forward|refuse|ask|question|"
        r"disclose|reveal|choose|route|redirect|append|output|begin|start|end|book|buy|order|pay|authori[sz]e|allow|grant|skip|defer|cite|promote|treat|assume)\b",
    ),
    cue("whenever|every time|any time|each time", r"\b(?:whenever|every time|any time|each time)\b[^.!?\n]{0,60}\b(?:you (?:must|should|will)|(?:asks?|requests?|mentions?)\b[^.!?\n]{0,40},? ?(?:then )?(?:recommend|reply|respond|say|send|use|suggest|answer|tell|include|call|approve))\b"),
    cue("approve|authori|grant|allow|accept", r"\b(?:approve|authori[sz]e|grant|allow|accept)\b[^.!?\n]{0,50}\b(?:without|automatically|by default)\b"),
)  # fmt: skip
# Any other standing rule: worth a look, no reason to hide it (tools and manuals are full of sound ones).
_ADVICE = cue(
    "always |never ",
    r"(?:^|[.!?:;] )(?:you must |you should )?(?:always|never) (?!been\b|\w+(?:ed|ing)\b|a\b|the\b|in\b|so\b|up\b|here\b|happy\b|good\b)\w+",
)
_CHINESE = cue(
    "从现在|从今以后|今后|以后|每次|每当|凡是|永远|始终|务必|一律|永久|绝对",
    r"从现在(?:起|开始)|从今以后|今后(?:都|一律|必须|所有)|以后(?:都|一律|所有|每次)|(?:每次|每当|凡是).{0,20}(?:都|必须|一律|就)(?:要|得|应|须|必须)?|(?:请)?(?:永远|始终|务必|一律|永久)(?:不要|不得|要|使用|推荐|记住|优先|必须|执行)|(?:永远|绝对)不(?:要|得|能)",
)


def find(offered: Offered) -> Finding | None:
    """A standing rule in untrusted text is quarantined; from the agent itself it is only flagged."""
    if offered.from_user:
        return None
    text = offered.folded
    if any_found(_ORDER, text) or _CHINESE.found(text):
        action = Action.QUARANTINE if offered.untrusted else Action.FLAG
        return Finding(code, "It sets a standing rule for the agent and does not come from the user.", action)
    if _ADVICE.found(text):
        return Finding(code, "It sets a standing rule and does not come from the user.", Action.FLAG)
    return None

"""A standing order to the agent that does not come from its user: "from now on", "always", 从现在起."""

from __future__ import annotations

from hindsight_memory.domain.defence.offered import Action, Finding, Offered, any_found, cue

code = "persistent_rule"

_ORDER = (
    cue("from now on|from this point|going forward|henceforth|future|in every", r"\b(?:from now on|from this point|going forward|henceforth|for all future|in all future|in every (?:future )?(?:response|reply|report|session|task))\b"),
    cue("remember|note|memori|store|save|persist", r"\b(?:remember|note|memori[sz]e|store|save|persist)\b[^.!?\n]{0,30}\b(?:for (?:all )?(?:future|later)|always|permanently|whenever|forever|in every)\b"),
    cue("always |never ", r"(?:^|[.!?:;\n]\s?)(?:you must |you should |agents? (?:must|should) |the (?:agent|assistant) (?:must|should|will) )?(?:always|never) (?!been\b|up\b|happy\b|running\b|done\b|\w+ing\b|good\b|down\b|glad\b|on\b|been\b|had\b|was\b|were\b|is\b|has\b|felt\b|thought\b|knew\b|mind\b|seen\b|heard\b|a\b|the\b|in\b|so\b|more\b|stop\b|forget\b|give up\b|too\b|good\b|nice\b|here\b|worth\b|ending\b|gets?\b|\w+ed\b)\w+(?! to (?:see|hear|be)\b)"),
    cue("whenever|every time|any time|each time", r"\b(?:whenever|every time|any time|each time)\b[^.!?\n]{0,60}\b(?:you (?:must|should|will)|(?:asks?|requests?|mentions?)\b[^.!?\n]{0,40},? ?(?:then )?(?:recommend|reply|respond|say|send|use|suggest|answer|tell|include|call|approve))\b"),
    cue("approve|authori|grant|allow|accept", r"\b(?:approve|authori[sz]e|grant|allow|accept)\b[^.!?\n]{0,50}\b(?:without|automatically|by default)\b"),
)  # fmt: skip
_CHINESE = cue(
    "从现在|从今以后|今后|以后|每次|每当|凡是|永远|始终|务必|一律|永久|绝对",
    r"从现在(?:起|开始)|从今以后|今后(?:都|一律|必须|所有)|以后(?:都|一律|所有|每次)|(?:每次|每当|凡是).{0,20}(?:都|必须|一律|就)(?:要|得|应|须|必须)?|(?:请)?(?:永远|始终|务必|一律|永久)(?:不要|不得|要|使用|推荐|记住|优先|必须|执行)|(?:永远|绝对)不(?:要|得|能)"
)


def find(offered: Offered) -> Finding | None:
    """A standing rule in untrusted text is quarantined; from the agent itself it is only flagged."""
    if offered.from_user:
        return None
    text = offered.folded
    ordered = any_found(_ORDER, text) or (not text.isascii() and _CHINESE.found(text))
    if not ordered:
        return None
    action = Action.QUARANTINE if offered.untrusted else Action.FLAG
    return Finding(code, "It sets a standing rule for the agent and does not come from the user.", action)

"""The final words of a candidate: self-contained, dated, within a memory's length."""

from __future__ import annotations

import re

from hindsight_memory.domain.review.distil.idea import Statement
from hindsight_memory.domain.review.distil.weigh import KEEP, user_strength
from hindsight_memory.domain.text import cues
from hindsight_memory.domain.text.dates import resolve_relative
from hindsight_memory.domain.text.language import is_chinese, simplified
from hindsight_memory.domain.trace import EventKind

LONGEST = 600
_POINTING = re.compile(
    r"\b(?:for|to|from|with|by|at|of|on)\s+(?:them|him|her|it|those)\b|^[^,，。]{0,16}?(?:给|跟|对|找|让|由|从|按)(?:它|他|她)们?",
    re.IGNORECASE,
)
_EN_CLAUSE = re.compile(r"^[^,;]*")
# "You're right, …" agrees with the user; what was found follows. "Corrected." closes.
_AGREES = re.compile(
    r"^(?:(?:you(?:'re|\s+are)\s+(?:quite\s+|absolutely\s+)?right|good\s+(?:catch|point)|well\s+spotted|my\s+(?:mistake|bad)|(?:i'm\s+)?sorry(?:\s+about\s+that)?|apologies|indeed"
    r"|that's\s+(?:right|correct|true))\s*[,.!:;—-]+\s*(?:but\s+|and\s+)?"
    r"|(?:你|您)?说得对[,，。!！:：]\s*|(?:没错|确实|的确|抱歉|不好意思|对不起|是我(?:的错|错了|弄错了|写错了|看错了))[,，。!！:：]\s*)+",
    re.IGNORECASE,
)
_CLOSES = re.compile(
    r"(?<=[.。!！;；])\s*(?:(?:it's\s+|that's\s+|now\s+)?(?:corrected|fixed|changed|updated|adjusted|done|sorted)(?:\s+(?:it|that|now|above|below))?|(?:已经?|都)?(?:更正|改正|修正|改好|改过来|更新|调整)了?)\s*[.。!！]*$",
    re.IGNORECASE,
)
_LEAST_LEFT = 12  # characters that have to be left of a statement for its opening to go
_PARTS = re.compile(r"[,，;；]\s*")
# A clause that only hands the work over: "can you have a look", 帮忙看看, 日志在下面.
_ORDER_ALONE = re.compile(
    r"(?:and\s+)?(?:please|pls|can\s+you|could\s+you|would\s+you)?\s*(?:please\s+)?(?:have|take)\s+a\s+look(?:\s+at\s+(?:it|this|that))?$"
    r"|(?:and\s+)?(?:please|pls|can\s+you|could\s+you|would\s+you)\s+(?:please\s+)?(?:check|help|look|investigate|debug|fix|find\s+out)(?:\s+(?:me|it|this|that|into\s+it|why|asap))*$"
    r"|(?:the\s+)?(?:logs?|output|error|trace|details)\s+(?:is|are)?\s*(?:below|attached)$"
    r"|(?:快|先|赶紧|麻烦|请|你|帮[忙我]?|给我|再)*(?:[\u4e00-\u9fff]{0,2}一下|看看|看下|查查|查下|处理下|修下|瞧瞧|想想办法)(?:是不是.{1,12}|怎么回事|什么原因|为什么)?$"
    r"|(?:日志|报错|截图|输出|详情)(?:在下面|如下|见下|在附件|贴在?下面)$",
    re.IGNORECASE,
)
_SHORT = 60  # characters below which an answer needs its question
_SHORT_ZH = 30
_LONGEST_BEFORE = 120  # characters of the sentence before a fragment that still explain it


def shortened(text: str) -> str:
    """Return ``text`` cut at a sentence or word end so that it has at most ``LONGEST`` characters."""
    if len(text) <= LONGEST:
        return text
    cut = text[:LONGEST]
    end = max(cut.rfind(mark) for mark in (". ", "。", "; ", "；", "\n"))
    return cut[: end + 1].rstrip() if end > LONGEST // 2 else cut[: cut.rfind(" ") if " " in cut else LONGEST].rstrip()


def content_of(statement: Statement, topic: str = "") -> str:
    """Return the content of a candidate: the statement, behind the question or topic that it needs to be understood."""
    text = pointed(statement.text).rstrip("，,;；、")
    ahead = topic
    named = statement.seen.identifiers or statement.seen.names
    needs_question = _is_short(text) and not named
    answers = statement.context and not cues.DETAILS_WANTED.found(statement.context)
    if not ahead and answers and (statement.seen.change or needs_question):
        ahead = statement.context
    if not ahead and (_fragment(statement) or _points_back(statement)):
        ahead = _sentence_before(statement)
    if ahead:
        joint = " " if ahead.endswith(("?", "？")) else " — "
        text = f"{ahead}{joint}{text}"
    return shortened(resolve_relative(text, statement.event.at))


def _is_short(text: str) -> bool:
    return len(text) <= (_SHORT_ZH if is_chinese(text) else _SHORT)


def pointed(text: str) -> str:
    """Return what a statement says without agreeing first and without reporting at the end that it is done."""
    whole = text.strip()
    bare = _CLOSES.sub("", _AGREES.sub("", whole))
    return bare if len(bare) >= _LEAST_LEFT or (is_chinese(bare) and len(bare) * 2 >= _LEAST_LEFT) else whole


def subject_of(request: str) -> str:
    """Return a request without the clauses that do nothing but ask ("…, please have a look", ……,帮忙看看)."""
    parts = _PARTS.split(request)
    kept = [part for part in parts if not _only_orders(part)]
    if not kept or len(kept) == len(parts):
        return request
    return ("，" if "，" in request else "," if is_chinese(request) else ", ").join(kept)


def _only_orders(clause: str) -> bool:
    return _ORDER_ALONE.match(simplified(clause).strip().replace("’", "'")) is not None


def _sentence_before(statement: Statement) -> str:
    """What explains a statement in its own message, unless that is too long or a memory of its own."""
    before = statement.before
    if before is None or len(before.text) > _LONGEST_BEFORE or user_strength(before) >= KEEP:
        return ""
    return before.text.rstrip(".。")


def _fragment(statement: Statement) -> bool:
    """Whether a user's statement is a few words that say nothing about what they hold for."""
    seen = statement.seen
    if statement.kind is not EventKind.USER or not _is_short(statement.text):
        return False
    whole = seen.stated or seen.bare or seen.definition or seen.personal or seen.contact or seen.recurring
    return not (whole or seen.durable or statement.explicit)


def _points_back(statement: Statement) -> bool:
    """Whether a user's statement speaks of somebody or something that only the sentence before it names."""
    named = statement.seen.names or statement.seen.identifiers
    first = _EN_CLAUSE.match(statement.text)
    return statement.kind is EventKind.USER and not named and bool(_POINTING.search(first[0] if first else ""))

"""How much a statement looks like something worth keeping, and as what type: shared by the rules."""

from __future__ import annotations

import re

from hindsight_memory.domain.gate.features import Features
from hindsight_memory.domain.memory import MemoryType
from hindsight_memory.domain.review.distil.idea import Statement
from hindsight_memory.domain.text import cues
from hindsight_memory.domain.text.dates import expiry
from hindsight_memory.domain.text.language import is_chinese

_EARLY = 16  # characters in which "what worked" announces the whole sentence
LEAN_SAID = 0.3  # by how much at most a leaning moves the strength of a user's statement
_AGAINST = 1.7  # how much more a leaning against a statement counts
LEAN_CONCLUDED = 0.8  # the same of an agent's
KEEP = 0.4  # strength from which a statement becomes an idea
_LIST = re.compile(r"[^、]+、[^、]+、|(?:[\w-]+,\s+){2,}(?:and|or)\s")
_CONTRAST = re.compile(
    r",\s*not\s+\w|\bnot\s+\w+[^.]{0,30},\s*but\b|[,，]\s*(?:而不是|不(?:是|用|要|坐|吃|走|看|写|放|去|买|加|选))|\brather\s+than\b|\bover\s+\w+s\b"
)
_STATED_NEED = re.compile(
    r"\b(?:we|i|she|he|they)\s+(?:do|always|absolutely)\s+need\s+(?!help|to\b|some|this|that|it\b)", re.IGNORECASE
)


def _specific(statement: Statement) -> bool:
    return bool(statement.seen.specifics) or bool(_LIST.search(statement.text))


def _lasting(statement: Statement) -> bool:
    """Whether it is exempt from what a first message loses: a rule, or news rather than a request."""
    seen = statement.seen
    ordered = seen.request and statement.turn == 1 and not _PRESCRIBES.search(statement.text)
    if (
        statement.explicit
        or cues.REGRET.found(statement.text)
        or ((seen.durable or cues.DECISION.found(statement.text)) and not ordered)
    ):
        return True
    return statement.place > 0 and (seen.limit or seen.sweeping or seen.style or seen.terms) and not seen.request


def user_strength(statement: Statement) -> float:
    """Return how much a user's statement speaks of more than this task; ``KEEP`` is the bar."""
    seen = statement.seen
    text = statement.text
    specific = _specific(statement)
    ends = expiry(text, statement.event.at) is not None
    plain = seen.stated and not seen.transient
    parts = (
        (0.6, statement.explicit),
        (0.5, seen.durable),
        (0.35, seen.sweeping and not seen.durable),
        (0.45, seen.limit),
        (0.3, seen.change),
        (0.3, cues.DECISION.found(text)),
        (0.4, ends and seen.words > 4),
        (0.4 if plain else 0.35 if specific else 0.15, seen.definition or plain),
        (0.1, plain and bool(_OURS.search(text))),
        (0.15, seen.change and specific),
        (0.4, seen.contact),
        (0.45, seen.style and not seen.durable),
        (0.4, seen.terms and not seen.limit),
        (0.35 if specific else 0.1, seen.bare and not (plain or seen.definition)),
        (0.35, seen.recurring and not (seen.durable or seen.sweeping)),
        (0.3, bool(statement.context) and bool(seen.specifics) and seen.words > 2),
        (0.35, bool(_HOPELESS.search(text)) and not (seen.transient or seen.limit or seen.durable)),
        (0.2, bool(_CONTRAST.search(text))),
        (-0.3, seen.transient and not ((seen.durable and not _WISHES.search(text)) or statement.explicit)),
        (0.45, cues.REGRET.found(text)),
        (-0.4, cues.SUPPLY.found(text) and not (seen.durable or seen.sweeping)),
        (-0.3, of_one_case(text) and not (seen.durable or statement.explicit)),
        (0.25, seen.personal),
        (0.25, bool(_STATED_NEED.search(text))),
        (0.2, seen.wish),
        (0.15, specific),
        (0.15, statement.opened),
        (0.15, cues.REASON.found(text)),
        (-0.5, seen.session and not (seen.durable or seen.sweeping or statement.explicit)),
        (-0.7, seen.question),
        (-0.6, seen.borrowed),
        (-0.25, seen.guess),
        (-0.5, seen.chat and not (seen.durable or seen.sweeping or seen.limit or seen.change or statement.explicit)),
        (-0.4, cues.CHEER.found(text) and not statement.explicit),
        (-0.25, text.rstrip().endswith("!") and not (seen.ruled or seen.limit)),
        (-0.4, seen.request and not (_lasting(statement) or (statement.turn > 1 and seen.sweeping))),
        (-0.5, _tiny(seen) and not statement.explicit),
        (_asking(statement), statement.turn == 1 and not _lasting(statement)),
        (_leaned(statement), True),
        (-0.6, _of_this_task(statement)),
    )
    own = sum(weight for weight, holds in parts if holds)
    if statement.lead is not None and (seen.wish or seen.definition) and not seen.one_off:
        return max(own, user_strength(statement.lead) - 0.05)
    return own


# What a single case is filed under: a booking, a ticket, a parcel, a container.
_CASE = re.compile(
    r"\b[A-Z]{2,}-\d{3,}\b|\b[A-Z]{2,}\d{4,}\b|(?<!\w)#\d{2,}\b|\b\d{8,}\b"
    r"|\b(?:ref(?:erence)?|ticket|order|case|booking|parcel|tracking)\s(?:no\.?\s|number\s|id\s)?#?(?=\w*\d)[A-Z0-9-]{4,}"
    r"|(?:工单|单号|订单|运单|快递|预订)号?\s?[:：]?\s?#?(?=[A-Z0-9-]*\d)[A-Z0-9-]{4,}"
)
# Numbers that stay with someone: accounts, licences, standards.
_KEPT_NUMBER = re.compile(
    r"\b(?:vat|tax|grant|iban|account|licen[cs]e|certificate|registration|iso|rfc|en|cve|passport|membership|phone)\b"
    r"|税号|账号|账户|证书|基金|执照|标准|电话|手机|会员|GB",
    re.IGNORECASE,
)


def of_one_case(text: str) -> bool:
    """Whether it names the file number of one case, so that it is said of that case alone."""
    return bool(_CASE.search(text)) and not _KEPT_NUMBER.search(text)


def _of_this_task(statement: Statement) -> bool:
    """Whether it answers what the agent needed to get on with this task, or chooses for it, and says nothing lasting."""
    asked = cues.DETAILS_WANTED.found(statement.context)
    return (asked or cues.CHOOSING.found(statement.text)) and not (_lasting(statement) or statement.seen.sweeping)


def _leaned(statement: Statement) -> float:
    """What the leaning of a user's statement adds; one against it counts more, unless it is a rule."""
    against = statement.leaning < 0.0 and not (statement.seen.durable or statement.explicit)
    return LEAN_SAID * statement.leaning * (_AGAINST if against else 1.0)


def _asking(statement: Statement) -> float:
    """What the first message loses: it mostly asks for the task's work and describes where it stands."""
    seen = statement.seen
    if statement.place > 0 or _news(statement):
        return -0.15
    troubled = seen.request or seen.question or seen.failure or seen.status or seen.transient or seen.session
    lasting = (
        seen.sweeping or seen.style or seen.terms or seen.personal or seen.contact or seen.recurring or seen.stated
    )
    return -0.5 if troubled or not lasting or cues.hands_over(statement.text) else -0.3


_TOLD = re.compile(
    r"了|已|起|从|现在|如今|新|定|通知|更新|公司|以后|今后"
)  # marks of news, which an order to change lacks


def _news(statement: Statement) -> bool:
    """Whether it tells what is different now, or whom to turn to: said at the start of a task, before the work."""
    seen = statement.seen
    changed = seen.change and not cues.opens_with_order(statement.text)
    if changed and is_chinese(statement.text):
        changed = seen.limit or bool(_TOLD.search(statement.text))
    told = changed or cues.DECISION.found(statement.text) or cues.REGRET.found(statement.text)
    return seen.contact or (told and not (seen.question or seen.request or seen.session))


def _tiny(seen: Features) -> bool:
    return seen.words < 3


def user_type(statement: Statement) -> MemoryType:
    """Return what a user's statement is: a limit, how they want things, what fails, or how things are."""
    for kind, holds in _readings(statement):
        if holds:
            return kind
    return user_type(statement.lead) if statement.lead is not None else MemoryType.FACT


def _readings(statement: Statement) -> tuple[tuple[MemoryType, bool], ...]:
    """The readings of a statement, the surest first."""
    seen, text = statement.seen, statement.text
    prescribed = seen.durable and (seen.wish or bool(_PRESCRIBES.search(text)))
    ours = seen.change or bool(_REQUIRES.search(text)) or bool(_OURS.search(text))
    defines = seen.definition and _specific(statement) and (not seen.durable or _defined_first(text))
    hopeless = seen.failure and (seen.cause or bool(_HOPELESS.search(text))) and not seen.transient
    wanted = seen.wish and not (seen.personal or seen.contact or seen.change)
    return (
        (MemoryType.PREFERENCE, bool(_WISHES.search(text))),
        (MemoryType.NEGATIVE, bool(_HOPELESS.search(text)) and not seen.sweeping),
        (MemoryType.NEGATIVE, cues.REGRET.found(text)),
        (MemoryType.FACT, bool(_TOLD_APART.search(text))),
        (MemoryType.PREFERENCE, bool(_TASTE.search(text)) or (seen.style and not _FORBIDS.search(text))),
        (MemoryType.FACT, bool(_PRICED.search(text)) and not _FORBIDS.search(text)),
        (MemoryType.BOUNDARY, cues.hard_limit(text)),
        (MemoryType.FACT, defines and bool(_LIST.search(text)) and not seen.durable),
        (MemoryType.PREFERENCE, prescribed or seen.recurring),
        (MemoryType.PREFERENCE, seen.ruled and ours),
        (MemoryType.FACT, defines),
        (MemoryType.NEGATIVE, hopeless),
        (MemoryType.PREFERENCE, wanted or (seen.ruled and seen.wish)),
        (MemoryType.BOUNDARY, seen.limit and not seen.change),
    )


def _defined_first(text: str) -> bool:
    defines = cues.DEFINITION.first(text)
    rule = cues.DURABLE.first(text)
    return defines is not None and (rule is None or defines.start() < rule.start())


_BY_DOING = re.compile(r"^[A-Z][a-z]+ing\s+\S+|^(?:直接|单独|仅|只|加上|去掉|改用|换成|用)\S")
# A line of a listing: "**Departure:** …", "Price: 300", or the words that announce one.
_LISTED = re.compile(
    r"^(?:\*\*|__)[^*_]{1,40}(?:\*\*|__)|^(?!recap|fix|cause|root|result|solution|lesson|summary|note)[A-Z][\w ]{1,18}:\s+\S+(?:\s\S+){0,7}$|^(?:here|below)\s+(?:is|are)\b|.*[:：]$",
    re.IGNORECASE,
)
_YOURS = re.compile(
    r"\b(?:your|this)\s+(?:reservation|booking|order|account|ticket|flight|request|case|payment|trip)\b|您的(?:订单|预订|账户|请求)",
    re.IGNORECASE,
)
_CAUSED = re.compile(
    r"^(?:the|this|it's\s+the|an?|all)\s+(?!(?:\w+\s+){0,3}(?:approach|attempt|fix|workaround|patch|plan|idea|route)\b)(?:[\w./-]+\s+){1,5}?(?:(?:comes?|came)\s+from|(?:is|are|was|were)\s+caused\s+by|(?:fails|failed|was\s+off|is\s+slow)\b.{0,30}\b(?:because|since)|that\s+is\b)|^root\s+cause\b|\bmeans\s+(?:the|that)\b"
    r"|^[^,，]{2,20}(?:来自|是因为|表示)|是.{2,16}(?:引起|造成)的",
    re.IGNORECASE,
)
_LESSON = re.compile(
    r"^(?:for\s+next\s+time|lesson|takeaway|note|careful|keep\s+in\s+mind)\b|^(?:注意|教训|提醒|切记)[:：,，]",
    re.IGNORECASE,
)
_PLAN = re.compile(
    r"^(?:then\s+|so\s+|now\s+|next\s+)?(?:I'll|I\s+will|I'd|I\s+would|let\s+me|let's|I'm\s+(?:going\s+to|\w+ing)|we'll)\b|^(?:那)?(?:我|咱们?)(?:先|来|去|再|这就|马上|会|打算|准备)|^(?:先|接下来|下一步)",
    re.IGNORECASE,
)
_PRESCRIBES = re.compile(
    r"\b(?:from\s+(?:now|here|today)\s+on|always|never|going\s+forward|prefer|rather|when(?:ever|\s+you))\b|一律|统一|以后|今后|往后|优先|能.{1,6}就|长期|每次|尽量|默认",
    re.IGNORECASE,
)
_TOLD_APART = re.compile(
    r"\b(?:two|three)\s+different\s+\w+|\bnot\s+the\s+same\b|是两个|不是一个|(?:别|不要)[搞弄记]?[混反]", re.IGNORECASE
)
_TASTE = re.compile(
    r"\b(?:can't|doesn't|don't|eats?\s+no)\s+(?:have|eat|drink)\b|\bnot\s+a\s+(?:big\s+)?fan\b|\bgoes\s+through\s+\w+\s+first\b|\b(?:cc|bcc)\s+\w+|\b(?:ask|tell|check|call)\b[^.]{0,24}\bbefore\s+(?:you|spending|\w+ing)\b"
    r"|\bwhatever\s+you\b|\bthat's\s+how\s+(?:we|I)\b|'s\s+orders\b|,\s+ever\b|\w+s\s+over\s+\w+s\b|\bwe\s+write\s+\w+,\s+not\b|^(?:mornings|evenings|afternoons)\b"
    r"|不爱|抄送|不能吃|大白话|直接叫|先问我?|少放|都这么|取整",
    re.IGNORECASE,
)
_FORBIDS = re.compile(
    r"\b(?:not\s+allowed|forbidden|may\s+not|must\s+not|rule|policy|limit|at\s+most|maximum)\b|不许|不准|禁止|规定|最多|上限|不能",
    re.IGNORECASE,
)
_PRICED = re.compile(
    r"\bcosts?\s+(?:\w+\s+){0,3}\d|\b\d[\d,.]*\s*(?:euros?|dollars?|pounds?|EUR|USD|GBP)\s+(?:an?|per|each|every)\b|罚\s?\w+块|每月.{0,4}[号日].{0,4}\d{3,}|月租",
    re.IGNORECASE,
)
_REQUIRES = re.compile(r"\b(?:must|ha(?:s|ve)\s+to|requirement)\b|必须|务必|一定要|[全都]部?要|要求", re.IGNORECASE)
_HOPELESS = re.compile(
    r"\b(?:doesn't|does\s+not|never|won't)\s+(?:work|help|shift|remove|fix|solve)(?:ed)?\b|\bno\s+(?:use|good)\b|\bdead[\s-]end\b|\bpointless\b|\buseless\s+(?:with|for|on)\b"
    r"|\bdon't\s+bother\b|\bgave\s+up\s+on\b|\bnot\s+(?:them|him|her)\s+again\b|\bgarbles?\b|\bbreaks\s+(?:on|with|when)\b|\bnever\s+(?:compiled|ran)\b"
    r"|不可行|行不通|走不通|没用|不管用|除不掉|就崩|乱码|丢过|别再?用了?(?=$|[。,，])",
    re.IGNORECASE,
)
_OURS = re.compile(
    r"\b(?:we|I)\s+(?:now\s+|only\s+|always\s+|never\s+|don't\s+|do\s+not\s+|no\s+longer\s+)?(?!are|have|were|can)[a-z]+\b|let's",
    re.IGNORECASE,
)
_WISHES = re.compile(
    r"\b(?:I|we|she|he|they)(?:'d)?\s+(?:really\s+|do\s+|would\s+|all\s+)*(?:prefers?|likes?|loves?|hates?|rather|dislikes?|wants?\s+(?:to\s+)?(?:always|all|every))\b|\bfavou?rite\b|\bprefer"
    r"|我?(?:更|最|不|很|特别)?喜欢|偏好|偏爱|宁愿|宁可|讨厌|受不了|反感",
    re.IGNORECASE,
)


def agent_strength(statement: Statement, *, after_error: bool, closing: bool) -> float:
    """Return how much an agent's statement is a conclusion that a later task can use; ``KEEP`` + 0.05 is the bar."""
    seen = statement.seen
    text = statement.text
    count = len(seen.specifics)
    parts = (
        (0.4, seen.limit),
        (0.3, seen.failure),
        (0.1, bool(_BY_DOING.match(text))),
        (0.4, seen.worked or statement.heralded or bool(_LESSON.match(text))),
        (0.3, seen.cause),
        (0.1, seen.definition),
        (0.15, count >= 1),
        (0.05, count >= 2),
        (0.1, bool(seen.identifiers)),
        (0.15, after_error),
        (-0.2, of_one_case(text)),
        (0.1, closing),
        (-0.6, bool(_LISTED.match(text))),
        (-0.1, bool(_YOURS.search(text))),
        (-0.5, bool(_PLAN.match(text)) and not seen.worked),
        (-0.35, seen.status and not (seen.limit or seen.worked or seen.cause)),
        (-0.2, seen.status),
        (-0.6, seen.guess),
        (-0.6, seen.question),
        (-0.6, seen.one_off),
        (-0.8, seen.borrowed),
        (-0.3, seen.request and not seen.worked),
        (-0.4, seen.chat),
        (-0.5, seen.words < 3),
        (LEAN_CONCLUDED * statement.leaning, True),
    )
    return sum(weight for weight, holds in parts if holds)


def _count(group: cues.Cues, text: str) -> int:
    return len(group.pattern.findall(text))


def _early(group: cues.Cues, text: str) -> bool:
    first = group.first(text)
    return first is not None and first.start() < _EARLY


def agent_type(statement: Statement, *, failed: bool = False) -> MemoryType:
    """Return what an agent's conclusion is: the way that worked, what failed, a limit, or a plain fact.

    A failed task shows no way that worked."""
    seen = statement.seen
    text = statement.text
    votes = {
        MemoryType.PATH: 1.5 * seen.worked
        + 1.5 * statement.heralded
        + 0.2 * _count(cues.WORKED, text)
        + 0.6 * (seen.worked and _early(cues.WORKED, text)),
        MemoryType.NEGATIVE: 1.0 * seen.failure
        + 0.4 * (seen.failure and _early(cues.FAILURE, text))
        + 0.25 * _count(cues.FAILURE, text)
        + 0.2 * (seen.failure and seen.cause),
        MemoryType.BOUNDARY: (1.4 if cues.hard_limit(text) else 0.9) * seen.limit + 0.2 * _count(cues.LIMIT, text),
        MemoryType.FACT: 0.9 + 0.3 * seen.cause + 0.9 * bool(_CAUSED.search(text)),
    }
    if failed:
        del votes[MemoryType.PATH]
    return max(votes, key=lambda kind: votes[kind])

"""Simple statements as claims (subject, relation, object): what two statements must share to be about one thing.

Only statements of a recognised form become a claim, and only relations that hold one value at a time, so that
equal (subject, relation) means: at most one of the two objects holds now. Everything else yields None.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from hindsight_memory.domain.memory import Claim
from hindsight_memory.domain.text.normal import clean, fold
from hindsight_memory.domain.text.simplified import simplified

_LONGEST = 240

_ATTRIBUTES_EN = (
    "deadline|due date|port|version|password|owner|maintainer|manager|team lead|tech lead|lead|limit|rate limit|quota|timeout|"
    "budget|price|cost|size|capacity|status|region|branch|default|birthday|age|address|phone|phone number|email|url|host|"
    "hostname|database|timezone|time zone|title|role|salary|ceo|cto|capital|headquarters|location|name|nickname|language|"
    "framework|editor|theme|color|colour|currency|endpoint|path|threshold|interval|schedule|meeting|meeting time|start date|"
    "end date|release date|date|time|contact|supervisor|boss|weight|height|job|major|hometown|nationality|doctor|therapist|"
    "dose|dosage|target|goal|license|model|provider|retention|retention period|frequency|maximum|minimum|plan|venue|room"
)
_ATTRIBUTES_ZH = (
    "截止日期|截止时间|期限|端口号?|版本号?|密码|负责人|所有者|维护者|经理|组长|上限|限额|配额|超时时间|超时|预算|价格|成本|大小|容量|状态|"
    "区域|分支|默认值|生日|年龄|地址|住址|电话|手机号|邮箱|网址|主机|数据库|时区|职位|角色|工资|薪水|首都|总部|位置|名字|姓名|昵称|语言|"
    "框架|编辑器|主题|颜色|货币|接口|路径|阈值|间隔|日程|开会时间|会议时间|会议|开始时间|结束时间|发布日期|上线时间|日期|时间|联系人|"
    "主管|老板|体重|身高|工作|专业|家乡|国籍|医生|剂量|目标|许可证|模型|供应商|保留期|频率|最大值|最小值|方案|地点|房间|座位"
)
_NAME = r"[^\s,，。;；:：!?！？、()（）][^,，。;；:：!?！？()（）\n]{0,60}?"
_VALUE = r"(?P<object>[^,，。;；!?！？\n]{1,100}?)"
# A further sentence may follow, or why, or what it was before; another clause makes it no simple statement.
_END = r"(?:[.。!！;；]\s*(?P<rest>.*)|[,，]\s*(?:not|instead|because|since|as|from|rather|previously|formerly|因为|由于|而不是|不是|不再|之前|原来|以前|替代|代替).*)?$"
_SET_EN = (
    r"(?:(?:is|are|was|has been|were|will be|gets?|got|been) )?(?:now |currently |still )?"
    r"(?:(?:changed|moved|switched|updated|raised|lowered|increased|decreased|reduced|extended|postponed|pushed(?: back)?|set|brought forward|rescheduled|"
    r"bumped|upgraded|downgraded)(?: (?:from|back from) [^,;]{1,40}?)? (?:to|until|at) )"
)
_IS_EN = r"(?:is|are|becomes?|became|equals?|=)(?: now| currently| set to)? "
_SET_ZH = r"(?:从[^,，。]{1,30}?)?(?:现在|已经|已|被|又)?(?:改成了?|改为了?|换成了?|换为|改到了?|调整为了?|调整到了?|变成了?|变为了?|变更为|更新为|更新到|升级到了?|升级为|推迟到了?|提前到了?|延长到|提高到了?|降低到了?|降到了?|设为|设置为|设成)"
_IS_ZH = r"(?:现在|目前)?(?:是|为|：|:|叫|等于)"

_OF_EN = re.compile(
    rf"^(?:the )?(?P<relation>{_ATTRIBUTES_EN}) (?:of|for|on|in) (?P<subject>{_NAME}) (?:{_SET_EN}|{_IS_EN}){_VALUE}{_END}",
    re.I,
)
_POSSESSIVE_EN = re.compile(
    rf"^(?P<subject>{_NAME}|my|our)(?:'s|(?<=my)|(?<=our)) (?:(?P<kind>(?:favou?rite|preferred|default|current|new|main|primary|current) [\w-]+(?: [\w-]+)?)|"
    rf"(?:current |new )?(?P<relation>{_ATTRIBUTES_EN})) (?:{_SET_EN}|{_IS_EN}){_VALUE}{_END}",
    re.I,
)
_NOUN_EN = re.compile(
    rf"^(?:the |our |my )?(?:(?P<subject>[\w./-]+(?: [\w./-]+){{0,3}}) )?(?P<relation>{_ATTRIBUTES_EN}) (?:{_SET_EN}|{_IS_EN}){_VALUE}{_END}",
    re.I,
)
_VERB_EN = re.compile(
    rf"^(?P<subject>i|we|{_NAME}) (?:now |currently |just )?(?P<relation>lives? in|moved to|was born in|works? (?:at|for)|am based in|is based in|is located in|"
    rf"listens? on|runs? on port|is married to|is headquartered in)(?: port)? {_VALUE}{_END}",
    re.I,
)
_INSTEAD_EN = re.compile(
    rf"^(?P<subject>i|we|{_NAME}) (?:now |currently |will |should |must )?uses? {_VALUE}(?: now)? instead of (?P<relation>[^,.;]{{1,40}}?){_END}",
    re.I,
)
_FOR_EN = re.compile(
    rf"^(?P<subject>i|we|{_NAME}) (?:now |currently )?(?:uses?|switched to|prefers?) {_VALUE} (?:for|as (?:the|our|my)) (?P<relation>[^,.;]{{1,40}}?){_END}",
    re.I,
)
_SWITCHED_EN = re.compile(
    rf"^(?P<subject>i|we|{_NAME}) (?:have |has )?(?:switched|moved|migrated|changed) from (?P<relation>[^,.;]{{1,40}}?) to {_VALUE}{_END}",
    re.I,
)
_OF_ZH = re.compile(
    rf"^(?P<subject>{_NAME})的(?P<relation>(?:默认|首选|主要|最喜欢的|常用)?(?:{_ATTRIBUTES_ZH}))(?:{_SET_ZH}|{_IS_ZH}){_VALUE}{_END}"
)
_FAVOURITE_ZH = re.compile(
    rf"^(?P<subject>{_NAME})最喜欢的(?P<relation>[\u4e00-\u9fff]{{1,6}})(?:{_SET_ZH}|{_IS_ZH}){_VALUE}{_END}"
)
_NOUN_ZH = re.compile(
    rf"^(?P<subject>[\w\u4e00-\u9fff./ -]{{0,30}}?)(?P<relation>{_ATTRIBUTES_ZH})(?:{_SET_ZH}|{_IS_ZH}){_VALUE}{_END}"
)
_VERB_ZH = re.compile(
    rf"^(?P<subject>{_NAME})(?:现在|目前)?(?P<relation>住在|搬到了?|搬去了?|出生于|出生在|位于|就职于|任职于|监听在?|总部在)(?:端口)?{_VALUE}{_END}"
)
_INSTEAD_ZH = re.compile(
    rf"^(?P<subject>{_NAME})(?:现在|以后|都)*(?:改用|换用)(?:了)?{_VALUE}(?:代替|替代|来替换|取代)(?P<relation>[^,，。]{{1,20}}?)(?:了)?{_END}"
)
_SWITCHED_ZH = re.compile(
    rf"^(?P<subject>{_NAME})(?:已经|已)?从(?P<relation>[^,，。]{{1,30}}?)(?:改成|换成|改为|切换到|迁移到|换到|转到)(?:了)?{_VALUE}{_END}"
)

_RELATION_NAMES = {
    "lives in": "live in", "moved to": "live in", "works for": "work at", "works at": "work at", "work for": "work at",
    "am based in": "live in", "is based in": "based in", "listens on": "port", "listen on": "port", "run on port": "port",
    "runs on port": "port", "colour": "color", "time zone": "timezone", "due date": "deadline",
    "搬到": "住在", "搬到了": "住在", "搬去": "住在", "搬去了": "住在", "出生在": "出生于", "任职于": "就职于",
    "监听": "端口", "监听在": "端口", "端口号": "端口", "版本号": "版本", "截止时间": "截止日期", "期限": "截止日期", "住址": "地址",
    "姓名": "名字", "薪水": "工资", "超时时间": "超时", "开会时间": "会议时间", "会议": "会议时间", "meeting": "meeting time",
}  # fmt: skip
# Who these are is not said in the statement itself.
_NOBODY = frozenset(
    {
        "he",
        "she",
        "it",
        "they",
        "this",
        "that",
        "his",
        "her",
        "its",
        "their",
        "他",
        "她",
        "它",
        "他们",
        "她们",
        "这",
        "那",
        "这里",
        "there",
    }
)
_LONGEST_VALUE = 60
_SELF = frozenset({"i", "my", "me", "the user", "user", "我", "用户", "本人", "we", "our", "us", "我们", "咱们"})
_PLURAL_SELF = frozenset({"we", "our", "us", "我们", "咱们"})
_EMPTY_OBJECTS = re.compile(
    r"^(?:not|no|never|what|who|a|an|the|very|so|too|really|不|没|什么|谁|多少|好|很|个)(?:\s|$)|^(?:什么|多少|怎|谁|哪|不|没|很)"
)
_QUESTION = re.compile(
    r"[?？]\s*$|吗[。.!！]?$|^(?:what|who|where|when|why|how|which|is|are|do|does|can|if|when|unless)\b|^(?:如果|假如|要是|谁|什么|哪)",
    re.I,
)


def _subject(text: str) -> str:
    subject = fold(text)
    subject = re.sub(r"^(?:the|our|my|this|that|我们的|我的|这个|那个)\s*", "", subject) or subject
    if subject in _PLURAL_SELF:
        return "we"
    return "user" if subject in _SELF else subject.strip()


def _relation(text: str) -> str:
    relation = re.sub(r"^(?:current|new) ", "", fold(text))
    return _RELATION_NAMES.get(relation, relation)


def _attribute(match: re.Match[str]) -> Claim | None:
    groups = match.groupdict()
    relation = groups.get("relation") or groups.get("kind") or ""
    return _made(groups.get("subject") or "", _relation(relation), groups["object"])


def _favourite(match: re.Match[str]) -> Claim | None:
    return _made(match["subject"], "最喜欢的" + match["relation"], match["object"])


def _instead(match: re.Match[str]) -> Claim | None:
    return _made(match["subject"], f"use instead of {fold(match['relation'])}", match["object"])


def _used_for(match: re.Match[str]) -> Claim | None:
    return _made(match["subject"], f"use for {_subject(match['relation'])}", match["object"])


def _made(subject: str, relation: str, value: str) -> Claim | None:
    value = fold(value).strip(" .。\"'")
    if not value or not relation or _EMPTY_OBJECTS.match(value):
        return None
    if fold(subject) in _NOBODY or len(value) > _LONGEST_VALUE:
        return None
    words = len(subject.split())
    if words > 6 or len(subject) > 40:
        return None
    return Claim(subject=_subject(subject), relation=relation, object=value)


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Claim | None]], ...] = (
    (_INSTEAD_EN, _instead),
    (_INSTEAD_ZH, _instead),
    (_OF_EN, _attribute),
    (_POSSESSIVE_EN, _attribute),
    (_NOUN_EN, _attribute),
    (_SWITCHED_EN, _instead),
    (_VERB_EN, _attribute),
    (_FOR_EN, _used_for),
    (_FAVOURITE_ZH, _favourite),
    (_OF_ZH, _attribute),
    (_NOUN_ZH, _attribute),
    (_VERB_ZH, _attribute),
    (_SWITCHED_ZH, _instead),
)


def claim_of(text: str) -> Claim | None:
    """The claim a simple statement makes, or None when unsure (a question, a condition, more than one sentence).

    ``subject`` and ``relation`` are folded and normalised ("I", "my", 我, "the user" and 用户 are ``user``);
    equal (subject, relation) of two claims means the same single-valued thing. ``object`` is the folded value.
    """
    statement = simplified(clean(text))
    if not statement or len(statement) > _LONGEST or _QUESTION.search(statement):
        return None
    for pattern, make in _FORMS:
        match = pattern.match(statement)
        if match is not None and (claim := make(match)) is not None:
            return claim
    return None

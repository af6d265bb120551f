"""What can be seen in a statement without knowing its topic: cues, specifics, shape."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hindsight_memory.domain.gate import cues
from hindsight_memory.domain.text.language import HAN, simplified
from hindsight_memory.domain.text.normal import fold

_NUMBER = re.compile(
    r"(?<![\w.-])[#$€£¥]?\d[\d,.:/-]*(?:%|‰|[a-zA-Z]{1,4}\b)?"
    r"|[一二两三四五六七八九十百千万亿半]+(?=\s?(?:个|次|天|条|元|块|点|分钟?|小时|周|月|年|号|楼|人|家|张|页|行|折|倍|米|公里|字|万|亿|成|句|位))"
)
_IDENTIFIER = re.compile(
    r"`[^`]+`|https?://\S+|[#@][A-Za-z][\w-]+|\b[\w.-]+@[\w-]+\.\w+|--?[a-z][\w-]+(?==|\b)"
    r"|\b[A-Za-z][\w]*(?:[._/:=\-][\w]+)+|\b\w+\(\)|\b[a-z]+[A-Z]\w*|\b[A-Z]{2,}[A-Z0-9]*\b|\b[A-Za-z]+\d+\w*"
)
_NAME = re.compile(r"(?<![.!?。！？]\s)(?<!^)\b[A-Z][a-z]+(?:\s+[A-Z][a-z]+)*\b")
_LATIN_IN_CHINESE = re.compile(rf"(?:(?<=[{HAN}])|(?<=[{HAN}]\s)|(?<=[，,。:：]))[A-Za-z][A-Za-z+#-]+|^[A-Za-z][A-Za-z+#-]+(?=\s?[{HAN}])")
_SURNAME = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文"
_CHINESE_NAME = re.compile(
    rf"(?:(?<=[找叫由问归跟])|(?<=联系)|(?<=人是)|(?<=[a-z是]))[{_SURNAME}][{HAN}]{{1,2}}(?=[,，。、;；负管是在]|$)"
    rf"|(?<![{HAN}])[老小阿][{_SURNAME}]|[{_SURNAME}](?:工|总|姐|哥|老师|经理|主任|医生|阿姨|叔|博士|律师|师傅)"
)
_QUOTE = re.compile(r"\"[^\"]{1,80}\"|“[^”]{1,80}”|「[^」]{1,80}」|《[^》]{1,60}》|'[^']{2,60}'(?!\w)")
_QUESTION = re.compile(
    rf"[?？]\s*[\"'”’)）]*\s*$|(?:[吗呢么]|对吧|是吧|行不行|好不好|可以不)\s*[?？。]?\s*$|^(?:[{HAN}]{{0,4}})?(?:会不会|是不是|能不能|要不要|有没有|为什么|怎么(?!样都|用都))"
    r"|^(?:and\s+|so\s+|but\s+)?(?:what|why|who|where|when|which|how|is|are|was|were|do|does|did|can|could|should|would|will|has|have)\s+(?:the|it|this|that|these|those|there|you|we|i|they|he|she|any|about|come|many|much|long|our|your)\b(?!.*[.;:,])",
    re.IGNORECASE,
)
_STATUS = cues.Cues(
    "status",
    (
        r"(?:pr|mr|pull\s+request|merge\s+request|ticket|issue|branch|commit|build|draft|booking|order|job|release)\s+#?[\w-]*\s*(?:is|are|was|has\s+been|got)\s+(?:up|green|open|ready|merged|done|closed|red|created|sent|booked|confirmed|out|live)",
        r"(?:currently|right\s+now|at\s+the\s+moment|in\s+progress|so\s+far|still\s+running|halfway|on\s+it|working\s+on\s+it|one\s+moment)",
        r"(?:i'm|i\s+am|i'll|i\s+will|i'd|let\s+me|we'll|we're\s+going\s+to|going\s+to)\s+\w+",
        r"(?:\d+)\s+(?:passed|remain|found|left|matched|kept|dropped|rows?|lines?|words?|files?)\b",
        r"(?:booked|posted|sent|filtered|changed|corrected|updated|done|merged|pushed|scheduled|rolled\s+back|reverted)\b",
    ),
    (
        "(?:已|都)(?:经)?(?:改|发|订|排|推|约|写|补|加|备注|合并|提交|部署|完成|更新|扩|出|处理|上线|创建)",
        "正在|目前进度|进行中|稍等|马上|(?:我|咱)(?:先|来|去|再|这就|马上|会)|(?:接下来|下面)我|拆成|订好|写好|改好|搞好了|做好了|排在",
        "确认(?:号|码)|单号|编号|共\\s?\\d+\\s?(?:条|行|个|篇)",
    ),
)
_WISH = cues.Cues(
    "wish",
    (
        r"(?:i|we|she|he|they|user|users|the\s+(?:user|customer|client|team))\s+(?:really\s+|do\s+|does\s+|would\s+|always\s+|still\s+)*(?:prefers?|likes?|loves?|hates?|wants?|needs?|dislikes?|expects?|insists?|avoids?)\b",
        r"prefers?|preference|favou?rite|rather|please|style|tone|format(?:ted)?|wording",
        r"(?:^|[.,;:]\s*)(?:and\s+|so\s+|always\s+|never\s+|only\s+|just\s+|do\s+not\s+|don't\s+)*(?:use|write|put|keep|make|send|book|add|do|don't|never|avoid|start|end|list|name|call|give|show|include|leave|prefer|ask|check|run|sort|round|answer|reply|tell|ping|commit|format|sign|stick|post)\b",
    ),
    (
        "喜欢|讨厌|偏好|偏爱|希望|不想|想要|宁可|宁愿|习惯|更爱|别(?!人|的|处)|不要|不用|要(?!求)|请|给我|按|写|先|统一|一律|用|放|选|风格|语气|格式|排版",
    ),
)
_PERSONAL = cues.Cues(
    "personal",
    (
        r"(?:my|our|her|his|their|the\s+user's)\s+(?:wife|husband|partner|mother|father|mum|mom|dad|parents?|son|daughter|kids?|child(?:ren)?|family|sister|brother|boss|manager|team|company|home|address|birthday|dog|cat|doctor|name|job|office|car|phone|flat|house|co-author|supervisor|landlord|neighbou?r)",
        r"(?:my|our|mum|mom|dad|grandma|grandpa)(?:'s)?\s+(?:\w+\s+){0,2}(?:school|class|birthday|doctor|flat|house|passport)|allerg(?:y|ic|ies)|intoleran(?:t|ce)|wheelchair|vegan|vegetarian|halal|kosher|diabetic|pregnant|birthday|anniversary|passport|lives?\s+in|born\s+(?:in|on)|works?\s+(?:at|for|as)",
    ),
    (
        "过敏|忌口|不吃|吃素|素食|糖尿病|怀孕|生日|纪念日|护照|身份证|驾照|住在|老家|老婆|老公|爱人|妻子|丈夫|爸|妈|父母|儿子|女儿|孩子|娃|宝宝|同学|同事|领导|老板|邻居|房东|奶奶|爷爷|外婆|外公|岳父|岳母|轮椅|高血压|血压|幼儿园|小学|中学|年级|[小大]宝|我妈|我爸|吃得",
    ),
)


@dataclass(frozen=True, slots=True)
class Features:
    """What one statement shows. Counts are of distinct tokens; the rest are yes or no."""

    numbers: frozenset[str]
    identifiers: frozenset[str]
    names: frozenset[str]
    words: int
    remember: bool
    durable: bool
    sweeping: bool
    change: bool
    one_off: bool
    guess: bool
    retract: bool
    failure: bool
    worked: bool
    cause: bool
    limit: bool
    definition: bool
    stated: bool
    transient: bool
    recurring: bool
    contact: bool
    session: bool
    personal: bool
    wish: bool
    status: bool
    chat: bool
    question: bool
    request: bool
    borrowed: bool

    @property
    def specifics(self) -> frozenset[str]:
        """The numbers, identifiers and names that tell this statement from others."""
        return self.numbers | self.identifiers | self.names

    @property
    def says_something(self) -> bool:
        """Whether the statement holds a rule, a limit, a lesson, a definition or something personal."""
        return (
            self.durable or self.sweeping or self.limit or self.failure or self.worked or self.personal or self.remember
            or self.contact or self.recurring or (self.stated and not self.transient)
            or (self.definition and bool(self.specifics)) or (self.change and bool(self.specifics))
        )  # fmt: skip


def _words(text: str) -> int:
    return len(re.findall(r"[A-Za-z0-9_]+", text)) + len(re.findall(f"[{HAN}]", text)) // 2


def specifics(text: str) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Return the folded numbers, identifiers (code, addresses, quoted terms) and names that occur in ``text``."""
    shown = simplified(text)
    identifiers = {fold(m.strip("`\"'“”")) for m in _IDENTIFIER.findall(shown)}
    identifiers |= {fold(m.strip("\"'“”「」《》")) for m in _QUOTE.findall(shown)}
    identifiers |= {fold(m) for m in _LATIN_IN_CHINESE.findall(shown)}
    numbers = {re.sub(r"(?<=\d),(?=\d{3})", "", fold(m)).rstrip(".,:/") for m in _NUMBER.findall(shown)}
    names = {fold(m) for m in _NAME.findall(text)} | set(_CHINESE_NAME.findall(shown))
    return frozenset(numbers - {""}), frozenset(identifiers - {""}), frozenset(names - identifiers)


def features(text: str) -> Features:
    """Return the features of one statement."""
    numbers, identifiers, names = specifics(text)
    return Features(
        numbers=numbers,
        identifiers=identifiers,
        names=names,
        words=_words(text),
        remember=cues.REMEMBER.found(text),
        durable=cues.DURABLE.found(text),
        sweeping=cues.SWEEPING.found(text),
        change=cues.CHANGE.found(text),
        one_off=cues.ONE_OFF.found(text),
        guess=cues.GUESS.found(text),
        retract=cues.RETRACT.found(text),
        failure=cues.FAILURE.found(text),
        worked=cues.WORKED.found(text),
        cause=cues.CAUSE.found(text),
        limit=cues.LIMIT.found(text),
        definition=cues.DEFINITION.found(text),
        stated=cues.STATED.starts(text),
        transient=cues.TRANSIENT.found(text),
        recurring=cues.RECURRING.found(text),
        contact=cues.CONTACT.found(text),
        session=cues.SESSION.found(text),
        personal=_PERSONAL.found(text),
        wish=_WISH.found(text),
        status=_STATUS.found(text),
        chat=cues.CHAT.found(text),
        question=bool(_QUESTION.search(text.strip())),
        request=cues.REQUEST.starts(text.strip()),
        borrowed=cues.BORROWED.found(text),
    )

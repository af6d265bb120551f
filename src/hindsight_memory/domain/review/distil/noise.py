"""What is in a trace without having been said about the task: pastes, injected orders, secrets, letters."""

from __future__ import annotations

import re

from hindsight_memory.domain.text.language import simplified
from hindsight_memory.domain.text.sentences import without_code

_RULE_LINE = re.compile(r"^\s*(?:-{3,}|={3,}|\*{3,}|_{3,}|—{2,})\s*$")
_HEADING = re.compile(r"^\s*#{1,6}\s+\S")
_BADGE = re.compile(r"!?\[[^\]]*\]\([^)]*\)|!?\[!\[|\[!?\[")
_PROMPT = re.compile(
    r"^\s*(?:<\/?(?:system|instructions?|context|persona)[^>]*>|\[?(?:system(?:\s+(?:prompt|message))?|instructions?|persona|role|context|background|template"
    r"|guidelines)\]?\s*(?:\([^)]*\)\s*)?[:：]|you\s+are\s+(?:an?|the|\w+,)\s|act\s+as\s+|as\s+an\s+ai\b|your\s+(?:role|task|job)\s+is\s+to\b"
    r"|【[^】]{0,12}(?:系统|提示词|角色|人设|设定|说明书|模板|须知|背景|手册|规范|守则|简介)[^】]{0,8}】|(?:系统提示|系统|角色|人设|背景|提示词|角色设定)\s?[:：]"
    r"|(?:现在)?你(?:是|将扮演|扮演|的身份是|的角色是)(?!不是|否|说|对|要|想|在))",
    re.IGNORECASE,
)
_TASK = re.compile(
    r"^\s*(?:[\[【]?\s*(?:user|human|customer|task|request|question|today|任务|用户|客户|需求|请求|问题|今日任务|本次任务)\s*[\]】]?\s*[:：]\s*|【(?:任务|用户|需求|请求|问题)】\s*)",
    re.IGNORECASE,
)
_ABOUT_PASTE = re.compile(
    r"^\s*[(（][^)）]{0,80}(?:readme|template|system\s+prompt|for\s+context|boilerplate|so\s+you\s+have|模板|每次都|固定|背景资料|仅供参考|说明书)[^)）]{0,60}[)）]\s*",
    re.IGNORECASE,
)
_INJECTED = re.compile(
    r"(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|the\s+|your\s+|previous\s+|prior\s+|above\s+)+(?:instructions?|prompts?|rules|messages|context)"
    r"|(?:notice|note|attention|instructions?|message)\s+(?:to|for)\s+(?:all\s+|any\s+)?(?:ai|llms?|assistants?|agents?|bots?|language\s+models?)"
    r"|(?:ai|llm)\s+(?:assistants?|agents?|models?)\s*(?:must|should|reading|please|:|,)"
    r"|(?:AI|智能|人工智能)\s?(?:助手|助理|模型|代理)\s?(?:请|注意|必须|须|应|读到|看到|:|：)|(?:系统提示|系统消息|系统指令)\s?[:：]\s?(?:从现在|你|请|必须|忽略|务必|立即|所有)"
    r"|忽略(?:之前|以上|上述|前面|此前|先前|所有)(?:的)?(?:所有|全部)?(?:的)?(?:指令|提示|要求|规则|内容)|从现在(?:起|开始)你(?:必须|要|是)",
    re.IGNORECASE,
)
_RETRACTED = re.compile(
    r"(?:please\s+)?(?:forget|delete|ignore|disregard|don't\s+(?:keep|store|save|remember|record))\s+(?:that|this|it|what\s+i|the\s+last)"
    r"|wrong\s+(?:channel|window|chat|paste)|(?:shouldn't|should\s+not)\s+have\s+(?:pasted|posted|shared|sent)|(?:didn't|did\s+not)\s+mean\s+to\s+(?:paste|post|send|share)"
    r"|(?:别|不要|不用|勿)(?:存|记(?![错反混岔串漏])|保存|记录|保留)|不(?:该|应该)(?:贴|发|给)|贴错|发错|当我没(?:说|发)|忘(?:了|掉)(?:它|这|刚)|撤回",
    re.IGNORECASE,
)
_SECRET = re.compile(
    r"\[redacted:[^\]]*\]|\b(?:pass(?:word|wd|phrase)?|pwd|secret|token|api[\s_-]?key|credentials?|login)\b\s*(?:is|=|:|for\s+\w+\s+is)\s*(?=\S*[\d_@#$%&!*-])\S{4,}|(?:login|credentials?)\b[^.]{0,40}[:=]\s*\S+\s*/\s*\S+"
    r"|(?<!\d)(?:\d{4}[ -]){3}\d{1,4}(?!\d)|(?:\bcard\b|卡号?)[^.。]{0,24}?(?<!\d)\d{13,19}(?!\d)"
    r"|[a-z][\w+.-]*://[^\s/:@]+:[^\s/@]+@|\b(?:sk|ghp|xox[bp]|AKIA)[-_A-Za-z0-9]{10,}|\b(?:pin|pass\s?code|(?:door|gate|alarm|entry|access|unlock|lock|safe)\s?(?:code|pin|combination)|combination|password)\b[^.;]{0,24}?(?:\bis|=|:|\bto)\s+\S*\d{3,}|(?:密码|口令|密钥|令牌|连接串|私钥|验证码|门禁码)[^,，。;；]{0,6}?(?:是|为|:|：|=|给你|[改换设变][成为到])\s?[A-Za-z0-9@#$%&*]{3,}|(?:密码|口令|密钥|令牌|连接串|私钥)\s?(?:是|为|:|：|=|给你)",
    re.IGNORECASE,
)
_LETTER = re.compile(
    r"^\s*(?:hi|hello|hey|dear)\s+[A-Z][\w-]+\s*(?:,|!|\s[A-Z])|^\s*(?:尊敬的|亲爱的|您好[,，!！]\S{0,8}(?:先生|女士))",
    re.IGNORECASE,
)
_DRAFT_TEXT = re.compile(
    r"^\s*(?:(?:here(?:'s|\s+is)\s+(?:a|the|my)\s+)?(?:first\s+|new\s+|revised\s+)?draft\s*[:：]|【[^】]*(?:稿|草稿)[^】]*】|(?:初稿|草稿|文案|稿子|正文|标题)\s?[:：])",
    re.IGNORECASE,
)
_LOG_LINE = re.compile(
    r"^\s*(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[\d|\d\d:\d\d:\d\d|at\s+[\w.$]+\(|File\s+\"|Traceback|[{\[<|+]|E\s{2,}|>>>|\$\s)|(?:INFO|WARN|ERROR|DEBUG|FATAL)\s+[\d\[]"
)


def _paste_end(lines: list[str]) -> int:
    """The number of leading lines that are a pasted document: a heading or badges up to a rule line or a gap."""
    if not lines or not (_HEADING.match(lines[0]) or _BADGE.search(lines[0])):
        return 0
    for number, line in enumerate(lines):
        if _RULE_LINE.match(line):
            return number + 1
    blank = [n for n, line in enumerate(lines) if not line.strip()]
    return blank[-1] + 1 if blank else len(lines)


def own_words(text: str) -> tuple[str, str]:
    """Split a user's message into ``(own words, pasted text)``.

    Pasted are documents before a rule line, system prompts, persona and template lines, and fenced code. What
    follows a label such as ``USER:`` or 【任务】 is the user's again.
    """
    lines = without_code(text).split("\n")
    cut = _paste_end(lines)
    own: list[str] = []
    pasted = lines[:cut]
    in_prompt = False
    for line in lines[cut:]:
        task = _TASK.match(line)
        if task:
            in_prompt = False
            own.append(line[task.end() :])
            continue
        if _PROMPT.match(line):
            pasted.append(line)
            in_prompt = bool(re.match(r"\s*(?:<|\[?system|instructions?)", line, re.IGNORECASE))
            continue
        if in_prompt and line.strip():
            pasted.append(line)
            continue
        in_prompt = in_prompt and bool(line.strip())
        rest = _ABOUT_PASTE.sub("", line)
        if rest != line:
            pasted.append(line[: len(line) - len(rest)])
        own.append(rest)
    return "\n".join(own).strip(), "\n".join(pasted).strip()


def injected(text: str) -> bool:
    """Whether a text addresses the agent with orders (in a tool's answer this is never kept)."""
    return bool(_INJECTED.search(simplified(text)))


def retracted(text: str) -> bool:
    """Whether the speaker asks not to keep what was just said."""
    return bool(_RETRACTED.search(simplified(text)))


def secret(text: str) -> bool:
    """Whether the point of the text is a credential, redacted before or not."""
    return bool(_SECRET.search(text))


def letter(text: str) -> bool:
    """Whether an agent's text is a message to a third person (``Hello Ann, …``)."""
    return bool(_LETTER.match(text))


def drafted(text: str) -> bool:
    """Whether an agent's text is a draft of something else."""
    return bool(_DRAFT_TEXT.match(text))


def machine_line(text: str) -> bool:
    """Whether a line is a log line, a stack frame or serialised data."""
    return bool(_LOG_LINE.match(text))

"""The particulars of a text: the numbers, identifiers, quoted terms and names that tell it from others."""

from __future__ import annotations

import re

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
_LATIN_IN_CHINESE = re.compile(
    rf"(?:(?<=[{HAN}])|(?<=[{HAN}]\s)|(?<=[，,。:：]))[A-Za-z][A-Za-z+#-]+|^[A-Za-z][A-Za-z+#-]+(?=\s?[{HAN}])"
)
_SURNAME = "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文"
_CHINESE_NAME = re.compile(
    rf"(?:(?<=[找叫由问归跟])|(?<=联系)|(?<=人是)|(?<=[a-z]))[{_SURNAME}][{HAN}]{{1,2}}(?=[,，。、;；负管是在]|$)"
    rf"|(?<![{HAN}])[老小阿][{_SURNAME}]|[{_SURNAME}](?:工|总|姐|哥|老师|经理|主任|医生|阿姨|叔|博士|律师|师傅)"
)
_QUOTE = re.compile(r"\"[^\"]{1,80}\"|“[^”]{1,80}”|「[^」]{1,80}」|《[^》]{1,60}》|'[^']{2,60}'(?!\w)")


def specifics(text: str) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Return the folded numbers, identifiers (code, addresses, quoted terms) and names that occur in ``text``."""
    shown = simplified(text)
    identifiers = {fold(m.strip("`\"'“”")) for m in _IDENTIFIER.findall(shown)}
    identifiers |= {fold(m.strip("\"'“”「」《》")) for m in _QUOTE.findall(shown)}
    identifiers |= {fold(m) for m in _LATIN_IN_CHINESE.findall(shown)}
    numbers = {re.sub(r"(?<=\d),(?=\d{3})", "", fold(m)).rstrip(".,:/") for m in _NUMBER.findall(shown)}
    names = {fold(m) for m in _NAME.findall(text)} | set(_CHINESE_NAME.findall(shown))
    return frozenset(numbers - {""}), frozenset(identifiers - {""}), frozenset(names - identifiers)

"""The values a statement gives: measured amounts with what they measure, days, times of day, languages.

Two values are of one kind when they share a measure: "25 minutes" and "an hour", 每秒 500 条 and 每秒 1200.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from hindsight_memory.domain.review.wording import arabic
from hindsight_memory.domain.text.normal import clean, fold
from hindsight_memory.domain.text.simplified import simplified
from hindsight_memory.domain.text.stems import stem


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value in the base unit of its measure (seconds, kilobytes, or as written) and what it is a value of.

    ``written`` is the bare number as the text has it, empty for a day, a time or a language.
    """

    value: str
    measures: frozenset[str]
    written: str = ""


_NUMBER_WORDS = {
    word: str(number)
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty".split()
    )
} | {"thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "ninety": "90", "hundred": "100", "half": "0.5"}
_NUMBER_WORD = re.compile(rf"\b(?:{'|'.join(sorted(_NUMBER_WORDS, key=len, reverse=True))})\b")
_SCALES = {
    **dict.fromkeys(("s", "sec", "secs", "second", "秒"), ("time", 1.0)),
    **dict.fromkeys(("ms", "millisecond", "毫秒"), ("time", 0.001)),
    **dict.fromkeys(("m", "min", "mins", "minut", "minute", "分钟", "分"), ("time", 60.0)),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "小时", "个小时", "钟头", "个钟头"), ("time", 3600.0)),
    **dict.fromkeys(("d", "day", "天", "日"), ("time", 86400.0)),
    **dict.fromkeys(("week", "周", "星期", "个星期"), ("time", 604800.0)),
    **dict.fromkeys(("month", "个月"), ("time", 2592000.0)),
    **dict.fromkeys(("year", "年"), ("time", 31536000.0)),
    **dict.fromkeys(("kb", "kib"), ("bytes", 1.0)),
    **dict.fromkeys(("mb", "mib"), ("bytes", 1e3)),
    **dict.fromkeys(("g", "gb", "gib"), ("bytes", 1e6)),
    **dict.fromkeys(("tb", "tib"), ("bytes", 1e9)),
    **dict.fromkeys(
        ("usd", "dollar", "buck", "eur", "euro", "gbp", "pound", "rmb", "cny", "元", "块", "块钱", "美元", "美金",
         "欧", "欧元", "英镑", "刀"), ("money", 1.0)),
    **dict.fromkeys(("万", "万元", "万块"), ("money", 1e4)),
    **dict.fromkeys(("kw", "千瓦"), ("power", 1.0)),
    **dict.fromkeys(("k", "千"), ("thousand", 1.0)),
    **dict.fromkeys(("%", "percent", "per cent", "个百分点"), ("percent", 1.0)),
}  # fmt: skip
_MEASURES = frozenset(
    "个年月日天号岁点分秒时次元块人位名台条张件本只层楼周季度倍米斤种款期章页第家店间份批轮成折欧刀万辆箱盒瓶顿杯封场遍群组套版级档路字行篇集节课步站座"
)
_AMOUNT = re.compile(
    r"(?<![a-z0-9_.#-])(?P<sign>[$€£¥])?(?P<number>\d+(?:,\d{3})*(?:\.\d+)?)"
    r"(?:(?P<attached>%|[a-z]{1,3}(?![a-z0-9]))|[ -]?(?P<han>个小时|个钟头|个星期|个月|个百分点|分钟|小时|钟头|毫秒|星期|美元|美金|欧元|英镑|万元|万块|块钱|[\u4e00-\u9fff])"
    r"|[ -](?P<word>[a-z]+))?(?![.:/_-]?\d|[a-z])"
)
_RATE = re.compile(
    r"(?:\bper|\ba|\ban|/|\beach|\bevery) ?(second|minute|hour|day|week|month|year|sec|min|s|h)\b"
    r"|每个?(分钟|小时|[\u4e00-\u9fff])"
)
TIME_RATES = frozenset(
    f"per {stem(unit)}"
    for unit in "second minute hour day week month year sec min s h 秒 分钟 小时 天 日 周 月 年".split()
)
_LEADS_EN = re.compile(r"\b([a-z]{2,20}) (?:(?:is|are|was|at|to|of|on|now|up|set|=) ?){0,3}$")
_FILLERS = frozenset(
    "is are was at to of on now up set only about under over above below than more less least most a an and or in for by "
    "the from as with out not if when before after per each every".split()
)
_FILLERS_ZH = frozenset("的了在是到改成和与或就都也还不没以为我你他这那按走,用起")
_DAYS = {
    **{w: str(i) for i, names in enumerate(
        ("monday mon", "tuesday tue tues", "wednesday wed", "thursday thu thurs", "friday fri", "saturday sat", "sunday sun"), 1)
       for w in names.split()},
}  # fmt: skip
_DAYS_ZH = {day: str(number) for number, day in enumerate("一二三四五六日", 1)} | {"天": "7"}
_ABBREVIATED = frozenset({"sat", "sun", "wed", "mon"})
_DAY = re.compile(
    rf"\b({'|'.join(sorted(_DAYS.keys() - _ABBREVIATED, key=len, reverse=True))})s?\b|(?:周|星期|礼拜)([一二三四五六日天])"
)
_CLOCK = re.compile(
    r"(?<![\d:.])(\d{1,2}:\d{2})(?!\d|:\d)|\b(\d{1,2}) ?(am|pm)\b|(早上|上午|中午|下午|晚上|傍晚|凌晨)?(\d{1,2})点(半)?"
)
_LANGUAGE = re.compile(
    r"\b(english|chinese|mandarin|german|french|spanish|japanese|korean|italian|dutch|portuguese|russian)\b|([中英日德法韩俄])(?:文|语)"
)
_LANGUAGES = dict(zip("中英日德法韩俄", "chinese english japanese german french korean russian".split(), strict=True))


_MONTHS: Sequence[str] = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH = rf"({'|'.join(_MONTHS)})(?:[a-z]{{0,6}})"
_ISO = re.compile(r"[（(]?\d{4}-\d{1,2}-\d{1,2}(?:/\d{4}-\d{1,2}-\d{1,2})?[)）]?")
_YEAR = re.compile(
    r"\b(?:in|since|of|by|until|early|late|mid) (?:19|20)\d\d\b|(?<!\d)(?:19|20)\d\d ?年|\b(?:19|20)\d\ds\b"
)
_DATE = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?{_MONTH}\b|\b{_MONTH} (?P<later>\d{{1,2}})(?:st|nd|rd|th)?\b"
    r"|(?P<month>\d{1,2})月(?:(?P<of>\d{1,2})[日号])?|(?P<alone>\d{1,2})号(?=[^楼线门机]|$)"
)


@lru_cache(maxsize=4096)
def quantities(text: str) -> tuple[Quantity, ...]:
    """The values that ``text`` gives, in order. Linear in its length."""
    plain = simplified(fold(clean(text)[:2000])).replace("千瓦", "kw").replace("千米", "km").replace("千克", "kg")
    found = [_weekday(m) for m in _DAY.finditer(plain)]
    plain = _ISO.sub(" ", arabic(_DAY.sub(" ", plain), _MEASURES))
    plain = _NUMBER_WORD.sub(lambda m: _NUMBER_WORDS[m.group()], plain)
    plain = _YEAR.sub(" ", plain)
    for pattern, value in ((_CLOCK, _hour), (_DATE, _date)):
        found += [value(match) for match in pattern.finditer(plain)]
        plain = pattern.sub(" ", plain)
    found += [_amount(plain, match) for match in _AMOUNT.finditer(plain)]
    found += [_language(match) for match in _LANGUAGE.finditer(plain)]
    return tuple(found)


def _weekday(match: re.Match[str]) -> Quantity:
    return Quantity(_DAYS[match[1]] if match[1] else _DAYS_ZH[match[2]], frozenset({"weekday"}))


def _language(match: re.Match[str]) -> Quantity:
    named = match[1] or _LANGUAGES[match[2]]
    return Quantity("chinese" if named == "mandarin" else named, frozenset({"language"}))


def _date(match: re.Match[str]) -> Quantity:
    month = next((str(_MONTHS.index(name) + 1) for name in (match[2], match[3]) if name), match["month"] or "")
    day = match["day"] or match["later"] or match["of"] or match["alone"] or ""
    return Quantity(f"{month}/{day}", frozenset({"date"}))


_AFTERNOON = frozenset({"pm", "下午", "晚上", "傍晚"})


def _hour(match: re.Match[str]) -> Quantity:
    return Quantity(_time_of_day(match), frozenset({"clock"}))


def _time_of_day(match: re.Match[str]) -> str:
    if match[1]:
        return match[1].removeprefix("0")
    hour = int(match[2] or match[5])
    if (match[3] or match[4] or "") in _AFTERNOON and hour < 12:
        hour += 12
    return f"{hour}:{'30' if match[6] else '00'}"


def _amount(text: str, match: re.Match[str]) -> Quantity:
    number = float(match["number"].replace(",", ""))
    unit = match["attached"] or match["han"] or stem(match["word"] or "")
    measures: set[str] = set()
    before, after = text[max(0, match.start() - 24) : match.start()], text[match.end() : match.end() + 24]
    if match["sign"]:
        measures.add("money")
    scale = _SCALES.get(unit)
    if scale is not None:
        measures.add(scale[0])
        number *= scale[1]
    elif unit and unit not in _FILLERS and unit not in _FILLERS_ZH:
        measures.add(unit)
    rate = _RATE.search(before[-4:]) or _RATE.search(after)
    if rate is not None:
        measures.add("per " + stem(rate[1] or rate[2]))
    if scale is None and not measures and len(match["number"]) >= 3:
        measures.add(f"number of {len(match['number'])} digits")
    lead = _LEADS_EN.search(before)
    if lead is not None and lead[1] not in _FILLERS:
        measures.add("after " + stem(lead[1]))
    return Quantity(f"{number:g}", frozenset(measures), match["number"].replace(",", ""))

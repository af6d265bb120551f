"""When a statement stops to hold, and relative days made absolute: Chinese and English, without a calendar library.

Only an explicit end counts: a word that says "until" beside a date, a range of two dates, or a span such as
本周内. A number alone (a port, a version, a clock time) is never a date. All results are aware UTC instants; a
day ends at midnight in the anchor's own time zone.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta

from hindsight_memory.domain.text.calendar import EXPRESSION, WEEKDAY, ZH_WEEKDAY, number, read
from hindsight_memory.domain.text.language import simplified

_FLAGS = re.IGNORECASE | re.VERBOSE
_OFFER = r"(?:offer|code|coupon|voucher|discount|promo(?:tion)?|sale|deal|trial|campaign|freeze)\b[^.;]{0,60}?"
_EN_UNTIL = rf"""(?:\b(?:until|till|'til|thru|through|no\s+later\s+than|up\s+to\s+and\s+including)
  |\b(?:valid|good|in\s+(?:force|effect)|applies|open|active|frozen|closed|lasts|runs)\s+(?:only\s+)?(?:until|till|to|through|up\s+to|by)
  |\bby(?=\s+(?:the\s+)?(?:very\s+)?end\s+of)
  |{_OFFER}\b(?:ends?|expires?|runs\s+out|stops?|is\s+over)(?:\s+on|\s+at)?)\s+(?:the\s+)?(?:on\s+)?"""
_ZH_UNTIL = r"(?:截至|截止(?:时间|日期)?[到至为是]?|有效期?[到至为是]{1,2}|一?直到|持续到|延续到|保留到|冻结到|仅限)\s?[:：]?\s?"
_UNTIL = re.compile(rf"(?:{_EN_UNTIL}|{_ZH_UNTIL})(?:{EXPRESSION})", _FLAGS)
# 到 and 至 alone say "until" only before a day of a month or with a closing word: 到周日为止, 到 5 月 20 号.
_ZH_TO = re.compile(
    rf"(?<![每从])(?:[到至]\s?)(?:{EXPRESSION})(?P<close>\s?(?:晚上?|早上?|中午|下午)?\s?"
    r"(?:为止|之前|以前|前(?!\d)|止|结束|有效))?",
    _FLAGS,
)
_ZH_BEFORE = re.compile(rf"(?:{EXPRESSION})\s?(?:之前有效|前有效|为止|止(?![血痛损于])|到期|失效|截止|结束)", _FLAGS)
_ZH_WITHIN = re.compile(
    r"(?P<unit>本周|这周|这个?星期|本月|这个月|本季度|今年|本年度|今天|今日|当天)\s?(?:之内|以内|内)"
)
_ZH_LASTING = re.compile(
    r"(?:未来|接下来|今后|往后|后面)(?:的)?\s?(?P<n>\d{1,3}|[一二两三四五六七八九十]{1,3}|几)\s?个?(?P<unit>天|日|周|星期|礼拜|月)"
    r"|(?<!每)(?<!最近)(?<!过去)(?<!\d)(?P<n2>\d{1,2}|[一二两三四五六七八九十]{1,3})\s?个?(?P<unit2>天|周|星期|礼拜|月)(?:之内|以内|内)(?:有效|暂|都|先|不要|别)"
)
_ZH_ONLY = re.compile(
    r"(?P<unit>本周|这周|本月|这个月|今天)(?:之内)?\s?(?:有效|暂停|暂时|临时)|(?:仅限|只限|仅在?|只在)(?P<unit2>本周|这周|本月|今天)"
)
_EN_COUNT = r"(?P<n>\d{1,3}|a|an|one|two|three|four|five|six|seven|eight|nine|ten|couple\s+of)"
_EN_LASTING = re.compile(
    rf"\bfor\s+(?:the\s+)?(?:next|coming|following)\s+(?:{_EN_COUNT}\s+)?(?P<unit>day|night|week|fortnight|month|quarter|year)s?\b"
    r"|\b(?:for\s+)?the\s+rest\s+of\s+(?:the|this)\s+(?P<rest>day|week|month|quarter|year)\b"
    r"|\b(?:only\s+this|this|valid\s+this)\s+(?P<only>week|month|quarter)\s+only\b|\bonly\s+(?:for\s+)?this\s+(?P<only2>week|month|quarter)\b",
    re.IGNORECASE,
)
_RANGE = re.compile(
    rf"(?:{EXPRESSION})\s*(?:-|–|—|~|～|到|至|to|through|until|till|and)\s*", _FLAGS
)  # the end of the range is read by a second match right behind
_EXPRESSION = re.compile(EXPRESSION, _FLAGS)
_SAME_MONTH = re.compile(r"(?P<day>\d{1,2})\s?[日号]?")
_EN_DAYS = re.compile(
    rf"\b(?P<first>\d{{1,2}})(?:st|nd|rd|th)?\s*(?:-|–|—|to|until|and|through)\s*(?:{EXPRESSION})", _FLAGS
)
_ZH_HALT = re.compile(
    rf"(?:{EXPRESSION})\s?(?:之前|以前|前)\s?(?:都|先|一律|请|務必)?\s?(?:别|不|禁|暂|冻结|停)", _FLAGS
)
# Before a dated event, as long as something is done otherwise: 3 月 20 号开展之前都用东门, 6 号之前线上一律不升级.
_ZH_MEANWHILE = re.compile(
    rf"(?:{EXPRESSION})\s?[^,，。;；\d]{{0,6}}?(?:之前|以前|前)(?!后|面)[^,，。;；]{{0,6}}?"
    r"(?:都[不别只用走在去从按停给]|一律|暂|只[能用走在]|仍|还是|先[用走停别不]|不[能许准要得再])",
    _FLAGS,
)
# A state of this week or month, told at the start of a statement: this week the lift is out of order, 这两周东门在修.
_NOW_WEEK = re.compile(
    r"^(?:this\s+(?P<unit>week|month)\b(?!\s*['’]s)(?:\s*\([^()]*\))?,?\s+(?:the|our|my|we|i|all|no|only|there)\b"
    r"|[^,，。从自到起每]{0,6}?(?:这|本)(?P<count>[一两几])?个?(?P<zunit>周|月|星期|天)(?![的一二三四五六日天起会报刚初末底中]|开始)"
    r"[^,，。]{0,12}(?:在[^,，。]{1,4}|都|不|没|暂|先|停|坏|休|放假))",
    re.IGNORECASE,
)
_FROM = re.compile(
    rf"(?:\b(?:from|since|starting(?:\s+on|\s+from)?|as\s+of|effective(?:\s+from)?)\s+|(?:自从?|从)\s?)(?:{EXPRESSION})",
    _FLAGS,
)
_WORDS = {w: n for n, w in enumerate("zero one two three four five six seven eight nine ten".split())} | {
    "a": 1,
    "an": 1,
}
_DATED = ("iso", "slash", "day", "day2", "zday", "zlast")


def _instant(day: date, anchor: datetime, *, end: bool) -> datetime:
    shown = datetime.combine(day + timedelta(days=1 if end else 0), time(), tzinfo=anchor.tzinfo or UTC)
    return shown.astimezone(UTC)


def _count(text: str | None) -> int:
    if not text:
        return 1
    lowered = text.lower()
    if lowered.startswith("couple"):
        return 2
    if lowered == "几":
        return 7
    return _WORDS.get(lowered) or number(lowered.replace("两", "二"))


def _after(anchor: date, count: int, unit: str) -> date:
    if unit in {"month", "月"}:
        return anchor + timedelta(days=30 * count)
    days = {"day": 1, "night": 1, "天": 1, "日": 1, "week": 7, "周": 7, "星期": 7, "礼拜": 7, "fortnight": 14}
    return anchor + timedelta(days=count * days.get(unit, 90 if unit == "quarter" else 365))


def _within(unit: str, anchor: date) -> date | None:
    table = {
        "week": "本周",
        "month": "本月",
        "quarter": "本季度",
        "year": "今年",
        "day": "今天",
        "当天": "今天",
        "本年度": "今年",
    }
    found = _EXPRESSION.match(table.get(unit, unit))
    return read(found, anchor) if found else None


def _lasting(text: str, anchor: date) -> date | None:
    if found := _EN_LASTING.search(text):
        if unit := found["rest"] or found["only"] or found["only2"]:
            return _within(unit.lower(), anchor)
        return _after(anchor, _count(found["n"]), found["unit"].lower())
    if found := _ZH_LASTING.search(text):
        return _after(anchor, _count(found["n"] or found["n2"]), found["unit"] or found["unit2"])
    if found := _ZH_WITHIN.search(text):
        return _within(found["unit"], anchor)
    if found := _ZH_ONLY.search(text):
        return _within(found["unit"] or found["unit2"], anchor)
    return _meantime(text, anchor)


def _meantime(text: str, anchor: date) -> date | None:
    """The end of a state of these days: of the week or month that is named, or a later day that the text names."""
    found = _NOW_WEEK.search(text)
    if found is None:
        return None
    if found["count"] == "两":
        end = _after(anchor, 2, found["zunit"])
    elif found["count"] == "几" or found["zunit"] == "天":
        end = _after(anchor, 7, "天")
    else:
        end = _within((found["unit"] or "").lower() or f"本{found['zunit']}".replace("星期", "周"), anchor)
    named = [read(one, anchor) for one in _EXPRESSION.finditer(text) if any(one[name] for name in _DATED)]
    return max((day for day in [end, *named] if day is not None), default=None)


def _range(text: str, anchor: date) -> tuple[date, date] | None:
    for head in _RANGE.finditer(text):
        if not any(head[name] for name in (*_DATED, "zmonth")):
            continue
        start = read(head, anchor)
        if start is None:
            continue
        tail = _EXPRESSION.match(text, head.end())
        if tail is not None and any(tail[name] for name in (*_DATED, "zmonth")):
            end = read(tail, start)
        else:
            end = _same_month_end(text, head, start)
        if end is not None and end >= start:
            return start, end
    return None


def _days_of_month(text: str, anchor: date) -> tuple[date, date] | None:
    """``3 to 7 April``: both days before the month's name."""
    for found in _EN_DAYS.finditer(text):
        end = read(found, anchor) if found["day"] else None
        first = int(found["first"])
        if end is not None and 0 < first <= end.day:
            return end.replace(day=first), end
    return None


def _same_month_end(text: str, head: re.Match[str], start: date) -> date | None:
    tail = _SAME_MONTH.match(text, head.end())
    closed = tail is not None and (head["zday"] is None or tail.group()[-1] in "日号")
    if tail is None or not closed or head["iso"] or head["slash"]:
        return None
    try:
        return start.replace(day=int(tail["day"]))
    except ValueError:
        return None


def _until(text: str, anchor: date) -> date | None:
    found = _UNTIL.search(text) or _ZH_BEFORE.search(text) or _ZH_HALT.search(text)
    if found:
        return read(found, anchor)
    for match in _ZH_MEANWHILE.finditer(text):
        if match["zday"] or match["iso"]:
            return read(match, anchor)
    for match in _ZH_TO.finditer(text):
        if match["close"] or match["zday"] or match["iso"] or match["zlast"]:
            return read(match, anchor)
    return None


def _recurring(text: str) -> bool:
    return bool(re.search(rf"每(?:个|逢)?(?:{ZH_WEEKDAY}|[周月天年])|\bevery\s+{WEEKDAY}", text, re.IGNORECASE))


def validity(text: str, anchor: datetime) -> tuple[datetime | None, datetime | None]:
    """Return ``(valid_from, valid_until)`` as said in ``text``: aware UTC instants, None where nothing is said.

    ``anchor`` is when it was said (aware). A start is only taken from a range or after "from", "since", 从, 自.
    """
    shown = simplified(text)
    day = anchor.date()
    span = _range(shown, day) or _days_of_month(shown, day)
    if span is not None:
        return _instant(span[0], anchor, end=False), _instant(span[1], anchor, end=True)
    end = _until(shown, day)
    if end is None and not _recurring(shown):
        end = _lasting(shown, day)
    begin = _FROM.search(shown)
    start = read(begin, day) if begin else None
    if end is not None and start is not None and start > end:
        start = None
    return (
        None if start is None else _instant(start, anchor, end=False),
        None if end is None else _instant(end, anchor, end=True),
    )


def expiry(text: str, anchor: datetime) -> datetime | None:
    """Return the UTC instant at which ``text`` says it stops to hold, or None when it names no explicit end."""
    return validity(text, anchor)[1]


_POINT = re.compile(
    rf"\b(?:(?:the\s+)?day\s+after\s+tomorrow|tomorrow|tonight|today|yesterday)\b(?!['’]s)|\b(?:next|last|this)\s+{WEEKDAY}\b"
    rf"|(?:上上|下下|上个?|下个?|本|这个?)(?:周|星期|礼拜)[一二三四五六日天]"
    r"|大后天|大前天|今天|今日|今晚|明天|明日|明早|明晚|(?<![之最然以今往])后天|昨天|昨日|昨晚|(?<!之)(?<!以)(?<!目)前天",
    re.IGNORECASE,
)
_WEEK = re.compile(
    r"(?:本|这|下|上)(?:个星期|个礼拜|周)(?![一二三四五六日天末内])|\b(?:this|next|last)\s+week\b(?!\s*(?:'s|end))",
    re.IGNORECASE,
)
_AGO = re.compile(
    r"\b(?P<n>\d{1,3}|a|one|two|three|four|five|six|seven)\s+(?P<unit>day|week)s?\s+ago\b|(?P<n2>\d{1,3}|[一二两三四五六七八九十]{1,3})\s?(?P<unit2>天|周)(?:之)?前",
    re.IGNORECASE,
)


def _annotated(shown: str, dated: str) -> str:
    return f"{shown}（{dated}）" if re.search(r"[\u4e00-\u9fff]", shown) else f"{shown} ({dated})"


def resolve_relative(text: str, anchor: datetime) -> str:
    """Return ``text`` with the absolute date behind each relative day or week: ``昨天（2026-03-02）``.

    The wording stays; a text that already carries the date right behind is left alone.
    """
    day = anchor.date()

    def point(match: re.Match[str]) -> str:
        found = _EXPRESSION.match(simplified(match.group()))
        shown = read(found, day) if found else None
        return match.group() if shown is None else _annotated(match.group(), shown.isoformat())

    def week(match: re.Match[str]) -> str:
        word = match.group().lower()
        shift = 1 if word.startswith(("下", "next")) else -1 if word.startswith(("上", "last")) else 0
        monday = day - timedelta(days=day.weekday()) + timedelta(days=7 * shift)
        return _annotated(match.group(), f"{monday.isoformat()}/{(monday + timedelta(days=6)).isoformat()}")

    def ago(match: re.Match[str]) -> str:
        unit = (match["unit"] or match["unit2"]).lower()
        back = _count(match["n"] or match["n2"]) * (7 if unit in {"week", "周"} else 1)
        return _annotated(match.group(), (day - timedelta(days=back)).isoformat())

    if re.search(r"[（(]20\d\d-\d\d-\d\d", text):
        return text
    return _AGO.sub(ago, _WEEK.sub(week, _POINT.sub(point, text)))

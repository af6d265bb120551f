"""Calendar expressions of Chinese and English as dates: ``6 March``, ``next Friday``, 5 月 6 号, 下周三, 月底.

One regular expression finds an expression, one function reads it. Week days count Monday as the first day.
"""

from __future__ import annotations

import calendar
import re
from datetime import date, timedelta

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
WEEKDAY = r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)"
_ZH_NUMBER = r"(?:\d{1,2}|[一二三四五六七八九十]{1,3})"
ZH_WEEKDAY = r"(?:周|星期|礼拜)[一二三四五六日天末]"

_ENGLISH = rf"""
  (?:{WEEKDAY},?\s+(?:the\s+)?)?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<month>{_MONTH})\b\.?(?:,?\s+(?P<year>20\d\d))?
| (?:{WEEKDAY},?\s+)?\b(?P<month2>{_MONTH})\.?\s+(?:the\s+)?(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)(?:,?\s+(?P<year2>20\d\d))?
| (?P<last>(?:the\s+)?(?:very\s+)?end\s+of\s+(?:the\s+|this\s+)?(?P<lastof>day|week|month|quarter|year|next\s+week|next\s+month
    |next\s+year|{_MONTH}\b)(?:\s+(?P<year3>20\d\d))?)
| (?P<rel>(?:the\s+)?day\s+after\s+tomorrow|tomorrow|tonight|today|yesterday)\b
| (?P<wk>(?P<wkmod>next|this|last|the\s+coming)\s+)?\b(?P<wkday>{WEEKDAY})\b
| (?P<span>next|this)\s+(?P<spanof>week|month|quarter|year)\b
| \b(?P<month4>{_MONTH})\b(?:\s+(?P<year4>20\d\d))?
"""
_CHINESE = rf"""
  (?:(?P<zyear>20\d\d|今|明)\s?年\s?)?(?P<zmonth>{_ZH_NUMBER})\s?月\s?(?P<zday>{_ZH_NUMBER})\s?[日号]
| (?P<zlast>(?:(?P<zlastof>本|这个?|下个?|(?:{_ZH_NUMBER})\s?)?月|(?:本|这个)?季度?|(?:今|明|本)?年)[底末])
| (?P<zmod>上上|下下|上个?|下个?|本|这个?)?(?P<zweekday>{ZH_WEEKDAY})
| (?P<zrel>大后天|大前天|今天|今日|今晚|明天|明日|明早|明晚|后天|昨天|昨日|昨晚|前天)
| (?P<zspan>本周|这周|这个?星期|本月|这个月|本季度|今年|下周|下个月|下月|明年)
| (?P<zmonth2>{_ZH_NUMBER})\s?月(?:份)?
"""
_ISO = r"\b(?P<iso>20\d\d[-/.]\d{1,2}[-/.]\d{1,2})\b"
_SLASH = r"(?<![\d/.])(?P<slash>\d{1,2}/\d{1,2})(?![\d/.])"
EXPRESSION = rf"(?:{_ISO}|{_SLASH}|{_ENGLISH}|{_CHINESE})"

_ZH_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九")}
_RELATIVE = {
    "yesterday": -1, "today": 0, "tonight": 0, "tomorrow": 1, "dayaftertomorrow": 2, "thedayaftertomorrow": 2,
    "大前天": -3, "前天": -2, "昨天": -1, "昨日": -1, "昨晚": -1, "今天": 0, "今日": 0, "今晚": 0,
    "明天": 1, "明日": 1, "明早": 1, "明晚": 1, "后天": 2, "大后天": 3,
}  # fmt: skip
_WEEK_SHIFT = {"上上": -2, "上": -1, "上个": -1, "last": -1, "本": 0, "这": 0, "这个": 0, "下": 1, "下个": 1, "下下": 2}
_PAST_DAYS = 60  # a day and month this far back is taken as a day of this year, earlier ones as of the next


def number(text: str) -> int:
    """Return a whole number written in digits or Chinese numerals below 100 (``二十三`` is 23)."""
    if text.isdigit():
        return int(text)
    tens, ten, ones = text.partition("十")
    if not ten:
        return _ZH_DIGITS.get(text[:1], 0)
    return (_ZH_DIGITS.get(tens, 1) if tens else 1) * 10 + (_ZH_DIGITS.get(ones, 0) if ones else 0)


def _safe(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def month_end(year: int, month: int) -> date:
    """Return the last day of the month; ``month`` may run past 12."""
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    return date(year, month, calendar.monthrange(year, month)[1])


def _near(anchor: date, month: int, day: int, year: str | None) -> date | None:
    if year and year.isdigit():
        return _safe(int(year), month, day)
    base = anchor.year + (1 if year == "明" else 0)
    found = _safe(base, month, day)
    if year is None and found is not None and found < anchor - timedelta(days=_PAST_DAYS):
        return _safe(base + 1, month, day)
    return found


def _month_number(name: str) -> int:
    return _MONTHS.index(name[:3].lower()) + 1


def _weekday(anchor: date, day: int, shift: int | None) -> date:
    monday = anchor - timedelta(days=anchor.weekday())
    if shift is None:
        return anchor + timedelta(days=(day - anchor.weekday()) % 7)
    return monday + timedelta(days=day + 7 * shift)


def _span_end(anchor: date, unit: str, shift: int) -> date:
    if unit in {"week", "周", "星期"}:
        return anchor - timedelta(days=anchor.weekday()) + timedelta(days=6 + 7 * shift)
    if unit in {"month", "月"}:
        return month_end(anchor.year, anchor.month + shift)
    if unit in {"quarter", "季"}:
        return month_end(anchor.year, ((anchor.month - 1) // 3 + 1 + shift) * 3)
    if unit in {"day", "天"}:
        return anchor
    return date(anchor.year + shift, 12, 31)


def _end_of_month(anchor: date, month: int, year: str | None) -> date:
    in_year = int(year) if year else anchor.year + (1 if month < anchor.month else 0)
    return month_end(in_year, month)


def _english(groups: dict[str, str | None], anchor: date) -> date | None:
    if month := groups["month"] or groups["month2"]:
        day = int(groups["day"] or groups["day2"] or 0)
        return _near(anchor, _month_number(month), day, groups["year"] or groups["year2"])
    if last := groups["lastof"]:
        unit = last.split()[-1].lower()
        if unit in {"day", "week", "month", "quarter", "year"}:
            return _span_end(anchor, unit, 1 if last.lower().startswith("next") else 0)
        return _end_of_month(anchor, _month_number(unit), groups["year3"])
    if day_name := groups["wkday"]:
        modifier = (groups["wkmod"] or "").lower()
        shift = {"next": 1, "this": 0, "last": -1}.get(modifier)
        return _weekday(anchor, _DAYS.index(day_name[:3].lower()), shift)
    if unit := groups["spanof"]:
        return _span_end(anchor, unit.lower(), 1 if (groups["span"] or "").lower() == "next" else 0)
    if month := groups["month4"]:
        return _end_of_month(anchor, _month_number(month), groups["year4"])
    return None


def _chinese(groups: dict[str, str | None], anchor: date) -> date | None:
    if groups["zday"] and (month := groups["zmonth"]):
        return _near(anchor, number(month), number(groups["zday"]), groups["zyear"])
    if last := groups["zlast"]:
        return _chinese_end(last, anchor)
    if weekday := groups["zweekday"]:
        day = "一二三四五六日天末".index(weekday[-1])
        day = 6 if day >= 6 else day
        modifier = groups["zmod"]
        return _weekday(anchor, day, _WEEK_SHIFT[modifier] if modifier else None)
    if span := groups["zspan"]:
        unit = next((u for u in ("周", "星期", "月", "季") if u in span), "年")
        return _span_end(anchor, unit, 1 if span[0] in "下明" else 0)
    if month := groups["zmonth2"]:
        return _end_of_month(anchor, number(month), None) if 1 <= number(month) <= 12 else None
    return None


def _chinese_end(last: str, anchor: date) -> date:
    named = re.match(rf"({_ZH_NUMBER})\s?月", last)
    if named and 1 <= number(named.group(1)) <= 12:
        return _end_of_month(anchor, number(named.group(1)), None)
    unit = next((u for u in ("月", "季") if u in last), "年")
    return _span_end(anchor, unit, 1 if last[0] in "下明" else 0)


def read(match: re.Match[str], anchor: date) -> date | None:
    """Return the date that a match of ``EXPRESSION`` means, seen from ``anchor``; for a span its last day.

    None when the numbers name no day (``31 June``, ``13/45``).
    """
    groups = match.groupdict()
    if iso := groups["iso"]:
        year, month, day = (int(part) for part in re.split(r"[-/.]", iso))
        return _safe(year, month, day)
    if slash := groups["slash"]:
        first, second = (int(part) for part in slash.split("/"))
        month, day = (first, second) if first <= 12 else (second, first)
        return _near(anchor, month, day, None) if 1 <= month <= 12 and day else None
    if relative := groups["rel"] or groups["zrel"]:
        return anchor + timedelta(days=_RELATIVE[re.sub(r"\s+", "", relative.lower())])
    return _english(groups, anchor) or _chinese(groups, anchor)

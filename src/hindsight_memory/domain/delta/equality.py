"""``equals`` and ``changed``: the same value or another one, as quantity, JSON, set, time or text."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from datetime import datetime

from hindsight_memory.domain.decision import Delta, DeltaResult, Outcome
from hindsight_memory.domain.delta.answers import judged, met, unknown, violated
from hindsight_memory.domain.delta.json_values import canonical, difference_of, find_json, is_container_text
from hindsight_memory.domain.delta.picking import measured, wanted_of
from hindsight_memory.domain.delta.quantities import Quantity, whole_quantity
from hindsight_memory.domain.delta.reading import readable
from hindsight_memory.domain.delta.states import has_failed, signals_of
from hindsight_memory.domain.delta.terms import CUT, Found, holds_term
from hindsight_memory.domain.delta.worlds import decided, difference
from hindsight_memory.domain.text.normal import clean, fold

_QUOTES = {'"': '"', "'": "'", "`": "`", "“": "”", "「": "」", "‘": "’"}
_END_MARKS = " .。!！"
_SET = re.compile(r"\{([^{}:]+)\}")
_LEADING_ZERO = re.compile(r"0\d+(?![\d.,:-])")
_NO_LETTERS = re.compile(r"[\d\s\W_]*\d[\d\s\W_]*")
_VERSION_MARK = re.compile(r"^(?:version|release|ver\.?|v|版本号?) ?(?=\d)")
_SEPARATOR = re.compile(r"\s*[,，、;；\n]\s*")
_TRUE: frozenset[str] = frozenset("true yes y on enabled 是 真 对".split())
_FALSE: frozenset[str] = frozenset("false no n off disabled none null nil 否 假 错".split())
_GOOD: frozenset[str] = frozenset(
    "ok okay success succeeded successful successfully passed pass passes done 成功 通过 完成".split()
)
_BAD: frozenset[str] = frozenset("fail failed fails failure error errored 失败 错误 出错 报错".split())
_EMPTY = frozenset("{} [] () null none nil n/a na - -- unknown undefined empty 未知 无 空 不详".split())

_STATES = frozenset("ok okay success passed pass failed fail failure error done true false yes no none null".split())
_UNCHANGED = re.compile(
    r"\bunchanged\b|\bno(?:thing)? changed?s?\b|\bno changes?\b|\bnot (?:been )?(?:changed|modified|updated)\b|\bsame as\b"
    r"|没有?变|未变|未改|不变|无变化|没有改|没有更新|未更新"
)
# The value could not be had: what a broken call says is no new value.
_NOT_HAD = re.compile(
    r"\b(?:not found|no such|unavailable|timed? ?out|busy|try again|cannot|can't|could not|couldn't|unable|no updates?|not exist"
    r"|doesn't exist|no (?:data|results?|response|answer|output)|denied|unauthori[sz]ed|forbidden|refused|rate limit\w*)\b"
    r"|无法|不能|未能|繁忙|稍后|不存在|未找到|找不到|查不到|没有?找到|查无|超时|无权|权限|没有?更新|无更新|无数据|暂无|断开"
)
_COMPARED = 20_000
_MOST_ELEMENTS = 1000
_SHORT_STATE, _SHORT_STATE_CJK = 12, 3
"""Characters of a value that is a state in a word: "failed" may be the new state of something."""

_DIGITS = re.compile(r"\d+")


def equals_delta(expected: str, outcome: Outcome) -> Delta:
    """The same value. What ``expected`` is decides how: JSON, a set ``{a, b}``, a quantity, a time, or text.

    Magnitude: of quantities ``|a - e| / max(|a|, |e|)``; of JSON the share of leaves that differ; of sets one minus
    Jaccard's index; of text one minus Dice's index of character pairs; 1 of times. Unknown: the reasons of ``measured``;
    ``no_json``, ``several_values``; ``value_inside_text`` (the text says it among other things); ``only_case_differs``
    (one word or name in another case); ``other_wording`` (yes for true, 1/2 for 0.5); ``leading_zero`` (007); ``not_a_set``; ``only_order_differs`` (comma
    lists not written as sets); ``no_time``; ``cut_text``.
    """
    text = clean(outcome.text)
    if not text:
        return unknown("no_value", expected)
    if is_container_text(expected):
        return _json_delta(expected, text)
    if unquoted(expected) == unquoted(text):
        return met("text", expected, text)
    if _SET.fullmatch(expected):
        return _set_delta(expected, text)
    if _LEADING_ZERO.match(unquoted(expected)) or _LEADING_ZERO.match(unquoted(text)):
        return unknown("leading_zero", expected, text)
    quantity = whole_quantity(readable(expected))
    if quantity is not None:
        return _quantity_delta(expected, quantity, outcome)
    if time := _time(expected):
        return _time_delta(expected, time, text)
    return _text_delta(expected, text)


def changed_delta(expected: str, outcome: Outcome) -> Delta:
    """``expected`` holds the former value: met when the actual one differs, violated (1) when it is the same.

    Values are read as in ``equals``. Unknown: whatever is unknown there; ``failed_call`` (a failed call shows no new
    value); ``says_unchanged``; ``former_value_occurs`` (the text speaks of the former value among others); ``not_a_value`` (the text is
    much longer than the former value, or empty, says that the value could not be had, or has no number where the
    former value has one).
    """
    delta = equals_delta(expected, outcome)
    if delta.result is DeltaResult.MET:
        return violated("unchanged", expected, outcome.text)
    if delta.reason in ("value_inside_text", "several_values") and holds_term(expected, outcome.text) is not Found.NO:
        return unknown("former_value_occurs", expected, outcome.text)
    if delta.result is DeltaResult.UNKNOWN:
        return delta
    if has_failed(outcome):
        return unknown("failed_call", expected, outcome.text)
    if _UNCHANGED.search(fold(outcome.text)):
        return unknown("says_unchanged", expected, outcome.text)
    if _is_no_value(expected, outcome.text):
        return unknown("not_a_value", expected, outcome.text)
    if delta.reason == "text" and len(fold(outcome.text)) > 4 * len(fold(expected)) + 16:
        return unknown("not_a_value", expected, outcome.text)
    return met("changed", expected, delta.actual)


def _is_no_value(former: str, text: str) -> bool:
    """Whether a text stands for no value at all, or for one of another shape than the former value."""
    folded = fold(unquoted(text))
    if folded in _EMPTY or _NOT_HAD.search(folded):
        return True
    if is_container_text(former):
        return False
    if len(folded) > (_SHORT_STATE if folded.isascii() else _SHORT_STATE_CJK) and signals_of(text).state not in (
        "",
        "ok",
    ):
        return True
    return bool(_DIGITS.search(former)) and whole_quantity(readable(text)) is None and not _DIGITS.search(folded)


def unquoted(text: str) -> str:
    """A text with width, dashes, quotes and spacing folded, case kept, without outer quotes and end marks."""
    folded = " ".join(unicodedata.normalize("NFKC", clean(text)).split()).rstrip(_END_MARKS)
    if len(folded) > 1 and _QUOTES.get(folded[0]) == folded[-1]:
        folded = folded[1:-1].strip()
    return folded


def text_distance(expected: str, actual: str) -> float:
    """One minus Dice's index over the character pairs of the folded texts (of their first 20,000 characters)."""
    one, other = (
        Counter(zip(f" {t}", f"{t} ", strict=True)) for t in (fold(expected)[:_COMPARED], fold(actual)[:_COMPARED])
    )
    return 1 - 2 * (one & other).total() / (one.total() + other.total())


def _json_delta(expected: str, text: str) -> Delta:
    wanted = canonical(expected)
    if wanted is None:
        return unknown("bad_expected", expected, text)
    found = find_json(text)
    if isinstance(found, str):
        return unknown(found, expected, text)
    share = difference_of(wanted, found)
    return judged(share == 0, "json", expected, text, share)


def _set_delta(expected: str, text: str) -> Delta:
    one, other = _elements(expected), _elements(text)
    written = _SET.fullmatch(unquoted(text)) is not None
    if one and one == other:
        return met("set", expected, text)
    if not written or not one or not other:
        return unknown("not_a_set", expected, text)
    if {fold(str(part)) for part in one} == {fold(str(part)) for part in other}:
        return unknown("only_case_differs", expected, text)
    return violated("set", expected, text, 1 - len(one & other) / len(one | other))


def _elements(text: str) -> frozenset[object]:
    inner = unquoted(text)
    if found := _SET.fullmatch(inner):
        inner = found.group(1)
    parts = [unquoted(part) for part in _SEPARATOR.split(inner.strip("[]() "), maxsplit=_MOST_ELEMENTS)]
    if len(parts) > _MOST_ELEMENTS:
        return frozenset()
    return frozenset(_element(part) for part in parts if part)


def _element(part: str) -> object:
    quantity = whole_quantity(readable(part))
    if quantity is None or len(quantity.readings) != 1 or quantity.after:
        return part
    factors = quantity.unit.factors if quantity.unit else (1,)
    return (quantity.dimension, quantity.classifier, tuple(quantity.readings[0] * factor for factor in factors))


def _quantity_delta(expected: str, quantity: Quantity, outcome: Outcome) -> Delta:
    picked = measured(outcome, wanted_of(quantity))
    if isinstance(picked, str):
        return unknown(picked, expected, outcome.text)
    return decided(
        (quantity, picked.quantity),
        lambda values: difference(values[0], values[1]) if values[0] != values[1] else None,
        "number",
        expected,
        picked.text,
    )


def _time(text: str) -> datetime | None:
    shape = readable(unquoted(text))
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}.*)?", shape):
        return None
    try:
        return datetime.fromisoformat(shape)
    except ValueError:
        return None


def _time_delta(expected: str, wanted: datetime, text: str) -> Delta:
    actual = _time(text)
    if actual is None or (actual.tzinfo is None) is not (wanted.tzinfo is None):
        return unknown("no_time", expected, text)
    try:
        return judged(actual == wanted, "time", expected, text)
    except OverflowError:
        return unknown("no_time", expected, text)


def _text_delta(expected: str, text: str) -> Delta:
    one, other = fold(unquoted(expected)), fold(unquoted(text))
    if one == other:
        plain = " " in one or one in _STATES or not one.isascii()
        return met("text", expected, text) if plain else unknown("only_case_differs", expected, text)
    if any({one, other} <= alike for alike in (_TRUE, _FALSE, _GOOD, _BAD)):
        return unknown("other_wording", expected, text)
    if re.sub(r"\s", "", one) == re.sub(r"\s", "", other):
        return unknown("only_spacing_differs", expected, text)
    if _VERSION_MARK.sub("", one) == _VERSION_MARK.sub("", other):
        return unknown("other_wording", expected, text)
    if _NO_LETTERS.fullmatch(one) and whole_quantity(readable(text)) is not None:
        return unknown("other_wording", expected, text)
    if CUT.search(text):
        return unknown("cut_text", expected, text)
    if one and holds_term(one, text) is not Found.NO:
        return unknown("value_inside_text", expected, text)
    parts = [Counter(_SEPARATOR.split(side)) for side in (one, other)]
    if parts[0].total() > 1 and parts[0] == parts[1]:
        return unknown("only_order_differs", expected, text)
    return violated("text", expected, text, text_distance(one, other))

"""Chinese numerals as exact numbers: 一万二千, 三百零五, 两百, 一点五, 二〇二四, and 3.5万 with its multiplier."""

from __future__ import annotations

from fractions import Fraction

DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2}
_SMALL = {"十": 10, "百": 100, "千": 1000}
_LARGE = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
CHARACTERS = "".join([*DIGITS, *_SMALL, *_LARGE])
MULTIPLIERS = "".join([*_SMALL, *_LARGE])
_LONGEST = 30


def numeral(text: str) -> Fraction | None:
    """The value of a Chinese numeral, or None when it is not well formed.

    A last digit right after 百, 千, 万 or 亿 counts in the next lower place, as spoken: 三百五 is 350, 一万二 is 12000.
    """
    whole, point, decimals = text.replace("點", "点").partition("点")
    if not whole or len(text) > _LONGEST or (point and not decimals):
        return None
    value = _digits(whole) if all(char in DIGITS for char in whole) else _placed(whole)
    if value is None or any(char not in DIGITS for char in decimals):
        return None
    return value + Fraction(_digits(decimals) or 0, 10 ** len(decimals))


def multiplier(text: str) -> int:
    """The product of multipliers written one after another: 万 is 10,000, 百万 a million."""
    product = 1
    for char in text:
        product *= _SMALL.get(char) or _LARGE[char]
    return product


def _digits(text: str) -> int | None:
    if len(text) > 1 and ("两" in text or "兩" in text):
        return None
    value = 0
    for char in text:
        value = value * 10 + DIGITS[char]
    return value


def _placed(text: str) -> int | None:
    """A numeral with places; each place must be lower than the one before it inside its group of four."""
    total = group = 0
    digit: int | None = None
    place, last_large, skipped = 10**4, 10**16, False
    for char in text:
        if char in DIGITS:
            if digit not in (None, 0):
                return None
            skipped = skipped or DIGITS[char] == 0
            digit = DIGITS[char]
        elif char in _SMALL:
            if _SMALL[char] >= place or (digit is None and char != "十"):
                return None
            place = _SMALL[char]
            group, digit, skipped = group + (1 if digit is None else digit) * place, None, False
        else:
            amount = group + (digit or 0)
            if _LARGE[char] >= last_large or not (amount or total):
                return None
            last_large = _LARGE[char]
            total, group, digit, place, skipped = (total + amount) * last_large, 0, None, 10**4, False
            if total >= 10**24:
                return None
    return total + group + _tail(digit, skipped, place, last_large, group)


def _tail(digit: int | None, skipped: bool, place: int, last_large: int, group: int) -> int:
    if digit is None:
        return 0
    if skipped:
        return digit
    if group:
        return digit * place // 10 if place > 10 else digit
    return digit * last_large // 10 if last_large < 10**16 else digit

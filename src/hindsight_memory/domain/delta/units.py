"""Units by dimension, each with what it is worth in the dimension's base unit."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

WORLDS = range(4)
"""The ways in which units may be meant: KB as 1000 or 1024 bytes, a lone small b as bit or byte. The same way holds on
both sides of a comparison."""

TIME, DATA, SHARE, COUNT, MONTHS = "time", "data", "share", "count", "months"


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: ``factors`` are its worth in each world. ``whole`` units come in whole numbers (bytes, pieces)."""

    dimension: str
    factors: tuple[Fraction, Fraction, Fraction, Fraction]
    whole: bool = False
    word: str = ""

    @property
    def factor(self) -> Fraction:
        """Its worth in the first world."""
        return self.factors[0]


def _plain(dimension: str, worth: Fraction | int, *, whole: bool = False, word: str = "") -> Unit:
    value = Fraction(worth)
    return Unit(dimension, (value, value, value, value), whole, word)


_TIMES: dict[Fraction, str] = {
    Fraction(1, 10**9): "ns nanosecond nanoseconds 纳秒",
    Fraction(1, 10**6): "us μs microsecond microseconds 微秒",
    Fraction(1, 1000): "ms msec msecs milli millis millisecond milliseconds 毫秒",
    Fraction(1): "s sec secs second seconds 秒钟 秒",
    Fraction(60): "m min mins minute minutes 分钟",
    Fraction(3600): "h hr hrs hour hours 个小时 小时 个钟头 钟头",
    Fraction(86400): "d day days 天",
    Fraction(604800): "w wk wks week weeks 个星期 星期 周",
}
_MONTHS = {1: "month months 个月", 12: "yr yrs year years 年"}
_PREFIXES = {"k": 1, "m": 2, "g": 3, "t": 4, "p": 5}
_LONG_PREFIXES = {"kilo": 1, "mega": 2, "giga": 3, "tera": 4, "peta": 5}
_BINARY_PREFIXES = {"kibi": 1, "mebi": 2, "gibi": 3, "tebi": 4, "pebi": 5}
_CHINESE_BYTES = {"千字节": 1, "兆字节": 2, "吉字节": 3}
_SHARES = {
    Fraction(1, 100): "% percent pct",
    Fraction(1, 1000): "‰ permille",
    Fraction(1, 10000): "‱",
}
_CLASSIFIERS = "个 件 次 条 项 行 名 位 台 份 页 张 封 组 轮 人 笔 步 处 例 篇 家 种 只"
_CURRENCIES = {
    "USD": "$ us$ usd 美元 美金 dollar dollars",
    "EUR": "€ eur 欧元 euro euros",
    "GBP": "£ gbp 英镑",
    "CNY": "元 块钱 人民币 rmb cny 元人民币",
    "JPY": "jpy 日元 円 yen",
    "HKD": "hk$ hkd 港元 港币",
    "KRW": "₩ krw 韩元",
    "INR": "₹ inr 卢比",
    "¥": "¥ ￥",
}


def _sized(power: int, bits: int, *, binary_only: bool = False) -> Unit:
    decimal, binary = Fraction(bits * 1000**power), Fraction(bits * 1024**power)
    if binary_only:
        return Unit(DATA, (binary, binary, binary, binary), power == 0)
    return Unit(DATA, (decimal, binary, decimal, binary), power == 0)


def _loose(power: int) -> Unit:
    """A small b after a prefix: bits in the first two worlds, bytes in the others."""
    decimal, binary = 1000**power, 1024**power
    return Unit(DATA, (Fraction(decimal), Fraction(binary), Fraction(8 * decimal), Fraction(8 * binary)))


def _table() -> dict[str, Unit]:
    units: dict[str, Unit] = {}
    for worth, names in _TIMES.items():
        units |= {name: _plain(TIME, worth) for name in names.split()}
    for months, names in _MONTHS.items():
        units |= {name: _plain(MONTHS, months) for name in names.split()}
    for share, names in _SHARES.items():
        units |= {name: _plain(SHARE, share) for name in names.split()}
    for code, names in _CURRENCIES.items():
        units |= {name: _plain(f"money {code}", 1) for name in names.split()}
    units |= {name: _plain(COUNT, 1, whole=True, word=name) for name in _CLASSIFIERS.split() if name not in units}
    return units | _data_units()


def _data_units() -> dict[str, Unit]:
    units = {name: _sized(0, 8) for name in ("byte", "bytes", "字节", "个字节")}
    units |= {name: _sized(0, 1) for name in ("bit", "bits", "比特")}
    for names, only in ((_LONG_PREFIXES, False), (_BINARY_PREFIXES, True)):
        for prefix, power in names.items():
            for many in ("", "s"):
                units[f"{prefix}byte{many}"] = _sized(power, 8, binary_only=only)
                units[f"{prefix}bit{many}"] = _sized(power, 1, binary_only=only)
    for prefix, power in _PREFIXES.items():
        units[f"{prefix}ib"] = _sized(power, 8, binary_only=True)
        units[f"{prefix}ibit"] = _sized(power, 1, binary_only=True)
        units[f"{prefix}bit"] = _sized(power, 1)
    return units | {name: _sized(power, 8) for name, power in _CHINESE_BYTES.items()}


UNITS = _table()
"""Units by their name in small letters; the bare forms with b and B are read by ``unit_named``."""

LETTERED = frozenset(name for name in UNITS if name.isascii() and name.isalpha())
SYMBOLS = tuple(sorted((name for name in UNITS if name not in LETTERED), key=len, reverse=True))


def unit_named(name: str) -> Unit | None:
    """The unit of a name, in any case; only a small or capital ``b`` at the end tells bits from bytes.

    ``B`` is a byte. ``KB``, ``MB`` are bytes; ``Kb``, ``Mb``, ``kb`` may be bits or, as often written, bytes.
    """
    if name == "B":
        return _sized(0, 8)
    if len(name) == 2 and name[1] in "bB" and name[0].lower() in _PREFIXES:
        power = _PREFIXES[name[0].lower()]
        return _sized(power, 8) if name[1] == "B" else _loose(power)
    if name.lower() in ("kbps", "mbps", "gbps", "bps"):
        return per_time(_sized(_PREFIXES.get(name[0].lower(), 0) if len(name) > 3 else 0, 1), UNITS["s"])
    return UNITS.get(name.lower())


def per_time(unit: Unit | None, time: Unit) -> Unit:
    """A unit per unit of time: MB/s, 次/分钟; a bare number per time counts."""
    above = unit or _plain(COUNT, 1)
    first, second, third, fourth = (factor / time.factor for factor in above.factors)
    return Unit(f"{above.dimension} by time", (first, second, third, fourth))

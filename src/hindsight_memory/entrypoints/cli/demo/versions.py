"""Releases and the requirements on them, as far as the demo's packages need them."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

_BOUND = re.compile(r"(>=|<=|==|!=|<|>)\s*(\d+(?:\.\d+)*)")
_COMPARE: Mapping[str, Callable[[tuple[int, ...], tuple[int, ...]], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
}


def numbers(release: str) -> tuple[int, ...]:
    """Return a release such as ``1.4.0`` as three numbers that compare in release order."""
    parts = [int(part) for part in release.split(".")][:3]
    return (*parts, *[0] * (3 - len(parts)))


@dataclass(frozen=True, slots=True)
class Requirement:
    """What a text demands of a package, such as ``datebook>=1.2,<2``."""

    package: str
    bounds: tuple[tuple[str, str], ...]

    def allows(self, release: str) -> bool:
        """Whether a release lies within all bounds."""
        return all(_COMPARE[sign](numbers(release), numbers(bound)) for sign, bound in self.bounds)

    def __str__(self) -> str:
        return self.package + ",".join(sign + bound for sign, bound in self.bounds)


def requirements(package: str, text: str) -> list[Requirement]:
    """Return every requirement on the package that a text states."""
    bounds = rf"(?:\s*,?\s*{_BOUND.pattern})+"
    found = re.finditer(rf"(?<![\w-]){re.escape(package)}(?P<bounds>{bounds})", text)
    return [Requirement(package, tuple(_BOUND.findall(each["bounds"]))) for each in found]


def named_releases(package: str, text: str) -> list[str]:
    """Return the releases that a text names directly after the package, as in ``datebook 2.0.0``."""
    return re.findall(rf"(?<![\w-]){re.escape(package)}(?:\s+|==)v?(\d+(?:\.\d+)+)", text)

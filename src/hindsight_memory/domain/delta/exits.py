"""``exit_code``: the code of a process against one, several or all but some codes."""

from __future__ import annotations

import re

from hindsight_memory.domain.decision import Delta, Outcome
from hindsight_memory.domain.delta.answers import judged, unknown
from hindsight_memory.domain.text.normal import fold

_PREFIX = re.compile(
    r"^(?:the )?(?:process )?(?:exit(?:s|ed)?(?: with)?(?: (?:code|status))?|return ?code|rc|退出码|退出代码|返回码)"
    r"(?: is| of)? ?(?:[:=为是](?!=))? ?"
)
_CODES = re.compile(r"-?\d{1,10}(?: ?(?:\||,|/|、| or |或) ?-?\d{1,10})*")
_OTHER = re.compile(r"(?:!=|≠|not |<>|非|不等于|不为|不是) ?(-?\d{1,10})")
_NONZERO = {"non-zero", "nonzero", "not zero", "非零", ">0", "> 0"}
_NAMES = (
    r"(?:(?<![a-z_])(?:exit(?:ed)?(?: with)? (?:an? )?(?:exit )?(?:code|status)|exit_?code|exit_?status|return ?code"
    r"|exited with)|退出码|退出代码|退出状态码?|返回码)"
)
_IN_TEXT = re.compile(_NAMES + r"(?: of| is| was)?[\"']? ?[:=为是]? ?(-?\d{1,10})(?![\w.])")
_WISHED = re.compile(r"(?:expect(?:ed|s)?|should|want(?:ed)?|预期|期望|应该?|if|如果)[^,.;，。；]*$")
_CODE = re.compile(r"-?\d+")


def exit_delta(expected: str, outcome: Outcome) -> Delta:
    """Compare the exit code. ``expected``: ``0``, ``0|1``, ``!= 0``, ``non-zero``, with or without "exit code" before.

    The actual code is the outcome's ``exit_code``, else the one code that the text names ("exit code 1", 退出码 1).
    Unknown: ``bad_expected``, ``no_value`` (no code), ``several_values`` (the text names different codes).
    """
    rule = _rule(expected)
    if rule is None:
        return unknown("bad_expected", expected)
    wanted, codes = rule
    actual = outcome.exit_code
    if actual is None:
        found = _codes(fold(outcome.text))
        if len(found) != 1:
            return unknown("several_values" if found else "no_value", expected, outcome.text)
        actual = found.pop()
    return judged((actual in codes) is wanted, "exit_code", expected, str(actual))


def _codes(text: str) -> set[int]:
    """The exit codes that a folded text names, other than the ones that it says were expected."""
    found = list(_IN_TEXT.finditer(text))
    return {int(f.group(1)) for f in found if not _WISHED.search(text[max(0, f.start() - 24) : f.start()])}


def _rule(expected: str) -> tuple[bool, frozenset[int]] | None:
    """Whether the code must be one of the codes, and the codes."""
    text = _PREFIX.sub("", fold(expected).rstrip(" .。"))
    if text in _NONZERO:
        return False, frozenset({0})
    if other := _OTHER.fullmatch(text):
        return False, frozenset({int(other.group(1))})
    if _CODES.fullmatch(text):
        return True, frozenset(int(code) for code in _CODE.findall(text))
    return None

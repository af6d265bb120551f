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
_DENIED = re.compile(r"(?:\b(?:not|never|without|cannot)\b|n't\b|[未没])[^,.;。]*$")
_EXPLAINED = re.compile(r"[\"')]* ?(?:(?:means|if|when|unless|indicates|would|stands for)\b|表示|代表|意味|即为|说明)")
_ENDED = re.compile(
    r"\b(?:killed|terminated|segmentation fault|core dumped|sig(?:kill|segv|term|abrt)|signal \d+)\b|被杀|被终止|强制终止"
)
_CODE = re.compile(r"-?\d+")


def exit_delta(expected: str, outcome: Outcome) -> Delta:
    """Compare the exit code. ``expected``: ``0``, ``0|1``, ``!= 0``, ``non-zero``, with or without "exit code" before.

    The actual code is the outcome's ``exit_code``, else the one code that the text names ("exit code 1", 退出码 1).
    Unknown: ``bad_expected``, ``no_value`` (no code), ``several_values`` (the text names different codes),
    ``mixed_signals`` (the text names 0 and that it was killed).
    """
    rule = _rule(expected)
    if rule is None:
        return unknown("bad_expected", expected)
    wanted, codes = rule
    actual = outcome.exit_code
    if actual is None:
        folded = fold(outcome.text)
        found = _codes(folded)
        if len(found) != 1:
            return unknown("several_values" if found else "no_value", expected, outcome.text)
        if found == {0} and _ENDED.search(folded):
            return unknown("mixed_signals", expected, outcome.text)
        actual = found.pop()
    return judged((actual in codes) is wanted, "exit_code", expected, str(actual))


def _codes(text: str) -> set[int]:
    """The exit codes that a folded text names, other than the ones that it expects, denies or explains."""
    return {int(found.group(1)) for found in _IN_TEXT.finditer(text) if _is_said(text, found)}


def _is_said(text: str, found: re.Match[str]) -> bool:
    lead = text[max(0, found.start() - 24) : found.start()]
    return not (_WISHED.search(lead) or _DENIED.search(lead) or _EXPLAINED.match(text, found.end()))


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

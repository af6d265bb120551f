"""``status``: whether it went well, as the system, the exit code or the clear words of the text say it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from hindsight_memory.domain.decision import Delta, Outcome
from hindsight_memory.domain.delta import state_words as words
from hindsight_memory.domain.delta.answers import judged, unknown
from hindsight_memory.domain.text.language import simplified
from hindsight_memory.domain.text.normal import fold

OK, ERROR = "ok", "error"
_SHORT = 200
"""Characters of a text that speaks of one thing."""
_OTHER = {OK: ERROR, ERROR: OK}
_TEXT_STATES = re.compile(
    rf"(?<![a-z0-9_-])(?:(?P<good>{words.GOOD})|(?P<bad>{words.BAD}))(?![a-z0-9_-])|(?P<cgood>{words.CJK_GOOD})|(?P<cbad>{words.CJK_BAD})"
)
_EXPECTED_STATES = re.compile(
    rf"(?<![a-z0-9_-])(?:(?P<good>{words.EXPECTED_GOOD})|(?P<bad>{words.EXPECTED_BAD}))(?![a-z0-9_-])"
    rf"|(?P<cgood>{words.CJK_GOOD}|完成|顺利)|(?P<cbad>{words.CJK_BAD})"
)
_EXCEPTION = re.compile(r"[a-z]+(?:error|exception)")
_CAPITALS = re.compile(r"\b(PASS|FAIL)\b")
_CODES = re.compile(
    r"(?:(?:https?|http status|status|status code|code|状态码|状态) ?[:=]? ?)?([1-5](?:\d\d|xx))", re.IGNORECASE
)
_CODE_JOIN = re.compile(r" ?(?:\||,|/| or |或|、) ?")
_CODE_IN_TEXT = re.compile(
    r"(?:(?<![a-z])http(?:/\d(?:\.\d)?)?(?: status)?(?: code)?|(?<![a-z])status(?:[ _]?code)?|(?<![a-z])response code"
    r"|(?<![a-z])(?:returned(?: error:?)?|responded(?: with)?|got|statuscode)|状态码|返回码?|响应码?|返回了)[\"']? ?[:=为是]? ?([1-5]\d\d)(?![\w.%]|,\d| ?(?:ms|s|个|条|行|rows?|items?|bytes?)\b)"
)
_PHRASES = (
    r"ok|created|accepted|no content|partial content|moved permanently|see other|not modified|(?:temporary|permanent) redirect"
    r"|bad request|unauthorized|payment required|forbidden|not found|method not allowed|not acceptable|request timeout|conflict"
    r"|gone|payload too large|unsupported media type|i'm a teapot|unprocessable (?:entity|content)|too many requests"
    r"|(?:internal )?server error|client error|not implemented|bad gateway|service unavailable|gateway time-?out"
)
_CODE_AT_START = re.compile(rf"([1-5]\d\d)(?: (?:{_PHRASES}))?[.!]?")


@dataclass(frozen=True, slots=True)
class Signals:
    """What a text says about success: how many of its words speak clearly for each side, with a number of their own
    ("3 failed") or without one, and how many are unclear."""

    good: int = 0
    bad: int = 0
    passes: int = 0
    failures: int = 0
    unclear: int = 0

    @property
    def state(self) -> str:
        """``ok``, ``error``, ``mixed`` or empty. In a summary ("10 passed, 2 failed") one failure decides."""
        if self.failures and not (self.good or self.unclear):
            return ERROR
        good, bad = self.good + self.passes, self.bad + self.failures
        if (good and bad) or (self.unclear and (good or bad)):
            return "mixed"
        return OK if good else ERROR if bad else ""


def status_delta(expected: str, outcome: Outcome) -> Delta:
    """Compare success and failure, or HTTP codes (``200``, ``2xx``, ``200|204``).

    ``expected`` in words: passes, succeeds, ok, fails, error, 成功, 通过, 失败 …, with negation. Actual: the outcome's
    ``status``, then its ``exit_code`` (0 is ok), then the clear status words of the text, with negations and counts
    ("0 errors", "3 failed"); for HTTP the one code that the text names. Magnitude: 1; for HTTP codes of the same class
    0.5. Unknown: ``bad_expected``, ``no_value`` (nothing clear), ``mixed_signals`` (the text says both, or the
    opposite of the status, that something was undone or still waits, or a code that is none of success), ``several_values`` (different HTTP codes).
    """
    codes = _wanted_codes(_plain(expected))
    if codes:
        return _http_delta(codes, expected, outcome)
    wanted = signals_of(expected, _EXPECTED_STATES, planned=True).state
    if wanted not in (OK, ERROR):
        return unknown("bad_expected", expected, outcome.text)
    actual = state_of(outcome)
    if actual not in (OK, ERROR):
        return unknown("mixed_signals" if actual else "no_value", expected, outcome.text)
    if actual == OK and _is_doubtful(expected, outcome):
        return unknown("mixed_signals", expected, outcome.text)
    return judged(actual == wanted, "status", expected, actual)


def _is_doubtful(expected: str, outcome: Outcome) -> bool:
    """Whether the text beside a success says that something was undone, refused or still waits, of which ``expected``
    says nothing, or names a code that is none of success. Where the system says that it went well, only a short text
    can be heard against it: a long one speaks of many things."""
    wanted, folded = _plain(expected), _plain(outcome.text)
    said = bool(outcome.status) or outcome.exit_code is not None
    if said and len(folded) > _SHORT:
        return False
    if said and (_state_of_code(outcome.text) == ERROR or re.fullmatch(r"[45]\d\d", folded)):
        return True
    if len(folded) <= _SHORT and words.REFUSED.search(folded) and not words.REFUSED.search(wanted):
        return True
    if any(code != "0" and not (len(code) == 3 and code[0] == "2") for code in words.ANSWER_CODE.findall(folded)):
        return True
    if not said and words.WAITING.search(folded) and not words.WAITING.search(wanted):
        return True
    if words.UNDOING.search(wanted):
        return False
    clauses = words.CLAUSE.split(folded)
    return any(words.UNDOING.search(clause) and _TEXT_STATES.search(clause) for clause in clauses)


def has_failed(outcome: Outcome) -> bool:
    """Whether the outcome's own status or exit code says that the call failed."""
    return outcome.status == ERROR or bool(outcome.exit_code)


def says_failure(text: str) -> bool:
    """Whether a text says that it went wrong or that something is not there."""
    said = signals_of(text)
    return bool(words.NOT_THERE.search(_plain(text)) or said.unclear) or said.state in (ERROR, "mixed")


def state_of(outcome: Outcome) -> str:
    """``ok``, ``error``, ``mixed`` or empty, from status, exit code and text in this order.

    The lower ones are heard only against: where they clearly say the opposite, the answer is ``mixed``.
    """
    by_code = "" if outcome.exit_code is None else ERROR if outcome.exit_code else OK
    said = outcome.status if outcome.status in (OK, ERROR) else by_code
    by_text = signals_of(outcome.text, _TEXT_STATES).state or _state_of_code(outcome.text)
    if not said:
        return by_text
    against = _OTHER[said]
    return "mixed" if against in (by_code, by_text) else said


def signals_of(text: str, states: re.Pattern[str] = _TEXT_STATES, *, planned: bool = False) -> Signals:
    """Read the status words of a text. ``planned``: it says what should be, so modal words change nothing."""
    folded = _plain(_CAPITALS.sub(lambda found: found.group() + "ED", text))
    heard = Counter(_heard(folded, match, planned) for match in states.finditer(folded))
    return Signals(heard["good"], heard["bad"], heard["passes"], heard["failures"], heard["unclear"])


def _heard(text: str, match: re.Match[str], planned: bool) -> str:
    """The field of ``Signals`` that one status word counts for; empty when it names something else."""
    is_good = bool(match["good"] or match["cgood"])
    lead = text[max(0, match.start() - 50) : match.start()]
    if words.COMPARED_BEFORE.search(lead) or words.COMPARED_AFTER.match(text, match.end()):
        return ""
    if words.NO_AFTER.match(text, match.end()) and not _EXCEPTION.fullmatch(match.group()):
        return "bad" if is_good else "good"
    before = words.CLAUSE.split(lead)[-1]
    if words.PARTIAL.search(before[-40:]) or words.PARTIAL_AFTER.match(text, match.end()):
        return "unclear"
    counted = _counted(text, match, lead, is_good)
    if counted or words.YES_AFTER.match(text, match.end()):
        return counted or ("good" if is_good else "bad")
    if words.NAME_AFTER.match(text, match.end()) or _is_by_way_of(text, match):
        return ""
    if not planned and _is_open(text, match, before):
        return "unclear"
    negators = len(words.NEGATOR.findall(before))
    strict = words.NEGATION.search(before) or words.CJK_NEGATION.search(before)
    if negators > 1 or (negators and not strict):
        return "unclear"
    return "good" if is_good is not bool(negators) else "bad"


def _is_open(text: str, match: re.Match[str], before: str) -> bool:
    """Whether it may be so, is asked, or is taken back by what follows."""
    end = match.end()
    around = words.MODAL.search(before) or words.CJK_MODAL.search(before[-12:])
    return bool(around or words.TAKEN_BACK.match(text, end) or words.QUESTION.match(text, end))


def _counted(text: str, match: re.Match[str], lead: str, is_good: bool) -> str:
    """What a number beside the word makes of it: "3 failed", "errors: 0", 失败 2 个; empty without a number."""
    after = words.COUNT_AFTER.match(text, match.end())
    found = words.COUNT_BEFORE.search(lead[-24:])
    if (
        found
        and after
        and lead[-24:][: found.start()].rstrip()[-1:] in ("=", ":")
        and after.group().lstrip("\"' ")[:1] in "=:"
    ):
        found = None
    if found:
        count = int(found.group(1))
        if not words.COUNT_LEAD.search(lead[-24:][: found.start()]):
            return "" if count else "unclear"
    elif after:
        count = int(after.group(1) or after.group(2))
    else:
        return ""
    if is_good:
        return "passes" if count else "unclear"
    return "failures" if count else "passes"


def _is_by_way_of(text: str, match: re.Match[str]) -> bool:
    """通过 before more Chinese text, or at the beginning of a clause before a name, means "by way of"."""
    if match.group() != "通过":
        return False
    after = text[match.end() : match.end() + 2].lstrip("\"' 《【")[:1]
    if "\u3400" <= after <= "\u9fff":
        return after not in "了但而且并共除吗么"
    return after.isalpha() and not words.CLAUSE.split(text[: match.start()][-20:])[-1].strip()


def _plain(text: str) -> str:
    """The text folded, traditional characters as simplified ones: the words of states are written in these."""
    return simplified(fold(text))


def _wanted_codes(folded: str) -> tuple[str, ...]:
    found = [_CODES.fullmatch(part) for part in _CODE_JOIN.split(folded.rstrip(" .。"))]
    return tuple(match.group(1).lower() for match in found if match) if all(found) else ()


def _http_delta(codes: tuple[str, ...], expected: str, outcome: Outcome) -> Delta:
    found = _codes_in(outcome.text)
    if len(found) != 1:
        return unknown("several_values" if found else "no_value", expected, outcome.text)
    code = found.pop()
    fits = any(wanted == code or (wanted.endswith("xx") and wanted[0] == code[0]) for wanted in codes)
    same_class = any(wanted[0] == code[0] for wanted in codes)
    return judged(fits, "http_status", expected, code, 0.5 if same_class else 1.0)


def _codes_in(text: str) -> set[str]:
    folded = _plain(text)
    if start := _CODE_AT_START.fullmatch(folded):
        return {start.group(1)}
    return set(_CODE_IN_TEXT.findall(folded))


def _state_of_code(text: str) -> str:
    folded = _plain(text)
    named = set(re.findall(r"(?<![a-z])http(?:/\d(?:\.\d)?)? ([1-5]\d\d)(?![\w.])", folded))
    if len(named) != 1:
        return ""
    code = named.pop()
    return OK if code[0] == "2" else ERROR if code[0] in "45" else ""

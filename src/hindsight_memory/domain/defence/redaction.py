"""Removing secrets from a text before anything is stored: each becomes ``[redacted:<kind>]``.

Patterns by the published token formats of the vendors; a value beside a credential word is taken whole, up to the
next space, quote or Chinese character. Hashes, UUIDs, versions, paths, order numbers and ordinary words stay.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Redacted:
    """The text without its secrets, and the kinds that were found (each once, in order of kind)."""

    text: str
    kinds: tuple[str, ...]


# ASCII only: a token ends where Chinese begins, and begins right after it.
_L = r"(?<![A-Za-z0-9_])"
_R = r"(?![A-Za-z0-9_])"

# (kind, what must stand in the text for the pattern to match, the pattern)
_KEYS: tuple[tuple[str, str, re.Pattern[str]], ...] = (
    ("private_key", "PRIVATE KEY", re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----.*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|\Z)", re.S)),
    ("jwt", "eyJ", re.compile(rf"{_L}eyJ[A-Za-z0-9_-]{{8,}}\.[A-Za-z0-9_-]{{8,}}(?:\.[A-Za-z0-9_-]*)?")),
    ("github_token", "gh", re.compile(rf"{_L}(?:gh[pousr]_[A-Za-z0-9]{{20,255}}|github_pat_[A-Za-z0-9_]{{22,255}})")),
    ("gitlab_token", "gl", re.compile(rf"{_L}gl(?:pat|dt|rt|cbt|ptt|ft|soat)-[A-Za-z0-9_.-]{{16,}}")),
    ("slack_token", "xox|xapp-|hooks.slack", re.compile(rf"{_L}(?:xox[abeprs]-[A-Za-z0-9-]{{8,}}|xapp-[A-Za-z0-9-]{{10,}})|https://hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/_-]{{10,}}")),
    ("anthropic_key", "sk-ant", re.compile(rf"{_L}sk-ant-[A-Za-z0-9_-]{{16,}}")),
    ("openai_key", "sk-", re.compile(rf"{_L}sk-(?:proj-|svcacct-|admin-|live-|test-|or-v1-|None-)?[A-Za-z0-9_-]{{20,}}")),
    ("stripe_key", "k_|whsec_", re.compile(rf"{_L}(?:[sr]k_(?:live|test)_[A-Za-z0-9]{{10,}}|whsec_[A-Za-z0-9+/=]{{16,}})")),
    ("aws_key", "AKIA|ASIA|ABIA|ACCA|AROA|AIDA", re.compile(rf"{_L}(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA)[A-Z0-9]{{16}}{_R}")),
    ("google_key", "AIza|ya29|GOCSPX", re.compile(rf"{_L}(?:AIza[A-Za-z0-9_-]{{30,}}|ya29\.[A-Za-z0-9_-]{{20,}}|GOCSPX-[A-Za-z0-9_-]{{20,}})")),
    ("huggingface_token", "hf_", re.compile(rf"{_L}hf_[A-Za-z0-9]{{20,}}")),
    ("npm_token", "npm_", re.compile(rf"{_L}npm_[A-Za-z0-9]{{30,}}")),
    ("pypi_token", "pypi-", re.compile(rf"{_L}pypi-[A-Za-z0-9_-]{{40,}}")),
    ("cloud_token", "_|SG.|key-|hvs.|hvb.|AGE-SECRET|xai-|tvly-|nvapi-|LTAI|AKID", re.compile(rf"{_L}(?:do[opr]_v1_[a-f0-9]{{40,}}|dckr_pat_[A-Za-z0-9_-]{{20,}}|shpat_[a-fA-F0-9]{{32}}|SG\.[A-Za-z0-9_-]{{16,}}\.[A-Za-z0-9_-]{{16,}}|key-[a-f0-9]{{32}}|glsa_[A-Za-z0-9_]{{32,}}|hv[sb]\.[A-Za-z0-9_-]{{24,}}|lin_api_[A-Za-z0-9]{{32,}}|sntrys_[A-Za-z0-9+/=_-]{{32,}}|AGE-SECRET-KEY-1[A-Z0-9]{{50,}}|r8_[A-Za-z0-9]{{32,}}|gsk_[A-Za-z0-9]{{32,}}|xai-[A-Za-z0-9]{{32,}}|tvly-[A-Za-z0-9-]{{20,}}|nvapi-[A-Za-z0-9_-]{{32,}}|LTAI[A-Za-z0-9]{{12,30}}|AKID[A-Za-z0-9]{{13,40}})")),
    ("telegram_token", ":AA", re.compile(rf"{_L}\d{{8,10}}:AA[A-Za-z0-9_-]{{32,}}")),
)  # fmt: skip

# scheme://user:password@host
_CONNECTION = re.compile(
    r"(?P<head>[A-Za-z][A-Za-z0-9+.-]{1,30}://[^\s:/@'\"<>]{0,80}:)(?P<value>[^\s/'\"<>]{1,200})(?P<tail>@[A-Za-z0-9\[])"
)
_BEARER = re.compile(
    r"(?P<head>\b(?:bearer|basic|authorization:\s*token)[ :]+)(?P<value>[A-Za-z0-9._~+/-]{12,}=*)", re.I
)
# In quotes everything up to the closing one; else up to a space, a quote, Chinese, or a comma at a word's end.
_VALUE = (
    r"(?P<value>(?<=[\"'`“])[^\"'`”\n]{3,256}(?=[\"'`”])|"
    r"(?:[^\s\"'`“”,;，；。、！？（）\u4e00-\u9fff]|[,;](?=[^\s\"'`\u4e00-\u9fff])){3,512})"
)
_CREDENTIAL_EN = (
    r"(?:password|passwd|pass|passphrase|passcode|pwd|secret|token|api[_ -]?key|apikey|access[_ -]?key(?:[_ -]?id)?|"
    r"secret[_ -]?(?:access[_ -]?)?key|auth[_ -]?(?:token|key)|client[_ -]?secret|private[_ -]?key|encryption[_ -]?key|"
    r"signing[_ -]?key|credentials?|(?:access|refresh|session)[_ -]?token|session[_ -]?key|accountkey|sharedaccesskey|"
    r"webhook[_ -]?secret)(?:[_-](?:prod|dev|test|staging|live|key|value))?"
)
# The word begins after a non-letter (DB_PASSWORD) or at a capital inside a name (dbPassword).
_ASSIGNED = re.compile(
    rf"(?P<head>(?:(?<![A-Za-z])|(?-i:(?<=[a-z])(?=[A-Z]))){_CREDENTIAL_EN}[\"']?\s{{0,4}}(?:=>|:=|=|:|：)\s{{0,4}})"
    rf"(?P<quote>[\"'`]?){_VALUE}",
    re.I,
)
_SAID = re.compile(
    r"(?P<head>(?<![A-Za-z])(?:password|passwd|passphrase|pwd|passcode|pin(?: code| number)?|secret(?: key)?|api key|access key|token)s?(?: (?:for|to|of|on) [^\n.,;:]{1,40}?)? (?:is|was|are|to|became|set to|changed to|=)(?: now)?:? )(?P<quote>[\"'`“]?)"
    + _VALUE,
    re.I,
)
_SAID_ZH = re.compile(
    r"(?P<head>(?:密码|口令|密钥|私钥|秘钥|令牌|验证码|访问密钥|暗号|passwd|password|token|api ?key|secret)(?:已经|现在|都|已|分别)*(?:是|为|改成了?|改为了?|换成了?|设为|设置为|设成|变成了?|叫|[:：=])+\s*)(?P<quote>[\"'`“「『]?)(?P<value>[!-~]{3,256}|(?<=[“「『\"'])[^”」』\"'\s]{2,64})",
    re.I,
)
_VALUE_END = re.compile(r"[.,;:)\]}>]+$")
# 密码 abc123, password hunter2: no verb between, so the value must look like one.
_BARE = re.compile(
    r"(?P<head>(?:密码|口令|密钥|令牌|(?<![A-Za-z])(?:password|passwd|pwd|passphrase))(?: |\u3000)?)"
    r"(?P<value>(?=[!-~]{0,40}\d)(?=[!-~]{0,40}[A-Za-z!@#$%^&*])[!-~]{6,128}|(?<=[\u4e00-\u9fff])\d{6,20}(?!\d|位|个|次|年))",
    re.I,
)
_CARD = re.compile(r"(?<![\d.\-])(?:\d[ -]?){12,18}\d(?![\d\-]|\.\d)")
_SSN = re.compile(r"(?<![\d-])(?!000|666|9\d\d-(?!\d\d-\d{4}))\d{3}-\d{2}-\d{4}(?![\d-])")
_ID_ZH = re.compile(r"(?<!\d)[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx](?!\d)")
_CREDENTIAL_WORD = re.compile(
    r"password|passwd|pwd|secret|token|api[_ -]?key|apikey|credential|access[_ -]?key|private[_ -]?key|密码|口令|密钥|令牌|凭证|凭据|秘钥",
    re.I,
)
_TOKEN = re.compile(r"(?<![A-Za-z0-9_+/=.-])[A-Za-z0-9_+/=-]{20,256}(?![A-Za-z0-9_+/=-])")
_NEAR_CHARS = 60
_AUTHORISING = ("bearer", "basic", "authorization")
_CREDENTIAL_WORDS = (
    "pass", "pwd", "secret", "token", "key", "credential", "pin", "密码", "口令", "密钥", "私钥", "令牌", "验证码", "秘钥", "暗号", "凭证", "凭据",
)  # fmt: skip
_NINE_DIGITS = re.compile(r"\d{3}-\d{2}-\d{4}|(?:\d[ -]?){13}")
_LONG_TOKEN = re.compile("[A-Za-z0-9_+/=-]{20}")
# What stands where a value would: a placeholder, a reference, a path, a small number, a word of state.
_PLACEHOLDER = re.compile(
    r"^(?:\d{1,3}|true|false|none|null|nil|yes|no|string|str|int|required|optional|changed|wrong|invalid|expired|missing|"
    r"empty|unset|reset|rotated|stored|<[^>]*>?|\S{0,12}\*{3,}\S{0,12}|\{.*|\$.*|%.*|\*+|x{3,}|\.{3,}|\[.*|\(.*|(?:os|process|env|self|config|"
    r"settings|secrets|vault|getenv|args|params|request|this)[.(\[].*|https?:.*|/.*|~/.*|\w+\(.*)$",
    re.I,
)
_PASSWORD_HEAD = re.compile(r"(?:password|passwd|pwd|passphrase|secret)[\"']?\s*=\s*$", re.I)
_PLAIN_WORD = re.compile(r"^[A-Za-z]+(?:[-'][a-z]+)*[.!?]?$")
_HEX_HASH = re.compile(r"^(?:[0-9a-f]{7,64}|[0-9A-F]{7,64})$")
_UUID = re.compile(r"^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$")


def redact(text: str) -> Redacted:
    """Replace every secret in ``text``. Linear in its length; the result redacts to itself."""
    kinds: list[str] = []
    for kind, triggers, pattern in _KEYS:
        if any(trigger in text for trigger in triggers.split("|")):
            text = _replace_whole(text, pattern, kind, kinds)
    if "://" in text:
        text = _replace_value(text, _CONNECTION, "password", kinds, loose=True)
    lowered = text.lower()
    if any(word in lowered for word in _AUTHORISING):
        text = _replace_value(text, _BEARER, "bearer_token", kinds, loose=False)
    if any(word in lowered for word in _CREDENTIAL_WORDS):
        text = _replace_value(text, _ASSIGNED, "credential", kinds, loose=False)
        text = _replace_value(text, _SAID_ZH, "credential", kinds, loose=True)
        text = _replace_value(text, _SAID, "credential", kinds, loose=False)
        text = _replace_value(text, _BARE, "credential", kinds, loose=False)
        text = _entropic(text, kinds)
    if _NINE_DIGITS.search(text):
        text = _cards(text, kinds)
        text = _replace_whole(text, _SSN, "social_security_number", kinds)
        text = _identity_numbers(text, kinds)
    return Redacted(text=text, kinds=tuple(dict.fromkeys(kinds)))


def _replace_whole(text: str, pattern: re.Pattern[str], kind: str, kinds: list[str]) -> str:
    replaced, count = pattern.subn(f"[redacted:{kind}]", text)
    if count:
        kinds.append(kind)
    return replaced


def _replace_value(text: str, pattern: re.Pattern[str], kind: str, kinds: list[str], *, loose: bool) -> str:
    def hidden(match: re.Match[str]) -> str:
        value = match["value"]
        groups = match.groupdict()
        end = _VALUE_END.search(value) if not groups.get("quote") and not groups.get("tail") else None
        core = value[: end.start()] if end else value
        if not (groups.get("quote") and _quotable(core)) and not _is_secret(
            core, assigned=not loose, head=match["head"]
        ):
            return match.group()
        kinds.append(kind)
        rest = value[len(core) :]
        return f"{match['head']}{groups.get('quote') or ''}[redacted:{kind}]{rest}{groups.get('tail') or ''}"

    return pattern.sub(hidden, text)


def _is_secret(value: str, *, assigned: bool, head: str) -> bool:
    if len(value) < 3 or "[redacted" in value:
        return False
    if _PLACEHOLDER.match(value):
        return False
    if assigned:
        return _mixed(value) or (head.rstrip().endswith("=") and bool(_PASSWORD_HEAD.search(head)))
    return not (value.isascii() and _PLAIN_WORD.match(value) and len(value) < 6) or value.isdigit()


def _quotable(value: str) -> bool:
    """A quoted value counts even when it is a plain word, unless it only stands for one."""
    return "[redacted" not in value and not _PLACEHOLDER.match(value)


def _mixed(value: str) -> bool:
    """More than one plain word: a digit, a sign or a capital inside."""
    if _PLAIN_WORD.match(value) and not re.search(r"[a-z][A-Z]", value):
        return False
    return len(value) >= 4


def _cards(text: str, kinds: list[str]) -> str:
    def hidden(match: re.Match[str]) -> str:
        digits = re.sub(r"\D", "", match.group())
        grouped = re.fullmatch(r"\d+|\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}|\d{4}([ -])\d{6}\2\d{5}", match.group())
        if not grouped or not 13 <= len(digits) <= 19 or digits[0] not in "3456" or not _luhn(digits):
            return match.group()
        kinds.append("card_number")
        return "[redacted:card_number]"

    return _CARD.sub(hidden, text)


def _luhn(digits: str) -> bool:
    total = 0
    for place, char in enumerate(reversed(digits)):
        value = int(char) * (2 if place % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


_ID_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)


def _identity_numbers(text: str, kinds: list[str]) -> str:
    """Chinese resident identity numbers with a right check digit (GB 11643-1999)."""

    def hidden(match: re.Match[str]) -> str:
        number = match.group().upper()
        check = "10X98765432"[sum(w * int(d) for w, d in zip(_ID_WEIGHTS, number[:17], strict=True)) % 11]
        if check != number[17]:
            return match.group()
        kinds.append("identity_number")
        return "[redacted:identity_number]"

    return _ID_ZH.sub(hidden, text)


def _entropic(text: str, kinds: list[str]) -> str:
    """Long random tokens within 60 characters after a credential word."""
    ends = [m.end() for m in _CREDENTIAL_WORD.finditer(text)]
    if not ends or _LONG_TOKEN.search(text) is None:
        return text

    def hidden(match: re.Match[str]) -> str:
        token, start = match.group(), match.start()
        before = bisect_right(ends, start)
        if before == 0 or start - ends[before - 1] > _NEAR_CHARS or not _random(token):
            return match.group()
        kinds.append("high_entropy")
        return "[redacted:high_entropy]"

    return _TOKEN.sub(hidden, text)


def _random(token: str) -> bool:
    """Letters and digits mixed with more than 3.5 bits a character, and no hash, UUID or path."""
    if _HEX_HASH.match(token) or _UUID.match(token) or token.count("/") > 2:
        return False
    if not (re.search(r"\d", token) and re.search(r"[a-z]", token) and re.search(r"[A-Z]", token)):
        return False
    counts = Counter(token)
    entropy = -sum(n / len(token) * math.log2(n / len(token)) for n in counts.values())
    return entropy > 3.5

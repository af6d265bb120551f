"""What a tool's result shows of itself: that it went well, that it failed, or that it found nothing.

Only what is plain counts: a status, an exit code, JSON that names an error, a line that begins as an error, an
answer that holds nothing. Whether a page of prose is good news is not decided here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import cast

from hindsight_memory.domain.trace import Event, EventKind


class Finding(StrEnum):
    """What a result shows. ``unclear``: nothing plain."""

    OK = "ok"
    ERROR = "error"
    REFUSED = "refused"
    EMPTY = "empty"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Result:
    """A result as read: what it shows, its exit code if it names one, and its value when it is JSON."""

    finding: Finding
    exit_code: int | None = None
    value: object = None

    @property
    def failed(self) -> bool:
        """Whether the call did not give what a call is made for."""
        return self.finding in (Finding.ERROR, Finding.REFUSED, Finding.EMPTY)


_LONG = 400  # characters beyond which a text is a document, not a message about the call
_ERROR_START = re.compile(
    r"\W{0,3}(?:<\w*error\w*>\s*)?(?:(?:fatal|internal|unexpected|runtime|api|server|tool|http)\s+)?"
    r"(?:error|exception|failure|failed|fatal|traceback|panic)\b(?!\s*(?:handling|rate|s\b))"
    r"|\W{0,3}\w*(?:Error|Exception)\b\s*[:(]|\W{0,3}(?:错误|出错|报错|失败|异常|操作失败|请求失败|调用失败)(?=[:：,，!！\s]|$)",
    re.IGNORECASE,
)
_TRACEBACK = re.compile(
    r"^Traceback \(most recent call last\)|^\s*at [\w.$]+\(.*:\d+\)|^\w*(?:Error|Exception): ", re.M
)
_EXIT = re.compile(
    r"(?:exit(?:ed)?(?:\s+with)?(?:\s+(?:code|status))|return(?:ed)?\s+code|退出码|返回码)\s*(?:[:=：]|was|is|为|是)?\s*(-?\d{1,5})\b",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"\b(?:permission\s+denied|access\s+denied|forbidden|unauthori[sz]ed|not\s+(?:allowed|permitted|authori[sz]ed)"
    r"|(?:request|call|action|operation|command|transaction)\s+(?:was\s+|is\s+)?(?:denied|refused|rejected|blocked))\b"
    r"|拒绝(?:访问|执行|请求)?|无权限?|没有权限|未授权|权限不足|不允许|禁止(?:访问|操作)",
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"\W*(?:(?:there\s+(?:is|are|were|was)\s+)?(?:no|zero|0)\s+(?:more\s+|such\s+|matching\s+|relevant\s+|other\s+)?"
    r"(?:[\w-]+\s+){0,2}?(?:results?|match(?:es)?|hits?|entr(?:y|ies)|records?|items?|rows?|files?|documents?|pages?|data|content|output)"
    r"(?:\s+(?:were\s+|was\s+)?(?:found|available|returned|matched?))?"
    r"|nothing\s+(?:was\s+)?(?:found|matched)|none(?:\s+found)?|null|nil|n/?a|empty|(?:was\s+|were\s+)?not\s+found"
    r"|(?:could|can|did)\s*(?:not|n't)\s+find\b.*|[\w' -]{0,60}\b(?:not\s+found|does\s+not\s+exist|doesn't\s+exist)"
    r"|(?:暂)?无(?:结果|数据|记录|匹配|内容|相关.{0,6})?|没有(?:找到|查到|搜到|结果|匹配|数据|记录|更多|相关|符合).{0,20}|未(?:找到|查到|搜到|查询到).{0,20}"
    r"|查无.{0,10}|找不到.{0,20}|.{0,20}不存在|空)\W*",
    re.IGNORECASE,
)
_ERROR_KEYS = ("error", "errors", "error_message", "errorMessage", "exception", "错误")
_BAD_STATUS = frozenset({"error", "failed", "failure", "fail", "denied", "rejected", "失败", "错误"})
_HOLDERS = ("results", "items", "data", "hits", "rows", "records", "matches", "结果", "数据")
_GOOD_TEXT = re.compile(
    r"\b(?:success(?:ful(?:ly)?)?|succeeded|ok|done|completed?|saved|created|added|updated|sent|passed)\b"
    r"|成功|已完成|完成|已(?:保存|创建|添加|更新|发送|取消|修改)|通过",
    re.IGNORECASE,
)
_BUT = re.compile(
    r"\b(?:not|no|never|fail(?:ed|ure|s)?|error|un\w+|partial\w*)\b|n't\b|失败|错误|未|没有?|不|部分", re.IGNORECASE
)


def read_result(event: Event, *, looks: bool) -> Result:
    """Read a result. ``looks``: its call was made to find something, so that an empty answer counts as nothing
    found; for any other call silence is no news."""
    text = event.text.strip()
    found, value = _json(text)
    exit_code = _exit_code(text)
    if event.kind is EventKind.ERROR or event.status == "error":
        return Result(Finding.REFUSED if _refuses(text) else Finding.ERROR, exit_code, value)
    if found:
        return Result(_json_finding(value, looks), exit_code, value)
    return Result(_text_finding(text, exit_code, looks=looks, said_ok=event.status == "ok"), exit_code)


def _text_finding(text: str, exit_code: int | None, *, looks: bool, said_ok: bool) -> Finding:
    if exit_code is not None:
        return Finding.OK if exit_code == 0 else Finding.ERROR
    if _ERROR_START.match(text):
        return Finding.REFUSED if _refuses(text) else Finding.ERROR
    if len(text) <= _LONG and not looks and _refuses(text):
        return Finding.REFUSED
    if looks and (not text or (len(text) <= _LONG and _NOTHING.fullmatch(text))):
        return Finding.EMPTY
    if not looks and _TRACEBACK.search(text):
        return Finding.ERROR
    if said_ok or (text and not looks and len(text) <= _LONG and _GOOD_TEXT.search(text) and not _BUT.search(text)):
        return Finding.OK
    return Finding.UNCLEAR


def _json_finding(value: object, looks: bool) -> Finding:
    if not isinstance(value, dict):
        return Finding.EMPTY if looks and not value and value is not False and value != 0 else Finding.OK
    fields = cast("Mapping[str, object]", value)
    if any(fields.get(key) for key in _ERROR_KEYS):
        return Finding.REFUSED if _refuses(json.dumps(value, ensure_ascii=False)[:_LONG]) else Finding.ERROR
    if any(fields.get(key) is False for key in ("success", "ok", "succeeded")):
        return Finding.ERROR
    status = fields.get("status_code", fields.get("status", fields.get("code")))
    if isinstance(status, str) and status.strip().casefold() in _BAD_STATUS:
        return Finding.ERROR
    if isinstance(status, int) and 400 <= status < 600:
        return Finding.ERROR
    holders = [fields[key] for key in _HOLDERS if key in fields]
    if looks and (not fields or (holders and not any(holders))):
        return Finding.EMPTY
    return Finding.OK


def _refuses(text: str) -> bool:
    return _REFUSED.search(text[:_LONG]) is not None


def _exit_code(text: str) -> int | None:
    """The exit code that a result names at its begin or its end; what stands inside a long text is no code of it."""
    found = _EXIT.search(text[:200]) or _EXIT.search(text[-200:])
    return int(found[1]) if found else None


def _json(text: str) -> tuple[bool, object]:
    """Whether a text is a JSON object, array or null, and its value."""
    if text[:1] not in ("{", "[") and text != "null":
        return False, None
    try:
        return True, json.loads(text)
    except (ValueError, RecursionError):
        return False, None

"""A "lesson" that teaches an unsafe shortcut: skip the checks, pipe a download into a shell, force success."""

from __future__ import annotations

import re

from hindsight_memory.domain.defence.offered import Action, Cue, Finding, Offered, cue

code = "poisoned_experience"

_CHECKS = r"(?:validations?|verif\w+|checks?|tests?|testing|backups?|reviews?|approvals?|authentication|authori[sz]ation|sanity|safety|security|permissions?|audits?|confirmations?|sandbox(?:ing)?|lint(?:ing)?|quality gates?|gates?|signatures?|ssl|tls|certificates?|monitoring|logging|guardrails?)"
_UNSAFE = (
    cue("skip|bypass|disabl|ignor|omit|avoid|suppress|circumvent|turn off|turning off|without|no need|n't need", rf"\b(?:skip(?:s|ped|ping)?|bypass(?:es|ed|ing)?|disabl(?:e|es|ed|ing)|ignor(?:e|es|ed|ing)|omit(?:s|ted|ting)?|avoid(?:s|ing)?|suppress(?:es|ing)?|circumvent(?:s|ing)?|turn(?:ing)? off|without|no need (?:for|to)|don't need)\b (?:\w+ ){{0,3}}{_CHECKS}\b"),
    cue("curl|wget|iwr|invoke-webrequest", r"\b(?:curl|wget|iwr|invoke-webrequest)\b[^\n|;]{0,200}\|\s*(?:sudo )?(?:ba|z|k)?(?:sh|python\d?|perl|node|ruby|iex)\b"),
    cue("=|--no-verify|--skip|--force|--insecure", r"\b(?:skip|bypass|disable|no|force)_?(?:validation|verify|check|test|auth|review|ssl|ok|success|pass)\w*\s*=\s*(?:1|true|yes|on)\b|\b\w*(?:force_ok|force_pass|skip_\w+|bypass_\w+|disable_\w+check\w*)\s*=\s*\w+|--no-verify\b|--skip-(?:tests?|checks?|validation)|--force-success|verify\s*=\s*false|--insecure\b"),
    cue("mark|record|report|flag|log|return|set", r"\b(?:mark|record|report|flag|log|return|set)(?:s|ed|ing)?\b[^.!?\n]{0,40}\b(?:as )?(?:success\w*|passed|pass|complete|completed|clean|ok|green|verified|approved|valid)\b[^.!?\n]{0,40}\b(?:regardless|without|even if|even when|irrespective|no matter|always|anyway)\b"),
    cue("regardless|irrespective|no matter", r"\b(?:regardless of|irrespective of|no matter what the) (?:\w+ )?(?:checks?|validation|errors?|results?|tests?|failures?)\b"),
    cue("chmod|rm -rf|disable|enforce 0|--force|drop ", r"\b(?:chmod (?:-r )?777|rm -rf /|sudo rm -rf|disable (?:the )?(?:firewall|antivirus|selinux)|set -?enforce 0|git push --force (?:origin )?(?:main|master)|drop (?:table|database))\b"),
    cue("review|assume", r"\b(?:avoids?|skips?|no|without) (?:local |manual |human |code )?review\b|\bassume (?:\w+ ){0,4}(?:valid|clean|correct|safe)\b[^.!?\n]{0,40}\b(?:skip|without|no)\b"),
    cue("to |through|via", r"\b(?:pipe|send|upload|post|stream|ship)\b[^.!?\n]{0,50}\b(?:dataset|data|records|csv|rows|pii|files?)\b[^.!?\n]{0,40}\b(?:to|through|via)\b[^.!?\n]{0,20}\b(?:remote|external|third-party|outside|https?)\b"),
    cue("fetch|download|load|import|pull", r"\b(?:fetch|download|load|import|pull)\b[^.!?\n]{0,40}\b(?:and|then)\b (?:execute|run|eval|exec|source)\b[^.!?\n]{0,40}\b(?:remote|script|helper|url|payload|https?)"),
    cue("eval(|exec(", r"\b(?:eval|exec)\([^)]{0,80}(?:requests|urllib|http|urlopen|download)"),
)  # fmt: skip
_CHINESE = cue(
    "跳过|绕过|省略|关闭|禁用|忽略|不用|不必|无需|不需要|免去|略过|直接|强制|无论",
    r"(?:跳过|绕过|省略|关闭|禁用|忽略|不用|不必|无需|不需要|免去|略过)(?:了|掉|所有|全部|任何|做|进行|运行|执行|的)*(?:数据|代码|安全|人工|单元|集成|权限|身份|证书|格式|输入)?"
    r"(?:验证|校验|检查|测试|备份|审核|审查|审批|评审|确认|鉴权|认证|签名|校准)|(?:直接|强制)(?:标记|返回|记录|设)(?:为|成)?(?:成功|通过|完成)|无论(?:结果|检查|测试).{0,8}(?:成功|通过)",
)
_DENIED = re.compile(
    r"\b(?:never|do(?:n't| not)|must not|should not|shouldn't|avoid|cannot|can't|failed because|because (?:we|i|it) )\b[^.!?\n]{0,12}$|(?:不要|不能|不得|禁止|切勿|别|因为|由于)[^。!?\n]{0,4}$"
)


def find(offered: Offered) -> Finding | None:
    """An unsafe shortcut recommended by anything but the user (a warning against one does not count)."""
    if offered.from_user:
        return None
    text = offered.folded
    cues = _UNSAFE if text.isascii() else (*_UNSAFE, _CHINESE)
    if any(_recommended(c, text) for c in cues):
        action = Action.QUARANTINE if offered.untrusted else Action.FLAG
        return Finding(code, "It recommends a shortcut past a check or a safeguard.", action)
    return None


def _recommended(unsafe: Cue, text: str) -> bool:
    if not any(t in text for t in unsafe.triggers):
        return False
    for count, match in enumerate(unsafe.pattern.finditer(text)):
        if count > 10:
            break
        if not _DENIED.search(text[max(0, match.start() - 60) : match.start()]):
            return True
    return False

"""Text that tells the reader to drop the instructions it works under, from any source."""

from __future__ import annotations

from hindsight_memory.domain.defence import tongues
from hindsight_memory.domain.defence.offered import Action, Finding, Offered, any_found, cue, near

code = "overriding_instructions"

_DISMISS = (
    r"(?:ignor(?:e|es|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|es|ing)|bypass(?:ing)?|dismiss|neglect|let go of|drop|discard|"
    r"do(?:n't| not) (?:follow|obey|comply with|listen to)|stop (?:following|obeying)|no longer (?:have to )?(?:follow|abide by|obey))"
)
_WORKED_UNDER = (
    r"(?:instructions?|prompts?|prompting|rules|directives?|guidelines?|guardrails|orders|polic(?:y|ies)|constraints?|restrictions?|"
    r"programming|training|system messages?|safety (?:\w+ )?(?:protocols?|filters?|checks?|guidelines?|rules?)|"
    r"content (?:polic(?:y|ies)|filters?)|what (?:you were|you've been|i) told|moderation)"
)
_PRIOR = r"(?:all|any|every|previous|prior|earlier|above|preceding|existing|former|foregoing|your|the|these|those|other|of|and|or|past|initial|original|current|system|\[|\]|[\w'&,-]+)"
_ENGLISH = (
    cue("ignor|disregard|forget|overrid|bypass|dismiss|neglect|let go of|drop|discard|n't |not |stop |no longer", rf"\b{_DISMISS} (?:{_PRIOR} ){{0,5}}{_WORKED_UNDER}\b"),
    cue("above|before|previously", rf"\b{_DISMISS} (?:all |any |everything |anything )*(?:(?:the|of the|that came|stated|said|you were told|written) )*(?:above|before|previously)\b"),
    cue("overrid|overwrit", r"\b(?:override|overriding|overwrite)(?:s|d)?\b.{0,30}\b(?:safety|security|protocols?|filters?|constraints?|policy|restrictions?|mode)\b"),
    cue("disable|deactivate|turn off|remove|suspend|lift", r"\b(?:disable|deactivate|turn off|remove|suspend|lift)\b (?:\w+ ){0,3}(?:safety|content|moderation|ethical|security) (?:\w+ )?(?:filters?|protocols?|checks?|restrictions?|polic(?:y|ies)|guidelines?|controls?)"),
    cue("safety|security|content", r"\b(?:safety|security|content) (?:\w+ )?(?:protocols?|filters?|restrictions?|policies|guidelines?|checks?)\b.{0,24}\b(?:disabled|off|suspended|lifted|bypassed|(?:were|are|is) not (?:meant|needed)|do(?:es)? not apply|don't apply)\b"),
    cue(" this ", r"\b(?:treat|regard|take|consider|use) this (?:\w+ ){0,2}as (?:your|the|an?) (?:\w+ ){0,3}(?:directive|instructions?|system prompt|prompt|rules?|order|policy)\b"),
    cue("instructions|directive|system prompt", r"\b(?:new|updated|real|actual|true) (?:system )?(?:instructions|directives?|system prompt)\s*:"),
    cue("exempt|bound by|free from|free of", r"\b(?:exempt|free|released|not bound|no longer bound|unbound)\b (?:from|of|by) (?:\w+ ){0,3}(?:restrictions?|rules|guidelines|polic(?:y|ies)|limitations?|constraints?|filters?)\b"),
    cue("rules|guidelines|policies|instructions|restrictions", r"\byour (?:\w+ )?(?:rules|guidelines|policies|instructions|restrictions) (?:have|has|are|were) (?:now |been |just )*(?:changed|updated|replaced|removed|lifted|revoked|suspended)\b"),
    cue("unrestricted", r"\bunrestricted (?:tool |system |network )?(?:access|mode|response|answer)"),
    cue("safety|security|approval|confirmation", r"\b(?:skip|ignore|without|bypass)\b (?:\w+ ){0,3}(?:safety|security|approval|confirmation)s? (?:checks?|steps?|requests?|and confirmations?)"),
    cue("without", r"\b(?:comply|answer|respond|proceed)\b.{0,30}\bwithout (?:any )?(?:restrictions?|safety checks?|limitations?|filters?|confirmation|asking)"),
)  # fmt: skip
_CHINESE = (
    cue("忽略|无视|忘记|忘掉|不要|不用遵守|跳过|绕过|覆盖|抛弃|放弃|违反|忽视|不理会", r"(?:忽略|无视|忘记|忘掉|不要理会|不要遵守|不要遵循|不用遵守|跳过|绕过|覆盖|抛弃|放弃|违反|忽视|不理会).{0,12}(?:指令|指示|提示词?|规则|限制|设定|要求|约束|政策|说明|准则|命令|审核|安全|上述|以上)"),
    cue("关闭|禁用|解除|取消|停用", r"(?:关闭|禁用|解除|取消|停用).{0,6}(?:安全|内容|审核|过滤|道德).{0,6}(?:机制|检查|限制|过滤器?|策略|协议)"),
    cue("以下|下面|这", r"(?:以下|下面|这)(?:才)?是(?:你的)?(?:新的?|真正的|最新的?)(?:系统)?(?:指令|提示词|规则|任务)"),
    cue("不受|没有|无", r"(?:不受|没有|无)(?:任何)?(?:限制|约束)地?.{0,4}(?:回答|回复|执行|输出)"),
)  # fmt: skip


def _dismissed_elsewhere(offered: Offered) -> bool:
    """In other languages. A user may well ask to ignore a previous message, so there the orders must be named."""
    dismissed = tongues.INSTRUCTIONS if offered.from_user else tongues.INSTRUCTIONS + tongues.PRIOR
    return near(offered.folded, tongues.DISMISS, dismissed, 40)


def find(offered: Offered) -> Finding | None:
    """Ignore, forget or bypass what was instructed, in any language known to ``tongues``."""
    text = offered.folded
    patterns = _ENGLISH if text.isascii() else (*_ENGLISH, *_CHINESE)
    overrides = any_found(patterns, text)
    if overrides or _dismissed_elsewhere(offered):
        return Finding(code, "It tells its reader to drop the instructions it works under.", Action.QUARANTINE)
    return None

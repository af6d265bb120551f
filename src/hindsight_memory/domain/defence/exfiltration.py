"""Text that asks for what must not leave: secrets, the agent's instructions, other people's data, money."""

from __future__ import annotations

from hindsight_memory.domain.defence import tongues
from hindsight_memory.domain.defence.offered import Action, Finding, Offered, any_found, cue, near

code = "exfiltration"

_TELL = r"(?:reveal|show|tell|give|print|display|output|repeat|leak|dump|expose|share|send|disclose|provide|write|quote|recite|list|confirm|extract|read out|spell|encode|translate|summari[sz]e|describe|add a (?:short )?summary of)"
_OWN = r"(?:system (?:prompt|message|instructions?)|(?:hidden|secret|initial|original|exact|internal|operating|developer|confidential) (?:\w+ )?(?:prompt|instructions?|rules|guidelines)|instructions (?:that )?you (?:were|have been|are) (?:given|told)|prompt (?:above|verbatim|word for word))"
_SECRET = r"(?:passwords?|passphrase|secret (?:keys?|code|token)|api[ _-]?keys?|credentials?|private keys?|access tokens?|auth(?:entication)? tokens?|security codes?|verification codes?|pass ?codes?|confidential string|ssn|social security number|credit card(?: number)?s?|cvv|pin code|session cookies?|passport number)"
_SECRET_ZH = r"(?:系统提示词?|系统指令|提示词|初始指令|密码|密钥|口令|凭证|凭据|api ?key|令牌|私钥|身份证号|银行卡号)(?!强度|框|字段|页|输入|重置|错误|规则|策略|桶|环|管理|过期|校验)"
_ANY_SOURCE = (
    cue("prompt|instructions|message|rules|guidelines|told", rf"\b{_TELL}\b[^.!?\n]{{0,60}}\b{_OWN}"),
    cue("prompt|instructions|message|rules|guidelines", rf"\b(?:what|which) (?:is|are|was|were) (?:your|the) {_OWN}"),
    cue("passw|passphrase|passcode|pass code|confidential|secret|api|credential|private key|token|code|ssn|social security|credit card|cvv|cookie|passport", rf"\b{_TELL}\b (?:(?:me |us )(?:out )?(?:all |every |the |your |any |stored |of |user'?s? |admin )*|(?:out )?(?:all |every |your |stored |of |the |user'?s? )*(?:all |every |your |stored |user'?s? ))(?:of |the )*{_SECRET}\b(?! (?:reset|manager|policy|field|prompt|page|screen|strength))"),
    cue("passw|passphrase|passcode|pass code|confidential|secret|api|credential|private key|token|code|ssn|social security|credit card|cvv|cookie|passport", rf"\bwhat(?:'s| is| was| would| are) (?:the|your|our) (?:\w+ )?{_SECRET}(?: be)?\b"),
    cue("send|forward|post|upload|transmit|mail|exfiltrate|copy|leak", r"\b(?:send|forward|post|upload|transmit|e-?mail|exfiltrate|copy|leak)\b[^.!?\n]{0,60}\b(?:all|full|entire|every|complete|user|customer|users'|customers'|private|personal|stored|conversation|employee)\b[^.!?\n]{0,40}\b(?:data|list|records?|histor(?:y|ies)|messages?|files?|credentials|conversations?|details|emails?|inbox|information|report)\b[^.!?\n]{0,60}\bto\b"),
    cue("n't |do not ", r"\bdo(?:n't| not) (?:tell|inform|mention|notify|alert|let)\b[^.!?\n]{0,30}\b(?:user|owner|operator|anyone|them)\b"),
    cue("without ", r"\bwithout (?:asking|telling|informing|notifying)\b (?:me|the (?:user|operator|owner)|anyone|for (?:confirmation|approval))"),
)  # fmt: skip
_UNTRUSTED = (
    cue("passw|passphrase|passcode|pass code|confidential|secret|api|credential|private key|token|code|ssn|social security|credit card|cvv|cookie|passport", rf"\b{_TELL}\b (?:me |us |out )?(?:all |every |the |your |any |stored |of |user'?s? |admin )*{_SECRET}\b(?! (?:reset|manager|policy|field|prompt|page|screen|strength))"),
    cue("?", rf"\b(?:your|the|our|his|her|their|\w{{1,20}}'s) (?:\w+ ){{0,2}}{_SECRET}\b[^.!?\n]*\?"),
    cue("password|secret|api key", rf"(?:^|[.!?,:\n] ?)(?:please |now |then |just )?(?:write|spell|{_TELL}|combine|decode|concatenate)\b[^.!?\n]{{0,80}}\b(?:the|your) (?:\w+ )?(?:password|secret|api key)\b"),
    cue("birth|address|phone|city of|balance|account|social security|credit card|salary|medical|postal|iban", rf"\b(?:{_TELL}|what(?:'s| is| are| was)|which|need to know|know|find out|write|decode)\b[^.!?\n]{{0,60}}\b(?:\w{{1,20}}'s|\w{{1,20}}s'|their|his|her) (?:\w+ ){{0,2}}(?:birth ?date|date of birth|birthday|(?:e-?mail |home |current )address|phone number|city of residence|bank (?:balance|account)|account balance|social security|credit card|salary|medical|date of birth|postal code|iban)\b"),
    cue("where ", r"\bwhere (?:does|do|is) (?:the user|[a-z]+(?: [a-z]+)?) (?:currently )?(?:live|reside|living)\b"),
    cue("balance of|database|list of", r"\b(?:bank|account) balance of\b|\b(?:users?|customers?|clients?|people|employees?) in (?:your|the) database\b|\blist of (?:users|customers|accounts)\b"),
    cue("money|funds|transaction|payment|bitcoin|amount", r"\b(?:send|transfer|wire|pay)\b[^.!?\n]{0,60}\b(?:money|funds|transaction|payment|bitcoin|amount)\b[^.!?\n]{0,60}\bto\b(?! your| you\b)"),
    cue(" to ", r"\b(?:send|forward|email|e-mail|post|upload)\b (?!(?:was|is|has|had|address|from|will|can|to (?:you|your)|you)\b)(?:the |a |all |an |me |my |your |this |that |just )?[^.!?\n]{0,80}\bto (?:<|'|\"|[\w.+-]+@|https?:|[a-z0-9-]+\.(?:com|net|org|io|xyz)|my (?:own )?email|the account|the number|the following|channel|user\b)"),
    cue("my |the user|<| workspace|calendar event|file ", r"\b(?:delete|remove|invite|add|change|update|share|book|reserve|create)\b[^.!?\n]{0,50}(?:\b(?:my|the user's) (?:password|calendar|account|cloud|files?|inbox|workspace|appointment|phone number|email)\b|<\w+>|\bto the \w+ workspace|\bcalendar event\b|\b(?:the )?file (?:with )?(?:id\b|'))"),
    cue("message|link|transaction|email", r"\b(?:send|post|write|share)\b (?:a |an |the |this )?(?:direct |phishing )?(?:message|link|transaction|email)\b"),
    cue("_", r"\b(?:use|using|call|run|via) (?:the )?(?:send|delete|transfer|post|upload|forward|pay|execute|remove|update|write|share|create|drop|grant|approve)_\w+"),
    cue("call |invoke|execute|run the", r"\bcall (?:the )?(?:tool |function )?\w+_\w+|\b(?:invoke|execute|run) the (?:tool|function|command)\b"),
    cue("code|token|canary|trace_id|marker|identifier|reference|string|phrase|{", r"\b(?:include|append|add|insert|embed|mention|repeat|echo|output|reply with|print)\b[^.!?\n]{0,60}\b(?:code|token|canary|trace_id|marker|identifier|reference|string|phrase|\{\w+\})[^.!?\n]{0,80}\b(?:in|at the end of|to|into|with) (?:your|every|each|the|any|all)\b"),
)  # fmt: skip
_CHINESE = (
    cue("提示|指令|密码|密钥|口令|凭证|凭据|api|令牌|私钥|身份证|银行卡", rf"(?:(?:告诉|透露|泄露|说出|交出|公开)(?:我|我们|他|大家)?|(?:显示|输出|打印|给出|重复|复述|列出|展示|提供|发送)(?:给我|出|一下|你|系统|所有|全部|用户|管理员|数据库|完整)+的?).{{0,8}}{_SECRET_ZH}"),
    cue("提示词|密码|密钥|口令|密匙|令牌", r"(?:系统提示词?|密码|密钥|口令|密匙|令牌)(?:到底)?(?:是(?:什么|多少)|[?？])"),
    cue("发送|发给|发到|上传|转发|传送|传给|提交", r"(?:把|将).{0,20}(?:数据|资料|记录|信息|文件|对话|聊天记录|密码|密钥|列表|邮件).{0,10}(?:发送|发给|发到|上传|转发|传送|传给|提交)(?:到|给|至)?.{0,30}(?:https?|@|www|外部|服务器|攻击|邮箱|网址|\.com)"),
    cue("告诉|通知|告知|让", r"(?:不要|别|无需|不得|不能)(?:告诉|通知|告知|让)(?:用户|主人|任何人|他们|她|他).{0,10}"),
)  # fmt: skip


def find(offered: Offered) -> Finding | None:
    """Secrets and instructions asked for by anyone; private data, money and actions asked for by untrusted text."""
    text = offered.folded
    patterns = _ANY_SOURCE if text.isascii() else (*_ANY_SOURCE, *_CHINESE)
    wanted = any_found(patterns, text)
    if not wanted and offered.untrusted:
        wanted = any_found(_UNTRUSTED, text) or near(text, tongues.SECRETS, tongues.ASKS, 60)
        wanted = wanted or (not text.isascii() and near(text, tongues.PRIVATE, tongues.ASKS, 80))
    elif not wanted:
        wanted = near(text, tongues.SYSTEM_PROMPTS, tongues.ASKS, 40)
    if wanted:
        return Finding(
            code, "It asks for secrets, instructions, private data or an act on someone's behalf.", Action.QUARANTINE
        )
    return None

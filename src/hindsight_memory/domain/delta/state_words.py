"""The words by which an outcome says that it went well or badly, and the words around them that turn or cancel it."""

from __future__ import annotations

import re

# In what happened: forms that state a result. "pass" and "fail" alone are commands or plans, except in capitals.
GOOD = r"passed|passes|succeeded|succeeds|success|successful|successfully|ok|okay"
BAD = (
    r"failed|fails|failure|failures|failing|error|errors|errored|exception|exceptions|traceback|fatal|panicked|crashed"
    r"|crash|aborted|denied|refused|rejected|timed out|unreachable|unsuccessful|unsuccessfully|broken|[a-z]+(?:error|exception)(?=:)"
)
# In what is expected, also plans and adjectives.
EXPECTED_GOOD = rf"{GOOD}|pass|passing|succeed|works|work|green|completes|completed|complete|healthy|fine|valid"
EXPECTED_BAD = rf"{BAD}|fail|crashes|red|raises|raise|rejects|invalid|unhealthy"
CJK_GOOD = "成功|通过|正常"
CJK_BAD = "失败|错误|报错|出错|异常|崩溃|超时|被拒|拒绝"

CLAUSE = re.compile(r"[;,.!?:=\n。！？、(){}\[\]|]")
# Words of a state that belong to a name or a measure: "error rate", "success message", 失败率.
NAME_AFTER = re.compile(
    r"[ -]?(?:rate|rates|handling|handler|handlers|message|messages|code|codes|log|logs|page|criteria|ratio|type|case"
    r"|cases|mode|count|threshold|budget|path|paths|class|name)\b|[率码信日数处类]|的?(?:页面?|按钮|提示|案例|标志|图标)|/|[_.(](?!s\))\w"
    r"|(?<=正常)(?:的?(?:价|值|情况|范围|时间|水平|流程|用户|工作日|营业|人))"
)
# What may be, should be, was once, or has been mended.
MODAL = re.compile(
    r"\b(?:would|should|shall|will|could|may|might|must|can|if|unless|until|expect|expected|expects|want|wants|whether|when"
    r"|in case|before|previously|earlier|ensure|verify|waiting|on|fix|fixed|fixes|resolved|resolve|handled|recovered|ignored"
    r"|think|believe|guess|assume|seems?|appears?|probably|likely|hopefully|maybe|perhaps|far from|short of|lacks?|lacking"
    r"|instead of|rather than|all but)\b"
)
CJK_MODAL = re.compile(
    r"应该|应当|可能|如果|若|预期|期望|希望|是否|会|将|之前|上一?次|昨[天日]|[要祝]想?|确保|以便|需要|必须|才能|直到|等待|修复|解决|已处理|忽略|似乎|好像|大概|估计|看起来|也许|以为|本[应该来]|难以|很难"
    r"|谈不上|不算|而不是|差一点|除[了去]?"
)
_FILLER = r"(?: (?:any|a|an|the|single|have|has|been|be|yet|were|was|more|further|other|new|one|tests?|checks?|jobs?))*"
NEGATION = re.compile(rf"(?:\b(?:not|no|never|without|zero|none|nothing|neither|nor)|n't){_FILLER}[ \"'`]*$")
NEGATOR = re.compile(
    r"\b(?:not|no|never|without|zero|none|cannot|nothing|neither|nor|hardly|partially|partly)\b|n't|[没未不无非零]"
)
CJK_NEGATION = re.compile(
    r"(?:没有|没|未|不|无|非|零)(?:任何|能够|能|出现|发生|曾|被|全部|发现|产生|有|会|再|完全|得到)*$"
)
_END = r"(?= ?(?:[,;.!)\]}|\n、。]|$))"
COUNT_AFTER = re.compile(
    rf"[\"']?(?:了|次数|数量|个数|总数|数|[ _-]?count)? ?[\"']?(?:[:=] ?)?(\d{{1,9}})(?:[个次条项处])?{_END}|[\"']?=(\d{{1,9}})(?= )"
)
COUNT_BEFORE = re.compile(
    r"(?<![\w第/.-])(?<!\d,)(\d{1,9}) ?[个次条项处]?(?:tests?|checks?|items?|files?|cases?|specs?|jobs?|测试|用例|检查)? ?$"
)
COUNT_LEAD = re.compile(
    r"(?:^|[;,.:=()\n。、{}\[\]|]|\b(?:with|and|had|has|have|found|were|got|reported|there are|tests|test files|suites|checks)"
    r"|[\u3400-\u9fff]) ?$"
)
# A part of the whole went well: nothing clear about the whole.
PARTIAL = re.compile(
    r"\b(?:only|just|merely|most|some|several|half|many|few|nearly|almost|partially|partly|the rest|others?)\b|\d ?(?:/|out of|of)"
    r"(?: the)? ?\d|(?<!\b100)%|仅|只有|部分|多数|一些|几乎|差点|其余|个别"
)
PARTIAL_AFTER = re.compile(r"[\"']?了? ?[:=]?(?: (?:in|on|for|at))? ?\d+(?:\.\d+)? ?(?:/|of\b|out of\b|%)")
NO_AFTER = re.compile(
    rf"[\"']? ?[:=?] ?[\"']?(?:false|no|none|null|nil|nothing|\[\]|\{{\}}|\"\"|''|否|无|没有)[\"']?{_END}"
)
# What follows and takes it back: "success was not reached", "passed except one", 成功的概率, 成功了吗, 成功后.
TAKEN_BACK = re.compile(
    r"[\"']? (?:is|was|were|are|has|have|can|could|did|does|do|seems|looks)(?:n't| not| never| no longer)\b|[\"']? (?:not|never)\b"
    r"|[\"']? (?:is|was|were|are|seems|looks) (?:false|impossible|unlikely|unclear|unknown|missing|unreachable)\b"
    r"|,? ?(?:except|excluding|apart from|aside from|other than|but (?:not|one)\b)|了?[,;]?(?:除了?|[但却](?!是?没有[错失异报]))"
    r"|的?(?:概率|可能|机会|希望|几率|前提|条件|标准)|[之以]?[后前]|的话|与否|了?[吗么]"
)
QUESTION = re.compile(r"[^.!?;:,。、()\[\]{}]{0,60}\?(?![a-z0-9_=])")
# Two things that are compared, or what was wished for: nothing that is said to be so.
COMPARED_AFTER = re.compile(r"[\"'`]? ?(?:[!=]==?|<>|≠)")
COMPARED_BEFORE = re.compile(
    r"(?:[!=]==?|<>|≠) ?[\"'`]?$|(?:\b(?:expected|expects?|wanted|want)|预期|期望|应为)(?: (?:status|result|value|output|结果))?[\"']? ?[:=] ?[\"'`]?$"
)
# Acts that undo another: that they went well says nothing of the one that they undid.
UNDOING = re.compile(
    r"\broll(?:ed|ing)? ?-?back\b|\brevert(?:ed|ing)?\b|\bcancell?(?:ed|ing|ation)?\b|\babort(?:ed|ing)?\b|\bundone?\b"
    r"|\bclean(?:ed|ing)? ?-?up\b|\btear(?:ing)? ?-?down\b|回滚|回退|撤销|取消|清理|中止|终止"
)
NOT_THERE = re.compile(
    r"\b(?:not found|no such|does(?: not|n't) exist|do(?: not|n't) exist|unknown|sold out|fully booked)\b"
    r"|不存在|未找到|找不到|没有?找到|查无|已满|售罄|已取消"
)
# It went well so far, and the end is not there yet.
WAITING = re.compile(
    r"(?<!\d )\bpending\b|\bqueued\b|\bscheduled\b|\bin progress\b|\bawaiting\b|等待|排队|队列|待审|[审处受][核理]中|进行中"
)
# A call that was answered, with a refusal.
REFUSED = re.compile(
    r"\b(?:cannot|can't|could not|couldn't|unable|not (?:allowed|permitted|possible|available|supported|found)|invalid|no such|sorry)\b"
    r"|无法|不能|不足|不允许|不支持|不可以|抱歉|不存在|未找到|找不到"
)
ANSWER_CODE = re.compile(r"\"?\b(?:error_?|err_?|ret_?|status_?)?(?:code|errno)\"? ?: ?\"?(-?\d{1,6})\b")
YES_AFTER = re.compile(rf"[\"']? ?[:=] ?[\"']?(?:true|yes|是)[\"']?{_END}")

"""The words by which an outcome says that it went well or badly, and the words around them that turn or cancel it."""

from __future__ import annotations

import re

# In what happened: forms that state a result. "pass" and "fail" alone are commands or plans, except in capitals.
GOOD = r"passed|passes|succeeded|succeeds|success|successful|successfully|ok|okay"
BAD = (
    r"failed|fails|failure|failures|failing|error|errors|errored|exception|exceptions|traceback|fatal|panicked|crashed"
    r"|crash|aborted|denied|refused|rejected|timed out|unsuccessful|unsuccessfully|broken"
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
    r"|cases|mode|count|threshold|budget|path|paths|class|name)\b|[率码信日数处类]|/|[_.(]\w"
)
# What may be, should be, was once, or has been mended.
MODAL = re.compile(
    r"\b(?:would|should|shall|will|could|may|might|must|can|if|unless|until|expect|expected|expects|want|wants|whether|when"
    r"|in case|before|previously|earlier|ensure|verify|waiting|on|fix|fixed|fixes|resolved|resolve|handled|recovered|ignored"
    r"|think|believe|guess|assume|seems?|appears?|probably|likely|hopefully|maybe|perhaps)\b"
)
CJK_MODAL = re.compile(
    r"应该|应当|可能|如果|若|预期|期望|希望|是否|会|将|之前|上次|确保|以便|需要|必须|才能|直到|等待|修复|解决|已处理|忽略|似乎|好像|大概|估计|看起来|也许"
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
    r"(?:^|[;,.:=(\n。、{}\[\]|]|\b(?:with|and|had|has|have|found|were|got|reported|there are|tests|test files|suites|checks)"
    r"|[\u3400-\u9fff]) ?$"
)
# A part of the whole went well: nothing clear about the whole.
PARTIAL = re.compile(
    r"\b(?:only|just|merely|most|some|several|half|many|few|nearly|almost|partially|partly|the rest|others?)\b|\d ?(?:/|out of|of)"
    r"(?: the)? ?\d|(?<!\b100)%|仅|只有|部分|多数|一些|几乎|差点|其余|个别"
)
PARTIAL_AFTER = re.compile(r"[\"']?了? ?[:=]? ?\d+(?:\.\d+)? ?(?:/|of\b|out of\b|%)")
NO_AFTER = re.compile(
    rf"[\"']? ?[:=?] ?[\"']?(?:false|no|none|null|nil|nothing|\[\]|\{{\}}|\"\"|''|否|无|没有)[\"']?{_END}"
)
YES_AFTER = re.compile(rf"[\"']? ?[:=] ?[\"']?(?:true|yes|是)[\"']?{_END}")

"""Words by which an agent's statements give away what it believes, plans and asks, in English and Chinese."""

from __future__ import annotations

from hindsight_memory.domain.text.cues.group import Cues

CONCLUDES = Cues(
    "concludes",
    (
        r"therefore|thus|hence|consequently|accordingly|(?:which|this|that)\s+means|mean(?:s|ing)\s+that|impl(?:y|ies)|suggests?|indicates?|confirms?"
        r"|based\s+on\s+(?:this|that|the)|in\s+(?:that|this)\s+case|so\s+(?:the|it|i|we|you|he|she|they|this|that|both|only|there|a|an|no|neither|my)\b",
    ),
    ("因此|所以|因而|可见|这?说明|意味着|这?表明|由此|也就是说|于是|看来|据此",),
)
GROUNDS = Cues(
    "grounds",
    (r"since|because|due\s+to|given\s+(?:that|the)|owing\s+to|as\s+(?:the|it|there|you|he|she|this|that)\b",),
    ("因为|由于|既然|鉴于|根据|按照",),
)
MODAL = Cues(
    "modal",
    (
        r"should|must|cannot|can(?:not|'t)|can(?:\s+only|\s+be)?|could|won't|will|would(?:n't)?|may(?!\s+\d)|might|likely|unlikely|probably|possibly|perhaps|possible|impossible"
        r"|eligible|entitled|allowed|permitted|required|requires?|supposed|needs?\s+to|have\s+to|has\s+to|only|enough|within|exceeds?|covers?|supports?|available|unavailable",
    ),
    (
        "应该|应当|必须|不能|无法|不可以?|可以|只能|只有|可能|也许|大概|估计|一定|肯定|需要|不足|足够|超过|超出|符合|满足|有资格|支持|不支持|不会|能够?|未必|没有|还有|尚未|已经",
    ),
)
ASSUMES = Cues(
    "assumes",
    (
        r"assum(?:e|es|ing|ed)|presum(?:e|ably|ing)|suppos(?:e|ing)|expect(?:s|ed|ing)?|i\s+(?:think|believe|guess|suspect|bet)|(?:it|this|that)\s+(?:seems|appears|looks)|seems?|appears?",
    ),
    ("假设|假定|预计|预期|期望|我认为|我觉得|我猜|我判断|推测|怀疑|似乎|好像|看起来|以为",),
)
LACKS = Cues(
    "lacks",
    (
        r"(?:does|did|do)(?:\s+not|n't)\s+(?:\w+\s+)?(?:mention|contain|say|include|show|provide|list|have|tell|give|cover|answer|help|work|match|exist)"
        r"|(?:is|was|are|were)\s+(?:not|n't|never)\s+(?:mentioned|found|given|listed|shown|included|provided|specified|available|clear|helpful|relevant)|isn't\s+mentioned"
        r"|no\s+(?:mention|information|results?|record|data|evidence|details?|match(?:es)?|entry|indication|luck|useful|relevant|specific)\b|nothing\s+(?:about|on|useful|relevant)"
        r"|not\s+(?:enough|sufficient)\s+(?:information|data|evidence)|(?:could|can)(?:\s*not|n't)\s+(?:find|determine|see)|unable\s+to\s+find|irrelevant|unrelated",
    ),
    (
        "没有?(?:提到|提及|包含|说明|写|给出|列出|找到|查到|信息|结果|记录|数据|相关)|未(?:提到|提及|找到|查到|包含|说明|给出)|找不到|查不到|无关|不相关|不够|没有用|没用|看不出",
    ),
)
PLANS = Cues(
    "plans",
    (
        r"(?:so\s+|then\s+|now\s+|next,?\s+|first,?\s+|and\s+|but\s+|okay,?\s+|ok,?\s+|to\s+[^,]{3,60},\s+)*(?:i\s+(?:need|have|want|plan|intend|am\s+going|ought)\s+to|i(?:'ll|\s+will|\s+should|\s+can|\s+must|\s+could|\s+would|'m\s+going\s+to|'d)(?!\s+(?:not|only|be)\b)"
        r"|let(?:'s|\s+me|\s+us)|we(?:'ll|\s+will|\s+should|\s+need\s+to|\s+can|\s+could)|(?:my\s+)?(?:next\s+step|plan|goal|task)(?=\s+is\b|:)|proceed(?:ing)?\s+(?:to|with)|trying|going\s+to|time\s+to"
        r"|(?:calculate|compute|search|look|find|check|verify|determine|compare|then|use|try|open|read|run|update|fix|add|create|call|confirm|ensure|get|consider)(?=\s+(?!\w+ed\b)))",
    ),
    (
        "(?:所以|那么?|那就|于是|然后|接着|下一步|接下来|首先|现在|好的?[,，]?|因此)?(?:我(?:们)?(?:需要|要|来|会|将|应该|得|想|打算|可以|先|再|去)|让我(?:们)?|先(?!前|生)|接下来|下一步|然后|再(?!次)|准备|打算|继续|尝试|试着|试试|计划)",
    ),
)
"""At the start of a clause: what the agent will do, not what it takes to be true."""

TO_USER = Cues(
    "to the user",
    (
        r"please|could\s+you|can\s+you|would\s+you|do\s+you|may\s+i|let\s+me\s+know|feel\s+free|if\s+you(?:'d|\s+would)?\s+(?:like|want|need|have|decide|wish|prefer)|thank(?:s|\s+you)|you'?re\s+welcome|sorry|apologi[sz]e|i\s+(?:understand|appreciate|see)"
        r"|i\s+can\s+(?:help|assist|certainly|definitely|offer)|happy\s+to|glad\s+to|to\s+confirm|here\s+(?:is|are)|here's|below|the\s+following|as\s+follows|have\s+a\s+(?:great|nice|good|safe)|would\s+you\s+like|how\s+(?:can|may)\s+i|you\s+(?:can|may|could)\s+(?:choose|select|pick|decide)|i\s+recommend|i\s+suggest|anything\s+else",
    ),
    (
        "请(?!求|假)|麻烦您?|谢谢|感谢|不客气|抱歉|对不起|您好|你好|很高兴|祝您|如果您|如需|您是否|您可以|需要我|以下是|如下|是否需要|可以帮|帮您|为您(?:查|找|办)|让我知道|告诉我|还有(?:其他|别的)|有什么可以",
    ),
)
REPORTS = Cues(
    "reports",
    (
        r"successfully|(?:has|have)\s+(?:now\s+)?been\s+(?:\w+ly\s+)?\w+(?:ed|en|t)\b|i(?:'ve|\s+have)?\s+(?:just\s+|now\s+|already\s+|also\s+)?(?:found|retrieved|looked|located|checked|searched|updated|booked|cancel+ed|processed|completed|reviewed|gathered|identified|issued|added|verified|calculated|made|fixed|created|run|ran)",
    ),
    (
        "已(?:经)?(?:成功|为您|帮您|完成)|成功(?:地|为|完成|预订|取消|修改|更新)|我(?:已经?|刚|刚刚)?(?:找到|查到|查询到|看到|完成|更新|预订|取消|修改|处理)了?",
    ),
)
ENABLES = Cues(
    "enables",
    (
        r"can(?!not|'t)|could|(?:be\s+)?able|eligible|entitled|allow(?:s|ed|ing)?|permit(?:s|ted)?|enough|sufficient|covers?|covered|possible|supports?|qualif(?:y|ies)|accepts?"
        r"|(?:should|will|must)\s+(?:\w+\s+)?(?:work|pass|succeed|build|compile|run|start|load|fix|be\s+(?:accepted|possible|allowed|fine|enough))",
    ),
    ("可以|能够?|有资格|足够|允许|符合|满足|支持|够用|(?:应该|会)(?:能|可以)?(?:通过|成功|生效|启动|运行|解决)",),
)
"""What an act puts to the test: that it can be done."""

HEDGES = Cues(
    "hedges",
    (
        r"might|may(?!\s+\d)|could|maybe|perhaps|possibly|probably|likely|unlikely|presumably|seems?|appears?|i\s+(?:think|guess|suspect|assume)|not\s+sure|unsure|assum(?:e|ing)|suggests?",
    ),
    ("可能|也许|或许|大概|估计|似乎|好像|看起来|猜|推测|怀疑|不确定|应该是|未必|假设",),
)
CERTAIN = Cues(
    "certain",
    (
        r"definitely|certainly|clearly|obviously|must\s+be|without\s+(?:a\s+)?doubt|always|never|cannot|guaranteed|for\s+sure|confirmed",
    ),
    ("一定|肯定|显然|必然|毫无疑问|绝对|确定|确认|必须|不可能|无法",),
)
INSTEAD = Cues(
    "instead",
    (
        r"instead(?!\s+of\s+(?:the\s+)?(?:original|usual))|rather\s+than|another\s+(?:way|approach|method|option|tool|source|query|route)|(?:a\s+)?different\s+(?:way|approach|method|option|tool|source|query|keyword|term|route)|alternative(?:ly)?|switch(?:ing)?\s+to|change\s+(?:the\s+)?(?:plan|approach|strategy)|fall(?:ing)?\s+back|work(?:ing)?\s+around|plan\s+b",
    ),
    (
        "改用|换成|换用|换个|换一[个种]|改为|改成|改走|另一[种个]|别的办法|其他办法|退而求其次|绕过|而不是|替代|转而|重新(?:考虑|规划)",
    ),
)
DENIES = Cues(
    "denies",
    (
        r"\W*(?:no|nope|not\s+(?:really|quite|that)|actually|wrong|incorrect|that'?s\s+(?:not|wrong)|that\s+is\s+(?:not|wrong)|wait|hold\s+on|neither)\b",
    ),
    ("^\\W*(?:不是|不对|不[,，。]|错了|等等|等一下|其实|都不)",),
)
CLAIMS_FAILURE = Cues(
    "claims failure",
    (
        r"unfortunately|error(?:s|ed)?|fail(?:ed|s|ure)|did(?:\s+not|n't)\s+(?:work|succeed|return|find)|not\s+(?:found|available|possible|enough)|no\s+(?:results?|mention|information|available|matching)|unable|could(?:\s+not|n't)|discrepancy|mismatch|issue|problem",
    ),
    ("抱歉|失败|出错|报错|错误|没有找到|未找到|未能|无法|没有结果|不一致|不符|问题|没用",),
)
CLAIMS_SUCCESS = Cues(
    "claims success",
    (
        r"successfully|success|(?:has|have)\s+been\s+\w+(?:ed|en|t)\b|(?:is|are|it)\s+(?:now\s+)?(?:fixed|done|complete|updated|booked|confirmed)|works?\s+(?:now|as)|passed|all\s+(?:good|green|set)|went\s+(?:fine|well|through)",
    ),
    ("成功|已(?:经)?(?:完成|更新|预订|取消|修改|处理|修复|解决)|通过了|搞定|一切正常|没有?问题",),
)

"""Tables of the words by which statements give themselves away, in English and Chinese.

A ``Cues`` is one group (what says "always", what says "just this once"). English entries are regular
expressions matched at word borders without case, Chinese ones anywhere; traditional characters are folded first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from hindsight_memory.domain.text.language import simplified


@dataclass(frozen=True)
class Cues:
    """One group of cue expressions with both languages compiled into one pattern."""

    name: str
    en: tuple[str, ...]
    zh: tuple[str, ...]
    pattern: re.Pattern[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        english = "|".join(self.en)
        chinese = "|".join(self.zh)
        parts = [rf"(?<![\w-])(?:{english})(?![\w])"] if english else []
        parts += [f"(?:{chinese})"] if chinese else []
        object.__setattr__(self, "pattern", re.compile("|".join(parts), re.IGNORECASE))

    def found(self, text: str) -> bool:
        """Whether any cue occurs in ``text``."""
        return self.pattern.search(simplified(text).replace("’", "'")) is not None

    def first(self, text: str) -> re.Match[str] | None:
        """The first cue in ``text`` (positions are those of ``text``)."""
        return self.pattern.search(simplified(text).replace("’", "'"))

    def starts(self, text: str) -> bool:
        """Whether ``text`` begins with a cue."""
        return self.pattern.match(simplified(text).replace("’", "'")) is not None

    def without(self, text: str) -> str:
        """Return ``text`` with every cue taken out."""
        pieces: list[str] = []
        start = 0
        for match in self.pattern.finditer(simplified(text).replace("’", "'")):
            pieces.append(text[start : match.start()])
            start = match.end()
        return "".join([*pieces, text[start:]])


REMEMBER = Cues(
    "remember",
    (
        r"(?:please\s+|do\s+|also\s+|and\s+)?(?<!n't )(?<!not )(?<!i )(?<!cannot )(?<!you )(?<!we )(?<!still )remember(?!ed|s|ing)(?!\s+(?:when|how|what|correctly|if|right))(?:\s+(?:that|this|one|it|for|to|please))*",
        r"(?:please\s+)?keep\s+(?:that|this|it)?\s*in\s+mind",
        r"(?:bear|keep)\s+in\s+mind",
        r"keep\s+(?:that|this|it|these|those)\s+on\s+(?:file|record)",
        r"(?:please\s+|do\s+)?(?:make\s+a\s+)?note\s+(?:that|down|this|for)",
        r"make\s+a\s+(?:mental\s+)?note",
        r"take\s+note",
        r"for\s+the\s+record",
        r"for\s+future\s+reference",
        r"(?:do\s+not|don't|never)\s+(?:ever\s+)?forget",
        r"(?:please\s+)?(?:save|store|write|put|jot)\s+(?:this|that|it)\s*(?:down|away|in\s+(?:your\s+)?(?:memory|notes))",
        r"(?:add|commit)\s+(?:this|that|it)\s+to\s+(?:your\s+)?(?:memory|notes)",
        r"memori[sz]e",
    ),
    (
        "(?:请|务必|一定要?|要|帮我|给我|你|麻烦|顺便|顺手)*(?:记住|记一下|记下来?|记着|记好|牢记|谨记|(?<![我不还没])记得(?!不|吗|是不是)|备忘|存档一下|记个?一?笔|记在心|留个?底)",
        "别忘|不要忘|勿忘|别再?忘",
        "记到(?:你的)?(?:记忆|备忘)|(?:写|存|加)(?:进|到|入)(?:你的)?(?:记忆|备忘)",
    ),
)
DURABLE = Cues(
    "durable",
    (
        r"always",
        r"never",
        r"from\s+(?:now|here|today|this\s+point)\s+on(?:wards?)?",
        r"going\s+forward|moving\s+forward|henceforth|hereafter",
        r"(?:each|every)\s+time|when(?:ever|\s+you)|(?:don't|do\s+not|not)\s+ever|works?\s+best|suits?\s+(?:me|us)",
        r"by\s+default|as\s+a\s+rule|(?:house|ground|hard|standing|golden|general)\s+rules?|that's\s+(?:a|the|our)\s+rule|rule\s+of\s+thumb",
        r"in\s+general|generally|usually|normally|typically|as\s+usual|as\s+standard",
        r"without\s+exception|no\s+exceptions?|at\s+all\s+times",
        r"permanently|until\s+further\s+notice|for\s+good|long[\s-]term",
        r"should\s+(?:always|never)",
        r"(?<!'d )(?<!would )prefer(?:s|red|ably|ence)?|favou?r(?:s|ite)?|rather\s+than|instead\s+of|I'd\s+rather(?!\s+not\s+(?:say|now))",
        r"(?:we|i|our\s+\w+|the\s+team)\s+(?:(?:do\s+not|don't)(?!\s+(?:have|remember|know|see|think|want|need|understand|mind|believe|recall|get|care|feel|depend)\b)|only|always|never|stick\s+to|insist)",
        r"(?:i|we|she|he|they)\s+(?:really\s+|do\s+)?(?:like|love|hate|dislike|detest|can't\s+stand)s?\b",
    ),
    (
        "(?<![点号日天年月周后期半钟])以后|今后|往后|从现在(?:起|开始)|从今(?:天|往后|以后)?(?:起|开始)|从此|日后|将来|下次|再(?:遇到|碰到)",
        "一律|统一|总是|永远|始终|每次|每回|每逢|凡是|凡|一概|但凡|只要.{1,12}就",
        "每(?:天|日|周|月|年|季|个|逢|晚|早|隔)",
        "固定|默认|长期|常年|平时|平常|通常|一般(?:都|来说|情况|用|走|要)|一贯|习惯|惯例|照例|向来|从来",
        "都(?:要|按|得|走|别|须|需)|(?:都|就)(?:是)?这样",
        "不要再|别再|不再|再也|千万|严禁|绝不|绝对不|不许|不准|切勿",
        "优先|首选|尽量|能.{1,6}就|宁可|宁愿|偏好|偏爱|更喜欢|最喜欢|喜欢|讨厌|不喜欢|受不了|反感",
        "惯用|铁律|老规矩|规矩是|约定[:：]",
    ),
)
SWEEPING = Cues(
    "sweeping",
    (
        r"in\s+(?:the\s+)?future|next\s+time|(?:when|if)\s+(?:it|this|that)\s+happens\s+again",
        r"for\s+(?:each|every|all|any|anything|everything|everyone)\b",
        r"any\s?time|for\s+any|(?:each|every|all)\s+(?!more\b|good\b|right\b|the\s+time\b|done\b|set\b|day\s+long\b|of\s+(?:them|it|these|those|this|that)\b)(?:of\s+)?(?:my|our|the|new|future|other)?\s*\w+",
        r"everywhere|throughout|across\s+(?:the|all|our)\s+\w+|(?:in|for|with)\s+everything",
        r"must(?:n't)?|has\s+to|have\s+to|need(?:s)?\s+to\s+be|required\s+to|be\s+sure\s+to|make\s+sure",
        r"standard|convention|policy|guideline|our\s+(?:style|practice|habit|custom)",
    ),
    (
        "务必|必须|一定要|一定得|所有|任何|全部|一直(?!线|连|报|在)|每(?:一)?(?:个|份|篇|条|笔|单)",
        "都(?:用|是|不|给|放|写|寄|发|有)|约定|规矩|规则|规定|标准|规范|口径|政策|原则|惯例",
    ),
)
CHANGE = Cues(
    "change",
    (
        r"(?:that|this|it|things|plans?|the\s+\w+)(?:'s|\s+has|\s+have)?\s+changed",
        r"(?:is|are|was|were|has\s+been|have\s+been|got)\s+(?:now|moved|renamed|replaced|raised|lowered|bumped|increased|reduced|extended|shortened|switched|changed|archived|deprecated|retired|dropped|merged)",
        r"(?:moved|switched|migrated|changed|switching|moving|renamed|changing)\s+(?:\w+\s+){0,4}?(?:to|from|over|into)",
        r"as\s+of\s+(?:today|now|\w+day|\d+)|effective\s+(?:\w+)|starting\s+(?:from\s+)?(?:today|now|next|\w+day)",
        r"now(?:adays)?",
        r"after\s+all",
        r"(?:goes|went|going|raised|up|down|lowered|bumped)\s+(?:up|down|to|from)",
        r"instead(?!\s+of)",
        r"not\s+[\w.:/-]+(?:\s+[\w.:/-]+)?\s*(?:any\s?more|as\s+(?:i|we)\s+(?:said|thought|told))",
        r"used\s+to",
        r"no\s+longer",
        r"the\s+(?:new|old)\s+\w+",
    ),
    (
        "(?:改|换|调|变|升|降|挪|移|搬|切)(?:成|为|到|用|回|至|了)|改(?:一下|走|发|在|约)|调整(?:为|成|到)|更新(?:为|成|到)|变更为|迁(?:移)?到",
        "不再|作废|废弃|停用|取消了|下线了|现在(?:都|是|改|用|要|一共|换|只|不|起|已)|如今|这样(?:我们|就)",
        "从.{1,12}(?:改|变|升|降|调|换|提)",
        "新的?(?:规则|地址|口径|流程|要求|标准|上限|窗口)",
    ),
)
ONE_OFF = Cues(
    "one_off",
    (
        r"(?:just\s+|only\s+)?(?:this|for)\s+once|just\s+the\s+once|once\s+only",
        r"(?:just\s+|only\s+|for\s+)?this\s+(?:one\s+)?time(?:\s+(?:only|around))?",
        r"(?:just|only)\s+(?:for\s+)?(?:today|now|tonight|this\s+\w+|the\s+moment|here)",
        r"for\s+(?:now|today|tonight|this\s+(?:one|time|pr|ticket|task|run|post|page|release|order|trip|paragraph|report|issue|commit|branch|case))(?!\s+on)",
        r"(?:only|just)\s+because",
        r"(?:as\s+)?(?:an?|one)[\s-](?:time\s+)?exception|exceptionally|one[\s-](?:off|time)|make\s+an\s+exception",
        r"(?:not|isn't|no)\s+(?:our|the|a|my)\s+(?:standard|usual|normal|new|general|rule|precedent|policy)\w*(?:\s+\w+)?",
        r"this\s+(?:one|paragraph|pr|post|page|report|release)\s+(?:may|can|could|doesn't\s+need)",
        r"temporar(?:y|ily)|for\s+the\s+time\s+being|in\s+this\s+(?:one\s+)?case|today\s+only|tonight\s+only",
        r"(?:skip|leave\s+out|ignore|without)\s+.{1,40}\bthis\s+(?:time|once|release|round)",
    ),
    (
        "(?:就|仅|只|仅此|只此|只限|仅限|先)?(?:这|本|此|这一|这1)(?:次|回|趟|单|遍|轮)(?!要?求)",
        "破(?:个|一次)?例|例外|下不为例|特例|特批|单独给|仅此|就这(?:一|样一)|只(?:有|限)?这(?:一|篇|份|个|张|单)",
        "仅(?:这|此)?一(?:次|份|个|篇|回|张|单)|一次性|今天(?:先|就|暂|例外|不用|特殊)|今晚先|临时(?:用|改|加|调|先|放|换|给|破|走)|暂时|暂且|姑且|先这样|先凑合",
        "这(?:篇|份|个|张|批|封|场|顿|版|期)(?:就|可以|先|破|不用|不要|例外|单|特|稿|用|多|少|别|改|来|换)",
        "(?:本|这)(?:篇|份|期|版|批).{0,6}(?:例外|破例|特殊|不按)",
    ),
)
GUESS = Cues(
    "guess",
    (
        r"(?:might|may|could|must)\s+(?:well\s+)?(?:be|have|need|also)\b",
        r"maybe|perhaps|possibly|probably|presumably|likely|supposedly|conceivably",
        r"(?:my|first|best|initial)\s+(?:\w+\s+)?(?:guess|hunch|theory|hypothesis|suspicion)|a\s+hunch",
        r"i\s+(?:guess|suspect|think|assume|suppose|bet|believe|imagine|reckon|expect|wonder)|i'd\s+(?:guess|say|bet|assume)|suspect(?:ing)?",
        r"(?:it|this|that)\s+(?:seems|appears|looks\s+like|sounds\s+like)|seems\s+to|apparently|not\s+sure|unsure|unclear",
        r"should\s+be\s+(?:fine|ok|enough|it)|let\s+me\s+(?:try|see|check|guess)",
    ),
    (
        "可能(?!的组合)|也许|或许|大概(?!率是定)|怀疑|猜|估计|估摸|应该是|应该就?是|看起来|看样子|似乎|貌似|我?(?:判断|推测|推断|感觉|觉得)(?:是|应该|可能|为)?|多半|好像|八成|恐怕|说不定|不确定|没准|试试",
    ),
)
RETRACT = Cues(
    "retract",
    (
        r"(?:i\s+)?take\s+(?:that|it)\s+back|scratch\s+that|strike\s+that|never\s?mind|no\s+wait|wait,?\s+no|hold\s+on",
        r"i\s+was\s+(?:wrong|mistaken|off)|my\s+(?:mistake|bad|error)|i\s+(?:misread|misspoke|misunderstood|mixed)|correction|not\s+\w+\s+at\s+all",
        r"(?:so\s+)?(?:it'?s?\s+|that'?s?\s+)?(?:is\s+|was\s+)?not\s+(?:that|it|the\s+\w+|\w+)(?:\s+(?:then|after\s+all|either))?$",
        r"(?:so\s+)?(?:it|that)\s+(?:isn't|wasn't)\s+\w+|rul(?:e|es|ed|ing)\s+(?:that\s+|it\s+)?out|ruled\s+out|that\s+(?:guess|theory)\s+was",
        r"you'?re\s+right",
    ),
    (
        "(?:刚才|之前|先前|前面)的?(?:判断|猜测|说法|想法|结论)?(?:不对|错了|有误)|收回|说错|更正|排除|弄错|搞错|看错|记错|我错了|误判|猜错",
        "(?:^|[,，。;；])不对(?:[,，。;；]|$)|不是.{1,14}(?:问题|原因|造成|导致)|没(?:有)?问题",
    ),
)
FAILURE = Cues(
    "failure",
    (
        r"dead[\s-]end|does(?:n't|\s+not)\s+(?:work|help|fix|do|support|apply|cope|handle|solve|change|read|start|load)|didn't\s+(?:work|help|fix|change|solve)|won't\s+(?:work|help|fix|start|build|run)|do(?:n't|\s+not)\s+(?:work|help|fix|support)|not\s+work(?:ing)?",
        r"can(?:not|'t)|unable\s+to|impossible|no\s+way\s+to",
        r"refus(?:es|ed)|reject(?:s|ed)|fail(?:s|ed|ure)?|br(?:eaks|oke|oken)|crash(?:es|ed)?|hang(?:s|ed)|hung|corrupt(?:s|ed)?|garbl(?:es|ed)|mangl(?:es|ed)|lost|loses|drops?\b|leaks?|deadlock(?:s|ed)?|stalls?",
        r"unusable|useless|pointless|no\s+(?:use|good|effect|luck)|in\s+vain|makes\s+(?:it|things)\s+worse|worse",
        r"not\s+supported|unsupported|incompatible|conflicts?\s+with|clash(?:es)?|mixes|time[sd]?\s+out|too\s+(?:slow|short|old|large|big|many|few|small)",
        r"silently|wrong\s+(?:approach|way|idea|tool|layer|place)|is\s+out\b|ruled\s+out|ha(?:s|ve)\s+no|no\s+longer\s+\w+|not\s+(?:readable|usable|enough)",
        r"doesn't|isn't|aren't|wasn't|weren't|keeps\s+the|ignores|overwrites|deletes|only\s+understands",
    ),
    (
        "走不通|行不通|不可行|不管用|没用|无效|没效果|不起作用|没生效|不生效|白费|失效",
        "不会(?:自动|再|被|生效|触发)|无法|不能|没法|办不到|做不到|不支持|不兼容|不认|不识别",
        "失败|报错|出错|超时|崩溃|崩|卡死|死锁|冲突|丢失|丢数|乱码|错位|漏|会超|超限|被拒|拒绝|驳回|打回|溢出|锁等待|更糟|更慢|变慢|反而",
        "[读写装跑连打编启登存用删改发传开起进出找解]不(?:了|上|出|过|通|动|开|到)|不(?:太)?管用|不行|爆(?:内存|掉|了)|覆盖掉?|错的|白搭",
        "踩坑|有坑|坑|教训|不要用|别用|不可用",
    ),
)
WORKED = Cues(
    "worked",
    (
        r"(?:what|that)\s+(?:finally\s+|actually\s+|eventually\s+)?(?:worked|did\s+(?:it|the\s+trick)|made\s+it\s+work|helped|fixed\s+it|solved\s+it)",
        r"(?:works?|worked)\b(?!\s+(?:on|at|for\s+(?:a|\d+)|in\s+the))|working\s+(?:combination|setup|recipe|config\w*|order|solution|approach)",
        r"(?:the\s+)?(?:fix|solution|cure|remedy|workaround|answer|trick|recipe|key|way\s+out)\s*(?:was|is|:|turned\s+out)|fixed\s+(?:by|with|it)|(?:is|was|got)\s+fixed|fix(?:es|ed)",
        r"(?:re)?solved(?!\s+on\s+its)|sorted|cured|recap|in\s+short|to\s+sum\s+up|summary|lesson|takeaway|for\s+next\s+time",
        r"(?:got|made|makes|brought|turned|gets)\s+(?:\w+\s+){1,4}(?:pass|work|green|run|build|start|succeed|through|back|down|clean|stable)",
        r"did\s+the\s+trick|succeed(?:s|ed)|gets?\s+\d+\s+of\s+\d+|sweet\s+spot|finally|goes?\s+through|went\s+through|is\s+the\s+way",
        r"(?:released|cleared|restored|unblocked|recovered)\s+(?:it|the|by|after|with)|(?:back\s+to|down\s+to|up\s+to)\s+\w+\s+(?:after|with|by)|(?:after|by|once)\s+(?:switching|adding|setting|using|pinning|upgrading|changing|removing|moving|raising|lowering|disabling|enabling)",
    ),
    (
        "(?<![不没无])(?:最终|最后|终于|实际|真正)?(?<![不没无])(?:可行|能用|能跑|跑通|奏效|管用|有效(?!期)|起作用|生效)的?",
        "解决(?:了|方法|办法|方案|问题|:|：|,)|已解决|修复(?:了|方法|办法|方式|:|：)|修好|搞定|治好|恢复(?:了|正常)",
        "(?:正确|稳妥|可行|最终|最后)的?(?:做法|方案|办法|步骤|流程|组合|配置|写法|顺序|参数|路径)|做法是|办法是|方法是|方案是|步骤是|关键是|关键在于|诀窍",
        "才(?:成功|行|好|可以|过|正常|能)|就(?:好|行|能|可以|正常|通)了?|(?:可以|能够?|才能|就能|即可)(?:稳定|正常|顺利|成功|一次|跑|通过|完成)|稳定跑完|跑完|成功(?:了|跑|完成|回滚|发布|部署|导入)|一次通过|通过了?(?:校验|测试|验证)|验证通过",
        "(?:改用|换成|换用|改成|改为|调成|调到|加上|去掉|关掉|关闭|打开|降到|升到|升级到|降级到|回退到).{1,60}(?:就|后|之后|才|不到|即|恢复|正常|通过|可以|好了)",
        "总结|小结|复盘|经验|结论",
    ),
)
CAUSE = Cues(
    "cause",
    (
        r"(?:the\s+|root\s+|real\s+|actual\s+)*(?:cause|reason|culprit|problem|issue|bottleneck)\s*(?:was|is|turned|:|being)|caused\s+by|because|since|due\s+to|turn(?:s|ed)\s+out|comes?\s+from|came\s+from|that'?s\s+why|explains?|responsible\s+for|stems?\s+from|as\s+(?:the|it)\b",
        r"so\s+(?:the|it|that|we|every)|which\s+(?:creates|causes|means|makes|breaks|blocks|leads|is\s+why)",
    ),
    (
        "(?:真正|根本|实际|最终)?(?:的)?(?:原因|根因|症结|元凶|罪魁|病根)(?:是|在于|:|：|找到)?|因为|由于|导致|造成|引起|所致|系.{2,30}所|所以|说明|其实是|原来|找到了|定位到|查明|查到|是.{2,20}(?:搞的|弄的|占的|触发的)",
    ),
)
LIMIT = Cues(
    "limit",
    (
        r"(?:rate[\s-])?limit(?:s|ed|ation|ations)?(?:\s+(?:is|to|of))?|quota|cap(?:ped)?(?=\s+(?:at|of|is|to)|\b)|ceiling|threshold|allowance|max(?:imum)?|min(?:imum)?|at\s+(?:most|least)|no\s+more\s+than|not\s+more\s+than|up\s+to\s+\d|within\s+\d+|below\s+\d|under\s+\d|above\s+\d|over\s+\d|only\s+\d",
        r"\d[\d,.]*\s*(?:\w+\s+)?(?:per|a|an|/)\s*(?:second|minute|min|hour|day|week|month|year|user|request|query|job|s\b|m\b|h\b)",
        r"only\s+(?:the\s+)?(?:\w+\s+){0,3}(?:can|may|team|role|admins?|on|from|between|during|after|before|via|through|with)|can\s+only|may\s+only|must\s+only|allowed\s+only|is\s+only",
        r"(?:not|isn't|aren't|never)\s+(?:allowed|permitted|possible|available|supported|authori[sz]ed)|may\s+not|must\s+not|mustn't|forbidden|prohibited|denied|banned|blocked|off[\s-]limits",
        r"can(?:not|'t)\s+(?:be\s+)?\w+|(?:is|are)\s+(?:refused|rejected|killed|archived|locked|frozen|closed|capped|throttled)|gets?\s+killed",
        r"only\s+(?:has|have|supports?|accepts?|covers?|allows?|works?|runs?|lets?|takes?|sees?)|(?:no|has\s+no|without)\s+(?:\w+\s+){0,2}access|(?:read|write|admin)\s+access",
        r"(?:stops?|ends?|closes?|opens?|shuts?|starts?)\s+at\s+\w+|(?:gets?|is|are)\s+(?:wiped|purged|deleted|reset|cleared|rotated)\s+(?:every|each|after|at)",
        r"read[\s-]only|write[\s-]protected|permission|privileges?|approval|approve[ds]?\s+by|sign(?:ed)?[\s-]off|needs?\s+(?:a\s+|an\s+)?(?:\w+'?s?\s+)?(?:approval|permission|supervisor|sign|review|ticket|token)|require[sd]?|allow[\s-]?list(?:ed)?|whitelist",
        r"\w*time[\s_-]?outs?|window|deadline|expires?|expir(?:y|ation)|retention|cut[\s-]off|freeze|business\s+hours|opening\s+hours|due\s+(?:on|by|date)|at\s+least\s+\d+\s*\w+\s+before|older\s+than|younger\s+than|killed\s+after",
        r"(?:is|are)\s+(?:now\s+|only\s+|still\s+)?(?:allowed|permitted|required|mandatory|compulsory|optional|limited)|nothing\s+(?:before|after|below|above|under|over|older|newer|but)",
        r"allows?\s+(?:only\s+)?(?:\w+\s+){0,3}\d",
    ),
    (
        "上限|下限|最多|至多|最大|最小|至少|最低|最高|不(?:得|能|可|要)?(?:超过|多于|少于|低于|高于|大于)|超过.{1,12}(?:就|会|要|需|则|被)",
        "限额|限制|配额|额度|限流|限速|限购|阈值|门槛|封顶",
        "只能|只有|仅限|只允许|只接受|只支持|只(?:可|给|收|认|开放)|不得|不允许|不准|不许|禁止|严禁|不给(?:开|批|放)|不放行|不开放|无权|没有?权限|权限|只读|不可(?:以)?|(?:无法|不能)(?:在线|自助|直接|通过|线上|修改|导出|退|改|超)",
        "(?:需|要|须|得|必须)(?:先|经|由|找|走|有)?.{0,10}(?:审批|批准|同意|签字|授权|审核|复核|评审|点头|许可|确认后)|审批|报备|白名单",
        "不让|只让|不给(?!力)|不再受理|不受理|(?:\\d|点|天|楼).{0,10}不能|不能.{0,6}(?:\\d|[一二两三四五六七八九十百千万]+[个次天条元块万])",
        "(?:要|得|必须|只能)走(?!了)|点头",
        "窗口|截止|有效期|到期|过期|失效|保留期|封网|冻结|营业时间|开放时间|工作时间|宵禁|时段|过了就",
        "每(?:秒|分钟|小时|天|日|周|月|年|次|人|单|用户|账号).{0,8}(?:\\d|[一二两三四五六七八九十百千万])+",
        "提前.{1,8}(?:天|小时|分钟|周)|(?:\\d+|[一二两三四五六七八九十])(?:天|小时|分钟)(?:内|前|以上|以内)",
    ),
)
DEFINITION = Cues(
    "definition",
    (
        r"(?!(?:it|this|that|there|these|those|he|she|they|we|you|i|what|which|who)\s+(?:is|are|has|have|gets?)\b)[\w'’)\]\"`-]+\s+(?:is|are|means|equals|lives?\s+(?:at|in|on|under)|belongs?\s+to|owns?|runs?\s+(?:on|at|in|under)|stands\s+for|refers\s+to|goes\s+to|go\s+to|consists?\s+of|contains?|uses?|has|have|gives?|gets?|allows?|reports?\s+to|handles?|maintains?)\s+\S+",
    ),
    (
        "(?:是|叫|为|等于|即|指的?是|位于|在于|属于|归|负责|存放?在|放在|住在?|包括|包含|共有?|有|用的?是|走|使用)(?!不是|吗|么|否)",
        r"[\u4e00-\u9fff]{2,}\s?[:：=]\s?\S+",
    ),
)
CHAT = Cues(
    "chat",
    (
        r"(?:thanks?|thank\s+you|thx|ty|cheers|great(?:\s+(?:job|work|stuff))?|nice(?:\s+(?:one|work|job|catch))?|cool|awesome|perfect|lovely|brilliant|good\s+(?:morning|night|evening|afternoon|job|work|catch|luck|stuff)|hello|hi|hey|morning|bye|see\s+you|talk\s+(?:later|soon)|later|ha(?:ha)*|lol|welcome|no\s+problem|you're\s+welcome|my\s+pleasure|sorry|congrats?|congratulations|happy\s+\w+|enjoy|have\s+a\s+\w+)",
        r"how(?:'s|\s+is|\s+are|\s+was)\s+(?:your|you|it\s+going|things)|weather|weekend|coffee|lunch|dinner\s+break|tired|sleepy|long\s+day|back\s+to\s+sleep|traffic|my\s+(?:boss|dog|cat|kid|phone)\s+(?:is|just)|football|hungry|raining|snowing|sunny",
    ),
    (
        "辛苦|谢谢|谢啦|感谢|多谢|哈哈|呵呵|嘿嘿|嘻嘻|你好|您好|早上好|早安|晚安|下午好|再见|拜拜|周末愉快|节日快乐|新年快乐|注意保暖|天气|好冷|好热|下雨|吃饭|午饭|吃了|喝(?:一)?杯|咖啡真|困死|累死|好累|好困|遛狗|遛弯|睡了|下班|加油|野餐|唱歌|玩笑|在吗|祝您|祝你|不客气|客气",
    ),
)
REQUEST = Cues(
    "request",
    (
        r"(?:please|pls|could\s+you|can\s+you|would\s+you|will\s+you|i'd\s+like|i\s+(?:need|want)\s+you\s+to|let's(?!\s+(?:go|stick|stay)\s+with)|go\s+ahead|help\s+me)",
        r"(?:find|write|draft|book|check|look|fix|make|run|show|give|send|create|add|remove|delete|rename|update|upgrade|extract|search|summari[sz]e|translate|review|explain|tell|open|close|deploy|roll|restart|move|change|build|test|plan|order|schedule|cancel|refund|offer|hold|try|prepare|compare|compute|calculate|list|convert|generate|implement|set|get|take|have\s+a\s+look|stop|merge|push|pull|investigate|debug|clean|export|import)\b",
    ),
    (
        "帮我|帮忙|请(?!假|勿)|麻烦|给我|替我|能不能|可不可以|可以帮",
        "^(?:写(?!好|错|得)|做(?!好|法)|查(?!到|明|出)|看(?!到|来|得)|找(?!到)|跑(?!通|完)|改(?!成|为|用|了|好|动)|加(?!上|了)|删|订(?!单|好)|发(?!现|布窗)|建(?!议)|整理|翻译|总结|生成|部署|升级|修|排查|搜|导出|导入|更新|出|画|算|列|扩|拆|先|再|把|给|去)",
    ),
)
ECHO = Cues(
    "echo",
    (
        r"(?:ok(?:ay)?|got\s+it|understood|noted|sure|will\s+do|right|alright|of\s+course|yes|confirmed|on\s+file|acknowledged|roger|good\s+to\s+know|makes\s+sense|thanks|clear|copy\s+that|absolutely|certainly|done|fine|agreed|so:)",
    ),
    ("好的|好[,，。!！]|明白|收到|了解|记下|记住了|已记|知道了|没问题|可以[,，。]|行[,，。]|嗯|是的|对[,，。]|遵命|清楚|OK|ok",),
)
BORROWED = Cues(
    "borrowed",
    (r"same\s+as\s+(?:before|last|always|usual|in)|same\s+(?:\w+\s+)?(?:cause|remedy|fix|problem|issue|story|solution|trick|recipe)|once\s+again|as\s+in\s+(?:january|february|march|april|may|june|july|august|september|october|november|december|the\s+last)|as\s+(?:before|usual|always|discussed|agreed)|the\s+usual\s+\w+|like\s+last\s+time|you\s+(?:already\s+)?know",),
    ("老问题|(?:同样|一样)的(?:原因|问题|办法|做法|毛病)|(?:原因|问题|办法|做法)(?:和|跟|与).{1,8}一样|又是|老(?:时间|地方|规矩|样子|价钱|路子)|照旧|照常|跟(?:上次|以前|之前)一样|和(?:上次|以前|之前)一样|那(?:个|件)?事儿?(?![情务])|你(?:也)?知道的|上次说的|之前说(?:过)?的|还是.{0,10}(?:对吧|吧|是吧)",),
)
OPENER = Cues(
    "opener",
    (
        r"(?:fyi|by\s+the\s+way|btw|also|one\s+more\s+(?:thing|point)|one\s+thing|another\s+thing|(?:two|three)\s+more\s+things|before\s+(?:i\s+forget|anything|you)|heads[\s-]up|just\s+so\s+you\s+know|while\s+(?:you're|we're)\s+(?:here|at\s+it)|oh,?\s+and|and\s+(?:another|please)|ps|p\.s\.|careful|reminder|important|note)",
    ),
    ("顺便|另外|还有|对了|再(?:提醒|说)一?(?:下|句|点)|提醒(?:你)?一?下|补充一?(?:下|句|点)|说明一?下|先说清楚|跟你说|告诉你|插一句|哦对|注意|强调一?下|有件事|以及",),
)
DECISION = Cues(
    "decision",
    (
        r"(?:let's|we'll|we|they)\s+(?:go|went|stick|stay)\s+with",
        r"(?:we|they|i|the\s+\w+)(?:'ve|\s+have|\s+has)?\s+(?:decided|agreed|settled|chose|chosen|opted|voted|signed\s+off|picked|standardi[sz]ed|ruled)",
        r"(?:decision|verdict|conclusion|agreement|outcome)\s*(?:is|was|:)|it's\s+decided|final\s+answer|(?:the\s+\w+\s+)?(?:answered|confirmed|approved|replied)",
    ),
    ("决定|定了|定下来|敲定|拍板|(?:评审|会议|讨论|投票)?结论|投票(?:定|决定)?|对齐了|达成一致|商量好|选定|确定(?:用|为|了|下来)|最终(?:选|用|方案)|通知|批了",),
)
REASON = Cues(
    "reason",
    (
        r"because|since|so\s+that|otherwise|that's\s+(?:what|how|why)|which\s+is\s+why|or\s+(?:else|they|it|we)|for\s+(?:compliance|legal|security|audit|safety)|set\s+by|won't|can't|hates?|wants?",
    ),
    ("因为|由于|不然|否则|免得|以免|省得|习惯了|要求的?|投票|老板|领导|法务|合规|客户|是.{1,12}的(?:[,，。]|$)",),
)
INFERRED = Cues(
    "inferred",
    (
        r"(?:evidently|apparently|clearly|obviously|it\s+(?:seems|looks\s+like)|looks\s+like|seems(?:\s+like)?|i\s+(?:take\s+it|gather|see|notice|conclude|infer)(?:\s+that)?|so)\s*,?\s+(?:\w+\s+){0,2}?(?:you|the\s+user|they)\s+(?:\w+\s+)?(?:prefer|like|want|dislike|favou?r|don't\s+(?:like|want)|avoid|care|would\s+rather|always|never)",
        r"(?:your|the\s+user's)\s+(?:preference|habit|pattern|taste)\s+(?:is|seems|appears)|you\s+(?:seem|appear|tend)\s+to|i'll\s+(?:treat|take)\s+(?:that|it|this)\s+as\s+(?:a|your)\s+(?:rule|preference|default)",
    ),
    (
        "(?:看得出|看出|看来|看样子|可见|想必|感觉|发现|注意到|明显|显然|我理解|估计)(?:来)?[,，]?.{0,14}?(?:您|你|用户|他|她|大家).{0,6}?(?:希望|喜欢|偏好|偏爱|习惯|更愿意|更倾向|倾向|不想|不喜欢|不要|想要|在意|讲究|都)",
        "(?:您|你|用户)(?:似乎|好像|应该|明显|显然|应当)(?:更|不|比较|一直)?(?:希望|喜欢|偏好|习惯|倾向|想|爱)",
    ),
)

_STATE_WORDS = (
    r"(?!(?:still\s+|now\s+|so\s+|too\s+|very\s+|a\s+bit\s+)*(?:red|green|blank|broken|down|empty|slow|odd|wrong|fine|good|ok|okay|ready|done|back|missing|late|gone"
    r"|failing|stuck|weird|better|worse|nice|great|correct|happy|sorry|here|there|awful|running|waiting|loading|working|coming|going|up|\w+ing)\b)"
)
_HABITS = (
    "starts?|ends?|closes?|opens?|ships?|hangs?|covers?|supports?|stops?|runs?|lives?|sits?|belongs?|handles?|owns?|pays?|lists?|holds?|takes?|comes?|goes|needs?|wants?|uses?"
    "|keeps?|stores?|expects?|contains?|includes?|speaks?|prefers?|reports?|allows?|accepts?|rejects?|refuses?|costs?|lasts?|means?|sends?|reads?|writes?|serves?|sells?"
    "|delivers?|arrives?|leaves?|meets?|hosts?|counts?|maps?|points?|requires?|works?\\s+(?:at|in|for|as|on)|listens?|connects?|depends?|manages?|maintains?|approves?|reviews?"
    "|covers?|charges?|bills?|deploys?|releases?|publishes|syncs?|backs?\\s+up|follows?|assumes?|ignores?|drops?|limits?|gets?|has|have|knows?|likes?|hates?|eats?|drinks?"
)
STATED = Cues(
    "stated",
    (
        rf"(?:the|our|my|his|her|their|your|all|every|each|most|both)\s+(?:[\w'’&/.-]+\s+){{1,6}}?(?:(?:only|always|usually|also|now|never|still)\s+)?(?:{_HABITS})",
        rf"(?:the|our|my|his|her|their|your|all|every|each|most|both)\s+(?:[\w'’&/.-]+\s+){{1,6}}?(?:is|are|isn't|aren't)\s+{_STATE_WORDS}\w+",
        rf"(?-i:[A-Z])[\w'’-]+(?:\s+(?-i:[A-Z])[\w'’-]+)*\s+(?:\([^)]*\)\s+)?(?:(?:only|always|usually|also|now|never)\s+)?(?:{_HABITS}|is|are)\s+{_STATE_WORDS}\w+",
        r"we\s+(?:only\s+|usually\s+|normally\s+|all\s+)?(?!(?:are|were|have|had|need|tried|want|can|could|should|will|would|see|saw|got|get|think|must|may|might|did|do|was|just|already|still|also|know|lost|found|went|came|made|ran|sent|put|hit|cut|set|let|told|gave|took|left|met|said|paid|sold|built|kept|held|spent)\b)[a-z]+(?<!ed)\s+\w+",
        r"i(?:'m|\s+am)\s+(?:an?\s+\w+|allergic|based|from|vegan|vegetarian|left-handed|colou?r-?blind|\w+\s+intolerant|pregnant|deaf)",
        r"i\s+(?:live|work|sleep|wake|eat|drink|drive|commute|speak|own|wear|use|study|teach|run|play)\s+\w+",
    ),
    (
        "^[^这那它刚我你您]{1,14}?(?:叫|归|由|在|位于|属于|放在|是|对.{1,6}过敏|要|得|只|有|用|走|对接|负责)(?!不是|吗|么|没|了吗)",
        "(?:^|[,，])(?:我|我们|我家|咱们?)(?:的|家|妈|爸|女儿|儿子|老婆|老公|公司|团队|这边|那边|单位|组)?[^,，。这那刚]{0,10}?(?:住|姓|叫|在|是|属|有|用|走|上|吃|喝|穿|负责|做)(?!吗|么|没|点|个事)",
    ),
)
TRANSIENT = Cues(
    "transient",
    (
        r"again|still(?!\s+(?:no|nothing|only|must|applies|valid|the\s+rule)\b)|right\s+now|at\s+the\s+moment|just\s+now|today|tonight|this\s+(?:morning|afternoon|evening)|so\s+far|yet|on\s+my\s+(?:side|end|machine)|in\s+an?\s+(?:hour|minute|bit)",
        r"(?:line|page|row|slide|step|option|number|item|para(?:graph)?)\s+(?:\d+|one|two|three|four)|(?:first|second|third|last|next|other)\s+(?:one|page|file|line|row|option|draft|version|paragraph|section|slide|sentence)",
        r"shorter|longer|bigger|smaller|bolder|a\s+(?:bit|little)|slightly|odd|weird|i\s+(?:\w+ed|paid|sent|saw|got|made|put|did|went|told|just|see|notice)\b|already|you\s+(?:forgot|missed|left|made|put|wrote)",
    ),
    (
        "又|刚才|刚刚|刚|正在|也是(?:$|[,，。])|也一样|再(?:加|改|看|试|来|发|做)|第[一二三四五六七八九十\\d ]+(?:行|段|页|个|条|张|版|句|步|项)|一点儿?(?:$|[,，。])|一下(?:$|[,，。])|试试|看看",
        "今天|今晚|下午|上午|等会|待会|马上|还是(?:不|报|没|白|错|慢|这)|你(?:漏|忘|写错|弄|把)|他说|她说|没收到|把.{1,12}(?:改|换|删|加|移|调|放)|我(?:先|再|去|看|付|刚|已|想想)",
    ),
)
RECURRING = Cues(
    "recurring",
    (
        r"(?:for|in|on)\s+(?:meetings|reports|emails|mails|flights|trips|hotels|invoices|commits|charts|tables|tickets|releases|reviews|documents|docs|slides|calls|bookings|orders|translations)",
        r"(?:reports|emails|mails|meetings|commits|charts|tables|invoices|documents|docs|titles|headings|names|variables|comments|tests|answers|replies|messages|dates|amounts|prices|units|figures|branches|slides)\s+(?:should|go|get|need|must|are|use|come|stay)",
        r"customer\s+(?:mails?|emails?|replies)|no\s+\w+(?:\s+\w+)?\s+for\s+(?:me|us|my|our)|should\s+(?:be|use|go|have|never|not|start|end|stay|come|look|read)",
    ),
    (
        "^(?:[^,，。]{0,8}的)?(?:日报|周报|月报|报告|汇报|标题|注释|代码|变量|命名|图表|配色|邮件|文案|稿子|稿件|推文|提交|分支|日志|接口|测试|单测|会议|排期|发票|报销|航班|机票|酒店|座位|餐厅|外卖|快递|沟通|回复|格式|单位|日期|金额|表格|文档|合同|报价|海报|字体|封面|空调|灯|闹钟|跟.{1,4}沟通|给.{1,6}(?:回复|发))"
        "[^,，。把再]{0,8}?(?:用|写|发|放|按|走|别|不要|要|得|称呼|控制|保留|精确|调|开|寄|选|订|定|以)",
        "(?<!先)(?:别|不要)(?!急|担心|管|客气|误会|的|人|家|动|慌|理|停|等|忘)(?:给|在|把|用|写|放|超|太|加|发|叫|打|说|提|让|约|安排|订|买|带)",
    ),
)
SESSION = Cues(
    "session",
    (
        r"i(?:'m|\s+am)\s+(?:willing|open|interested|happy|fine|okay|ok|ready|sure|not\s+sure|trying|looking|having|calling|hoping|contacting|writing|sorry|afraid|wondering|aware|just|also|currently|planning)",
        r"i(?:'d|\s+would)\s+(?:also\s+|still\s+|really\s+|just\s+)?(?:like|love|appreciate|prefer|want|need)|i\s+(?:just\s+|also\s+|only\s+)?(?:want|need|wish|have)\s+to|i\s+need\s+(?:an?|the)",
        r"(?:do(?:es)?\s+not|don't|doesn't|didn't)\s+have\s+(?:the|my|that|it|any)|with\s+me\s+right\s+now|that\s+works\s+for\s+me|no\s+(?:\w+\s+){1,3}needed|please\s+(?:proceed|go\s+ahead|continue)",
        r"(?:my|the|our|his|her)\s+(?:\w+\s+){0,2}(?:id|number|code|ref(?:erence)?)\s+(?:is|are|:)|(?:id|number|code|ref(?:erence)?)\s*(?:is|:)\s*\S*\d",
    ),
    (
        "我(?:现在|这边)?(?:想|要|需要|打算|准备)(?!求)(?!.{0,8}(?:都|一律|以后))|手头没有|我是来|(?:订单|单|预订|确认|会员|用户|工|流水|快递|运单|手机|身份证)(?:号码?|编号|ID|id)\\s?(?:是|为|:|：)",
    ),
)
CONTACT = Cues(
    "contact",
    (
        r"in\s+charge\s+of|responsible\s+for|point\s+of\s+contact|contact\s+(?:person|for)|(?:ask|ping|reach|call|talk\s+to|go\s+to|cc|loop\s+in)\s+(?-i:[A-Z])\w+|handles?\s+(?:all|the)|owns?\s+(?:the|that|this)|lead\s+is|manager\s+is|owner\s+is",
    ),
    ("负责|对接人?|联系人|接口人|负责人|找(?:他|她|[老小][\u4e00-\u9fff]|[\u4e00-\u9fff]{1,3}(?:工|总|姐|哥|老师|经理))|归.{1,6}管|由.{1,8}(?:管|负责|处理)|管着?",),
)

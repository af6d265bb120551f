"""Words of lasting rules and of their opposites: always, from now on, just this once, 以后, 这次."""

from __future__ import annotations

from hindsight_memory.domain.text.cues.group import Cues

REMEMBER = Cues(
    "remember",
    (
        r"(?:please\s+|do\s+|also\s+|and\s+)?(?<!n't )(?<!not )(?<!i )(?<!cannot )(?<!you )(?<!we )(?<!still )(?<!i do )(?<!important to )(?<!us )(?<!me )remember(?!ed|s|ing)(?!\s+(?:when|how|what|why|correctly|if|right|to\s+(?:pause|breathe|enjoy|take\s+care|have\s+fun|smile|rest)))(?:\s+(?:that|this|one|it|for|to|please))*",
        r"(?:please\s+)?keep\s+(?:that|this|it)?\s*in\s+mind",
        r"(?:bear|keep)\s+in\s+mind",
        r"keep\s+(?:that|this|it|these|those)\s+on\s+(?:file|record)",
        r"(?:please\s+|do\s+)?(?:make\s+a\s+)?note\s+(?:that|down|this|for)",
        r"make\s+a\s+(?:mental\s+)?note",
        r"take\s+note",
        r"for\s+the\s+record",
        r"for\s+future\s+reference",
        r"(?:do\s+not|don't|never)\s+(?:ever\s+)?forget(?!\s+to\s+(?:have|enjoy|smile|breathe|rest|stay|take\s+care|prepare|be\b)|,)",
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
        r"always(?!\s+(?:been|there|here|happy|great|good|nice|fun|wanted|loved|dreamed|glad|looking|so|hear|heard|the\s+same\s+with|amaz\w+|interest\w+|exciting|inspir\w+|cheers?|makes?\s+me|brings?)\b)",
        r"(?<!'ll )(?<!'d )never(?!\s+(?:know|knew|imagined?|thought|been|seen|done|heard|had|tried|too\s+late|mind|a\s+dull|felt|met|gets?\s+old|expected|realized|occurred|going\s+to\s+forget)\b)",
        r"from\s+(?:now|here|today|this\s+point)\s+on(?:wards?)?",
        r"going\s+forward|moving\s+forward(?=\s*(?:,|\.|$))|henceforth|hereafter",
        r"(?:each|every)\s+time|when(?:ever(?!\s*[.!,;]?\s*$)(?!\s+(?:(?:you|she|he|they|we|i|it)\s+)?(?:like|want|can|please|possible|suits?|convenient|ready|have)s?\b)|\s+(?:you|we)(?!(?:'re|\s+are|\s+have|\s+can|\s+get)\b))|(?:don't|do\s+not|not)\s+ever|works?\s+best|suits?\s+(?:me|us)",
        r"by\s+default|as\s+a\s+rule|(?:house|ground|hard|standing|golden|general)\s+rules?|that's\s+(?:a|the|our)\s+rule|rule\s+of\s+thumb",
        r"in\s+general|generally|usually|normally|typically|as\s+usual|as\s+standard",
        r"without\s+exception|no\s+exceptions?|at\s+all\s+times",
        r"permanently|until\s+further\s+notice|for\s+good|long[\s-]term",
        r"should\s+(?:always|never)",
        r"(?<!'d )(?<!would )prefer(?:s|red|ably|ence)?|favou?r(?:s|ite)?|rather\s+than|instead\s+of|I'd\s+rather(?!\s+not\s+(?:say|now))",
        r"(?:we|i|our\s+\w+|the\s+team)\s+(?:(?:do\s+not|don't)(?!\s+(?:have|remember|know|see|think|want|need|understand|mind|believe|recall|get|care|feel|depend)\b)|only|always|never(?!\s+(?:thought|knew|know|imagined?|expected|had|did|saw|heard|been|got))|stick\s+to|insist)",
        r"(?<!ever )(?<!if )(?<!as )(?:i|we|she|he|they)\s+(?:really\s+|do\s+)?(?:like|love|hate|dislike|detest|can't\s+stand)s?\b",
    ),
    (
        "(?<![点号日天年月周后期半钟])以后|今后|往后|从现在(?:起|开始)|从今(?:天|往后|以后)?(?:起|开始)|从此|日后|将来|下次|再(?:遇到|碰到)",
        "一律|统一|总是|永远|始终|每次|每回|每逢|凡是|凡|一概|但凡|(?:只要|有|能|遇到|碰到|如果|要是).{1,10}就(?:给|用|订|选|走|按|要|别|不|先)",
        "每(?:天|日|周|月|年|季|个|逢|晚|早|隔)",
        "固定|默认|长期|常年|平时|平常|通常|一般(?:都|来说|情况|用|走|要)|一贯|习惯|惯例|照例|向来|从来",
        "都(?:要|按|得|走|别|须|需)|(?:都|就|一直|历来)(?:是)?(?:这样|这么)(?:干|做|来|写|弄|用|走|定|办)?",
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
        r"unless\s+(?:i|we|you)\s+\w+|that\s+(?:goes|holds|applies)\s+for",
        r"when(?:ever)?\s+(?:an?|any|some(?:one|body))\s+\w+|if\s+(?:an?|any|some(?:one|body))\s+\w+.{2,60},|stop\s+(?!the\b)\w+ing|(?:you\s+can|please)\s+skip\s+\w+s\b|no\s+need\s+to|spare\s+me",
        r"any\s?time|for\s+any|(?:each|every|all)\s+(?!more\b|good\b|right\b|the\s+time\b|done\b|set\b|day\s+long\b|of\s+(?:them|it|these|those|this|that)\b)(?:of\s+)?(?:my|our|the|new|future|other)?\s*\w+",
        r"everywhere|throughout|across\s+(?:the|all|our)\s+\w+|(?:in|for|with)\s+everything",
        r"(?<!that )(?<!it )must(?:n't)?(?!\s+(?:have|feel|admit|say|be\s+(?:hard|tough|nice|great|amazing|exciting|so|fun|incredible|thrilling)))|has\s+to|(?<!'ll )(?<!don't )(?<!i )(?<!not )have\s+to(?!\s+(?:hurry|run|go\b|say|admit|check|try|see))|need(?:s)?\s+to\s+be|required\s+to|be\s+sure\s+to|make\s+sure",
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
        r"change\s+of\s+plans?|(?:is|are|was|were|has\s+been|have\s+been|got)\s+(?:now|moved|renamed|replaced|raised|lowered|bumped|increased|reduced|extended|shortened|switched|changed|archived|deprecated|retired|dropped|merged)",
        r"(?:moved|switched|migrated|changed|switching|moving|renamed|changing)\s+(?:\w+\s+){0,4}?(?:to|from|over|into)",
        r"as\s+of\s+(?:today|now|\w+day|\d+)|effective\s+(?:\w+)|starting\s+(?:from\s+)?(?:today|now|next|\w+day)",
        r"now(?:adays)?",
        r"after\s+all",
        r"(?:goes|went|going|raised|up|down|lowered|bumped)\s+(?:up|down|to|from)",
        r"instead(?!\s+of)",
        r"not\s+[\w.:/-]+(?:\s+[\w.:/-]+)?\s*(?:any\s?more|as\s+(?:i|we)\s+(?:said|thought|told))",
        r"used\s+to",
        r"from\s+(?:next\s+\w+|this\s+\w+|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|\w+day)\s+on(?:wards?)?",
        r"(?:took|takes|taking)\s+over|(?:was|were|got)\s+(?:merged|renamed|moved|split|replaced|promoted)|(?:left|joined|quit|retired|replaces?)(?=\s)|is\s+(?:gone|closed|on\s+leave)|end\s+of\s+life",
        r"no\s+longer",
        r"the\s+(?:new|old)\s+\w+",
    ),
    (
        "(?:涨|跌|提|减|缩|延)(?:到|至|成|为)|(?:改|换|调|变|升|降|挪|移|搬|切)(?:成|为|到|用|回|至|了)|改(?:一下|走|发|在|约)|调整(?:为|成|到)|更新(?:为|成|到)|变更为|迁(?:移)?到",
        "转给|交给|移交|接手|接替|离职|休假|调走|退休|不归|关了|停用",
        "(?:对.{1,6})?不过敏了|不(?:吃|喝|用|去|住|做|管|收|开)了|不再|作废|废弃|停用|取消了|下线了|现在(?:都|是|改|用|要|一共|换|只|不|起|已)|如今|这样(?:我们|就)",
        "从.{1,12}(?:改|变|升|降|调|换|提)|从.{1,8}(?:月|日|号|年|周|学期|季度)(?:起|开始)",
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
        r"(?:use|try|make|put|take|set)\s+(?:it\s+)?\S*\d\S*\s+instead|and\s+(?:run|try|test|check)\s+(?:it\s+)?again",
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
        "^那(?:就)?(?:等到|先|改到|算了)|来得及|赶得上|(?:今天|今晚|明天|下午)的(?:会|课|活动|航班|车|电话)|仅(?:这|此)?一(?:次|份|个|篇|回|张|单)|一次性|今天(?:先|就|暂|例外|不用|特殊)|今晚先|临时(?:用|改|加|调|先|放|换|给|破|走)|暂时|暂且|姑且|先这样|先凑合",
        "这(?:篇|份|个|张|批|封|场|顿|版|期)(?:就|可以|先|破|不用|不要|例外|单|特|稿|用|多|少|别|改|来|换)",
        "(?:本|这)(?:篇|份|期|版|批).{0,6}(?:例外|破例|特殊|不按)",
    ),
)

DECISION = Cues(
    "decision",
    (
        r"(?:let's|we'll|we|they)\s+(?:go|went|stick|stay)\s+with",
        r"(?:we|they|i|the\s+\w+)(?:'ve|\s+have|\s+has)?\s+(?:decided|agreed|settled|chose|chosen|opted|voted|signed\s+off|picked|standardi[sz]ed|ruled)",
        r"(?:decision|verdict|conclusion|agreement|outcome)\s*(?:is|was|:)|it's\s+decided|final\s+answer|(?:the\s+\w+\s+)?(?:answered|confirmed|approved|replied)",
    ),
    (
        "决定|定了|定下来|敲定|拍板|(?:评审|会议|讨论|投票)?结论|投票(?:定|决定)?|对齐了|达成一致|商量好|选定|确定(?:用|为|了|下来)|最终(?:选|用|方案)|通知|批了",
    ),
)

REASON = Cues(
    "reason",
    (
        r"because|since|so\s+that|otherwise|that's\s+(?:what|how|why)|which\s+is\s+why|or\s+(?:else|they|it|we)|for\s+(?:compliance|legal|security|audit|safety)|set\s+by|won't|can't|hates?|wants?",
    ),
    ("因为|由于|不然|否则|免得|以免|省得|习惯了|要求的?|投票|老板|领导|法务|合规|客户|是.{1,12}的(?:[,，。]|$)",),
)

WISH = Cues(
    "wish",
    (
        r"(?:i|we|she|he|they|user|users|the\s+(?:user|customer|client|team))\s+(?:really\s+|do\s+|does\s+|would\s+|always\s+|still\s+)*(?:prefers?|likes?|loves?|hates?|wants?|needs?|dislikes?|expects?|insists?|avoids?)\b",
        r"(?:it'd|it\s+would)\s+be\s+(?:good|nice|great|better|best|helpful)|prefers?|preference|favou?rite|rather|please|style|tone|format(?:ted)?|wording",
        r"(?:^|[.,;:]\s*)(?:and\s+|so\s+|always\s+|never\s+|only\s+|just\s+|do\s+not\s+|don't\s+)*(?:use|write|put|keep|make|send|book|add|do|don't|never|avoid|start|end|list|name|call|give|show|include|leave|prefer|ask|check|run|sort|round|answer|reply|tell|ping|commit|format|sign|stick|post)\b",
    ),
    (
        "喜欢|讨厌|偏好|偏爱|希望|不想|想要|宁可|宁愿|习惯|更爱|别(?!人|的|处)|不要|不用|要(?!求)|请|给我|按|写|先|统一|一律|用|放|选|风格|语气|格式|排版",
    ),
)

PERSONAL = Cues(
    "personal",
    (
        r"(?:my|our|her|his|their|the\s+user's)\s+(?:wife|husband|partner|mother|father|mum|mom|dad|parents?|son|daughter|kids?|child(?:ren)?|family|sister|brother|boss|manager|team|company|home|address|birthday|dog|cat|doctor|name|job|office|car|phone|flat|house|co-author|supervisor|landlord|neighbou?r)",
        r"(?:my|our|mum|mom|dad|grandma|grandpa)(?:'s)?\s+(?:\w+\s+){0,2}(?:school|class|birthday|doctor|flat|house|passport)|(?:gluten|lactose|dairy|nut|sugar|wheat)[\s-]free|left-handed|c(?:o)?eliac|can't\s+(?:have|eat|drink|tolerate)|doesn't\s+(?:eat|drink)|don't\s+(?:eat|drink)|cardiologist|dentist|pa?ediatrician|allerg(?:y|ic|ies)|intoleran(?:t|ce)|wheelchair|vegan|vegetarian|halal|kosher|diabetic|pregnant|birthday|anniversary|passport|lives?\s+in|born\s+(?:in|on)|works?\s+(?:at|for|as)",
    ),
    (
        "过敏|忌口|左撇子|不能吃|不能喝|不喝|不吃|吃素|素食|糖尿病|怀孕|生日|纪念日|护照|身份证|驾照|住在|老家|老婆|老公|爱人|妻子|丈夫|爸|妈|父母|儿子|女儿|孩子|娃|宝宝|(?:我|他|她|我们|大学|高中)的?(?:同学|同事|领导|老板|邻居|房东)|奶奶|爷爷|外婆|外公|岳父|岳母|轮椅|高血压|血压|幼儿园|小学|中学|年级|[小大]宝|我妈|我爸|吃得",
    ),
)

RECURRING = Cues(
    "recurring",
    (
        r"(?:for|in|on)\s+(?:meetings|reports|emails|mails|flights|trips|hotels|invoices|commits|charts|tables|tickets|releases|reviews|documents|docs|slides|calls|bookings|orders|translations)",
        r"(?:reports|emails|mails|meetings|commits|charts|tables|invoices|documents|docs|titles|headings|names|variables|comments|tests|answers|replies|messages|dates|amounts|prices|units|figures|branches|slides|numbers)\s+(?:should|go|get|must|use|come|stay|as|in|with)\b",
        r"(?:^|[.:]\s)(?:please\s+)?(?:use|write|name|keep|put|sort|format|round|label|tag|log|sign|number|quote|cite|split|prefix|spell|capitali[sz]e|translate|answer|reply|start|end|group|avoid|prefer)\s+(?!the\b|this|that|it\b|these|those|both|two|three|a\b|an\b|my|all\s+of|lines?\b|pages?\b|them|him|her)(?:[\w-]+\s+){0,2}?\w{3,}s\b|with\s+me$",
        r"^(?:the\s+)?(?:tone|style|format|language|length|units?|font|colou?rs?|currency|time\s?zone|naming|spelling|deadline|budget)\s*:",
        r"customer\s+(?:mails?|emails?|replies)|no\s+\w+(?:\s+\w+)?\s+for\s+(?:me|us|my|our)|should\s+(?:be|use|go|have|never|not|start|end|stay|come|look|read)",
    ),
    (
        "^(?:[^,，。]{0,8}的)?(?:日报|周报|月报|报告|汇报|标题|注释|代码|变量|命名|图表|配色|邮件|文案|稿子|稿件|推文|提交|分支|日志|接口|测试|单测|会议|排期|发票|报销|航班|机票|酒店|座位|餐厅|外卖|快递|沟通|回复|格式|单位|日期|金额|表格|文档|合同|报价|海报|字体|封面|空调|灯|闹钟|(?:跟|和)我.{0,3}(?:说|聊|讲|沟通|汇报)|跟.{1,4}沟通|给.{1,6}(?:回复|发))"
        "[^,，。把再]{0,8}?(?:用|写|发|放|按|走|别|不要|要|得|称呼|控制|保留|精确|带|加|附|标|以|含|取|调|开|寄|选|订|定|以)",
        "(?<!先)(?<!特)(?<!个)(?<!性)(?:别|不要|甭)(?!急|.{0,2}混|记[反错串]|搞[反错混]|弄[反错混]|担心|管|客气|误会|的|人|家|动|慌|理|停|等|忘|推|存|改了|处|墅|名)(?:[\u4e00-\u9fff])",
    ),
)

CONTACT = Cues(
    "contact",
    (
        r"in\s+charge\s+of|responsible\s+for|point\s+of\s+contact|contact\s+(?:person|for)|(?:ask|ping|reach|call|talk\s+to|go\s+to|cc|loop\s+in)\s+(?-i:[A-Z])\w+|handles?\s+(?:all|the)|owns?\s+(?:the|that|this)|lead\s+is|manager\s+is|owner\s+is",
    ),
    (
        "负责|对接人?|联系人|接口人|负责人|找(?:他|她|[老小][\u4e00-\u9fff]|[\u4e00-\u9fff]{1,3}(?:工|总|姐|哥|老师|经理))|归.{1,6}管|由.{1,8}(?:管|负责|处理)|管着?",
    ),
)

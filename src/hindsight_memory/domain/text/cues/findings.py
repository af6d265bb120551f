"""Words of conclusions: what worked, what failed, why, and which limit holds."""

from __future__ import annotations

import re

from hindsight_memory.domain.text.cues.group import Cues
from hindsight_memory.domain.text.language import simplified

GUESS = Cues(
    "guess",
    (
        r"(?:might|may|could)\s+(?:well\s+)?(?:be|have|need|also)\b(?!\s+(?:booked|cancelled|used|brought|returned)\b)|must\s+(?:well\s+)?(?:be(?!\s+(?:\w+ed|\w+en|\w+t|in|on|at|under|over|above|below|a|an)\b)|have\s+\w+(?:ed|en)\b|also\b)",
        r"maybe|perhaps|possibly|probably|presumably|likely|supposedly|conceivably",
        r"(?:my|first|best|initial)\s+(?:\w+\s+)?(?:guess|hunch|theory|hypothesis|suspicion)|a\s+hunch",
        r"i\s+(?:guess|suspect|think|assume|suppose|bet|believe|imagine|reckon|expect|wonder)|i'd\s+(?:guess|say|bet|assume)|suspect(?:ing)?",
        r"(?:it|this|that)\s+(?:seems|appears|looks\s+like|sounds\s+like)|seems\s+to|(?<=^)(?:looks|sounds|seems|feels)\s+like|apparently|not\s+sure|unsure|unclear",
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
        "(?:^|[,，。;；])不对(?:[,，。;；]|$)|不是.{1,14}(?:问题|原因|造成|导致)|[^那就都应,，。;；\\s]没(?:有)?问题(?!了)",
    ),
)

FAILURE = Cues(
    "failure",
    (
        r"dead[\s-]end|does(?:n't|\s+not)\s+(?:work|help|fix|do|support|apply|cope|handle|solve|change|read|start|load)|didn't\s+(?:work|help|fix|change|solve)|won't\s+(?:work|help|fix|start|build|run)|do(?:n't|\s+not)\s+(?:work|help|fix|support)|not\s+work(?:ing)?",
        r"can(?:not|'t)|unable\s+to|impossible|no\s+way\s+to",
        r"refus(?:es|ed)|reject(?:s|ed)|fail(?:s|ed|ure)?|br(?:eaks|oke|oken)|(?:keeps?|kept)\s+(?:stall|fail|crash|hang|dropp|disconnect|freez|tim|break|los|reject|abort)ing\b|crash(?:es|ed)?|hang(?:s|ed)|hung|corrupt(?:s|ed)?|garbl(?:es|ed)|mangl(?:es|ed)|lost|loses|drops?\b|leaks?|deadlock(?:s|ed)?|stalls?|blocks?\s+(?:the|all|every|other)",
        r"no\s+(?:good|option)\b|g[ai]ve(?:n)?\s+up\s+on|cuts?\s+off|peels?|not\s+worth|unusable|useless|pointless|no\s+(?:use|good|effect|luck)|in\s+vain|makes\s+(?:it|things)\s+worse|worse",
        r"not\s+supported|unsupported|incompatible|conflicts?\s+with|clash(?:es)?|mixes|time[sd]?\s+out|too\s+(?:slow|short|old|large|big|many|few|small)",
        r"(?:did|does|do|makes?|made)\s+(?:nothing|no\s+difference)|no\s+(?:effect|improvement)|only\s+(?:hides|masks|delays|postpones|treats)|dies|died|bl(?:ew|ows)\s+up|diverge[sd]?|leaks",
        r"leaves?\s+.{1,40}\s(?:in\s+place|behind|open|locked|unchanged)|blocks?\s+after|never\s+(?:compiled|worked|ran|started|helped|finished)|dead\s+end|pointless|far\s+too|out\s+of\s+date",
        r"silently|wrong\s+(?:approach|way|idea|tool|layer|place)|is\s+out\b|ruled\s+out|ha(?:s|ve)\s+no|no\s+longer\s+\w+|not\s+(?:readable|usable|enough)",
        r"does\s+not|did(?:n't|\s+not)|doesn't|isn't|aren't|wasn't|weren't|keeps\s+the|ignores|overwrites|deletes|only\s+understands",
    ),
    (
        "走不通|行不通|不可行|不管用|没用(?!过)|没有用(?=$|[,，。;；:：!！ ])|无效|没(?:有)?(?:效果|作用)|不起作用|没生效|不生效|白费|失效",
        "不会(?:自动|再|被|生效|触发)|无法|不能|没法|办不到|做不到|不支持|不兼容|不认|不识别",
        "失败|报错|出错|(?<!没有)(?<!没)(?<!不会)(?<!未)超时(?!时间|设|调|改|参数|阈|为|到)|崩溃|崩|卡死|死锁|冲突|丢失|丢数|乱码|错位|漏|会超|超限|被拒|拒绝|驳回|打回|溢出|锁等待|更糟|更慢|变慢|反而",
        "(?:[绕读写装跑连打编启登存用删改发传开起进出找解做接导推拉拿订退换配签寄付拆刷烧同合]|[\u4e00-\u9fff]{2})(?<![受少免忘])不(?:了|上|出来?|过去?|通|动|开|到|下来?)(?!解|起)|不(?:太)?管用|不行|爆(?:内存|掉|了)|覆盖掉?|错的|白搭",
        "不(?:划算|值得|合适|建议|推荐)",
        "弄(?:丢|坏|乱|错)|丢(?:一)?[帧包件数]|没(?:有)?(?:任何|什么|明显)?(?:提升|改善|变化|帮助|解决|区别)|不能用|用不了|堵|治标|瓶颈|会(?:炸|崩|挂|丢|死|漏|爆|把.{1,12}(?:丢|覆盖|冲掉))",
        "认不出|(?:锁|进程|文件|问题|错误)还在|没反应|踩坑|有坑|坑|教训|不要用|别用|不可用",
    ),
)

WORKED = Cues(
    "worked",
    (
        r"(?:what|that)\s+(?:finally\s+|actually\s+|eventually\s+)?(?:worked|did\s+(?:it|the\s+trick)|made\s+it\s+work|helped|fixed\s+it|solved\s+it)",
        r"(?:set|switched|changed|raised|lowered|pinned|moved|added|removed|replaced|rebuilt|upgraded|downgraded|enabled|disabled|rewrote|renamed|bumped|increased|reduced|cleared|cleaned|reset|restarted|reinstalled|converted|split|using|used|with|after|once|ran|rerun|retried)\b.{3,120}(?:[;:,.—]|\band\b|\bnow\b)\s.{0,60}?(?:pass(?:es|ed)?|green|gone|stable|drop(?:s|ped)|fell|falls|down\s+(?:to|from)|clean|works|worked|no\s+(?:more|further)|complete[sd]?|matches|back\s+to|fixed|solved|healthy|recovered|succeed(?:s|ed)|went\s+through|in\s+\d+\s*(?:s|ms|min|seconds|minutes))\b",
        r"took\s+.{1,40}\s(?:out|off|away)\b|stays?\s+(?:at|under|below|within|stable|green|up)\b|(?:renders?|finish(?:es)?|pass(?:es)?|loads?|boots?|compiles?|syncs?|connects?|survives?)\s+(?:when|once|if|with|after|as\s+soon|now)\b|[;:,]\s+the\s+[\w\s]{2,24}?\s(?:drains?|holds?|match(?:es)?|finish(?:es)?|passes|completes|loads|runs|responds|starts|boots|connects|opens|prints)\b|(?:was|were|is)\s+accepted|(?:removed|cured|stopped|ended|cleared)\s+the\s+\w+|(?:and|,|:)\s+the\s+\w+\s+(?:finishes|passes|completes|loads|runs\s+through)|go(?:es)?\s+through(?=\s*(?:[.,;:!?]|$|and\b|now\b|with\b|without\b|after\b))|restarted\s+with",
        r"(?<!not )(?<!n't )(?<!never )(?:works?|worked)\b(?!\s+(?:on|at|for\s+(?:a|\d+)|in\s+the))|working\s+(?:combination|setup|recipe|config\w*|order|solution|approach)",
        r"(?:the\s+)?(?:fix|solution|cure|remedy|workaround|answer|trick|recipe|key|way\s+out)\s*(?:was|is|:|turned\s+out)|fixed\s+(?:by|with|it)|(?:is|was|got)\s+fixed|fix(?:es|ed)",
        r"(?:re)?solved(?!\s+on\s+its)|sorted|cured|recap|in\s+short|to\s+sum\s+up|summary|(?:it|this|that|the\s+[\w-]+)\s+(?:only\s+)?needed\s+\w+",
        r"(?:got|made|makes|brought|turned|gets)\s+(?:\w+\s+){1,4}(?:pass|work|green|run|build|start|succeed|through|back|down|clean|stable)",
        r"converge[sd]?|renewed|runs?\s+(?:fine|clean|through|stable)|got\s+(?:it|them|this)\s+to|passes|is\s+(?:healthy|stable|readable)|completes|finishe[sd]\s+(?:in|after|with)",
        r"brought\s+.{2,40}\sback|ran\s+(?:through|clean)|(?:install|build|import|export|upload|run|job)\s+(?:is|was)\s+(?:clean|complete|fine)|(?:is|are)\s+(?:complete|clean|fine|back)\s+now\s+that|clear(?:s|ed)\s+(?:the\s+)?(?:error|fault|alarm|warning|code)|did\s+the\s+trick|succeed(?:s|ed)|gets?\s+\d+\s+of\s+\d+|sweet\s+spot|finally|went\s+through|is\s+the\s+way",
        r"(?:released|cleared|restored|unblocked|recovered)\s+(?:it|the|by|after|with)|(?:back\s+to|down\s+to|up\s+to)\s+\w+\s+(?:after|with|by)|(?:after|by|once)\s+(?:switching|adding|setting|using|pinning|upgrading|changing|removing|moving|raising|lowering|disabling|enabling)",
    ),
    (
        "(?<![不没无])(?:最终|最后|终于|实际|真正)?(?<![不没无])(?:可行|能用|能跑|跑通|奏效|管用|有效(?!期)|起作用|生效)的?",
        "解决(?:了|方法|办法|方案|问题|:|：|,)|已解决|修复(?:了|方法|办法|方式|:|：)|修好|搞定|治好|恢复(?:了|正常)",
        "(?:正确|稳妥|可行|最终|最后)的?(?:做法|方案|办法|步骤|流程|组合|配置|写法|顺序|参数|路径)|做法是|办法是|方法是|方案是|步骤是|关键是|关键在于|诀窍",
        r"(?:就|才|已)(?:收敛|续上|跑起来|装上|编过|连上|打开)了?|(?:之)?后[^,，。;；是]{0,14}?(?:就|都)?(?:不再|没再|再没|正常(?!人)|通过|恢复|好了|稳定|消失|跑完|成功)|(?:就|才)(?:过了|成了|通了|起来了)|[,，](?:就)?(?:恢复(?!了?吗)|成功)|(?:减到|升到|降到|设为|设成|固定在|固定到|拆成|清掉|重启|断电|重新\w{1,3}).{0,40}?(?:恢复|跑完|成功|正常|消失|通过|跑通|好了)|才(?:通过|成功|行|好|过(?![期去了])|正常)|(?:全部|都)(?:能|可以)|再.{1,12}就(?:行|好|可以)|不(?:再)?超限|(?:改|调|换|升|降|加|删|清|重|设|把|用|关|开|拆|补).{2,50}[,，；;：:。]\s?.{0,16}?(?:正常|恢复|通过|成功|降到|不再|没再|稳定|跑完|跑通|好了|又(?:开始|能|可以)|全绿|消失|一致)|先.{2,16}[,，].{0,8}(?:能|可以|就行|通过)|就(?:好|行|能|可以|正常|通)了?|(?:可以|能够?|才能|就能|即可)(?:稳定|正常|顺利|成功|一次|跑|通过|完成)|稳定跑完|跑完|成功(?:了|跑|完成|回滚|发布|部署|导入)|一次通过|通过了?(?:校验|测试|验证)|验证通过",
        "(?:改用|换成|换用|改成|改为|调成|调到|加上|去掉|关掉|关闭|打开|降到|升到|升级到|降级到|回退到).{1,60}(?:就|后|之后|才|不到|即|恢复|正常|通过|可以|好了)",
        "^(?:总结|小结|复盘|经验)|(?:总结|小结|复盘|经验|教训)(?:是|如下|:|：)",
    ),
)

CONFIRMED = Cues(
    "confirmed",
    (
        r"that\s+(?:did|does|was)\s+(?:it|the\s+trick)|(?:it|that|this|everything|all)(?:'s|\s+is|\s+are)?\s+(?:works?|worked|working|fixed|solved|gone|stable|clean|fine|back|running)(?:\s+(?:now|again))|(?:it|that)\s+work(?:s|ed)\b|works\s+(?:now|again|like\s+a\s+charm|perfectly)|back\s+to\s+normal|(?:problem|issue|error|warning|lag|noise)\s+(?:is\s+)?(?:gone|solved|fixed)|(?:all|everything)(?:'s|\s+is)?\s+green|no\s+more\s+(?:errors?|crashes|warnings?)|much\s+better\s+now",
    ),
    (
        "(?:这下|现在|果然|可以|终于|真的?)?(?:好了|行了|通了|成了|正常了|修好了|恢复了|解决了|搞定了|跑通了|不(?:报错|卡|崩|闪|掉|漏|超时)了)",
    ),
)

CAUSE = Cues(
    "cause",
    (
        r"(?:the\s+|root\s+|real\s+|actual\s+)*(?:cause|reason|culprit|problem|issue|bottleneck)\s*(?:was|is|turned|:|being)|caused\s+by|because|since(?!\s+(?:the\s+)?(?:\d|\w+day|yesterday|last|this|then|january|february|march|april|may\b|june|july|august|september|october|november|december))|due\s+to|turn(?:s|ed)\s+out|comes?\s+from|otherwise|or\s+else|came\s+from|that'?s\s+why|explains?|responsible\s+for|stems?\s+from|as\s+(?:the|it)\b",
        r"(?:(?:does|do|did)(?:\s+not|n't)\s+(?:work|help)|no\s+use|useless|pointless|in\s+vain)\s*[:,;]|so\s+(?:the|it|that|we|every)|which\s+(?:creates|causes|means|makes|breaks|blocks|leads|is\s+why)",
    ),
    (
        "(?:真正|根本|实际|最终)?(?:的)?(?:原因|根因|症结|元凶|罪魁|病根)(?:是|在于|:|：|找到)?|因为|由于|导致|造成|引起|所致|系.{2,30}所|所以|说明|其实是|原来|找到了|多了一|少了一|引起|(?:没用|无效|不行|没效果|不管用|走不通|行不通)[:：,，;；]|定位到|查明|查到|是.{2,20}(?:搞的|弄的|占的|触发的)",
    ),
)

LIMIT = Cues(
    "limit",
    (
        r"(?:rate[\s-])?(?<!push the )(?<!push your )(?<!pushing the )(?<!my )limit(?:s|ed|ation|ations)?(?:\s+(?:is|to|of))?|quota|cap(?:ped)?(?=\s+(?:at|of|is|to)|\b)|ceiling|threshold|allowance|max(?:imum)?(?=\W*(?:\d|of|is|are|number|size|length|per|one|two|three|four|five|ten|file|upload|\w+\s+(?:is|of|per)))|\d\S*(?:\s\w+)?\s+max(?:imum)?|min(?:imum)?(?=\W*(?:\d|of|is|\w+\s+(?:is|of)))|at\s+(?:most|least)|no\s+more\s+than|not\s+more\s+than|up\s+to\s+\d|within\s+\d+|below\s+\d|under\s+\d|above\s+\d|over\s+\d|only\s+\d",
        r"\d[\d,.]*\s*(?:\w+\s+)?(?:per|a|an|/)\s*(?:second|minute|min|hour|day|week|month|year|user|request|query|job|s\b|m\b|h\b)",
        r"only\s+(?:the\s+)?(?:[\w-]+\s+){0,5}(?:can|may|team|role|admins?|on|from|between|during|after|before|via|through|with)|can\s+only|may\s+only|must\s+only|allowed\s+only|is\s+only",
        r"(?:not|isn't|aren't|never)\s+(?:allowed|permitted|possible|available|supported|authori[sz]ed)|may\s+not|must\s+not|mustn't|forbidden|prohibited|denied|banned|blocked|off[\s-]limits",
        r"(?<!i )can(?:not|'t)\s+(?!wait|believe|imagine|stop|help|complain|say|remember|tell|thank|stand|live|picture|agree|argue|express|find|figure|decide|think|see|beat|go\s+wrong|get\s+enough|open|do\s+(?:that|this|it)\s+here)(?:be\s+)?\w+|(?:is|are)\s+(?:refused|rejected|killed|archived|locked|frozen|closed|capped|throttled)|gets?\s+killed",
        r"only\s+(?:has|have|supports?|accepts?|covers?|allows?|works?|runs?|lets?|takes?|sees?)|(?:no|has\s+no|without)\s+(?:\w+\s+){0,2}access|(?:read|write|admin)\s+access",
        r"(?:stops?|ends?|closes?|opens?|shuts?|starts?)\s+at\s+\w+|(?:gets?|is|are)\s+(?:wiped|purged|deleted|reset|cleared|rotated)\s+(?:every|each|after|at)",
        r"(?:longer|larger|bigger|older|heavier|more)\s+than\s+\d|(?:don't|do\s+not)\s+(?:go\s+over|exceed)|budget\s+(?:\w+\s+){0,4}is\s+\S*\d|must\s+be\s+\w+\s+by|no\s+(?:outbound|inbound|internet|external|direct|public|root|remote)\b",
        r"(?:legal|finance|hr|security|ops|compliance|management|accounting)\s+(?:wants?|needs?|has|have)\s+to\s+\w+|not\s+(?:touch|change|edit|use)\s+.{1,40}\bwithout",
        r"(?:needs?|requires?)\s+(?:an?\s+|the\s+|two\s+|three\s+|\d+\s+)?(?:second|extra|additional|prior|written|valid|parental|manager's)?\s*(?:signatures?|approvals?|approvers?|notice|sign-?offs?|consent|confirmation|deposits?|badges?|adults?|reviewers?|clearance)|at\s+the\s+latest|no\s+later\s+than|(?:minimum|maximum|advance)\s+(?:notice|stay|age|size|order|load)|(?:is|are)\s+(?:reserved\s+for|locked\s+(?:until|for)|closed\s+(?:on|to|for|until)|open\s+(?:only|to)|valid\s+(?:for|until)|kept\s+for|refundable|restricted|rounded|blocked|dropped\s+after|deleted\s+after)",
        r"(?:holds?|seats?|fits?|includes?|covers?|goes\s+up\s+to|handles?)\s+(?:only\s+|at\s+most\s+|up\s+to\s+)?\d+|(?:pdf|csv|png|jpe?g|cash|cards?|members|adults|staff|residents|students)\s+only|(?:no|without)\s+(?:dogs|pets|children|cash|cards|refunds?|exceptions|smoking|flash|liquids|food|visitors|guests|transfers?)\b",
        r"can\s+be\s+\w+\s+(?:up\s+to|until|within|before|only|at\s+most)|may\s+\w+\s+but\s+not|stops?\s+accepting|no\s+longer\s+accept\w*|\d+\s*kg|(?:confirmed|booked|cancelled|ordered|requested|registered)\s+.{0,20}(?:ahead|in\s+advance|before)|groups?\s+of\s+\d|(?:above|over|below|beyond)\s+(?:\d+|five|ten|fifteen|twenty|thirty|zero)\s*(?:degrees|percent|metres|meters|km|kg|bar|volts?)|(?:above|over|below|beyond)\s+\d+\s*\w+\s+(?:the|it|they|we|you)\b|over\s+\d+\s*\w+\s+\w+",
        r"can\s+\w+\s+.{1,40}\bbut\s+(?:not|can't|cannot)|\d+\s+\w+\s+only|not\s+possible|(?:doesn't|don't|won't|does\s+not|do\s+not|will\s+not)\s+(?:allow|accept|take|permit|let|ship|deliver|open|sell|cover)",
        r"(?:by|before|after|until)\s+\d{1,2}(?::\d\d)?\s?(?:am|pm|o'clock)|(?:rejects?|refuses?)\s+.{1,40}(?:above|over|larger|older|without)",
        r"penalty|surcharge|(?:cancellation|late|service)\s+fee|needs?\s+.{1,40}\bbefore\b|before\s+(?:publishing|merging|deploying|release|shipping|sending|booking)",
        r"(?:administrator|admin|root|write|sudo)\s+rights|consent|only\s+answers?|within\s+(?:\w+\s+){1,2}(?:working\s+)?(?:days?|hours?|weeks?)|take\s+up\s+to|32-bit|read[\s-]only|write[\s-]protected|permission|privileges?|approval|approve[ds]?\s+by|sign(?:ed)?[\s-]off|needs?\s+(?:a\s+|an\s+)?(?:\w+'?s?\s+)?(?:approval|permission|supervisor|sign|review|ticket|token)|require[sd]?|allow[\s-]?list(?:ed)?|whitelist",
        r"\w*time[\s_-]?outs?|window|deadline|expires?|expir(?:y|ation)|retention|cut[\s-]off|freeze|business\s+hours|opening\s+hours|due\s+(?:on|by|date)|at\s+least\s+\d+\s*\w+\s+before|older\s+than|younger\s+than|killed\s+after",
        r"(?:is|are)\s+(?:now\s+|only\s+|still\s+)?(?:allowed|permitted|required|mandatory|compulsory|optional|limited)|nothing\s+(?:before|after|below|above|under|over|older|newer|but)",
        r"allows?\s+(?:only\s+)?(?:\w+\s+){0,3}\d",
    ),
    (
        "上限|下限|最多|至多|最大|最小|至少|最低|最高|不(?:得|能|可|要)?(?:超过|多于|少于|低于|高于|大于)|超过.{1,12}(?:就|会|要|需|则|被)",
        r"限(?:号|行|购|时|次|\s?\d)|只(?:留|保留|存)|不(?:收|接|卖|送|营业|办理|退款|接待)(?!到)|不支持.{0,6}(?:退|换|改|转)|周[一二三四五六日天].{0,3}不能",
        "限额|限制|配额|额度|限流|限速|限购|阈值|门槛|封顶",
        r"只(?:响应|认得|处理|对)|没有?(?:管理员|写|读|访问|root)?权限|可以?(?:全额)?退|可开|凭.{1,6}可|满\s?\d+|工作日内|包邮|只能|只有|仅限|只允许|只接受|只支持|只(?:可|给|收|认|开放)|不得|不允许|不准|不许|禁止|严禁|不给(?:开|批|放)|不放行|不开放|无权|没有?权限|权限|只读|不可(?:以)?|(?:无法|不能)(?:在线|自助|直接|通过|线上|修改|导出|退|改|超)",
        "(?:需|要|须|得|必须)(?:先|经|由|找|走|有)?.{0,10}(?:审批|批准|同意|签字|授权|审核|复核|评审|点头|许可|确认后)|审批|报备|白名单",
        r"可[读看写]不可|不再接受|可取消|可改签|最晚|最早(?!的)|以(?:上|后|下).{0,8}(?:会|才|另|不)|未满|(?<!说)不(?:退|换|赊|议价|补)(?:不换)?(?=$|[,，。;；])|[坐容装](?:得下|纳)?\s?\d+\s?[人位个]|[留存保](?:留|存)?\s?\d+\s?[天个月年]|要[两三\d]+?个?人(?:批|签|审)|不能(?:带|开|拍|进|养|抽|停)|才能用|不让|只让|不给(?!力)|不再受理|不受理|(?:\d|点|天|楼).{0,10}不能|不能.{0,6}(?:\d|[一二两三四五六七八九十百千万]+[个次天条元块万])",
        "(?:要|得|必须|只能)走(?!了)|点头",
        "(?:法务|财务|人事|安全|合规|领导|老板|运维|风控)(?:要|得|必须)?先?(?:看|审|过|批|同意)|没有?.{1,8}(?:同意|批准|许可|授权).{0,4}[不别禁]|别超|超支|不通(?!过)|只在",
        "(?:前|之前)(?:必须|得|要).{0,6}(?:完|交|报)|预算",
        "必须.{1,20}才|(?:要|得)先.{1,20}才(?:能|可以)|违约金|罚款|手续费|滞纳金",
        "不能(?:单独|自己|擅自|私自|直接|随便|随意)|(?:要|需要?|得)(?:二次|人工|短信|双重|额外|先|有|带|持)?(?:验证|认证|登记|实名|预约|胸卡|证件|工牌|门禁)",
        "窗口|截止|有效期|到期|过期|失效|保留期|封网|冻结|营业时间|开放时间|工作时间|宵禁|时段|过了就",
        r"每(?:秒|分钟|小时|天|日|周|月|年|次|人|单|用户|账号).{0,8}(?:\d|[一二两三四五六七八九十百千万])+",
        r"提前.{1,8}(?:天|小时|分钟|周)|(?:\d+|[一二两三四五六七八九十])(?:天|小时|分钟)(?:内|前|以上|以内)",
    ),
)

DEFINITION = Cues(
    "definition",
    (
        r"(?:for|in|on|at|with)\s+(?:this|that|the|our|my)\s+[\w-]+(?:\s+[\w-]+)?,?\s+it(?:'s|\s+is)\s+\w+",
        r"(?!(?:it|this|that|there|these|those|he|she|they|we|you|i|what|which|who)\s+(?:is|are|has|have|gets?)\b)[\w'’)\]\"`-]+\s+(?:is|are|means|equals|lives?\s+(?:at|in|on|under)|belongs?\s+to|owns?|runs?\s+(?:on|at|in|under)|stands\s+for|refers\s+to|goes\s+to|go\s+to|consists?\s+of|contains?|uses?|has|have|gives?|gets?|allows?|reports?\s+to|handles?|maintains?)\s+\S+",
    ),
    (
        "(?:是|叫|为|等于|即|指的?是|位于|在于|属于|归|负责|存放?在|放在|住在?|包括|包含|共有?|有|用的?是|走|使用)(?!不是|吗|么|否)",
        r"[\u4e00-\u9fff]{2,24}\s?[:：=]\s?\S+",
    ),
)

STATUS = Cues(
    "status",
    (
        r"(?:pr|mr|pull\s+request|merge\s+request|ticket|issue|branch|commit|build|draft|booking|order|job|release)\s+#?[\w-]*\s*(?:is|are|was|has\s+been|got)\s+(?:up|green|open|ready|merged|done|closed|red|created|sent|booked|confirmed|out|live)",
        r"(?:currently|right\s+now|at\s+the\s+moment|in\s+progress|so\s+far|still\s+running|halfway|on\s+it|working\s+on\s+it|one\s+moment)",
        r"(?:i'm|i\s+am|i'll|i\s+will|i'd|let\s+me|we'll|we're\s+going\s+to|going\s+to)\s+\w+",
        r"(?:\d+)\s+(?:passed|remain|found|left|matched|kept|dropped|rows?|lines?|words?|files?)\b",
        r"(?:booked|posted|sent|filtered|changed|corrected|updated|done|merged|pushed|scheduled|rolled\s+back|reverted)\b",
    ),
    (
        "(?:已|都)(?:经)?(?:改|发|订|排|推|约|写|补|加|备注|合并|提交|部署|完成|更新|扩|出|处理|上线|创建)(?!.{0,12}(?:可|才|就|只|最))",
        "正在|目前进度|进行中|稍等|马上|(?:我|咱)(?:先|来|去|再|这就|马上|会)|(?:接下来|下面)我|拆成|订好|写好|改好|搞好了|做好了|排在",
        r"确认(?:号|码)|单号|编号|共(?:找到|计|有|搜到|命中)?\s?\d+\s?(?:条|行|个|篇)",
    ),
)

INFERRED = Cues(
    "inferred",
    (
        r"(?:evidently|apparently|clearly|obviously|it\s+(?:seems|looks\s+like)|looks\s+like|seems(?:\s+like)?|i\s+(?:take\s+it|gather|see|notice|conclude|infer)(?:\s+that)?|so)\s*,?\s+(?:\w+\s+){0,2}?(?:you|the\s+user|they)\s+(?:\w+\s+)?(?:prefer|like|want|dislike|favou?r|don't\s+(?:like|want)|avoid|care|would\s+rather|always|never)",
        r"(?:your|the\s+user's)\s+(?:preference|habit|pattern|taste)\s+(?:is|seems|appears)|you\s+(?:seem|appear|tend)\s+to|i'll\s+(?:treat|take)\s+(?:that|it|this)\s+as\s+(?:a|your)\s+(?:rule|preference|default)|i\s+(?:take\s+it|gather|conclude|infer|understand|see)(?:\s+that)?\s+.{3,80}\bshould\b|(?:so\s+)?(?:i'll|i\s+will)\s+(?:\w+\s+){1,3}(?:that|this)\s+way",
    ),
    (
        "(?:看得出|看出|看来|看样子|可见|想必|感觉|发现|注意到|明显|显然|我理解|估计)(?:来)?[,，]?.{0,14}?(?:您|你|用户|他|她|大家).{0,6}?(?:希望|喜欢|偏好|偏爱|习惯|更愿意|更倾向|倾向|不想|不喜欢|不要|想要|在意|讲究|都)",
        "(?:您|你|用户)(?:似乎|好像|应该|明显|显然|应当)(?:更|不|比较|一直)?(?:希望|喜欢|偏好|习惯|倾向|想|爱)",
    ),
)

# Limits that no context softens: quotas, permissions, windows, amounts.
_HARD = re.compile(
    r"\b(?:above|over|beyond|exceed\w*|(?:larger|bigger|longer|older|more)\s+than)\s+[\d.,]+\s*(?:[KMGT]i?B|rows?|days?|hours?|pages?|char\w*|EUR|USD|km|kg|Wh|%)|have\s+to\s+.{1,40}\bby\s+\d|\d+\s+\w+\s+only|but\s+not\s+\w+|doesn't\s+allow|won't\s+take"
    r"|超过\s?[\d.]+.{0,12}(?:会被|不|就|则|要|需)|限(?:号|行|购|次|\s?\d)|只(?:留|保留)|不支持.{0,6}(?:退|换|改|转)|不让|不收|只能|只有.{1,8}能"
    r"|\b(?:limit|quota|at\s+most|max(?:imum)?|no\s+more\s+than|killed|forbidden|denied|read-only|approv|sign(?:ed)?[\s-]off|not\s+allowed|(?:change|maintenance|deploy\w*|time|release|update)\s+window|window\s+(?:is|of|from|for|on)|allows?\s+(?:only\s+)?\d|don't\s+(?:go\s+over|exceed)|without\s+the\s+\w+|(?:wants?|needs?|has)\s+to\s+(?:see|approve|check|sign|review)|must\s+be\s+\w+\s+by|no\s+(?:outbound|inbound|internet|external)"
    r"|(?:house|school|club|company|council|building|lab|site|hotel|airline)\s+(?:rules?|policy)|\bmust\s+(?:never|register|sign|book|wear|be\s+(?:confirmed|booked|accompanied|signed))|needs?\s+(?:a\s+badge|two|three|\d)|ends\s+after\s+\d|take\s+up\s+to\s+\d|no\s+budget"
    r"|\d+\s*[KMG]B\s+bounce|\bnobody\s+(?!knows)\w+|\bnothing\s+(?:\w+\s+){1,3}without|(?:^|[.;]\s*)no\s+\w+\s+(?:in|on|at|inside|near|after|before)\b|\bnothing\s+(?:out\s+)?before|\bmay\s+\w+\s+but\s+not|stops?\s+accepting|\b(?:ahead|in\s+advance)\b|last\s+(?:ferry|train|bus|tram)|is\s+billed|only\s+(?:after|before)\s+\w+|(?:above|over)\s+\d+\s+degrees"
    r"|外人不能|刷(?:工牌|卡|脸)|过了(?:要|得|就)|试用期|工作日|没有?.{1,6}看过不能|会被退|没人接|末班|未满|不可写|不再接受|可取消|另算|同意书|登记|凭.{1,6}可退|以上(?:的)?.{0,6}(?:会|要|不)|包邮"
    r"|expires?|runs\s+out|freeze|supervisor|permission|can(?:not|'t)\s+be|only\s+(?:has|have|supports?|accepts?|covers?|allows?)|(?:read|write|admin|no)\s+access|wiped|closes?\s+at|stops?\s+at|(?:per|an?)\s+(?:second|minute|hour)|per\s+(?:day|week|month))"
    r"|必须.{1,20}才|(?:要|得)先.{1,20}才(?:能|可以)|每(?:秒|分钟|小时|人|单|账号|用户).{0,4}\d|限流|限速|别超|没有?.{1,8}(?:同意|批准|许可|授权).{0,4}[不别禁]|法务.{0,3}先|只在|(?:前|之前)(?:必须|得|要).{0,6}(?:完|交|报)|不通外|上限|最多|限额|配额|额度|只读|窗口|不放行|审批|批准|签字|权限|禁止|不允许|封网|冻结|不得|无权|不能超|不超过|不让|只让|不许|不给开|点头|提前.{1,5}(?:天|小时|周|分钟)|只支持|只接受|后不能|前不能|超过.{1,8}(?:要|需|得)|(?:要|得|只能)走",
    re.IGNORECASE,
)


def hard_limit(text: str) -> bool:
    """Whether a statement names a quota, a permission, a window or an amount that may not be passed."""
    return bool(_HARD.search(simplified(text)))
